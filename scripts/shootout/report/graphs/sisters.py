"""sisters.pdf: the 24 functions beside each other, each sister's cost relative to the big one's.

Sisters are a finalist, and the function with less output that the same submission derives from
it. The paper expects them to cost the same, but in Keccak, where a shorter output leaves longer
blocks. A row is a family on a machine, a page a length.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...registry.families import MARKS, Colour, groups
from ...registry.sets import FINALISTS
from ...results.curve import block_size
from ...results.stats import LENGTHS, Length
from ..exclusions import meanings
from ..machines import MachineRow
from .drawing import (
    BROKEN,
    GREY,
    HEIGHT,
    INK,
    LEADING,
    MARGIN,
    PALE,
    WIDTH,
    Page,
    footnotes,
    pdf,
    width,
)
from .function import machine_label, sheets
from .shootout import title

SISTERS = "sisters"
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
class SisterPair:
    """A function and its big sister."""

    small: str
    big: str
    colour: Colour

    @property
    def expected(self) -> float:
        """The cost of the small one relative to the big one, if both do the same for a block."""
        return block_size(self.big) / block_size(self.small)

    def costs(self, c: MachineRow, mlen: Length) -> tuple[float, float, bool] | None:
        """The cycles per byte of both on a machine, and whether one of them is doubtful.

        They are those of the same implementation: the fastest of the small one's that was timed
        for the big one, too.
        """
        both = [
            (small.best[mlen].figure, big.best[mlen].figure)
            for name, small in c.entries.get(self.small, {}).items()
            if (big := c.entries.get(self.big, {}).get(name))
            if mlen in small.best and mlen in big.best
        ]
        both = [(a, b) for a, b in both if a.median > 0 and b.median > 0]
        if not both:
            return None
        a, b = min(both, key=lambda figures: figures[0].median)
        return a.median, b.median, bool(a.doubts or b.doubts)


def pairs() -> Iterator[SisterPair]:
    """The pairs, family by family; 224 bits belong to 256, and 384 to 512."""
    known = groups()
    if not {SISTERS, FINALISTS} <= known.keys():
        return
    for family in known[FINALISTS].families:
        for other in known[SISTERS].families:
            if other.name == family.name:
                for small, big in zip(other.functions, family.functions):
                    if small and big:
                        yield SisterPair(small, big, family.colour)


@dataclass(frozen=True)
class SisterRow:
    """A family on a machine: its pairs that were timed, by the kind of output."""

    machine: MachineRow
    family: str
    pairs: Mapping[int, SisterPair]


def rows(machines: Iterable[MachineRow], mlen: Length) -> list[list[SisterRow]]:
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
        found.append([SisterRow(machine, name, kinds) for name, kinds in some if kinds])
    return [each for each in found if each]


def draw(machines: Sequence[MachineRow], folder: Path, footer: str) -> list[Path]:
    """Write sisters.pdf, if both of some sisters were timed; return its path."""
    found = {mlen: sheets(rows(machines, mlen), ROWS) for mlen in LENGTHS}
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


def picture(sheet: Sequence[SisterRow], mlen: Length, footer: str) -> Page:
    """A page with these rows."""
    page = Page()
    page.text(MARGIN, HEIGHT - 26, title(mlen), 17, weight="bold")
    _key(page, ("224 relative to 256 bits", "384 relative to 512 bits"))
    said = [LEGEND, *meanings([row.machine for row in sheet]), footer]
    notes, high = footnotes(said)
    bottom, top = 46 + high, HEIGHT - HEAD
    pitch = min(PITCH, (top - bottom) / (len(sheet) + 0.6))
    size = min(SIZE, pitch / LEADING)
    end = top - (len(sheet) + 0.3) * pitch
    _axis(page, end, top)
    previous: MachineRow | None = None
    for i, row in enumerate(sheet):
        y = top - (i + 0.65) * pitch
        if row.machine is not previous:
            above = y + 0.65 * pitch
            page.lines([[(MARGIN, above), (WIDTH - MARGIN, above)]], GREY, 0.5)
            machine_label(page, row.machine, y, size, min(pitch, LEADING * size), MACHINE)
            previous = row.machine
        _row(page, row, mlen, y, size)
    page.foot(notes)
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


def _row(page: Page, row: SisterRow, mlen: Length, y: float, size: float) -> None:
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
