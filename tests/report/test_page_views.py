"""The page's ways to look at figures, in a real browser: found, saved, linked to, compared."""

from __future__ import annotations

import csv
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import histories
import pages
import pytest
from browser import Browser, Tab
from conftest import ROOT

from shootout.ranking.lines import AVOID, choices
from shootout.report.table import split
from shootout.results.reader import read

ZEN3, SKYLAKE = "AuthenticAMD-00a00f11", "GenuineIntel-000506e3"
# The least contrast of what is read with its background, and of marks (WCAG 2.2, 1.4.3 and 1.4.11).
TEXT, MARK = 4.5, 3.0
CONTRASTS = """(() => {
    const parts = (text) => text.match(/[\\d.]+/g).map(Number);
    const light = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
    const behind = (node) => {
        for (; node; node = node.parentElement) {
            const colour = parts(getComputedStyle(node).backgroundColor);
            if (colour.length < 4 || colour[3] === 1) return colour;
        }
        return [255, 255, 255];
    };
    const clear = (node) => {
        let part = 1;
        for (; node; node = node.parentElement) part *= getComputedStyle(node).opacity;
        return part;
    };
    const contrast = (colour, node) => {
        const under = behind(node), part = clear(node);
        const mixed = under.slice(0, 3).map((c, i) => c + (parts(colour)[i] - c) * part);
        const [low, high] = [luminance(mixed), luminance(under)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const found = { text: {}, mark: {} };
    const note = (kind, node, colour) => {
        const name = `${node.closest("[id]")?.id} ${node.tagName} ${node.getAttribute("class")}`;
        found[kind][name] = Math.min(found[kind][name] ?? 99, contrast(colour, node));
    };
    for (const node of document.querySelectorAll("body *")) {
        if (!node.checkVisibility()) continue;
        const style = getComputedStyle(node);
        const own = [...node.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
        if (own) note("text", node, node.ownerSVGElement ? style.fill : style.color);
        const drawn = node.closest(".mark") && ["path", "circle"].includes(node.tagName);
        if (drawn) note("mark", node, style.stroke);
    }
    return found; })()"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of alpha, measured twice; of beta, half as fast; of ticky, whose unit is no cycle."""
    home = tmp_path_factory.mktemp("page")
    files = [
        pages.crossed(home / "alpha-20261120-101500.tar.gz", "alpha", ZEN3, 3),
        pages.crossed(home / "alpha-20261121-120000.tar.gz", "alpha", ZEN3),
        pages.crossed(home / "beta.tar.gz", "beta", SKYLAKE, 2),
        pages.crossed(home / "ticky.tar.gz", "ticky", SKYLAKE, 2, clock=False),
        pages.result(
            home / "odd.tar.gz", pages.MALLORY, "GenuineIntel-00050654", cpu=pages.HOSTILE
        ),
    ]
    return pages.made(files, home / "shootout.html")


@pytest.fixture
def tab(browser: Browser, made: Path) -> Iterator[Tab]:
    """The page, which must have nothing to complain about in the end."""
    opened = Tab(browser, made, 1280)
    yield opened
    assert opened.noise() == []


def opened(tab: Tab, name: str) -> None:
    tab.run(f"document.querySelector('#{name}').open = true")
    tab.settle()


def rows(tab: Tab, home: str) -> list[list[str]]:
    """The texts of the cells of a table."""
    found: list[list[str]] = tab.run(
        f"[...document.querySelectorAll('#{home} tbody tr')].map((r) => [...r.cells]"
        ".map((c) => c.textContent))"
    )
    return found


def texts(tab: Tab, selector: str) -> list[str]:
    found: list[str] = tab.run(
        f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.textContent)"
    )
    return found


def choose(tab: Tab, home: str, number: int, text: str) -> None:
    """Take an option of a choice, by what it says."""
    value = tab.run(
        f"[...document.querySelectorAll('#{home} select')[{number}].options]"
        f".find((o) => o.text.startsWith({json.dumps(text)})).value"
    )
    tab.run(
        f"(() => {{ const s = document.querySelectorAll('#{home} select')[{number}];"
        f"s.value = {json.dumps(value)}; s.dispatchEvent(new Event('change')); }})()"
    )
    tab.settle()


