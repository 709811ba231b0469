"""The page in a real browser."""

from __future__ import annotations

import base64
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pages
import pytest
from browser import Browser, Tab
from pages import MALLORY, WORDS

from shootout.report.page import page


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("page")
    return pages.made(pages.three(home), home / "shootout.html")


@pytest.fixture
def tab(browser: Browser, made: Path) -> Iterator[Tab]:
    """The page, which must have nothing to complain about in the end."""
    opened = Tab(browser, made)
    yield opened
    assert opened.noise() == []


def test_opens_at_long_messages(tab: Tab) -> None:
    assert tab.run("document.querySelector('h2').textContent") == "Long messages"
    # gamma has a boost that nothing converts: there, but not shown.
    assert tab.run("document.querySelectorAll('.machine').length") == 2
    assert tab.run("document.querySelectorAll('.mark').length") == 4
    assert tab.run("document.querySelector('#curve canvas').width > 500")
    assert "Left out, as in the paper: gamma amd64 (boost, ticks)" in tab.run(
        "document.querySelector('#elsewhere').textContent"
    )
    assert "2 of 3 rows shown" in tab.run("document.querySelector('#machines summary').textContent")


def test_strangers_names_stay_text(tab: Tab) -> None:
    names = tab.run("[...document.querySelectorAll('.machine title')].map((t) => t.textContent)")
    assert any(name.startswith(MALLORY) for name in names)
    assert tab.run("document.querySelectorAll('img, b > b, script:not([type])').length") == 1
    tab.run("document.querySelector('#as-table').open = true")
    tab.settle()
    assert MALLORY in tab.run("document.querySelector('#as-table tbody').textContent")


# What objects of JavaScript have by themselves, and names that a file can have in their place.
INHERITED = {"__proto__": "proto0", "constructor": "constructor", "toString": "tostring0"}


@pytest.mark.parametrize("width", [390, 1280])
def test_names_that_objects_have_by_themselves(
    browser: Browser, tmp_path: Path, width: int
) -> None:
    """As a function, its implementation, its compiler and the machine; beside others without it."""
    files = [pages.named(tmp_path / f"{name}.tar.gz", name) for name in INHERITED.values()]
    page = pages.made([*pages.three(tmp_path), *files], tmp_path / "shootout.html")
    text = page.read_text()
    for inherited, name in INHERITED.items():
        assert text.count(name) > 3
        text = text.replace(name, inherited)
    page.write_text(text)
    tab = Tab(browser, page, width)
    assert tab.run("document.querySelectorAll('.machine').length") == 5
    tab.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    tab.settle()
    assert tab.run("document.querySelectorAll('table').length") >= 3
    machines = "document.querySelector('#table-controls select')"
    names = tab.run(f"[...{machines}.options].map((each) => each.textContent)")
    for inherited in INHERITED:
        (number,) = [i for i, name in enumerate(names) if name.startswith(inherited)]
        value = tab.run(f"{machines}.options[{number}].value")
        tab.enter("#table-controls select", value, "change")
        tab.settle()
        shown = tab.run("document.querySelector('#table').textContent")
        assert shown.count(inherited) >= 4, shown  # machine, function, implementation, compiler
    assert tab.noise() == []


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
        "10.50 core cycles/byte, long messages",
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


def test_java_and_the_literature_are_layers(browser: Browser, tmp_path: Path) -> None:
    files = pages.three(tmp_path)
    files.append(pages.java(tmp_path / "d.tar.gz", "delta"))
    page.pages(files, output=tmp_path / "page.html", own=files[1].name)
    tab = Tab(browser, tmp_path / "page.html")
    first = tab.run("document.querySelector('#table-controls select').selectedOptions[0].text")
    assert first.startswith(MALLORY), "the machine of one's own run"
    shown = "JSON.parse(document.querySelector('#figures').textContent).machines"
    curves = tab.run(f"{shown}.map((m) => [m.name, m.functions.sha256?.curves.length])")
    assert [MALLORY, 2] in curves and ["alpha", 1] in curves, "of others the fastest alone"
    names = "[...document.querySelectorAll('.machine title')].map((t) => t.textContent)"
    layer = "#layers label:nth-of-type({}) input"
    before = tab.run(names)
    assert before and not any("jvm64" in name for name in before)
    tab.click(layer.format(2))
    tab.settle()
    assert set(tab.run(names)) == {*before, "delta jvm64"}
    label = "[...document.querySelectorAll('.mark')].map((m) => m.ariaLabel)"
    assert [text for text in tab.run(label) if "[jdk]" in text]
    notes = tab.run("document.querySelector('#elsewhere').textContent")
    assert "Diamonds are not Java: jdk" in notes
    tab.click(layer.format(2))
    tab.click(layer.format(3))
    tab.settle()
    published = tab.run("document.querySelectorAll('.published').length")
    assert published > 100 and len(tab.run(names)) > len(before)
    tab.click("#exact button[data-length='8']")
    tab.settle()
    at_8 = tab.run(names)
    assert len(before) < len(at_8) < 40, "only rows with a figure at 8 bytes"
    assert 0 < tab.run("document.querySelectorAll('.published').length") < published
    tab.click(layer.format(1))
    tab.settle()
    assert tab.run(names) == []
    assert tab.noise() == []


def test_tables_sort(tab: Tab) -> None:
    column = (
        "[...document.querySelectorAll('#table tbody tr')]"
        ".map((r) => r.cells[3].textContent.split(' ')[0])"
    )
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
