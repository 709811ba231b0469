"""The graph of a history: a page for each machine and ABI, a plot for each message length.

Runs stand side by side in their order. A line joins two of them, in colour where they differ.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...ranking.ratio import FASTER, SAME, SLOWER, Ratio
from ...registry.families import colour
from ...results.stats import Length
from ..graphs.drawing import (
    GREY,
    HEIGHT,
    INK,
    LEADING,
    MARGIN,
    NOTE,
    PALE,
    RED,
    WIDTH,
    Page,
    Shade,
    elide,
    pdf,
    width,
    wrap,
)
from ..graphs.shootout import title
from .runs import History

MOST = 60  # runs of a page, the newest
COLUMNS, ROWS = 3, 2  # of plots; there are six lengths
HEAD, SIDE, GAP = 64.0, 40.0, 14.0  # points: above the plots, left of each, between rows
BELOW, SIZE = 40.0, 7.5  # points: below each plot, type size
LEAST = 0.02  # the height of a plot is at least this part of its figures
FLAT = 20.0  # points: a line that rises by less has its label above it, not beside it
GREEN = "#00703c"
SHADES: dict[str, Shade] = {FASTER: GREEN, SLOWER: RED, SAME: GREY}
LEGEND = (
    "Dots are medians of the fastest program of each run, with the first and the third quartile; "
    "hollow ones are doubtful. Below are the day of each run, its time and its version; runs stand "
    "in their order, not at their distance in time. A line is red where the later of two runs is "
    "slower and green where it is faster, with 99.5 % confidence; grey where there is no "
    "significant difference; dotted where two runs have no ratio. Axes do not begin at 0."
)


def draw(histories: Sequence[History], name: str, folder: Path) -> list[Path]:
    """Write a PDF with a page for each history, and each page as SVG; return the paths."""
    made: list[Path] = []
    whole = folder / f"history-{_word(name)}.pdf"
    with pdf(whole, f"History of {name}") as pages:
        for history in histories:
            page = picture(history)
            pages.savefig(page.figure)
            key = history.key
            stem = _word(f"{key.name} {key.machine} {key.abi}")
            same = sum(
                _word(f"{h.key.name} {h.key.machine} {h.key.abi}") == stem for h in histories
            )
            stem += f"-{_word(key.microarchitecture)}" * (same > 1)
            made.append(folder / f"history-{stem}.svg")
            page.save_svg(made[-1], f"History of {key.name} on {key.machine} {key.abi}")
    return [whole, *made]


def _word(text: str) -> str:
    """The text as part of a file's name."""
    return re.sub(r"[^\w.]+", "-", text, flags=re.ASCII).strip("-") or "all"


