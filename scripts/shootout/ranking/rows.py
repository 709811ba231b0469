"""The rows that reports show: figures that are possible, and nothing else."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import replace

from ..registry.floors import floor_of
from ..results.figures import Row
from ..results.stats import LONG

NULL = "null"
TICK = 4  # core cycles; a tick may last as long when the clock is far above its nominal rate


def shown(rows: Iterable[Row]) -> list[Row]:
    """The rows without figures that cannot be.

    A cell has no figure below zero, as a slope between two disturbed lengths may be: it counts as
    not timed at that length. A cell with a figure below its floor is not shown at all.
    """
    return [row if min(row.figures.medians.values(), default=1) > 0 else _possible(row)
            for row in above_floors(rows)]  # fmt: skip


def above_floors(rows: Iterable[Row]) -> list[Row]:
    """The rows none of whose figures lies below the floor of its code (known/floors)."""
    return [row for row in rows if not below_floor(row)]


def below_floor(row: Row) -> str:
    """The first figure of a row that lies below its floor, in words; empty if there is none.

    Whatever took so little time, it was not this function.
    """
    if row.primitive == NULL:
        return ""
    floor = floor_of(row.primitive, row.implementation) / (1 if row.clock is not None else TICK)
    for mlen, median in row.figures.medians.items():
        if mlen != LONG and median < floor:
            what = f"{median:.3f} cycles/byte at {mlen} bytes"
            return f"{row.primitive}/{row.implementation}: {what}, below the floor of {floor:g}"
    return ""


def _possible(row: Row) -> Row:
    figures = copy.copy(row.figures)
    figures.medians = {mlen: m for mlen, m in row.figures.medians.items() if m > 0}
    return replace(row, figures=figures)
