"""The graph of one function: every implementation on every machine, a page for each length.

A row is an implementation: a dot for its best compiler, a line from there to its slowest one.
An implementation that does not work has a row too, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...registry.families import Colour, colour
from ...registry.sets import called, native
from ...results.records import UNSUPPORTED
from ...results.stats import ALL_LENGTHS, DECIDING, FURTHER, LONG, TOP, Length
from ..doubts import tally
from ..exclusions import footer, meanings, words_of
from ..machines import Entry, MachineRow
from ..table import short_compilers
from .drawing import (
    GREY,
    HEIGHT,
    INK,
    LEADING,
    MARGIN,
    PALE,
    RED,
    WIDTH,
    Axis,
    Page,
    Shade,
    elide,
    footnotes,
    lighter,
    pdf,
    width,
)
from .leaves import fitting, words_beside
from .shootout import UNIT, title

HEAD = 46.0  # points at scale 1, as all lengths here
ROWS = 40  # greatest number on a page
PITCH, SIZE = 48.0, 9.0  # greatest distance of rows, greatest type size
LEFT, RIGHT = 165.0, 170.0  # widths of the columns of names


@dataclass(frozen=True)
class EntryRow:
    """A row of the graph: an implementation on a machine."""

    machine: MachineRow
    primitive: str
    name: str  # of the implementation
    entry: Entry
    compiler: str  # the short name of that of the best figure

    def at(self, mlen: Length) -> tuple[float, float] | None:
        """The cycles per byte with the best and with the slowest compiler."""
        best = self.entry.best.get(mlen)
        if best:
            return best.figure.median, max(best.figure.median, best.slowest)
        return self.entry.tried if mlen == DECIDING and not self.entry.emulated else None

    def complaint(self, mlen: Length) -> tuple[str, Shade]:
        """The causes of failure, with the number of compilers, in red; or in grey the reason why it
        was not tried here, or is not drawn. Empty if it works."""
        unsupported = [why for why in self.entry.failed if why.startswith(UNSUPPORTED)]
        failed = {why: n for why, n in self.entry.failed.items() if why not in unsupported}
        if failed:
            count = f"{sum(failed.values())} of {self.entry.compilers} compilers"
            return f"{'; '.join(failed)} ({count})", RED
        if unsupported:
            return unsupported[0], GREY
        if mlen == LONG and self.at(TOP) and not self.at(LONG):
            return "not drawn: no plausible figure", GREY
        return "verified under an emulator, never timed" if self.entry.emulated else "", GREY


def rows(machines: Iterable[MachineRow], primitive: str, mlen: Length) -> Iterator[list[EntryRow]]:
    """The rows of each machine: the fastest first, those without a figure last."""
    for machine in machines:
        entries = machine.entries.get(primitive, {})
        best = {
            name: entry.best[mlen].compiler for name, entry in entries.items() if mlen in entry.best
        }
        short = short_compilers(best.values())
        found = [
            EntryRow(machine, primitive, name, entry, short.get(best.get(name, ""), ""))
            for name, entry in entries.items()
        ]
        found = [row for row in found if row.at(mlen) or row.complaint(mlen)[0]]
        if found:
            yield sorted(found, key=lambda row: ((row.at(mlen) or (1e99,))[0], row.name))


def sheets(groups: Iterable[list[EntryRow]]) -> list[list[EntryRow]]:
    """The rows page by page; a machine is split only if a page cannot hold it."""
    pages: list[list[EntryRow]] = [[]]
    for group in groups:
        if pages[-1] and len(pages[-1]) + len(group) > ROWS:
            pages.append([])
        for row in group:
            if len(pages[-1]) == ROWS:
                pages.append([])
            pages[-1].append(row)
    return pages if pages[0] else []


def draw(machines: Sequence[MachineRow], primitive: str, folder: Path) -> list[Path]:
    """Write PRIMITIVE.pdf, unless there is no figure of it; return its path."""
    machines = [c.about([primitive]) for c in machines]
    found = {mlen: sheets(rows(machines, primitive, mlen)) for mlen in ALL_LENGTHS}
    timed = [m for m in ALL_LENGTHS if any(row.at(m) for sheet in found[m] for row in sheet)]
    if not timed:
        return []
    path = folder / f"{primitive}.pdf"
    foot = footer([c for c in machines if primitive in {*c.fastest, *c.entries}])
    with pdf(path, f"{called(primitive)}: all implementations") as pages:
        for mlen in (m for m in ALL_LENGTHS if m in timed or m not in FURTHER):
            for sheet in found[mlen]:
                pages.savefig(picture(sheet, primitive, mlen, foot).figure)
    return [path]


def picture(sheet: Sequence[EntryRow], primitive: str, mlen: Length, foot: str) -> Page:
    """A page of the graph with these rows."""
    page = Page()
    page.text(MARGIN, HEIGHT - 26, called(primitive), 17, colour(primitive), weight="bold")
    page.text(WIDTH - MARGIN, HEIGHT - 26, title(mlen), 12, GREY, ha="right")
    said = [*_doubts(sheet, mlen), *meanings([row.machine for row in sheet]), foot]
    notes, high = footnotes(said)
    bottom = 46 + high
    top = HEIGHT - HEAD
    pitch = min(PITCH, (top - bottom) / len(sheet))
    figures = (value for row in sheet for value in row.at(mlen) or ())
    axis = Axis.over(figures, MARGIN + LEFT, WIDTH - MARGIN - RIGHT)
    page.axis(axis, top - len(sheet) * pitch, top, UNIT)
    previous: MachineRow | None = None
    for i, row in enumerate(sheet):
        y = top - (i + 0.5) * pitch
        if row.machine is not previous:
            above = y + 0.5 * pitch  # as far from the row above it
            page.lines([[(MARGIN, above), (WIDTH - MARGIN, above)]], GREY, 0.5)
            alone = i + 1 == len(sheet) or sheet[i + 1].machine is not row.machine
            size = min(SIZE + 1, pitch / LEADING)
            below = 0 if alone else min(pitch, LEADING * size)
            _machine(page, row.machine, y, size, below)
            previous = row.machine
        _row(page, row, mlen, axis, y, min(SIZE, pitch / LEADING), colour(primitive))
    page.foot(notes)
    return page


def _machine(page: Page, machine: MachineRow, y: float, size: float, below: float) -> None:
    """Draw a machine's name and its words, below it or, if it has only one row, beside it."""
    small = 0.8 * size
    beside = 0 if below else width(f"{machine.name} ", size, "bold")
    words = fitting(machine, words_of(machine), small, LEFT - 8 - beside)
    room = LEFT - 8 - (0 if below else width(" " + " ".join(words), small))
    name = elide(machine.name, size, room, "bold")
    x = page.text(MARGIN, y, name, size, weight="bold")
    words_beside(page, MARGIN - width(" ", small) if below else x, y - below, words, small)


