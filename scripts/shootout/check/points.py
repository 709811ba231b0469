"""What a line of samples comes to: its middle, and how that compares with its neighbours'."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

APART = 3.0
"""So many times what its neighbours need: no disturbance that goes unnoticed does that."""


@cache
def weights(n: int) -> tuple[tuple[int, int], ...]:
    """Which of n sorted samples make the second stabilized quartile, and how often each."""
    taken = [i // 8 for i in range(3 * n, 5 * n)]
    return tuple((i, taken.count(i)) for i in sorted(set(taken)))


def middle_of(ordered: Sequence[int]) -> int:
    """stats.stq2 of sorted samples that are not negative, quickly.

    Of their differences to any number: as far from it as theirs.
    """
    n, total = len(ordered), 0
    for i, times in weights(n):
        total += ordered[i] * times
    return (2 * total + 2 * n - 1) // (4 * n)


class Point(NamedTuple):
    """What a length took, by its middle."""

    number: int  # of the line
    mlen: int
    cycles: float
    flagged: bool

    def leads_to(self, longer: Point) -> bool:
        """A longer message takes no third of the time, and no three times its share."""
        share = longer.mlen / self.mlen if self.mlen else math.inf
        return self.cycles / APART <= longer.cycles <= self.cycles * APART * share

    def alone(self, before: Point, after: Point) -> bool:
        """Far below, or far above, both its neighbours of a curve."""
        least, most = sorted((before.cycles, after.cycles))
        return self.cycles < least / APART or self.cycles > most * APART
