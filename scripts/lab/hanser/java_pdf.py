"""java.pdf: what the paper's figures show, and Java beside C, as bar charts."""

# Where matplotlib is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, no-untyped-call"

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.patches import Rectangle

from shootout.build.compilers import Compiler
from shootout.registry.families import BITS, FAMILIES, Colour
from shootout.report.doubts import MARK
from shootout.report.graphs.drawing import (
    GREY,
    HEIGHT,
    INK,
    LEADING,
    MARGIN,
    NOTE,
    PALE,
    WIDTH,
    Page,
    Point,
    Shade,
    elide,
    lighter,
    pdf,
    width,
    wrap,
)

from .against_c import PORTABLE, Rivals
from .bench import CASTLE, OURS, SPHLIB
from .results import HANSER, MEANING, NAMES, Results, beside, label, source

# Lengths are in points.
LEFT, RIGHT = 112.0, 96.0  # widths for names at the left and for figures behind the bars
TOP, BOTTOM = 62.0, 66.0  # heights above and below the bars
SHADES = (0.0, 0.4, 0.65, 0.85)  # parts of white, by place in the legend
TICKS = 10  # greatest number on the axis
THICK = 15.0  # greatest thickness of a bar
BLANK = {"facecolor": "white", "edgecolor": "none", "pad": 0.3}  # the box behind text
GREYS: Colour = (0.25, 0.25, 0.25)  # of the legend
PAPER_SAYS = 3.0  # times that Java is slower than C at most, by section 8 of the paper
QUICKLY = "Measured with --quick: shorter than the paper did, in fewer VMs."
EXTENT = "The line at the end of a bar goes from the fastest VM to the slowest."


class Bar(NamedTuple):
    """A bar of a chart, its value in the chart's unit."""

    value: float
    text: str  # behind the bar
    place: int  # index in the legend
    extent: tuple[float, float] | None = None  # figures of the fastest VM and of the slowest
    doubts: tuple[str, ...] = ()


Group = tuple[str, Colour, Sequence[Bar]]  # a function's name, its colour, its bars


class BarChart(NamedTuple):
    """A page of java.pdf."""

    title: str
    unit: str
    legend: Sequence[str]
    groups: Sequence[Group]
    notes: Sequence[str]
    lines: Sequence[float] = ()  # drawn across all bars


def charts(results: Results, quick: bool) -> Iterator[BarChart]:
    """The charts: for each VM one of 256 bits and one of 512, then Java beside C."""
    notes = [QUICKLY] if quick else []
    for vm in results.vms:
        paper = source(results.printed(HANSER, vm.abi, p) for p in NAMES)
        whose = (OURS, SPHLIB, CASTLE, f"the paper: {paper}")
        for size, bits in enumerate(BITS):
            groups = _groups(results, vm, [f.functions[size] for f in FAMILIES])
            if groups:
                title = f"{bits} bits, {label(vm)}"
                own = [EXTENT, *_doubts(groups), *notes]
                yield BarChart(title, "core cycles/byte", whose, groups, own)
    for vm in results.vms:
        rivals = results.rivals.get(vm.abi, Rivals())
        groups = _ratios(results, vm, rivals)
        if groups:
            legend = (f"Java / {PORTABLE[vm.abi]}", "Java / fastest C, assembly and intrinsics too")
            said = f"{beside(results, vm)}. The line at {PAPER_SAYS:.0f}: the paper's section 8."
            title = f"Java beside C, {label(vm)}"
            lines = (1.0, PAPER_SAYS)
            yield BarChart(title, "times slower", legend, groups, [said, *notes], lines)


def _doubts(groups: Iterable[Group]) -> list[str]:
    """A note that explains the doubtful figures of a chart, with the number of each doubt."""
    found = Counter(doubt for _, _, bars in groups for bar in bars for doubt in bar.doubts)
    said = [f"{n} {doubt} ({MEANING[doubt]})" for doubt, n in sorted(found.items())]
    return [f"{MARK} doubtful: {'; '.join(said)}."] if found else []


