"""Energy that a program took."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from typing import NamedTuple


class Energy(NamedTuple):
    """The energy of a processor's package while one core hashed again and again."""

    mlen: int  # bytes
    calls: int
    microjoules: int
    microseconds: int
    idle: int  # microwatts of the package while nothing was asked of it

    @property
    def per_byte(self) -> float:
        """Nanojoules per byte."""
        return 1000 * self.microjoules / (self.calls * self.mlen)

    @property
    def watts(self) -> float:
        return self.microjoules / self.microseconds


def per_byte(loops: Sequence[Energy]) -> float | None:
    """Nanojoules per byte: the median of the loops; None if nothing was measured."""
    return statistics.median(loop.per_byte for loop in loops) if loops else None


def watts(loops: Sequence[Energy]) -> float | None:
    """The watts of the package meanwhile: the median of the loops."""
    return statistics.median(loop.watts for loop in loops) if loops else None
