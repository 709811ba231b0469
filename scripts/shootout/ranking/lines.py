"""What a choice of compiler is worth, from the figures of one machine and ABI."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..common.grouped import grouped
from ..results.figures import Row
from ..results.records import CellName
from ..results.stats import DECIDING
from .ratio import Ratio
from .standing import Field

AVOID = 1.2  # a worst line that is slower by more than this is marked on the page


@dataclass(frozen=True)
class LineChoice:
    """The best and the worst compiler line of an implementation, at 1536 bytes."""

    best: CellName
    worst: CellName
    ratio: Ratio  # of the worst's time to the best's


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
