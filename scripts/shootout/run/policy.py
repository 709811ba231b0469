"""The policy of timing again: pure functions from the figures so far to names of cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..results.curve import Curve
from ..results.figures import Row, fastest
from ..results.records import MANY, CellName
from ..results.stats import BENT, FEW, LENGTHS, UNSTEADY, Length

# A cell within this ratio of the fastest, at any of the six lengths, is in the finals.
CLOSE = 1.05
DISTURBED = 2.5  # another thread on the core slows code by at most this factor
# Doubts about the agreement of rounds; any other doubt means that a round was disturbed.
OWN = frozenset({UNSTEADY, BENT, FEW})


def least(rows: Iterable[Row]) -> dict[tuple[str, str, Length], float]:
    """The least median of each ABI, primitive and length, in cycles per byte."""
    found: dict[tuple[str, str, Length], float] = {}
    for row in rows:
        for mlen, figure in row.figures.items():
            key = (row.abi, row.primitive, mlen)
            found[key] = min(found.get(key, figure.median), figure.median)
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
    """Cells that are close to the fastest of their primitive at any length."""
    record = least(rows)
    return {
        row.cell
        for row in rows
        for mlen, figure in row.figures.items()
        if figure.median <= CLOSE * record[row.abi, row.primitive, mlen]
    }


def doubtful(rows: Sequence[Row]) -> set[CellName]:
    """Cells that are the fastest at a length and have a doubtful figure there."""
    return {
        row.cell
        for mlen in LENGTHS
        for row in fastest(rows, mlen)
        if row.figures[mlen].doubts
    }  # fmt: skip


def best(rows: Iterable[Row], *, each: bool) -> set[CellName]:
    """The fastest cell of `each` implementation, or only of each primitive."""
    return {row.cell for row in fastest(rows, per_implementation=each)}


def disturbed(curves: Iterable[tuple[CellName, Curve]]) -> set[CellName]:
    """Cells whose curve has many lengths that no round left undisturbed."""
    return {cell for cell, curve in curves if len(curve.doubtful) >= MANY}
