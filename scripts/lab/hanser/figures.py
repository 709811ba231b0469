"""java.pdf: what the paper's figures show, and Java beside C, as bar charts."""

# Where matplotlib is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, no-untyped-call"

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from matplotlib.patches import Rectangle

from shootout.registry.families import Colour
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

from .charts import Chart, charts
from .results import Results

# Lengths are in points.
LEFT, RIGHT = 112.0, 96.0  # widths for names at the left and for figures behind the bars
TOP, BOTTOM = 62.0, 66.0  # heights above and below the bars
SHADES = (0.0, 0.4, 0.65, 0.85)  # parts of white, by place in the legend
TICKS = 10  # greatest number on the axis
THICK = 15.0  # greatest thickness of a bar
BLANK = {"facecolor": "white", "edgecolor": "none", "pad": 0.3}  # the box behind text
GREYS: Colour = (0.25, 0.25, 0.25)  # of the legend


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


def page(chart: Chart, number: int) -> Page:
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


def _head(page: Page, chart: Chart, number: int) -> None:
    """Draw the title and the legend below it."""
    title = f"Figure {number}: {chart.title}"
    page.text(MARGIN, HEIGHT - 22, elide(title, 13, WIDTH - 2 * MARGIN, "bold"), 13, weight="bold")
    x = LEFT
    for i, name in enumerate(chart.legend):
        _bar(page, (x, HEIGHT - 48), (x + 14, HEIGHT - 40), lighter(GREYS, SHADES[i]))
        page.text(x + 18, HEIGHT - 44, name, 8)
        x += 18 + width(name, 8) + 16
