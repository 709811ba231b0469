"""java.pdf: what the paper's figures show, and Java beside C, as bar charts."""

# Where matplotlib is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, no-untyped-call"

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.patches import Rectangle

from shootout.build.compilers import Compiler
from shootout.registry.families import BITS, FAMILIES, Colour
from shootout.registry.sets import called
from shootout.report.doubts import MARK
from shootout.report.graphs.drawing import (
    GREY,
    HEIGHT,
    INK,
    MARGIN,
    PALE,
    WIDTH,
    Page,
    Point,
    Shade,
    elide,
    footnotes,
    lighter,
    pdf,
    width,
)

from .against_c import PORTABLE
from .bench import BLOCKS, CASTLE, OURS, SPHLIB, VmFigure
from .results import HANSER, ITS_SPHLIB, MEANING, Results, beside, label, number, ratio, source

# Lengths are in points.
LEFT, RIGHT = 112.0, 96.0  # widths for names at the left and for figures behind the bars
TOP, BOTTOM = 62.0, 66.0  # heights above and below the bars
SHADES = (0.0, 0.35, 0.55, 0.75, 0.9)  # parts of white, by place in the legend
TICKS = 10  # greatest number on the axis
THICK = 15.0  # greatest thickness of a bar
BLANK = {"facecolor": "white", "edgecolor": "none", "pad": 0.3}  # the box behind text
COLOURS = {p: family.colour for family in FAMILIES for p in family.functions}
GREYS: Colour = (0.25, 0.25, 0.25)  # of the legend
PAPER_SAYS = 3.0  # times that Java is slower than C at most, by section 8 of the paper
QUICKLY = "Measured with --quick: shorter than the paper did, in fewer VMs."
EXTENT = "The line at the end of a bar goes from the fastest VM to the slowest."


class Bar(NamedTuple):
    """A bar of a chart, its value in the chart's unit."""

    value: float
    text: str  # behind the bar
    place: int  # index in the legend
    figure: VmFigure | None = None


class BarChart(NamedTuple):
    """A page of java.pdf."""

    title: str
    unit: str
    legend: Sequence[str]
    groups: Mapping[str, Sequence[Bar]]  # by primitive
    notes: Sequence[str]
    lines: Sequence[float] = ()  # drawn across all bars


def charts(results: Results, quick: bool) -> Iterator[BarChart]:
    """The charts: for each VM one of 256 bits and one of 512, then Java beside C."""
    notes = [QUICKLY] if quick else []
    for vm in results.vms:
        paper = source(results.printed(HANSER, vm.abi, p) for p in BLOCKS)
        whose = (OURS, SPHLIB, CASTLE, f"the paper: {paper}", "its sphlib 3.0")
        for size, bits in enumerate(BITS):
            found = {p: _speeds(results, vm, p) for p in (f.functions[size] for f in FAMILIES)}
            if groups := {p: bars for p, bars in found.items() if bars}:
                title, own = f"{bits} bits, {label(vm)}", [EXTENT, *_doubts(groups), *notes]
                yield BarChart(title, "core cycles/byte: less is faster", whose, groups, own)
    for vm in results.vms:
        found = {p: _ratios(results, vm, p) for f in FAMILIES for p in f.functions}
        if groups := {p: bars for p, bars in found.items() if bars}:
            legend = (f"Java / {PORTABLE[vm.abi]}", "Java / fastest C, assembly and intrinsics too")
            said = f"{beside(results, vm)}. The line at {PAPER_SAYS:.0f}: the paper's section 8."
            title, lines = f"Java beside C, {label(vm)}", (1.0, PAPER_SAYS)
            yield BarChart(title, "times slower", legend, groups, [said, *notes], lines)


def _doubts(groups: Mapping[str, Sequence[Bar]]) -> list[str]:
    """A note that explains the doubtful figures of a chart, with the number of each doubt."""
    figures = [bar.figure for bars in groups.values() for bar in bars if bar.figure]
    found = Counter(doubt for figure in figures for doubt in figure.doubts)
    said = [f"{n} {doubt} ({MEANING[doubt]})" for doubt, n in sorted(found.items())]
    return [f"{MARK} doubtful: {'; '.join(said)}."] if found else []