def _row(
    page: Page, row: EntryRow, mlen: Length, axis: Axis, y: float, size: float, shade: Colour
) -> None:
    best, at, (why, alarm) = row.entry.best.get(mlen), row.at(mlen), row.complaint(mlen)
    if at:
        page.lines([[(axis.left, y), (axis.right, y)]], PALE, 0.4, 0)
    name = f"[{row.name}]" if native(row.primitive, row.name) else row.name
    x = page.text(axis.right + 8, y, elide(name, size, 0.6 * RIGHT), size, INK if at else GREY)
    if best:
        median = f"{best.figure.median:.2f}{'?' if best.figure.doubts else ''}"
        text = " ".join(filter(None, (median, row.compiler, best.size)))
        room = WIDTH - MARGIN - x - size
        page.text(x + 0.6 * size, y, elide(text, 0.8 * size, room), 0.8 * size, GREY)
    end = axis.left
    if at:
        start, end = map(axis.place, at)
        page.lines([[(start, y), (end, y)]], lighter(shade, 0.3), 0.1 * size)
        page.lines([[(end, y - 0.25 * size), (end, y + 0.25 * size)]], lighter(shade, 0.3), 0.6)
        if best:
            quartiles = [(axis.place(best.figure.q1), y), (axis.place(best.figure.q3), y)]
            page.lines([quartiles], shade, 0.25 * size)
        hollow = not best or bool(best.figure.doubts)
        page.marks([(start, y)], "o" if best else "D", 0.6 * size, shade, hollow=hollow)
    if why:
        taken = axis.place(at[0]) if at else axis.left
        small = 0.8 * size  # beside the mark, on the side with more room
        right, left = axis.right - end - small, taken - axis.left - small
        if not at or right >= left:
            page.text(end + small, y, elide(why, small, right - small), small, alarm)
        else:
            said = elide(why, small, left - small)
            page.text(taken - small, y, said, small, alarm, ha="right")


def _doubts(sheet: Sequence[EntryRow], mlen: Length) -> list[str]:
    """Explanations of the marks that occur on the page."""
    notes = [
        "Dot: the fastest compiler, named at the right with the size of code and tables (<: with "
        "the harness); line: up to the slowest."
    ]
    said = tally(row.entry.best[mlen].figure for row in sheet if mlen in row.entry.best)
    if said:
        notes[0] += f" Hollow dots are doubtful: {said}."
    found_native = {row.name: what for row in sheet if (what := native(row.primitive, row.name))}
    if found_native:
        said = "; ".join(f"{name}: {what}" for name, what in found_native.items())
        notes.append(f"In brackets: not Java. {said}.")
    if any(row.at(mlen) and mlen not in row.entry.best for row in sheet):
        notes.append("Hollow diamonds: timed once, while it was tried; an estimate.")
    return notes
