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

    A cell with a figure below its floor is not shown at all; a slope between two disturbed lengths
    may be, or below zero: it counts as not timed.
    """
    return [_possible(row) for row in above_floors(rows)]


def above_floors(rows: Iterable[Row]) -> list[Row]:
    """The rows none of whose figures lies below the floor of its code (known/floors)."""
    return [row for row in rows if not below_floor(row)]


def below_floor(row: Row) -> str:
    """The first figure of a row that lies below its floor, in words; empty if there is none.

    Whatever took so little time, it was not this function.
    """
    floor = _floor(row)
    for mlen, median in row.figures.medians.items():
        if mlen != LONG and median < floor:
            what = f"{median:.3f} cycles/byte at {mlen} bytes"
            return f"{row.primitive}/{row.implementation}: {what}, below the floor of {floor:g}"
    return ""


def _floor(row: Row) -> float:
    """Cycles per byte, or ticks if these are not converted; 0 for the null hash."""
    if row.primitive == NULL:
        return 0.0
    return floor_of(row.primitive, row.implementation) / (1 if row.clock is not None else TICK)


def _possible(row: Row) -> Row:
    medians = row.figures.medians
    least = _floor(row) if LONG in medians else 0.0
    possible = {n: m for n, m in medians.items() if m > 0 and (n != LONG or m >= least)}
    if len(possible) == len(medians):
        return row
    figures = copy.copy(row.figures)
    figures.medians = possible
    return replace(row, figures=figures)
