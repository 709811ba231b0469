"""The rows that reports show: figures that are possible, and nothing else."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import replace

from ..results.figures import Row


def shown(rows: Iterable[Row]) -> list[Row]:
    """The rows without figures that are not positive, as a slope between disturbed lengths may be.

    A cell has no figure at such a length, as if it had not been timed there.
    """
    return [row if min(row.figures.medians.values(), default=1) > 0 else _possible(row)
            for row in rows]  # fmt: skip


def _possible(row: Row) -> Row:
    figures = copy.copy(row.figures)
    figures.medians = {mlen: m for mlen, m in row.figures.medians.items() if m > 0}
    return replace(row, figures=figures)
