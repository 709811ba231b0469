"""The standing of the implementations of a function: the fastest, and which are level with it.

The fastest has the least median at a length; the interval of a ratio tells how sure that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..results.figures import Row, fastest
from ..results.stats import ALL_LENGTHS, Length
from .ratio import ALPHA, Ratio, Speed, Spread, ratio, speed

SMALL = 1.005  # a ratio below this decides nothing, however sure it is
CLOSE = 1.05  # a ratio that may be above this is not known to be level
# The last one is slower by its middle, but the interval does not say so.
FIRST, SLOWER, LEVEL, OPEN, APART = "first", "slower", "level", "open", "apart"


@dataclass(frozen=True)
class Rival:
    """An implementation with its best compiler at a length, and its time in that of the fastest."""

    row: Row
    ratio: Ratio | None  # None where a speed is not positive

    @property
    def name(self) -> str:
        return self.row.implementation

    @property
    def verdict(self) -> str:
        return verdict(self.ratio)

    @property
    def contested(self) -> bool:
        """Whether more rounds could tell it from the fastest."""
        r = self.ratio
        return self.verdict != SLOWER and bool(r and r.value >= max(SMALL, 1 + r.grain))


def shared(medians: Sequence[float]) -> float:
    """The error rate of each interval, given the medians of a function, the least one first.

    Rivals that are close to the fastest share the rate (Bonferroni).
    """
    first, *others = medians
    return ALPHA / max(1, sum(other <= CLOSE * first for other in others))


def verdict(ratio: Ratio | None) -> str:
    """The verdict on a program whose time is this ratio of another's."""
    if ratio is None:
        return OPEN
    if ratio.low > 1 and ratio.value >= SMALL:
        return SLOWER
    if ratio.high < CLOSE:
        return LEVEL
    return APART if ratio.value > CLOSE else OPEN


@dataclass(frozen=True)
class Ranked:
    """The implementations of a function at a length, the fastest apart, by their medians."""

    mlen: Length
    first: Row
    rivals: tuple[Rival, ...]

    def among(self, verdict: str) -> list[Rival]:
        """The rivals with this verdict."""
        return [rival for rival in self.rivals if rival.verdict == verdict]

    def place(self, name: str) -> str:
        """The verdict on an implementation, or FIRST; empty if it was not timed at this length."""
        if self.first.implementation == name:
            return FIRST
        return next((rival.verdict for rival in self.rivals if rival.name == name), "")


class Field:
    """The rows of one machine, ABI and counter, which were timed in one run; null is left out."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = [row for row in rows if row.primitive != "null"]
        self.spread = Spread(self.rows)
        self._speeds: dict[tuple[int, Length], Speed | None] = {}

    def speed(self, row: Row, mlen: Length) -> Speed | None:
        key = (id(row.figures), mlen)
        if key not in self._speeds:
            self._speeds[key] = speed(row.figures, mlen)
        return self._speeds[key]

    def ratio(self, one: Row, other: Row, mlen: Length, tail: float = ALPHA) -> Ratio | None:
        """The ratio of the time of the other to the time of the one; its interval errs so often."""
        a, b = self.speed(one, mlen), self.speed(other, mlen)
        if not (a and b and a.positive and b.positive):
            return None
        return ratio(a, b, self.spread(mlen), tail=tail)

    def primitives(self) -> list[str]:
        return list(dict.fromkeys(row.primitive for row in self.rows))

    def standings(self, primitive: str) -> list[Ranked]:
        """The standing at each length at which the function was timed."""
        its = [row for row in self.rows if row.primitive == primitive]
        return [found for mlen in ALL_LENGTHS if (found := self.standing(its, mlen))]

    def standing(self, rows: Sequence[Row], mlen: Length) -> Ranked | None:
        """The standing of the rows of a function at a length; None if none was timed there.

        Native code in a VM stands only among its like.
        """
        best = fastest(rows, mlen, per_implementation=True)
        best = [row for row in best if not row.native] or best
        if not best:
            return None
        first, *others = sorted(best, key=lambda row: row.figures.rank(mlen))
        tail = shared([row.figures.rank(mlen) for row in (first, *others)])
        rivals = (Rival(row, self.ratio(first, row, mlen, tail)) for row in others)
        return Ranked(mlen, first, tuple(rivals))