def _speeds(results: Results, vm: Compiler, primitive: str) -> list[Bar]:
    """Ours, others' libraries, and the paper's two if there is any of these."""
    bars = []
    for place, who in enumerate((OURS, SPHLIB, CASTLE)):
        if m := results.of(vm, primitive, who):
            name = f"  {m.subject.name}" if who == OURS else ""
            text = f"{number(m).strip()}{name}"
            bars.append(Bar(m.figure.median, text, place, m.figure))
    printed = (results.printed(c, vm.abi, primitive) for c in (HANSER, ITS_SPHLIB))
    then = [Bar(p.median, number(p), place) for place, p in enumerate(printed, 3) if p]
    return [*bars, *(then if bars else [])]


def _ratios(results: Results, vm: Compiler, primitive: str) -> list[Bar]:
    m, c = results.of(vm, primitive, OURS), results.in_c(vm).by_primitive.get(primitive)
    if not m or not c:
        return []
    pairs = [(0, results.portable(vm, primitive), ""), (1, c.fastest, f" {c.name}")]
    return [Bar(m.figure.median / v, f"{ratio(m, v)}{name}", n) for n, v, name in pairs if v]


def draw(results: Results, folder: Path, quick: bool) -> Path:
    """Write java.pdf; return its path."""
    path = folder / "java.pdf"
    with pdf(path, "The SHA-3 candidates in Java") as pages:
        for number, chart in enumerate(charts(results, quick), 1):
            pages.savefig(page(chart, number).figure)
    return path


def page(chart: BarChart, number: int) -> Page:
    """The page of a chart."""
    page = Page()
    most = max(bar.value for bars in chart.groups.values() for bar in bars)
    power = 10.0 ** math.floor(math.log10(most / TICKS))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= most / TICKS)
    ticks = [k * step for k in range(math.floor(most / step) + 2)]
    right, top = WIDTH - RIGHT, HEIGHT - TOP

    def place(value: float) -> float:
        return LEFT + (right - LEFT) * value / ticks[-1]

    page.lines([[(place(t), BOTTOM), (place(t), top)] for t in ticks], PALE, 0.6, 0)
    for t in ticks:
        page.text(place(t), BOTTOM - 9, f"{t:g}", 9, ha="center")
    page.text((LEFT + right) / 2, BOTTOM - 23, chart.unit, 9, GREY, ha="center")
    page.lines([[(place(v), BOTTOM), (place(v), top)] for v in chart.lines], INK, 0.8, 2)
    room = (top - BOTTOM) / len(chart.groups)
    for i, (primitive, bars) in enumerate(chart.groups.items()):
        upper = top - i * room
        thick = min(THICK, 0.8 * room / len(bars))
        size = min(9.0, 0.85 * thick)
        page.text(LEFT - 6, upper - room / 2, called(primitive), 10, ha="right", weight="bold")
        for k, bar in enumerate(bars):
            y = upper - room / 2 + (len(bars) / 2 - k - 0.5) * thick
            shade = lighter(COLOURS[primitive], SHADES[bar.place])
            _bar(page, (LEFT, y - 0.42 * thick), (place(bar.value), y + 0.42 * thick), shade)
            end = place(bar.value)
            if bar.figure and bar.figure.high > bar.figure.low:
                low, high = place(bar.figure.low), place(bar.figure.high)
                page.lines([[(low, y), (high, y)]], GREY, 1.2, 3)
                end = max(end, high)
            text = elide(bar.text.rstrip(), size, WIDTH - MARGIN - end - 4)
            page.text(end + 4, y, text, size, bbox=BLANK)
    page.lines([[(LEFT, BOTTOM), (LEFT, top)]], INK, 0.6)
    _head(page, chart, number)
    page.foot(footnotes(chart.notes)[0])
    return page


def _bar(page: Page, low: Point, high: Point, colour: Shade) -> None:
    page.sheet.add_artist(
        Rectangle(
            low, high[0] - low[0], high[1] - low[1], facecolor=colour, edgecolor=INK,
            linewidth=0.3, transform=page.points, zorder=1,
        )
    )  # fmt: skip


def _head(page: Page, chart: BarChart, number: int) -> None:
    """Draw the title and the legend below it."""
    title = f"Figure {number}: {chart.title}"
    page.text(MARGIN, HEIGHT - 22, elide(title, 13, WIDTH - 2 * MARGIN, "bold"), 13, weight="bold")
    x = LEFT
    for i, name in enumerate(chart.legend):
        _bar(page, (x, HEIGHT - 48), (x + 14, HEIGHT - 40), lighter(GREYS, SHADES[i]))
        page.text(x + 18, HEIGHT - 44, name, 8)
        x += 18 + width(name, 8) + 16
