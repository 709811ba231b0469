"""The cells of a result file with their figures, and the choice of the fastest.

The rule of the fastest is from Bernstein and Lange, "The new SHA-3 software shootout", 2012.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..registry.sets import native
from .records import Block, CellName, by_cell
from .stats import (  # fmt: skip
    ALL_LENGTHS,
    DECIDING,
    LONG,
    Figure,
    Length,
    Rounds,
    by_length,
    ends,
    extrapolation,
    figure,
    medians,
    middle,
    needed,
)


class Figures(Mapping[Length, Figure]):
    """The figures of a cell by message length, each computed from the samples on first use."""

    def __init__(self, primitive: str, blocks: Sequence[Block]) -> None:
        self.primitive, self.blocks = primitive, blocks
        self.made: dict[Length, Figure] = {}
        self.medians, self.inconsistent = medians(primitive, self.taken)

    @cached_property
    def taken(self) -> Mapping[int, Rounds]:
        """The rounds of each message length that figures need."""
        kept = {t.mlen for block in self.blocks if not block.curve for t in block.timings}
        return by_length(self.blocks, needed(self.primitive) | kept)

    def __getstate__(self) -> dict[str, Any]:
        """What is kept: the rounds are found again if they are asked for."""
        return {name: each for name, each in vars(self).items() if name != "taken"}

    def __getitem__(self, mlen: Length) -> Figure:
        if mlen not in self.medians:
            raise KeyError(mlen)
        if mlen not in self.made:
            found = (
                figure(self.taken[mlen], mlen)
                if isinstance(mlen, int)
                else extrapolation(self.primitive, self.taken)
            )
            assert found, "a length that has a median has samples"
            self.made[mlen] = found
        return self.made[mlen]

    def __contains__(self, mlen: object) -> bool:
        return mlen in self.medians

    def __iter__(self) -> Iterator[Length]:
        return iter(self.medians)

    def __len__(self) -> int:
        return len(self.medians)

    def median(self, mlen: Length) -> float:
        """The median in cycles per byte, without the cost of the whole figure."""
        return self.medians[mlen]

    def rank(self, mlen: Length) -> float:
        """Sort key: an impossible slope is ranked by the figure of its longer end instead."""
        impossible = mlen == LONG and self.inconsistent
        return self.medians[ends(self.primitive)[0] if impossible else mlen]


def every_length(rows: Iterable[Row]) -> list[Length]:
    """All lengths of tables, and the further ones of these rows, the longest first."""
    found = {mlen for row in rows for mlen in row.figures.medians}
    return [LONG, *sorted({*ALL_LENGTHS, *found} - {LONG}, key=int, reverse=True)]


@dataclass(frozen=True)
class Row:
    """A cell with its figures."""

    version: str
    machine: str
    abi: str
    date: str  # of its last block
    primitive: str
    implementation: str
    compiler: str
    compiler_version: str
    counter: str
    clock: float | None  # median of core cycles per tick; None: the figures are in ticks
    figures: Figures
    persecond: int = 0  # ticks of the counter

    @property
    def cell(self) -> CellName:
        return CellName(self.machine, self.abi, self.primitive, self.implementation, self.compiler)

    @cached_property
    def native(self) -> str:
        """The native code that does its work in a VM; empty for most."""
        return native(self.primitive, self.implementation)

    @cached_property
    def group(self) -> tuple[str, ...]:
        """What it is compared with others in: function, machine, ABI, native code."""
        return self.machine, self.abi, self.primitive, self.native


class WithRows(tuple[Block, ...]):
    """Blocks whose rows are known, as a cache keeps them."""

    rows: Sequence[Row]

    @classmethod
    def of(cls, blocks: Iterable[Block]) -> WithRows:
        """The blocks with their rows."""
        made = cls(blocks)
        made.rows = rows_of(tuple(made))
        return made


def rows_of(blocks: Iterable[Block]) -> list[Row]:
    """The rows of all timed cells, in the order of the file."""
    if isinstance(blocks, WithRows):
        return list(blocks.rows)
    made: dict[tuple[int, ...], Figures] = {}  # cells with the same code share their timings
    rows = []
    for runs in by_cell(blocks).values():
        key = tuple([id(block.timings) for block in runs])
        if key not in made:
            made[key] = Figures(runs[0].primitive, runs)
        rows.append(_row(runs, made[key]))
    return rows


def fastest(
    rows: Iterable[Row], mlen: Length = DECIDING, *, per_implementation: bool = False
) -> list[Row]:
    """The row with the least median at this length, for each primitive, machine and ABI.

    With `per_implementation` one for each implementation, too. The first of equals wins; a
    group that was not timed at this length has no row. Native code in a VM is a group of its own:
    it is never the fastest Java.
    """
    best: dict[tuple[str, ...], tuple[float, Row]] = {}
    for row in rows:
        if mlen in row.figures.medians:
            group, rank = row.group, row.figures.rank(mlen)
            if per_implementation:
                group = (*group[:3], row.implementation)
            if group not in best or rank < best[group][0]:
                best[group] = rank, row
    return [row for _, row in best.values()]


def _row(blocks: Sequence[Block], figures: Figures) -> Row:
    b = blocks[-1]
    every = [timing.clock for block in blocks for timing in block.timings]
    clocks = [clock for clock in every if clock is not None]
    clock = middle(clocks) if clocks else None
    return Row(
        b.version, b.machine, b.abi, b.date, b.primitive, b.implementation,
        b.compiler, b.compiler_version, b.counter, clock, figures, b.persecond,
    )  # fmt: skip