def saved(tab: Tab, home: str, number: int, folder: Path) -> str:
    """What a download button of a table saves."""
    tab.browser.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    tab.run(f"document.querySelectorAll('#{home} .download')[{number}].click()")
    end = time.monotonic() + 15
    while time.monotonic() < end:
        found = [path for path in folder.iterdir() if path.suffix in (".csv", ".json")]
        if found and (text := found[0].read_bytes().decode()):
            found[0].unlink()
            return text
        time.sleep(0.02)
    raise AssertionError("nothing was saved")


def test_finds_and_saves_what_was_found(tab: Tab, tmp_path: Path) -> None:
    choose(tab, "table-controls", 0, pages.MALLORY)
    tab.click("#table-controls input")
    tab.enter("#table input", "SHA slow", "input")
    assert [row[1] for row in rows(tab, "table")] == ["slow"]
    tab.enter("#table input", "sha -SLOW", "input")
    assert [row[1] for row in rows(tab, "table")] == ["fast"]
    assert "1 of 3 rows" in tab.run("document.querySelector('#table').innerText")
    tab.enter("#table input", "slow", "input")
    text = saved(tab, "table", 0, tmp_path)
    assert text.endswith("\r\n")
    lines = list(csv.DictReader(text.splitlines()))
    assert {line["bytes"] for line in lines} == {"8", "64", "576", "1536", "4096", "long"}
    for line in lines:
        assert line["machine"] == pages.MALLORY
        assert (line["function"], line["implementation"]) == ("sha256", "slow")
        assert line["compiler"] == pages.WORDS.replace("_", " ")
        assert line["unit"] == "core cycles/byte"
        assert float(line["q1"]) <= float(line["median"]) <= float(line["q3"])
    records = json.loads(saved(tab, "table", 1, tmp_path))
    assert [str(each["median"]) for each in records] == [line["median"] for line in lines]
    assert list(records[0]) == list(lines[0])
    shown = rows(tab, "table")[0][3].split(" ")[0]
    tab.enter("#table input", shown, "input")
    assert rows(tab, "table")[0][3].startswith(shown), "a figure is found as it is written"
    tab.enter("#table input", "nobody", "input")
    assert rows(tab, "table") == [["No row has these words."]]


def test_address_has_every_choice(browser: Browser, made: Path, tab: Tab) -> None:
    seen = """[document.querySelector("#graph-title"), document.querySelector("#curve-title"),
        document.querySelector("#table"), document.querySelector("#compare"),
        document.querySelector("#plot svg")].map((e) => e.textContent).concat(
        [...document.querySelectorAll("input, select")].map((e) => e.checked || e.value))"""
    fresh = tab.run(seen)
    tab.click("#exact button[data-length='576']")
    tab.click("#functions input[aria-label='JH-256']")
    opened(tab, "machines")
    tab.click("#machines fieldset:nth-of-type(2) label input")
    tab.click("#layers label:nth-of-type(2) input")
    choose(tab, "unit", 0, "ns")
    choose(tab, "curve-controls", 0, "implementations")
    choose(tab, "curve-controls", 1, "BLAKE-512")
    tab.click("#curve-controls input[type='checkbox']")
    choose(tab, "table-controls", 0, "beta")
    tab.click("#table-controls label:nth-of-type(3) input")
    tab.enter("#table input", "4096", "input")
    choose(tab, "compare-controls", 2, "ticky")
    choose(tab, "compare-controls", 0, "two implementations")
    choose(tab, "compare-controls", 1, "SHA-256")
    tab.until("location.hash.includes('compare=') && location.hash.includes('find=4096')")
    chosen, address = tab.run(seen), tab.run("location.hash")
    assert chosen != fresh and address.startswith("#576&")
    assert tab.noise() == []
    again = Tab(browser, made, 1280, address)
    assert again.run(seen) == chosen
    assert again.run("location.hash") == address
    again.run("document.querySelector('.skip').click()")
    again.until("location.hash === '#graph-title' || location.hash === " + json.dumps(address))
    again.settle()
    assert again.run(seen) == chosen, "a link within the page changes no choice"
    # An address in an open page counts at once, and one without choices is the page as it opens.
    again.run("location.hash = '#long'")
    again.until("document.querySelector('#graph-title').textContent === 'Long messages'")
    again.settle()
    assert again.run(seen) == fresh
    assert again.noise() == []


