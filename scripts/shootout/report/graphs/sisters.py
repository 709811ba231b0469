"""sisters.pdf: the 24 functions beside each other, each sister's cost relative to the big one's.

A row is a family on a machine, a page a length.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...registry.families import MARKS, Colour, groups
from ...registry.sets import FINALISTS
from ...results.stats import LENGTHS, Length
from ..exclusions import meanings
from ..machines import Contestant
from ..sisters import SISTERS, Pair, pairs
from .drawing import (
    GREY,
    HEIGHT,
    INK,
    LEADING,
    MARGIN,
    NOTE,
    PALE,
    WIDTH,
    Page,
    pdf,
    width,
    wrap,
)
from .function import machine_label
from .items import BROKEN
from .shootout import title

ROWS = 42  # greatest number on a page
HEAD, PITCH, SIZE = 64.0, 30.0, 9.0  # points: of the head, greatest distance of rows, and type
MACHINE, FAMILY, COLUMN = 130.0, 46.0, 40.0  # widths of columns
LEFT, RIGHT = MARGIN + MACHINE + FAMILY, WIDTH - MARGIN - 4 * COLUMN - 12
LEAST, MOST, STEP = 0.6, 1.2, 0.1  # of the axis
LEGEND = (
    "Medians of the fastest implementation of each sister, and of the same implementation of the "
    "big one. Bars are where a sister would be if a block cost the same: only Keccak's blocks have "
    "another size. Broken crosses and hollow dots are doubtful; ratios beyond the axis are at its "
    "ends."
)


@dataclass(frozen=True)
class Row:
    """A family on a machine: its pairs that were timed, by the kind of output."""

    machine: Contestant
    family: str
    pairs: Mapping[int, Pair]


def rows(machines: Iterable[Contestant], mlen: Length) -> list[list[Row]]:
    """The rows of each machine that has some."""
    every = list(pairs())
    finalists = groups()[FINALISTS].families
    found = []
    for machine in machines:
        timed = {p.big: p for p in every if p.costs(machine, mlen)}
        some = [
            (f.name, {k: timed[p] for k, p in enumerate(f.functions) if p in timed})
            for f in finalists
        ]
        found.append([Row(machine, name, kinds) for name, kinds in some if kinds])
    return [each for each in found if each]


def sheets(found: Iterable[list[Row]]) -> list[list[Row]]:
    """The rows page by page; no machine is split."""
    pages: list[list[Row]] = [[]]
    for some in found:
        if len(pages[-1]) + len(some) > ROWS:
            pages.append([])
        pages[-1] += some
    return [page for page in pages if page]


def draw(machines: Sequence[Contestant], folder: Path, footer: str) -> list[Path]:
    """Write sisters.pdf, if both of some sisters were timed; return its path."""
    found = {mlen: sheets(rows(machines, mlen)) for mlen in LENGTHS}
    if not any(found.values()):
        return []
    path = folder / f"{SISTERS}.pdf"
    with pdf(path, "The sisters of the finalists") as pages:
        for mlen, some in found.items():
            for sheet in some:
                pages.savefig(picture(sheet, mlen, footer).figure)
    return [path]


def place(ratio: float) -> float:
    """The place of a ratio on the axis, in points."""
    part = (min(max(ratio, LEAST), MOST) - LEAST) / (MOST - LEAST)
    return LEFT + part * (RIGHT - LEFT)


def picture(sheet: Sequence[Row], mlen: Length, footer: str) -> Page:
    """A page with these rows."""
    page = Page()
    page.text(MARGIN, HEIGHT - 26, title(mlen), 17, weight="bold")
    _key(page, ("224 relative to 256 bits", "384 relative to 512 bits"))
    said = [LEGEND, *meanings([row.machine for row in sheet]), footer]
    notes = [line for note in said for line in wrap(note, NOTE, WIDTH - 2 * MARGIN)]
    bottom, top = 46 + len(notes) * NOTE * LEADING, HEIGHT - HEAD
    pitch = min(PITCH, (top - bottom) / (len(sheet) + 0.6))
    size = min(SIZE, pitch / LEADING)
    end = top - (len(sheet) + 0.3) * pitch
    _axis(page, end, top)
    previous: Contestant | None = None
    for i, row in enumerate(sheet):
        y = top - (i + 0.65) * pitch
        if row.machine is not previous:
            above = y + 0.65 * pitch
            page.lines([[(MARGIN, above), (WIDTH - MARGIN, above)]], GREY, 0.5)
            machine_label(page, row.machine, y, size, min(pitch, LEADING * size), MACHINE)
            previous = row.machine
        _row(page, row, mlen, y, size)
    for i, line in enumerate(reversed(notes)):
        page.text(MARGIN, MARGIN + i * NOTE * LEADING, line, NOTE, GREY)
    return page


def _key(page: Page, words: Sequence[str]) -> None:
    """Draw the key to the marks."""
    x = WIDTH - MARGIN - sum(width(word, SIZE) + 30 for word in words) + 14
    for mark, word in zip(MARKS, words):
        page.marks([(x, HEIGHT - 26)], mark, 6 if mark == MARKS[0] else 4.2, GREY)
        x = page.text(x + 8, HEIGHT - 26, word, SIZE, GREY) + 22


def _axis(page: Page, bottom: float, top: float) -> None:
    """Draw the axis of ratios, and the heads of the columns of figures."""
    for k in range(round(LEAST / STEP), round(MOST / STEP) + 1):
        x, one = place(k * STEP), k * STEP == 1
        page.lines([[(x, bottom), (x, top)]], GREY if one else PALE, 0.6, 0)
        page.text(x, bottom - 10, f"{k * STEP:.1f}", SIZE, ha="center")
    page.text((LEFT + RIGHT) / 2, bottom - 23, "cost of the sister / cost of the big one", 9, GREY,
              ha="center")  # fmt: skip
    page.lines([[(LEFT, bottom), (RIGHT, bottom)]], INK, 0.6)
    for k, bits in enumerate((224, 256, 384, 512)):
        page.text(_column(k), top + 9, f"{bits}", SIZE, GREY, ha="right")
    page.text(_column(3), top + 21, "cycles/byte of", SIZE, GREY, ha="right")


def _column(k: int) -> float:
    """The right end of a column of figures."""
    return WIDTH - MARGIN - (3 - k) * COLUMN


def _row(page: Page, row: Row, mlen: Length, y: float, size: float) -> None:
    shade: Colour = next(iter(row.pairs.values())).colour
    page.lines([[(LEFT, y), (RIGHT, y)]], PALE, 0.4, 0)
    page.text(LEFT - 6, y, row.family, size, shade, ha="right", weight="bold")
    for kind, pair in sorted(row.pairs.items(), reverse=True):
        costs = pair.costs(row.machine, mlen)
        assert costs
        small, big, doubtful = costs
        for k, cost in ((2 * kind, small), (2 * kind + 1, big)):
            mark = "?" if doubtful else ""
            page.text(_column(k), y, f"{cost:.2f}{mark}", 0.85 * size, INK, ha="right")
        expected = place(pair.expected)
        page.lines([[(expected, y - 0.5 * size), (expected, y + 0.5 * size)]], shade, 0.8, 2)
        at = [(place(small / big), y)]
        if kind:
            page.marks(at, MARKS[kind], 0.5 * size, shade, hollow=doubtful)
        else:
            page.marks(at, BROKEN if doubtful else MARKS[kind], 0.75 * size, shade)
