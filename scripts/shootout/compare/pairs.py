"""Two programs at a length, and the interval of the ratio of their times: what is compared.

`./do compare` pairs files or implementations, `./do history` the runs of a machine.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from ..ranking.ratio import ALPHA, SAME, Ratio, Speed, ratio
from ..ranking.standing import Field
from ..results import stats
from ..results.figures import Row
from ..results.records import CellName
from ..results.stats import Figure, Length

FAMILY = 0.05  # error rate of --fail-above, of all pairs together


@dataclass(frozen=True)
class Entrant:
    """A program at a length, with all that a ratio of its time to another's is made of."""

    cell: CellName
    date: str
    mlen: Length
    figure: Figure
    speed: Speed | None
    spread: float  # of the rounds of its run

    @staticmethod
    def of(field: Field, row: Row, mlen: Length) -> Entrant:
        """The program of a row of this field."""
        speed, spread = field.speed(row, mlen), field.spread(mlen)
        return Entrant(row.cell, row.date, mlen, row.figures[mlen], speed, spread)

    @property
    def name(self) -> str:
        return f"{self.cell.primitive}/{self.cell.implementation}"

    @property
    def cycles(self) -> float:
        """The cycles per byte of its speed; not a number where that is not positive."""
        if not (self.speed and self.speed.positive):
            return math.nan
        cycles = math.exp(self.speed.middle)
        if isinstance(self.mlen, str):
            return stats.per_byte(self.cell.primitive, cycles, 0)
        return cycles / self.mlen


@dataclass(frozen=True)
class Compared:
    """Two programs at a length. They have no ratio where a speed is not positive."""

    a: Entrant
    b: Entrant
    ratio: Ratio | None = None
    strict: Ratio | None = None  # with an interval that holds together with those of all pairs

    @property
    def mlen(self) -> Length:
        return self.a.mlen

    @property
    def verdict(self) -> str:
        return self.ratio.verdict if self.ratio else SAME

    @property
    def doubtful(self) -> bool:
        doubts = self.a.figure.doubts or self.b.figure.doubts
        return bool(doubts) or (self.ratio is not None and self.ratio.single)

    def above(self, percent: float) -> bool:
        """Whether B is certainly slower by more than this; a single process is no proof."""
        return self.strict is not None and not self.strict.single and self.strict.above(percent)


def pair(a: Entrant, b: Entrant, *, paired: bool = False, together: int = 1) -> Compared:
    """The pair of two programs, one of so many `together`.

    `paired` tells that equal rounds of the two ran side by side.
    """
    if not (a.speed and b.speed and a.speed.positive and b.speed.positive):
        return Compared(a, b)
    speeds, spread = (a.speed, b.speed), max(a.spread, b.spread)
    tails = ALPHA, min(ALPHA, FAMILY / together)
    return Compared(a, b, *(ratio(*speeds, spread, paired=paired, tail=tail) for tail in tails))


def as_dict(ratio: Ratio | None, digits: int = 0) -> dict[str, float | None]:
    """A ratio with its interval for other programs (docs/schema.json); what is unknown is null.

    With `digits` it is rounded to so many.
    """
    if ratio is None:
        return dict.fromkeys(("ratio", "low", "high"))
    found = {"ratio": ratio.value, "low": ratio.low, "high": ratio.high}
    return {
        name: None if x == math.inf else round(x, digits) if digits else x
        for name, x in found.items()
    }