def test_damaged_address_is_ignored(browser: Browser, made: Path) -> None:
    damaged = "#-5&machine=%E0%A4%A&curve=what,sha256&unit=toString&compare=,&x"
    tab = Tab(browser, made, 1280, damaged)
    assert tab.run("document.querySelector('h2').textContent") == "Long messages"
    assert tab.run("document.querySelectorAll('.mark').length") > 4
    assert tab.run("document.querySelector('#unit select').value") == "cycles"
    assert tab.noise() == []


def test_crossing_is_of_undisturbed_lengths(tab: Tab, tmp_path: Path) -> None:
    choose(tab, "table-controls", 0, "alpha")
    opened(tab, "crossings")
    ((faster, slower, start, lengths, ratio, out),) = rows(tab, "crossings")
    assert (faster, slower) == ("BLAKE-512 ref", "SHA-256 ref")
    # Equal but for the precision that the page keeps: the first length that differs by more.
    assert pages.CROSSED < int(start) < pages.CROSSED * 1.1
    assert out == str(len(pages.DISTURBED))
    fast, slow = 500 + 3 * 4096, 200 + 4 * 4096
    assert float(ratio) == pytest.approx(slow / fast, abs=0.02)
    won, above = map(int, lengths.split(" of "))
    assert won == above > 400
    (record,) = json.loads(saved(tab, "crossings", 1, tmp_path))
    assert record["from"] == int(start)


def test_doubts_are_drawn_and_said(browser: Browser, made: Path) -> None:
    for length, mark in ((520, "?"), (640, "")):
        tab = Tab(browser, made, 1280, f"#{length}&machine=alpha%2Famd64")
        legend = tab.run(
            "[...document.querySelectorAll('.u-series')].map((e) => e.textContent)"
            ".find((text) => text.includes('BLAKE-512'))"
        )
        assert legend.endswith("?") == bool(mark), legend
        note = tab.run("document.querySelector('#curve-note').textContent")
        assert f"Short dashes: the {len(pages.DISTURBED)} " in note and "uneven" in note
        letters = texts(tab, "#plot .letter")
        assert letters.count("B?") == (2 if mark else 0)  # of alpha and beta
        # Every mark has its family's letter, as the key shows it.
        key = texts(tab, ".family-name .letter")
        assert len(set(key)) == len(key)
        assert len(letters) == tab.run("document.querySelectorAll('.mark').length")
        assert {text[0] for text in letters} <= set(key)
        assert tab.noise() == []


def test_two_machines_side_by_side(tab: Tab) -> None:
    choose(tab, "table-controls", 0, "alpha")
    choose(tab, "compare-controls", 2, "beta")
    assert not [m for m in texts(tab, "#compare-controls option") if m.startswith("alpha")][1:]
    found = rows(tab, "compare")
    assert len(found) == 12 and {row[1] for row in found} >= {"8", "long"}
    for row in found:
        assert float(row[8].rstrip("?")) == pytest.approx(2, abs=0.01)
        assert ("?" in row[8]) == (row[0] == "BLAKE-512" and row[1] == "576")
    choose(tab, "compare-controls", 2, "ticky")
    assert rows(tab, "compare") == []
    assert "No ratios" in tab.run("document.querySelector('#compare').textContent")
    choose(tab, "unit", 0, "ns")
    ratios = [float(row[8].rstrip("?")) for row in rows(tab, "compare")]
    assert ratios == pytest.approx([2] * 12, abs=0.01)


def test_two_implementations_side_by_side(tab: Tab) -> None:
    choose(tab, "table-controls", 0, pages.MALLORY)
    choose(tab, "compare-controls", 0, "two implementations")
    choose(tab, "compare-controls", 1, "SHA-256")
    assert {(row[2], row[5]) for row in rows(tab, "compare")} == {("fast", "slow")}
    assert all(float(row[8]) == pytest.approx(11 / 7, abs=0.01) for row in rows(tab, "compare"))


