"""The page in a real browser: Chromium, over the pipe of its own protocol."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from shootout import archive, cli, page, page_data, page_pack, stats
from shootout.lines import differences
from shootout.reader import read
from shootout.rows import rows_of

CHROMIUM = (
    shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
)
FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --hide-scrollbars
    --disable-background-networking --disable-component-update --disable-sync
    --remote-debugging-pipe"""
# Gives two pipes the numbers 3 and 4, from which a browser takes commands and to which it answers.
MOVE = """import fcntl, os, sys
pipes = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
for number, pipe in enumerate(pipes, 3):
    os.dup2(pipe, number)
os.execv(sys.argv[3], sys.argv[3:])"""


class Browser:
    """Commands go to its file descriptor 3 and answers come from 4, each ended by a zero."""

    def __init__(self, profile: Path) -> None:
        to, self._from = os.pipe(), os.pipe()
        command = [cast(str, CHROMIUM), *FLAGS.split(), f"--user-data-dir={profile}", "about:blank"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", MOVE, str(to[0]), str(self._from[1]), *command],
            pass_fds=(to[0], self._from[1]),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(to[0])
        os.close(self._from[1])
        self._to, self._rest, self._number = to[1], b"", 0
        self.session, self.tab = "", ""
        self.events: list[dict[str, Any]] = []

    def send(self, method: str, **parameters: Any) -> dict[str, Any]:
        """A command and its answer; events that come in between are kept."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._number:
                assert "error" not in answer, answer["error"]
                return cast("dict[str, Any]", answer["result"])
            self.events.append(answer)

    def wait(self, method: str) -> None:
        """Until the browser has told of this event."""
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self._receive())

    def _receive(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            piece = os.read(self._from[0], 1 << 20)
            assert piece, "the browser has ended"
            self._rest += piece
        text, _, self._rest = self._rest.partition(b"\0")
        return cast("dict[str, Any]", json.loads(text))

    def close(self) -> None:
        self.session = ""
        try:
            self.send("Browser.close")
        except (AssertionError, OSError):
            self.process.kill()
        self.process.wait(20)
        os.close(self._to)
        os.close(self._from[0])


class Tab:
    """A page that is open."""

    def __init__(
        self, browser: Browser, path: Path, width: int = 1200, hash: str = "", dark: bool = False
    ) -> None:
        self.browser = browser
        browser.session = ""
        old, browser.tab = (
            browser.tab,
            browser.send("Target.createTarget", url="about:blank")["targetId"],
        )
        if old:
            browser.send("Target.closeTarget", targetId=old)
        attached = browser.send("Target.attachToTarget", targetId=browser.tab, flatten=True)
        browser.session = attached["sessionId"]
        browser.events.clear()
        for domain in ("Runtime", "Log", "Page", "Network"):
            browser.send(f"{domain}.enable")
        self.resize(width)
        self.dark(dark)
        browser.send("Page.navigate", url=path.as_uri() + hash)
        browser.wait("Page.loadEventFired")
        self.until("document.documentElement.dataset.ready === 'yes'")

    def resize(self, width: int, height: int = 900) -> None:
        self.browser.send(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )

    def dark(self, on: bool) -> None:
        feature = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self.browser.send("Emulation.setEmulatedMedia", features=[feature])

    def run(self, script: str) -> Any:
        """The value of an expression; of a promise what it comes to."""
        done = self.browser.send(
            "Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def until(self, condition: str) -> None:
        """Waits for a condition, frame by frame."""
        waiting = f"""new Promise((done, failed) => {{
            const end = Date.now() + 15000;
            const look = () => {condition} ? done() : Date.now() > end
                ? failed(Error("never: " + {json.dumps(condition)})) : setTimeout(look, 10);
            look(); }})"""
        self.run(waiting)

    def settle(self) -> None:
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def key(self, name: str) -> None:
        code = {"Enter": 13, " ": 32, "Tab": 9, "Escape": 27}.get(name, 0)
        text = {"Enter": "\r", " ": " "}.get(name, "")
        for kind in ("keyDown", "keyUp"):
            self.browser.send(
                "Input.dispatchKeyEvent",
                type=kind,
                key=name,
                code=name,
                windowsVirtualKeyCode=code,
                text=text if kind == "keyDown" else "",
            )
        self.settle()

    def mouse(self, kind: str, x: float, y: float) -> None:
        button = "none" if kind == "mouseMoved" else "left"
        self.browser.send(
            "Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1
        )

    def click(self, selector: str) -> None:
        x, y = self.run(f"""(() => {{ const e = document.querySelector({json.dumps(selector)});
            e.scrollIntoView({{block: "center"}}); const b = e.getBoundingClientRect();
            return [b.x + b.width / 2, b.y + b.height / 2]; }})()""")
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.mouse(kind, x, y)
        self.settle()

    def enter(self, selector: str, value: str, event: str) -> None:
        """Gives a control a value, as a reader would."""
        self.run(f"""(() => {{ const control = document.querySelector({json.dumps(selector)});
            control.value = {json.dumps(value)};
            control.dispatchEvent(new Event({json.dumps(event)})); }})()""")
        self.settle()

    def card(self) -> str:
        """What the card says, empty while it is hidden."""
        return cast(
            str,
            self.run(
                "(({hidden, innerText: text}) => (hidden ? '' : text))"
                "(document.querySelector('#card'))"
            ),
        )

    def noise(self) -> list[str]:
        """What the console said, and requests for anything but the page."""
        found = []
        for event in self.browser.events:
            method, about = event.get("method", ""), event.get("params", {})
            if method in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"):
                found.append(json.dumps(about)[:400])
            if method == "Network.requestWillBeSent":
                url = about["request"]["url"]
                if not url.startswith(("file:", "data:")):
                    found.append(url)
        return found


HOSTILE = "</script><img/src=x/onerror=alert(1)><b>{{script}}&lt;"
WORDS = "gcc_-DX='$(touch${IFS}owned)`id`'_-O2_</script>"
STEP8 = range(8, stats.TOP + 1, 8)


def result(
    path: Path, name: str, cpuid: str, factor: float = 1.0, clock: bool = True, **facts: str
) -> Path:
    """A result file: sha256 by two implementations, one at every length, and blake512 at six."""
    out = []
    for primitive, implementation, compiler, lengths, cost in (
        ("sha256", "fast", "gcc_-O2", range(stats.TOP + 1), 7.0),
        ("sha256", "slow", WORDS, STEP8, 11.0),
        ("blake512", "ref", "clang_-O3", (8, 64, 576, 1536, 2048, 4096), 5.0),
    ):
        head = f"20261121 {name} amd64 20261121 crypto_hash {primitive}"
        out += [
            f"{head} implementation crypto_hash/{primitive}/{implementation} -",
            f"{head} cpuid {cpuid}",
            f"{head} cpucycles_implementation amd64-tsc",
            f"{head} compiler {compiler} 12",
        ]
        out += [f"{head} clock 1.5"] if clock else []
        for n in lengths:
            cycles = round(factor * cost * (64 * ((n + 72) // 64) + 30))
            samples = [cycles - 3, cycles, cycles, cycles, cycles + 6]
            out.append(f"{head} cycles {n} {cycles} {differences(cycles, samples)}")
        out += [f"{head} flag 64 drift 0.1"] if implementation == "ref" else []
    told = "".join(f"{key} {value}\n" for key, value in facts.items())
    archive.write(path, {"data": "\n".join([*out, ""]).encode(), "machine": told.encode()})
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three machines, one of them of somebody who means harm, one that the paper leaves out."""
    home = tmp_path_factory.mktemp("results")
    return [
        result(home / "a.tar.gz", "alpha", "AuthenticAMD-00a00f11", cpu="EPYC", boost="on"),
        result(home / "b.tar.gz", HOSTILE, "GenuineIntel-000506e3", 1.4, cpu=HOSTILE),
        result(home / "c.tar.gz", "gamma", "GenuineIntel-000506e3", 2.0, clock=False, boost="on"),
    ]


@pytest.fixture(scope="module")
def made(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    output = tmp_path_factory.mktemp("page") / "shootout.html"
    assert cli.main(["page", *map(str, files), "--output", str(output)]) == 0
    return output


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip("no chromium")
    started = Browser(tmp_path_factory.mktemp("profile"))
    yield started
    started.close()


@pytest.fixture
def tab(browser: Browser, made: Path) -> Iterator[Tab]:
    """The page, which must have nothing to complain about in the end."""
    opened = Tab(browser, made)
    yield opened
    assert opened.noise() == []


def unpacked(packed: page_pack.Packed, curves: Sequence[page_data.Curve], steps: int) -> list[Any]:
    """What unpack.js does, in Python: lengths, medians and quartiles in cycles, doubts."""
    data, at = zlib.decompress(base64.b64decode(packed.text)), 0

    def number() -> int:
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return -(value + 1) // 2 if value % 2 else value // 2

    sizes = [number() for _ in page_pack.STREAMS]
    starts = [at + sum(sizes[:i]) for i in range(len(sizes))]

    def sums(stream: int, count: int) -> list[int]:
        nonlocal at
        at, total, found = starts[stream], 0, []
        for _ in range(count):
            total += number()
            found.append(total)
        starts[stream] = at
        return found

    found = []
    for _ in curves:
        at = starts[0]
        count = number()
        starts[0] = at
        gaps = sums(0, count)
        lengths = [sum(gaps[: i + 1]) for i in range(count)]
        middle, low, high, doubts = (sums(k, count) for k in (1, 2, 3, 4))
        cycles = [
            [2 ** (k / steps) for k in codes]
            for codes in (
                middle,
                [m - d for m, d in zip(middle, low)],
                [m + d for m, d in zip(middle, high)],
            )
        ]
        found.append((lengths, *cycles, doubts))
    return found


def test_packing_keeps_its_promise(files: list[Path]) -> None:
    machines, complaints = page_data.collect(files[:1])
    assert not complaints
    curves = [curve for f in machines[0].functions.values() for curve in f.curves]
    assert [c.implementation for c in curves] == ["fast", "slow"]
    sets = {(): 0, ("drift",): 1}
    for steps in page.STEPS:
        packed = page_pack.pack(curves, sets, steps)
        for curve, (lengths, medians, q1, q3, doubts) in zip(
            curves, unpacked(packed, curves, steps)
        ):
            assert lengths == sorted(curve.figures)
            assert not any(doubts)
            for i, n in enumerate(lengths):
                figure = curve.figures[n]
                assert medians[i] == pytest.approx(figure.median * n, rel=packed.median + 1e-9)
                off = (1 + packed.median) * (1 + packed.quartile) - 1
                assert q1[i] == pytest.approx(figure.q1 * n, rel=off)
                assert q3[i] == pytest.approx(figure.q3 * n, rel=off)


def test_curves_are_the_figures_of_the_tables(files: list[Path]) -> None:
    machines, _ = page_data.collect(files[:1])
    rows = {row.implementation: row for row in rows_of(read(files[0]).blocks)}
    for curve in machines[0].functions["sha256"].curves:
        for mlen in stats.BYTES:
            assert curve.figures[mlen] == rows[curve.implementation].figures[mlen]


def test_newest_run_counts(files: list[Path]) -> None:
    (old,), _ = page_data.collect(files[:1])
    again = replace(
        old,
        contestant=replace(old.contestant, date="20271121"),
        functions={"sha256": old.functions["blake512"]},
    )
    (merged,) = page_data.merge([again, old])
    assert merged.functions["sha256"] is old.functions["blake512"]
    assert set(merged.functions) == {"sha256", "blake512"}


def test_finer_when_there_is_room(files: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    machines, _ = page_data.collect(files)
    assert f'"steps":{page.STEPS[0]}' in page.render(machines)
    monkeypatch.setattr(page, "LARGEST", 0)
    assert f'"steps":{page.STEPS[-1]}' in page.render(machines)


def test_nothing_ends_a_tag(made: Path) -> None:
    text = made.read_text(encoding="utf-8")
    assert len(re.findall("</script", text)) == 3
    assert "<img" not in text
    assert not re.search(r"(src|href)\s*=\s*[\"']?(https?:)?//", text)


def test_damaged_and_missing_files(
    files: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut = tmp_path / "cut.tar.gz"
    cut.write_bytes(files[0].read_bytes()[:-40])
    output = tmp_path / "new" / "page.html"
    assert cli.main(["page", str(files[0]), str(cut), "--output", str(output)]) == 1
    assert "cut.tar.gz" in capsys.readouterr().err
    assert output.exists()
    assert cli.main(["page", str(cut), "--output", str(output)]) == 2


def test_opens_at_long_messages(tab: Tab) -> None:
    assert tab.run("document.querySelector('h2').textContent") == "Long messages"
    # gamma has a boost that nothing converts: there, but not shown.
    assert tab.run("document.querySelectorAll('.machine').length") == 2
    assert tab.run("document.querySelectorAll('.mark').length") == 4
    assert tab.run("document.querySelector('#curve canvas').width > 500")
    assert "Left out, as in the paper: gamma amd64 (boost)" in tab.run(
        "document.querySelector('#elsewhere').textContent"
    )
    assert "2 of 3 shown" in tab.run("document.querySelector('#machines summary').textContent")


def test_strangers_names_stay_text(tab: Tab) -> None:
    names = tab.run("[...document.querySelectorAll('.machine title')].map((t) => t.textContent)")
    assert any(name.startswith(HOSTILE) for name in names)
    assert tab.run("document.querySelectorAll('img, b > b, script:not([type])').length") == 1
    tab.run("document.querySelector('#as-table').open = true")
    tab.settle()
    assert HOSTILE in tab.run("document.querySelector('#as-table tbody').textContent")


def test_slider_by_keys(tab: Tab) -> None:
    tab.run("document.querySelector('#slider').focus()")
    title = "document.querySelector('h2').textContent"
    for key, expected in (
        ("ArrowLeft", "4096 bytes"), ("ArrowLeft", "4095 bytes"), ("PageDown", "2048 bytes"),
        ("Home", "1 byte"), ("ArrowLeft", "1 byte"), ("ArrowUp", "2 bytes"), ("PageUp", "4 bytes"),
        ("End", "long"),
    ):  # fmt: skip
        tab.key(key)
        shown = tab.run(title)
        assert shown == ("Long messages" if expected == "long" else f"Messages of {expected}")
    assert (
        tab.run("document.querySelector('#slider').getAttribute('aria-valuetext')")
        == "long messages"
    )
    tab.key("Home")
    tab.until(
        "document.querySelector('#said').textContent.startsWith('Messages of 1 byte. Fastest')"
    )


def test_slider_by_mouse_and_number(tab: Tab) -> None:
    tab.click("#exact button:nth-child(3)")
    assert tab.run("location.hash") in ("", "#576")
    assert tab.run("document.querySelector('#bytes').value") == "576"
    tab.click("#slider")
    assert tab.run("Number(document.querySelector('#bytes').value)") in range(60, 120)
    tab.enter("#bytes", "1000", "input")
    assert tab.run("document.querySelector('h2').textContent") == "Messages of 1000 bytes"
    tab.until("location.hash === '#1000'")


def test_says_which_length_is_shown(browser: Browser, made: Path) -> None:
    tab = Tab(browser, made, hash="#577")
    # sha256 was timed there, blake512 was not.
    assert "alpha amd64 at 576" in tab.run("document.querySelector('#elsewhere').textContent")
    found = tab.run(
        "[...document.querySelectorAll('.mark')].map((m) => m.getAttribute('aria-label'))"
    )
    assert any("SHA-256" in text and "577 bytes" in text for text in found)
    assert all("576 bytes" in text for text in found if "BLAKE" in text)
    assert tab.noise() == []


def test_pointer_shows_facts_and_the_command(tab: Tab) -> None:
    x, y = tab.run("""(() => {
        const marks = [...document.querySelectorAll(".mark")];
        const mark = marks.find((m) => m.ariaLabel.startsWith("SHA-256 on alpha"));
        const box = mark.lastChild.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; })()""")
    tab.mouse("mouseMoved", x, y)
    tab.settle()
    said = tab.card()
    for text in (
        "SHA-256",
        "10.50 cycles/byte, long messages",
        "alpha, Zen 3, amd64",
        "times 1.500",
        "fast",
        "gcc -O2",
        "./do run sha256/fast --compilers '^gcc -O2$'",
    ):
        assert text in said
    tab.mouse("mouseMoved", x, y + 300)
    tab.settle()
    assert tab.card() == ""
    for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
        tab.mouse(kind, x, y)
    tab.mouse("mouseMoved", x, y + 300)
    tab.settle()
    assert "Copy the command" in tab.card()
    tab.key("Escape")
    assert tab.card() == ""


def test_marks_by_keys(tab: Tab) -> None:
    tab.run("document.querySelector('.mark[tabindex=\"0\"]').focus()")
    name = "document.activeElement.getAttribute('aria-label').split(':')[0]"
    first = tab.run(name)
    assert tab.card()
    tab.key("ArrowRight")
    second = tab.run(name)
    assert second != first
    tab.key("ArrowDown")
    assert tab.run(name).split(" on ")[1] != second.split(" on ")[1]
    tab.key("Enter")
    assert tab.run("document.activeElement.textContent") == "Copy the command"
    tab.key("Escape")
    assert "on" in tab.run(name)
    assert tab.run("document.querySelectorAll('.mark[tabindex=\"0\"]').length") == 1


def test_command_is_quoted_for_the_shell(tab: Tab, tmp_path: Path) -> None:
    tab.click("#table-controls input")
    tab.click("#table-controls label:nth-child(3) input")
    lines = tab.run("[...document.querySelectorAll('#table td.code')].map((c) => c.textContent)")
    odd = next(line for line in lines if "sha256/slow" in line)
    shown = subprocess.run(
        ["sh", "-c", odd.replace("./do", "printf '%s\\n'")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    ).stdout.splitlines()
    assert shown[:3] == ["run", "sha256/slow", "--compilers"]
    assert re.search(shown[3], WORDS.replace("_", " "))
    assert not list(tmp_path.iterdir())


def test_choosing(tab: Tab) -> None:
    marks = "document.querySelectorAll('.mark').length"
    tab.click("#functions input[aria-label='SHA-256']")
    assert tab.run(marks) == 2
    tab.run("document.querySelector('#machines').open = true")
    tab.click("#machines .buttons button")
    assert tab.run(marks) == 3
    tab.click("#machines legend input")
    assert tab.run(marks) in (1, 2)
    assert "left out" in tab.run("document.querySelector('#machines').textContent")


def test_tables_sort(tab: Tab) -> None:
    column = "[...document.querySelectorAll('#table tbody tr')].map((r) => r.cells[3].textContent)"
    assert tab.run(column) == ["10.50", "14.70"]
    tab.click("#table th:nth-child(4) button")
    assert tab.run(column) == ["10.50", "14.70"]
    tab.click("#table th:nth-child(4) button")
    assert tab.run(column) == ["14.70", "10.50"]
    assert tab.run("document.querySelector('#table th:nth-child(4)').ariaSort") == "descending"
    assert "drift" in tab.run("document.querySelector('#table-notes').textContent")


def test_curves_of_implementations(tab: Tab) -> None:
    tab.enter("#curve-controls select", "implementations", "change")
    tab.enter("#curve-controls label:nth-child(2) select", "sha256", "change")
    tab.settle()
    legend = tab.run("document.querySelector('.u-legend').innerText")
    assert "fast" in legend and "slow" in legend


@pytest.mark.parametrize("width", [400, 1600])
def test_nothing_sticks_out(browser: Browser, made: Path, width: int) -> None:
    tab = Tab(browser, made, width)
    tab.run("document.querySelectorAll('details').forEach((d) => (d.open = true))")
    tab.settle()
    assert tab.run("document.documentElement.scrollWidth") <= width
    # No label is wider than the graph.
    ends = tab.run("""[...document.querySelectorAll(".machine, .band")]
        .map((label) => label.getBoundingClientRect().right)""")
    assert max(ends) <= width
    assert tab.noise() == []


def test_dark_and_light(tab: Tab) -> None:
    paper = "getComputedStyle(document.body).backgroundColor"
    assert tab.run(paper) == "rgb(255, 255, 255)"
    tab.dark(True)
    assert tab.run(paper) != "rgb(255, 255, 255)"
    tab.click("#theme")
    assert tab.run(paper) == "rgb(255, 255, 255)"
    tab.dark(False)
    tab.click("#theme")
    assert tab.run(paper) != "rgb(255, 255, 255)"


def test_prints(tab: Tab) -> None:
    tab.dark(True)
    printed = base64.b64decode(tab.browser.send("Page.printToPDF", printBackground=True)["data"])
    assert printed.startswith(b"%PDF") and len(printed) > 10_000


def test_opens_quickly(tab: Tab) -> None:
    tab.browser.send("Performance.enable")
    tab.browser.send("Page.reload")
    tab.until("document.documentElement?.dataset.ready === 'yes'")
    metrics = {m["name"]: m["value"] for m in tab.browser.send("Performance.getMetrics")["metrics"]}
    assert metrics["TaskDuration"] < 5  # seconds of work; a machine for tests may be slow
