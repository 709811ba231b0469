"""Units of time and sizes: one definition for tables and page."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pages
import pytest
from browser import Browser, Tab
from conftest import ROOT
from hostile.making import REAL

from shootout.report import conversion, size, tables
from shootout.report.page import contents, page
from shootout.report.table import split
from shootout.report.tables import TableOptions
from shootout.results.reader import read
from shootout.results.stats import Figure

DATA = ROOT / "tests" / "data"
SUPERCOP = DATA / "supercop-2026.data"
RATE = 2_000_000_000  # ticks a second, 1.5 core cycles each


@pytest.fixture
def timed(tmp_path: Path) -> Path:
    """A machine whose core has 3 GHz."""
    return pages.result(tmp_path / "a.tar.gz", "alpha", "AuthenticAMD-00a00f11", rate=RATE)


def records(file: Path, name: str) -> list[dict[str, str]]:
    options = TableOptions(form="csv", unit=name)
    return list(csv.DictReader(io.StringIO(tables.render([read(file, curves=False)], options))))


def test_a_figure_in_other_units() -> None:
    figure = Figure(3.0, 4.0, 6.0, ("few",))
    assert conversion.converted(figure, conversion.CYCLES, 0.0) is figure
    ns, gbs = (conversion.converted(figure, name, 2e9) for name in (conversion.NS, conversion.GBS))
    assert ns and (ns.q1, ns.median, ns.q3, ns.doubts) == (1.5, 2.0, 3.0, ("few",))
    assert gbs and (gbs.q1, gbs.median, gbs.q3) == (1 / 3, 0.5, 1 / 1.5)
    assert conversion.converted(figure, conversion.NS, 0.0) is None
    assert conversion.converted(Figure(0.0, 0.0, 1.0), conversion.GBS, 2e9) is None


def test_tables_convert_by_the_recorded_clock(timed: Path) -> None:
    cycles, ns, gbs = (records(timed, name) for name in conversion.UNITS)
    assert len(cycles) == len(ns) == len(gbs) > 10
    assert {row["unit"] for row in ns + gbs} == {"ns/byte", "GB/s"}
    for a, b, c in zip(cycles, ns, gbs):
        assert float(b["median"]) == pytest.approx(float(a["median"]) / 3, abs=1e-4)
        assert float(c["median"]) == pytest.approx(3 / float(a["median"]), abs=1e-4)
        assert float(c["q1"]) <= float(c["median"]) <= float(c["q3"])
    said = tables.summary(read(timed), TableOptions(unit=conversion.NS))
    assert "nanoseconds per byte at 3.000 GHz, the recorded clock, less is faster: medians" in said


@pytest.mark.parametrize("file", [REAL, SUPERCOP], ids=lambda file: file.name)
def test_the_page_has_the_clock_of_the_tables(file: Path) -> None:
    found = {(t.machine, t.abi): t.hertz for t in split(read(file, curves=False))}
    machines, _ = contents.collect([file])
    assert machines and min(found.values()) > 1e8
    for m in machines:
        its = {round(function.hertz) for function in m.functions.values()}
        assert its == {round(found[m.contestant.name, m.contestant.abi])}


def test_a_file_that_tells_no_rate_has_no_time(tmp_path: Path) -> None:
    file = pages.result(tmp_path / "a.tar.gz", "alpha", "AuthenticAMD-00a00f11")
    assert records(file, conversion.NS) == []
    said = tables.summary(read(file), TableOptions(unit=conversion.GBS))
    assert "unknown, for the file does not tell the rate of its counter" in said


def test_sizes_are_those_of_the_objects(quick_run: Path) -> None:
    """A run records the program, harness included, and each object of the implementation."""
    result = read(quick_run, curves=False)
    (files,) = (files for cell, files in result.sizes.items() if cell.primitive == "sha256")
    assert files.keys() >= {"try", "hash.o", "stack", "cold"} and "subject.o" not in files
    bytes_, stack = files["hash.o"], files["stack"]
    assert 1000 < bytes_ < files["try"] and size.size(files) == bytes_ and 100 < stack < 5000
    said = tables.summary(result, TableOptions(each=True))
    found = rf"\nsha256 +ref .* {bytes_} +{stack} +{files['cold']}\n"
    assert re.search(found, said) and size.MEANING in said
    figures = json.loads(tables.render([result], TableOptions(form="json")))["figures"]
    assert {f["size"] for f in figures if f["primitive"] == "sha256"} == {bytes_}


def test_a_size_that_is_not_known() -> None:
    """SUPERCOP's files have the lines of both; ours from before have that of the program."""
    both = [files for files in read(SUPERCOP, curves=False).sizes.values() if len(files) > 1]
    assert both and all(size.size(files) == files["hash.o"] for files in both)
    assert size.size({"try": 9}) is None and size.written({"try": 9}) == "<9"
    assert size.written({}) == "-"


def test_the_page_in_every_unit(browser: Browser, timed: Path, tmp_path: Path) -> None:
    output = tmp_path / "page.html"
    assert page.pages([timed], output=output, unit=conversion.NS) == 0
    tab = Tab(browser, output)
    column = (
        "[...document.querySelectorAll('#table tbody tr')]"
        ".map((r) => r.cells[3].textContent.split(' ')[0])"
    )
    title, caption = "document.querySelector('.tick.title').textContent", (
        "document.querySelector('#table .caption').textContent"
    )  # fmt: skip
    assert tab.run(column) == ["2.50", "3.50"]
    assert tab.run(title) == "nanoseconds per byte"
    assert "nanoseconds per byte at 3.000 GHz" in tab.run(caption)
    for name, said, figures in (
        ("cycles", "core cycles per byte", ["7.50", "10.50"]),
        ("GB/s", "gigabytes per second", ["0.400", "0.286"]),
    ):
        tab.enter("#unit select", name, "change")
        tab.settle()
        assert tab.run(column) == figures
        assert tab.run(title) == said
        assert tab.run("document.querySelectorAll('.mark').length") == 2
    assert "Further right is faster" in tab.run("document.querySelector('#summary').textContent")
    tab.run("document.querySelector('.mark').focus()")
    assert re.search(r"0\.\d{3} GB/s, long messages", tab.card())
    assert tab.noise() == []