def test_ticks_never_pass_for_cycles(tab: Tab) -> None:
    tab.run("document.querySelector('#machines').open = true")
    tab.click("#machines .buttons button")  # all, what is left out at first, too
    opened(tab, "as-table")
    units = {row[0]: row[2] for row in rows(tab, "as-table")}
    assert units["ticky amd64"] == "TSC ticks" and units["beta amd64"] == "core cycles"
    told = tab.run("[...document.querySelectorAll('.mark')].map((m) => m.ariaLabel)")
    ticking = [text for text in told if "ticky" in text]
    assert ticking and all("TSC ticks per byte" in text for text in ticking)
    choose(tab, "curve-controls", 0, "machines")
    legend = tab.run("document.querySelector('.u-legend').innerText")
    assert "ticky amd64, in TSC ticks" in legend and "beta amd64:" in legend
    assert "ticks" not in tab.run("document.querySelector('#said').textContent")


def test_history_has_both_runs(tab: Tab) -> None:
    choose(tab, "table-controls", 0, "beta")
    assert not tab.run("document.querySelector('#history').checkVisibility()")
    choose(tab, "table-controls", 0, "alpha")
    opened(tab, "history")
    found = [row for row in rows(tab, "history") if row[0] == "SHA-256"]
    assert [row[1][-5:] for row in found] == ["10:15", "12:00"]
    first, second = (float(row[6].split(" ")[0]) for row in found)
    assert first == pytest.approx(3 * second, abs=0.02)
    ratio, verdict = found[1][-1].split()
    assert found[0][-1] == "\N{EN DASH}" and verdict == "faster"
    assert ratio.endswith("?"), "one process tells nothing of others"
    assert float(ratio[:-1]) == pytest.approx(1 / 3, abs=0.001)