def _groups(results: Results, vm: Compiler, primitives: Sequence[str]) -> list[Group]:
    found: list[Group] = []
    for family, primitive in zip(FAMILIES, primitives):
        bars = []
        for place, who in enumerate((OURS, SPHLIB, CASTLE)):
            if m := results.of(vm, primitive, who):
                text = f"{m.figure.median:.1f}{MARK if m.figure.doubts else ''}"
                text += f"  {m.subject.name}" if who == OURS else ""
                extent = (m.figure.low, m.figure.high)
                bars.append(Bar(m.figure.median, text, place, extent, m.figure.doubts))
        paper = results.printed(HANSER, vm.abi, primitive)
        if paper and bars:
            bars.append(Bar(paper.median, f"{paper.median:.1f}", 3))
        if bars:
            found.append((NAMES[primitive], family.colour, bars))
    return found


def _ratios(results: Results, vm: Compiler, rivals: Rivals) -> list[Group]:
    found: list[Group] = []
    for family in FAMILIES:
        for p in family.functions:
            m, c = results.of(vm, p, OURS), (rivals.by_primitive or {}).get(p)
            if m and c:
                pairs = [(0, results.portable(vm, p), ""), (1, c.fastest, f"  {c.name}")]
                bars = [
                    Bar(m.figure.median / v, f"{m.figure.median / v:.2f}{name}", place)
                    for place, v, name in pairs
                    if v
                ]
                found.append((NAMES[p], family.colour, bars))
    return found


def draw(results: Results, folder: Path, quick: bool) -> Path:
    """Write java.pdf; return its path."""
    path = folder / "java.pdf"
    with pdf(path, "The SHA-3 candidates in Java") as pages:
        for number, chart in enumerate(charts(results, quick), 1):
            pages.savefig(page(chart, number).figure)
    return path


def steps(most: float) -> Iterator[float]:
    """Round numbers for an axis, from 0 to beyond the greatest value."""
    rough = most / TICKS
    power = 10 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough)
    for k in range(math.floor(most / step) + 2):
        yield k * step


def page(chart: BarChart, number: int) -> Page:
    """The page of a chart."""
    page = Page()
    ticks = list(steps(max(bar.value for _, _, bars in chart.groups for bar in bars)))
    right, top = WIDTH - RIGHT, HEIGHT - TOP

    def place(value: float) -> float:
        return LEFT + (right - LEFT) * value / ticks[-1]

    page.lines([[(place(t), BOTTOM), (place(t), top)] for t in ticks], PALE, 0.6, 0)
    for t in ticks:
        page.text(place(t), BOTTOM - 9, f"{t:g}", 9, ha="center")
    page.text((LEFT + right) / 2, BOTTOM - 23, chart.unit, 9, GREY, ha="center")
    page.lines([[(place(v), BOTTOM), (place(v), top)] for v in chart.lines], INK, 0.8, 2)
    room = (top - BOTTOM) / len(chart.groups)
    for i, (name, colour, bars) in enumerate(chart.groups):
        upper = top - i * room
        thick = min(THICK, 0.8 * room / len(bars))
        size = min(9.0, 0.85 * thick)
        page.text(LEFT - 6, upper - room / 2, name, 10, ha="right", weight="bold")
        for k, bar in enumerate(bars):
            y = upper - room / 2 + (len(bars) / 2 - k - 0.5) * thick
            shade = lighter(colour, SHADES[bar.place])
            _bar(page, (LEFT, y - 0.42 * thick), (place(bar.value), y + 0.42 * thick), shade)
            end = place(bar.value)
            if bar.extent and bar.extent[1] > bar.extent[0]:
                low, high = map(place, bar.extent)
                page.lines([[(low, y), (high, y)]], GREY, 1.2, 3)
                end = max(end, high)
            text = elide(bar.text, size, WIDTH - MARGIN - end - 4)
            page.text(end + 4, y, text, size, bbox=BLANK)
    page.lines([[(LEFT, BOTTOM), (LEFT, top)]], INK, 0.6)
    _head(page, chart, number)
    notes = [line for note in chart.notes for line in wrap(note, NOTE, WIDTH - 2 * MARGIN)]
    for i, line in enumerate(reversed(notes)):
        page.text(MARGIN, MARGIN + i * NOTE * LEADING, line, NOTE, GREY)
    return page


def _bar(page: Page, low: Point, high: Point, colour: Shade) -> None:
    page.add(
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
