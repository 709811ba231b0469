"""The policy of timing again: pure functions from the figures so far to names of cells."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from ..common.grouped import grouped
from ..ranking.standing import Field
from ..registry.causes import FEW, INCONSISTENT, UNSTEADY
from ..results.figures import Row, fastest
from ..results.records import CellName
from ..results.stats import ALL_LENGTHS, Length

# A cell within this ratio of the fastest, at any of the six lengths, is in the finals.
CLOSE = 1.05
# So is an implementation within this ratio, with its best compiler: its three rounds of the
# survey may all have been slow.
NEAR = 1.2
DISTURBED = 2.5  # another thread on the core slows code by at most this factor
# Doubts about the agreement of rounds; any other doubt means that a round was disturbed.
OWN = frozenset({UNSTEADY, INCONSISTENT, FEW})


def least(rows: Iterable[Row]) -> dict[tuple[str, str, Length], float]:
    """The least median of each ABI, primitive and length, in cycles per byte.

    It is positive: a slope that is not is no speed. Without a positive one it is infinite.
    """
    found: dict[tuple[str, str, Length], float] = {}
    for row in rows:
        for mlen, figure in row.figures.items():
            key = (row.abi, row.primitive, mlen)
            possible = figure.median if figure.median > 0 else math.inf
            found[key] = min(found.get(key, possible), possible)
    return found


def undecided(rows: Sequence[Row]) -> set[CellName]:
    """Cells that were disturbed in every round, and might otherwise be the fastest."""
    record = least(rows)
    return {
        row.cell
        for row in rows
        for mlen, figure in row.figures.items()
        if set(figure.doubts) - OWN
        and figure.median <= DISTURBED * record[row.abi, row.primitive, mlen]
    }


def contenders(rows: Sequence[Row]) -> set[CellName]:
    """Cells close to the fastest of their primitive at any length; implementations may be near."""
    record = least(rows)
    close = {
        row.cell
        for row in rows
        for mlen, figure in row.figures.items()
        if figure.median <= CLOSE * record[row.abi, row.primitive, mlen]
    }
    return close | {
        row.cell
        for mlen in ALL_LENGTHS
        for row in fastest(rows, mlen, per_implementation=True)
        if row.figures.median(mlen) <= NEAR * record[row.abi, row.primitive, mlen]
    }


def contested(rows: Iterable[Row]) -> list[set[CellName]]:
    """For each function and ABI, the fastest cells and those that more rounds may tell from them.

    An implementation counts with its best compiler at a length; a function whose order is
    settled, or whose fastest are less than 0.5 % apart, has no set. The least sets come first.
    """
    found = []
    for field in map(Field, grouped(rows, lambda row: row.abi).values()):
        for primitive in field.primitives():
            cells: set[CellName] = set()
            for each in field.standings(primitive):
                rivals = [rival for rival in each.rivals if rival.contested]
                cells.update(rival.row.cell for rival in rivals)
                cells.update([each.first.cell] if rivals else [])
            found += [cells] if cells else []
    return sorted(found, key=len)


def affordable(groups: Iterable[set[CellName]], rounds: int, processes: int) -> set[CellName]:
    """The cells of the first groups that can have so many rounds with so many processes."""
    found: set[CellName] = set()
    for group in groups:
        if (len(found) + len(group)) * rounds <= processes:
            found |= group
    return found


def doubtful(rows: Sequence[Row]) -> set[CellName]:
    """Cells that are the fastest at a length and have a doubtful figure there."""
    return {
        row.cell
        for mlen in ALL_LENGTHS
        for row in fastest(rows, mlen)
        if row.figures[mlen].doubts
    }  # fmt: skip


def best(rows: Iterable[Row], *, each: bool) -> set[CellName]:
    """The fastest cell of `each` implementation, or only of each primitive."""
    return {row.cell for row in fastest(rows, per_implementation=each)}