def test_compilers_are_those_of_the_command(browser: Browser, tmp_path: Path) -> None:
    """The best and the worst line of each implementation."""
    file = ROOT / "data" / "zen3vm-20261121-025025.tar.gz"
    (table,) = (t for t in split(read(file, curves=False)) if t.abi == "amd64")
    told = choices(table.rows)
    assert told
    tab = Tab(browser, pages.made([file], tmp_path / "shootout.html"))
    choose(tab, "table-controls", 0, "zen3vm amd64")
    opened(tab, "compilers")
    found = [(row[1], row[4]) for row in rows(tab, "lines-table")]
    assert found == [(c.best.implementation, f"{round(c.ratio.value, 4):.2f}") for c in told]
    red = tab.run("document.querySelectorAll('#lines-table td.grave').length")
    assert red == sum(choice.ratio.low > AVOID for choice in told)


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of a machine with three runs; in the last one blake256 became 5 % slower."""
    home = tmp_path_factory.mktemp("past")
    files = [
        histories.run(home / "box-20261101-100000.tar.gz"),
        histories.run(home / "box-20261102-100000.tar.gz"),
        histories.run(
            home / "box-20261103-100000.tar.gz", version="20261122",
            factor=lambda name: 1.05 if name.startswith("blake256") else 1,
        ),
    ]  # fmt: skip
    return pages.made(files, home / "shootout.html")


@pytest.mark.parametrize("width", [1280, 400])
@pytest.mark.parametrize("dark", [False, True])
def test_history_as_graphs(browser: Browser, past: Path, width: int, dark: bool) -> None:
    tab = Tab(browser, past, width, dark=dark)
    opened(tab, "history")
    choose(tab, "past-controls", 0, "BLAKE-256")
    told = tab.run("[...document.querySelectorAll('#past svg')].map((s) => s.ariaLabel)")
    assert len(told) == 6 and all("3 runs; +5.0 %, slower" in text for text in told)
    for kind, number in (("slower", 6), ("same", 6), ("faster", 0)):
        assert tab.run(f"document.querySelectorAll('#past path.{kind}').length") == number
    colours = tab.run(
        "['same', 'slower'].map((kind) => "
        "getComputedStyle(document.querySelector(`#past path.${kind}`)).stroke)"
    )
    assert len(set(colours)) == 2
    text = tab.run("document.querySelector('#past svg').textContent")
    assert "2026-11-03" in text and "20261122" in text and "+5.0 %" in text
    titles = tab.run("[...document.querySelectorAll('#past title')].map((t) => t.textContent)")
    assert sum("1.050 times the cycles of the run before (1.0" in each for each in titles) == 6
    inside = tab.run(
        """[...document.querySelectorAll("#past svg")].every((s) => {
            const all = s.getBoundingClientRect();
            return all.right <= innerWidth && [...s.querySelectorAll("text, circle")].every((t) => {
                const box = t.getBoundingClientRect();
                return box.left >= all.left - 1 && box.right <= all.right + 1; }); })"""
    )
    assert inside and tab.run("document.documentElement.scrollWidth") <= width
    days = """[...document.querySelectorAll("#past svg")].flatMap((s) => {
        const boxes = [...s.querySelectorAll(".tick")].filter((t) => /^2026-/.test(t.textContent))
            .map((t) => t.getBoundingClientRect());
        return boxes.slice(1).map((box, i) => box.left - boxes[i].right); })"""
    assert min(tab.run(days)) > 0, "days do not touch"
    least = {
        f"{kind} {name}": contrast
        for kind, found in tab.run(CONTRASTS).items()
        for name, contrast in found.items()
        if contrast < (TEXT if kind == "text" else MARK)
    }
    assert least == {}
    rows_of = [row for row in rows(tab, "history") if row[0] == "BLAKE-256"]
    assert [row[-1] for row in rows_of] == ["\N{EN DASH}", "1.000", "1.050 slower"]
    choose(tab, "past-controls", 0, "SHA-512")
    assert tab.run("document.querySelectorAll('#past path.slower').length") == 0
    tab.until("location.hash.includes('past=sha512')")
    assert tab.noise() == []
    again = Tab(browser, past, width, tab.run("location.hash"))
    opened(again, "history")
    assert "SHA-512 on box" in again.run("document.querySelector('#past-note').textContent")


def test_every_part_is_reached_and_worked_by_keys(tab: Tab) -> None:
    reached: set[str] = set()
    parts = {
        "link", "theme", "slider", "unit", "layers", "functions", "plot", "machines", "as-table",
        "curve-controls", "crossings", "table-controls", "table", "facts",
        "compare-controls", "compare",
    }  # fmt: skip
    where = "document.activeElement.closest('[id]')?.id ?? ''"
    for _ in range(120):
        for kind in ("keyDown", "keyUp"):
            tab.browser.send(
                "Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9
            )
        reached.add(tab.run(where))
        if parts <= reached:
            break
    assert parts <= reached
    tab.run("document.querySelector('#crossings summary').focus()")
    tab.key("Enter")
    assert tab.run("document.querySelector('#crossings').open")
    tab.run("document.querySelector('#table-controls input').focus()")
    tab.key(" ")
    assert "each implementation" in tab.run("document.querySelector('#table').textContent")
    assert tab.run("document.activeElement.checked")  # of the new box in its place


@pytest.mark.parametrize("width", [1280, 800, 390])
def test_contrast_and_width(browser: Browser, made: Path, width: int) -> None:
    tab = Tab(browser, made, width)
    tab.run("document.querySelectorAll('details').forEach((d) => (d.open = true))")
    tab.click("#layers label:nth-of-type(2) input")
    tab.settle()
    least: dict[str, Any] = {}
    for dark in (False, True):
        tab.dark(dark)
        tab.settle()
        for kind, found in tab.run(CONTRASTS).items():
            assert found, kind
            least |= {
                f"{kind} {name} dark={dark}": contrast
                for name, contrast in found.items()
                if contrast < (TEXT if kind == "text" else MARK)
            }
    assert least == {}
    assert tab.run("document.documentElement.scrollWidth") <= width
    hints = tab.run(
        "[...document.querySelectorAll('.sortable')].map((t) => ["
        "t.querySelector('.scroll').scrollWidth > t.querySelector('.scroll').clientWidth + 1,"
        "t.querySelector('.hint').checkVisibility()])"
    )
    assert all(wide == hint for wide, hint in hints)
    assert any(hint for _, hint in hints) or width > 400
    ends = "[...document.querySelectorAll('.band')].map((e) => e.getBoundingClientRect().right)"
    assert max(tab.run(ends.replace(".band", ".band, .machine"))) <= width
    first = "[...document.querySelector('#table tbody tr').cells].map((cell) => cell.clientWidth)"
    name, implementation, compiler, figure, *_ = tab.run(first)
    assert bool(implementation and compiler) == (width > 640) and name + figure < width
    assert tab.noise() == []