@dataclass(frozen=True)
class Plot:
    """The place of a plot and its vertical axis, which is linear, in cycles per byte."""

    left: float
    right: float
    bottom: float
    top: float
    low: float
    high: float
    runs: int

    def x(self, run: int) -> float:
        step = (self.right - self.left) / self.runs
        return self.left + (run + 0.5) * step

    def y(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return self.bottom + min(max(part, 0.0), 1.0) * (self.top - self.bottom)

    def ticks(self) -> list[float]:
        """Round values on the axis, three to seven."""
        rough = (self.high - self.low) / 5
        unit = 10.0 ** math.floor(math.log10(rough))
        step = next(k * unit for k in (1, 2, 5, 10) if k * unit >= rough)
        first = math.ceil(self.low / step)
        return [k * step for k in range(first, math.floor(self.high / step) + 1)]


def picture(h: History) -> Page:
    """The page of a history."""
    page, key = Page(), h.key
    page.text(MARGIN, HEIGHT - 26, key.name, 17, colour(key.primitive), weight="bold")
    where = f"{key.machine} {key.abi}, {key.microarchitecture}"
    page.text(WIDTH - MARGIN, HEIGHT - 26, where, 12, GREY, ha="right")
    first = max(0, len(h.runs) - MOST)
    said = [LEGEND, *([f"The {first} oldest runs are not shown."] if first else [])]
    notes = [line for note in said for line in wrap(note, NOTE, WIDTH - 2 * MARGIN)]
    warnings = {f"{run.unit} per byte{run.warning}" for run in h.runs}
    page.text(MARGIN, HEIGHT - 44, "; ".join(sorted(warnings)), 9, GREY)
    bottom = MARGIN + len(notes) * NOTE * LEADING + 6
    wide, high = (WIDTH - 2 * MARGIN) / COLUMNS, (HEIGHT - HEAD - bottom) / ROWS
    for i, mlen in enumerate(h.lengths):
        row, column = divmod(i, COLUMNS)
        left, top = MARGIN + column * wide, HEIGHT - HEAD - row * high
        _plot(page, h, mlen, first, (left + SIDE, left + wide - 18, top - high + BELOW, top - GAP))
    for i, line in enumerate(reversed(notes)):
        page.text(MARGIN, MARGIN + i * NOTE * LEADING, line, NOTE, GREY)
    return page


def _plot(
    page: Page, h: History, mlen: Length, first: int, place: tuple[float, float, float, float]
) -> None:
    moments, changes = h.moments(mlen)[first:], h.changes(mlen)[first:]
    figures = [each.figure for each in moments if each]
    low = min(min(f.q1, f.median) for f in figures)
    high = max(max(f.q3, f.median) for f in figures)
    room = max(high - low, LEAST * high)
    middle = (low + high) / 2
    plot = Plot(*place, middle - 0.75 * room, middle + 0.65 * room, len(moments))
    page.text(plot.left, plot.top + 8, title(mlen), 9, weight="bold")
    digits = 3 if plot.high - plot.low < 0.05 else 2
    for value in plot.ticks():
        y = plot.y(value)
        page.lines([[(plot.left, y), (plot.right, y)]], PALE, 0.5, 0)
        page.text(plot.left - 4, y, f"{value:.{digits}f}", SIZE, GREY, ha="right")
    page.lines([[(plot.left, plot.bottom), (plot.right, plot.bottom)]], INK, 0.6)
    _labels(page, h, plot, first)
    before: tuple[int, float] | None = None
    shade = colour(h.key.primitive)
    told, ends = "", -math.inf
    for k, each in enumerate(moments):
        if not each:
            continue
        x, y = plot.x(k), plot.y(each.figure.median)
        if before:
            start = (plot.x(before[0]), plot.y(before[1]))
            _join(page, start, (x, y), changes[k])
        before = k, each.figure.median
        bar = [(x, plot.y(each.figure.q1)), (x, plot.y(each.figure.q3))]
        page.lines([bar], shade, 1.4)
        page.marks([(x, y)], "o", _size(plot), shade, hollow=each.doubtful)
        if not h.key.implementation and each.implementation != told and x > ends:
            told = each.implementation
            ends = _name(page, plot, told, x)


def _size(plot: Plot) -> float:
    return min(6.0, 0.6 * (plot.right - plot.left) / plot.runs)


def _join(
    page: Page, start: tuple[float, float], end: tuple[float, float], ratio: Ratio | None
) -> None:
    """Draw the line from a run to the next, and by how much they differ."""
    if ratio is None:
        (x, y), (wide, high) = start, (end[0] - start[0], end[1] - start[1])
        parts = [[(x + wide * t, y + high * t) for t in (k / 16, (k + 1) / 16)]
                 for k in range(0, 16, 2)]  # fmt: skip
        page.lines(parts, GREY, 0.6, 1)
        return
    shade = SHADES[ratio.verdict]
    page.lines([[start, end]], shade, 0.7 if ratio.verdict == SAME else 1.4, 1)
    text, wide = f"{100 * (ratio.value - 1):+.1f} %", end[0] - start[0]
    if ratio.verdict == SAME or width(text, SIZE) > 0.95 * wide:
        return
    x, rise = (start[0] + end[0]) / 2, end[1] - start[1]
    if abs(rise) < FLAT:
        page.text(x, max(start[1], end[1]) + 9, text, SIZE, shade, ha="center")
    else:
        away = math.copysign(4, -rise)  # to the side above the line
        y = (start[1] + end[1]) / 2 + 6
        page.text(x + away, y, text, SIZE, shade, ha="right" if away < 0 else "left")


def _name(page: Page, plot: Plot, name: str, x: float) -> float:
    """Draw the name of an implementation at the foot of a plot, from its run on; return its end."""
    text = elide(name, SIZE, plot.right - plot.left)
    left = max(min(x - 4, plot.right - width(text, SIZE)), plot.left)
    return page.text(left, plot.bottom + 6, text, SIZE, GREY)


def _labels(page: Page, h: History, plot: Plot, first: int) -> None:
    """Draw the day and the version of runs below a plot, of as many as have room."""
    step = (plot.right - plot.left) / plot.runs
    every = math.ceil((width("20261122", SIZE) + 5) / step)
    for k in range(plot.runs):
        page.lines([[(plot.x(k), plot.bottom), (plot.x(k), plot.bottom - 3)]], INK, 0.5)
        if (plot.runs - 1 - k) % every:  # the newest always has a label
            continue
        run = h.runs[first + k]
        for line, text in enumerate(filter(None, (run.date, run.time, run.version))):
            page.text(plot.x(k), plot.bottom - 9 - 9 * line, text, SIZE - 0.5, GREY, ha="center")
