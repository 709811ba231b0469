"""What a choice of compiler and options is worth, from the figures of one machine and ABI."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from ..common.grouped import grouped
from ..results.figures import Row
from ..results.records import CellName
from ..results.stats import DECIDING, middle
from .ratio import Ratio
from .standing import Field

LEVEL = 1.02  # a ratio nearer to 1 is level
AVOID = 1.2  # a worst line that is slower by more than this is marked on the page
MOST = 64  # lines of a command that are compared; those of ./do run --flags are twelve
LEVELS = ("-O0", "-O", "-O1", "-O2", "-O3", "-Ofast", "-Os", "-Oz")


@dataclass(frozen=True)
class LineChoice:
    """The best and the worst compiler line of an implementation, at 1536 bytes."""

    best: CellName
    worst: CellName
    ratio: Ratio  # of the worst's time to the best's


@dataclass(frozen=True)
class OptionEffect:
    """The ratios of times after and before a change of one option, by implementation."""

    command: str
    before: str  # options that the change takes away
    after: str  # options that it adds
    ratios: tuple[tuple[CellName, float], ...]  # the cell after the change; the least ratio first

    @property
    def middle(self) -> float:
        """The usual ratio: the second stabilized quartile."""
        return middle([value for _, value in self.ratios])

    def count(self, than: float) -> tuple[int, int, int]:
        """The numbers of implementations that are faster by more than a ratio, level, slower."""
        faster = sum(value < 1 / than for _, value in self.ratios)
        slower = sum(value > than for _, value in self.ratios)
        return faster, len(self.ratios) - faster - slower, slower


def _timed(rows: Iterable[Row]) -> dict[tuple[str, str], list[Row]]:
    """The rows of each implementation that were timed at 1536 bytes, the fastest first."""
    timed = (r for r in rows if r.primitive != "null" and r.figures.medians.get(DECIDING, 0) > 0)
    found = grouped(timed, lambda row: (row.primitive, row.implementation))
    for some in found.values():
        some.sort(key=lambda row: row.figures.median(DECIDING))
    return found


def choices(rows: Iterable[Row]) -> list[LineChoice]:
    """The choice of each implementation that has several lines, the dearest first."""
    found = []
    for field in map(Field, grouped(rows, lambda row: row.primitive).values()):
        for some in _timed(field.rows).values():
            if len(some) > 1 and (ratio := field.ratio(some[0], some[-1], DECIDING)):
                found.append(LineChoice(some[0].cell, some[-1].cell, ratio))
    return sorted(found, key=lambda choice: -choice.ratio.value)


def change(before: str, after: str) -> tuple[str, str, str] | None:
    """Command, options taken away and added, if two lines, with underscores for blanks, differ in
    one option; else None."""
    (one, *old), (other, *new) = before.split("_"), after.split("_")
    gone, added = {*old} - {*new}, {*new} - {*old}
    kinds = {*map(_kind, gone | added)}
    if one != other or len(kinds) != 1 or max(len(gone), len(added)) > 1:
        return None
    return one, "".join(gone), "".join(added)


def _kind(option: str) -> str:
    """What an option chooses: options of a kind exclude each other."""
    return "-O" if option in LEVELS else option.partition("=")[0]


def effects(rows: Sequence[Row]) -> list[OptionEffect]:
    """The effects of all changes of one option, from the usual choice to the other, on
    implementations whose machine code it changes."""
    found = []
    for some in _timed(rows).values():
        some.sort(key=lambda row: _usual(row.compiler))
        for alike in grouped(some, lambda row: row.compiler.partition("_")[0]).values():
            for one, other in combinations(alike[:MOST], 2):
                made = change(one.compiler, other.compiler)
                if made and one.figures is not other.figures:
                    times = [row.figures.median(DECIDING) for row in (one, other)]
                    found.append(OptionEffect(*made, ((other.cell, times[1] / times[0]),)))
    return together(found)


def together(parts: Iterable[OptionEffect]) -> list[OptionEffect]:
    """The effects of all parts, those of the same change as one."""
    found = grouped(parts, lambda part: (part.command, part.before, part.after))
    return [
        OptionEffect(*made, tuple(sorted((r for e in some for r in e.ratios), key=lambda r: r[1])))
        for made, some in sorted(found.items())
    ]


def _usual(compiler: str) -> tuple[int, int, str]:
    """Sort key of lines: fewer options first, then -O3, -O2, ..., the order of our compilers."""
    options = compiler.split("_")
    order = ("-O3", "-O2", "-O", "-O1", "-Os")
    level = next((order.index(o) for o in options if o in order), len(order))
    return len(options), level, compiler
