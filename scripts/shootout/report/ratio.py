"""The ratio of two speeds, with an interval: pure functions.

A round times a program in a new process. Samples within a process share its pages, its
stack's place and its neighbours, so they are not independent: a round counts once, with
the second stabilized quartile of all its samples that no flag disturbs. The interval is
Yuen's, for the difference of the trimmed means of the logarithms of the rounds of A and of
B, and therefore for the ratio. Of seven rounds the fastest and the slowest are trimmed, of
fourteen two at either end: a disturbed round moves nothing, and makes the interval longer
only when it has company. Fewer rounds are not trimmed, which leaves Welch's interval. Two
sides that vary unequally, or have unequal numbers of rounds, are allowed for. A bootstrap
of so few rounds would make intervals that are far too short. What assumes that A and B are
independent is on the safe side where rounds of one run drift together.

Of m intervals each has confidence 1 - 0.05/m (Bonferroni), so that all of them hold at once
in 95 of 100 comparisons, however they depend on each other; the lengths of one function
come from the same processes. Holm's procedure would decide more, but has no intervals.

Where a side has only one process (a file of SUPERCOP), its passes over the lengths stand in
for rounds. Then the interval tells nothing of other processes, and is marked `single`.
Where there is one pass too, nothing tells the spread, and no two speeds are separated.

The intervals are of these rounds on these machines: that a program is linked anew, or that
a machine is started anew, can change a speed by more, and no round shows it.

References: T. Kalibera, R. Jones, "Rigorous benchmarking in reasonable time", ISMM 2013 (the
highest level that is repeated is the unit). B. L. Welch, "The generalization of Student's
problem when several different population variances are involved", Biometrika 34 (1947).
K. K. Yuen, "The two-sample trimmed t for unequal population variances", Biometrika 61 (1974).
O. J. Dunn, "Multiple comparisons among means", JASA 56 (1961).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..results import stats
from ..results.records import Block
from ..results.stats import LONG, TOP, Length, Rounds, quartiles

ALPHA = 0.05  # the chance that any of the intervals printed together is wrong
TRIMMED = 7  # of so many rounds one is trimmed at either end
LARGEST = 1e9  # quantile that is looked for


@dataclass(frozen=True)
class Speed:
    """One length of a cell: the cycles of each unit, a round or a pass."""

    units: tuple[float, ...]
    single: bool  # the units come from one process
    grain: float  # cycles; what differs by less may be the counter's doing

    @property
    def positive(self) -> bool:
        """Whether it is one: slopes of disturbed runs can be less than nothing."""
        return bool(self.units) and min(self.units) > 0

    @property
    def trimmed(self) -> int:
        """How many units count for nothing at either end."""
        return len(self.units) // TRIMMED

    @property
    def freedom(self) -> int:
        """Degrees of freedom; 0 where one unit tells no spread."""
        return len(self.units) - 2 * self.trimmed - 1

    @property
    def mean(self) -> float:
        """The geometric mean of what is not trimmed, in cycles."""
        logs = self._logarithms()[self.trimmed : len(self.units) - self.trimmed]
        return math.exp(sum(logs) / len(logs))

    @property
    def variance(self) -> float:
        """Of the mean's logarithm, from the units whose trimmed ones equal the next (Yuen)."""
        logs, cut, n = self._logarithms(), self.trimmed, len(self.units)
        logs = [min(max(x, logs[cut]), logs[n - cut - 1]) for x in logs]
        middle = sum(logs) / n
        return sum((x - middle) ** 2 for x in logs) / (self.freedom * (self.freedom + 1))

    def _logarithms(self) -> list[float]:
        return sorted(map(math.log, self.units))


@dataclass(frozen=True)
class Ratio:
    """Of B to A. The interval is 0 to infinity where nothing tells it."""

    value: float
    low: float
    high: float
    single: bool = False

    @property
    def separated(self) -> bool:
        return not self.low <= 1 <= self.high

    def above(self, percent: float) -> bool:
        """Whether B takes more than so much longer, by all of the interval."""
        return self.low > 1 + percent / 100


def speed(blocks: Sequence[Block], mlen: Length) -> Speed:
    """What the blocks of a cell say of this length.

    For long messages a unit is the difference of two lengths, of which neither is flagged.
    Where no round is without flags all count, and the figure carries the doubt.
    """
    ends = [TOP, TOP - stats.stretch(blocks[0].primitive)] if mlen == LONG else [int(mlen)]
    timed = [stats.rounds(blocks, each) for each in ends]
    keys = sorted(key for key in timed[0] if all(key in rounds for rounds in timed))
    keys = [k for k in keys if not any(rounds[k].causes for rounds in timed)] or keys
    processes = {i: [key for key in keys if key[0] == i] for i, _ in keys}
    passes = [[key] for key in keys]
    single = len(processes) == 1
    units = []
    for unit in passes if single else processes.values():
        top, *low = (quartiles(list(_samples(rounds, unit)))[1] for rounds in timed)
        units.append(top - sum(low))
    grain = max((_grain(_samples(rounds, keys)) for rounds in timed), default=0.0)
    return Speed(tuple(units), single, grain)


def _samples(rounds: Rounds, keys: Iterable[tuple[int, int]]) -> Iterable[float]:
    return (sample for key in keys for sample in rounds[key].samples)


def _grain(samples: Iterable[float]) -> float:
    """The least step between samples, or what rounds may differ by for no reason."""
    values = sorted(set(samples))
    return max(stats.RESOLUTION, min((b - a for a, b in zip(values, values[1:])), default=0.0))


def ratio(a: Speed, b: Speed, together: int) -> Ratio:
    """B to A, of two positive speeds, with an interval that is one of so many."""
    value, single = b.mean / a.mean, a.single or b.single
    if not (a.freedom and b.freedom):
        return Ratio(value, 0, math.inf, single)
    half = max(a.grain, b.grain) / min(a.mean, b.mean)
    spread = a.variance + b.variance
    if spread > 0:
        freedom = spread**2 / sum(side.variance**2 / side.freedom for side in (a, b))
        half += student(freedom, ALPHA / together) * math.sqrt(spread)
    return Ratio(value, value * math.exp(-half), value * math.exp(half), single)


def student(freedom: float, tail: float) -> float:
    """The t that Student's variable exceeds to either side with this probability, below 0.05."""
    low, high = 1.0, LARGEST
    while high / low > 1 + 1e-6:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if beyond(freedom, middle) > tail else (low, middle)
    return high


def beyond(freedom: float, t: float) -> float:
    """P(|T| > t) of Student's distribution: the incomplete beta function, as a series."""
    x = freedom / (freedom + t * t)
    term, total, k = 1.0, 1 / freedom, 0
    while term > 1e-12:
        k += 1
        term *= x * (2 * k - 1) / (2 * k)
        total += term / (freedom + 2 * k)
    scale = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)
    return 2 / math.sqrt(math.pi) * math.exp(scale) * math.pow(x, freedom / 2) * total
