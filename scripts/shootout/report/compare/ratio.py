"""Estimate the ratio of two speeds, with a confidence interval: pure functions.

A round times a program in a new process. Samples within a process share its pages, the place
of its stack and its neighbours, so they are not independent: a round counts once, with the
second stabilized quartile of its unflagged samples. The interval is Yuen's, for the
difference between the trimmed means of the logarithms of the rounds of A and of B, and
therefore for their ratio. With seven rounds the fastest and the slowest are trimmed, with
fourteen two at either end: one disturbed round moves nothing, and only several make the
interval longer. Fewer rounds are not trimmed, which leaves Welch's interval. Unequal
variances and unequal numbers of rounds are allowed for. A bootstrap of so few rounds would
make the intervals far too short. The method assumes that A and B are independent; that is on
the safe side if rounds of one run drift together.

Each of m intervals has confidence 1 - 0.05/m (Bonferroni), so that all of them hold at once
in 95 of 100 comparisons, whatever their dependence: the lengths of one function come from
the same processes. Holm's procedure would separate more, but has no intervals.

If a side has only one process (a file of SUPERCOP), its passes over the lengths stand in for
rounds. The interval then says nothing about other processes, and is marked `single`. If
there is only one pass, too, the spread is unknown, and no two speeds are separated.

The intervals hold for these rounds on these machines. Linking a program again, or restarting
a machine, can change a speed by more, and no round shows that.

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

from ...results import stats
from ...results.records import Block
from ...results.stats import LONG, TOP, Length, Rounds, quartiles

ALPHA = 0.05  # family-wise error rate: of any interval printed together being wrong
TRIMMED = 7  # one round in so many is trimmed at either end
LARGEST = 1e9  # upper bound in the search for a quantile
MOST_EXPONENT = 600  # of e, so that the product with a ratio is a float
MOST_FREEDOM = 1000  # degrees of freedom, from which quantiles grow shorter by less than 0.3 %


@dataclass(frozen=True)
class Speed:
    """The speed of a cell at one length: the cycles of each unit, a round or a pass."""

    units: tuple[float, ...]
    single: bool  # the units come from one process
    grain: float  # cycles; a smaller difference may come from the counter

    @property
    def positive(self) -> bool:
        """Whether all units are positive: slopes of disturbed runs may not be."""
        return bool(self.units) and min(self.units) > 0

    @property
    def trimmed(self) -> int:
        """The number of units trimmed at either end."""
        return len(self.units) // TRIMMED

    @property
    def freedom(self) -> int:
        """The degrees of freedom; 0 if there is only one unit and hence no spread."""
        return len(self.units) - 2 * self.trimmed - 1

    @property
    def mean(self) -> float:
        """The trimmed geometric mean, in cycles."""
        logs = self._logarithms()[self.trimmed : len(self.units) - self.trimmed]
        return math.exp(sum(logs) / len(logs))

    @property
    def variance(self) -> float:
        """Variance of the log mean: winsorized, Yuen 1974."""
        logs, cut, n = self._logarithms(), self.trimmed, len(self.units)
        logs = [min(max(x, logs[cut]), logs[n - cut - 1]) for x in logs]
        middle = sum(logs) / n
        return sum((x - middle) ** 2 for x in logs) / (self.freedom * (self.freedom + 1))

    def _logarithms(self) -> list[float]:
        return sorted(map(math.log, self.units))


@dataclass(frozen=True)
class Ratio:
    """The ratio of B to A, with its interval: 0 to infinity if the spread is unknown."""

    value: float
    low: float
    high: float
    single: bool = False

    @property
    def separated(self) -> bool:
        """Whether the interval excludes 1."""
        return not self.low <= 1 <= self.high

    def above(self, percent: float) -> bool:
        """Whether the whole interval says that B takes more than `percent` longer."""
        return self.low > 1 + percent / 100


def speed(blocks: Sequence[Block], mlen: Length) -> Speed:
    """The speed of a cell at one length, from all its blocks.

    For long messages a unit is the difference between two lengths, both unflagged. If every
    round is flagged all count, and the figure carries the doubt.
    """
    ends = [TOP, TOP - stats.stretch(blocks[0].primitive)] if mlen == LONG else [int(mlen)]
    timed = [stats.rounds(blocks, each) for each in ends]
    keys = sorted(key for key in timed[0] if all(key in rounds for rounds in timed))
    keys = [k for k in keys if not any(rounds[k].causes for rounds in timed)] or keys
    processes: dict[int, list[tuple[int, int]]] = {}
    for key in keys:
        processes.setdefault(key[0], []).append(key)
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
    """The least step between samples in cycles, but at least RESOLUTION."""
    values = sorted(set(samples))
    return max(stats.RESOLUTION, min((b - a for a, b in zip(values, values[1:])), default=0.0))


def ratio(a: Speed, b: Speed, together: int) -> Ratio:
    """The ratio of B to A, both positive, with an interval that is one of `together`."""
    value, single = b.mean / a.mean, a.single or b.single
    if not (a.freedom and b.freedom):
        return Ratio(value, 0, math.inf, single)
    half = max(a.grain, b.grain) / min(a.mean, b.mean)
    spread = a.variance + b.variance
    if spread > 0:
        freedom = spread**2 / sum(side.variance**2 / side.freedom for side in (a, b))
        half += student(freedom, ALPHA / together) * math.sqrt(spread)
    high = value * math.exp(half) if half < MOST_EXPONENT else math.inf
    return Ratio(value, value * math.exp(-half), high, single)


def student(freedom: float, tail: float) -> float:
    """The two-sided quantile t of Student's distribution: P(|T| > t) = tail, at most 0.05."""
    freedom = min(freedom, MOST_FREEDOM)
    low, high = 1.0, LARGEST
    while high / low > 1 + 1e-6:
        middle = math.sqrt(low * high)
        low, high = (middle, high) if beyond(freedom, middle) > tail else (low, middle)
    return high


def beyond(freedom: float, t: float) -> float:
    """P(|T| > t) for Student's distribution: the incomplete beta function, as a series."""
    x = freedom / (freedom + t * t)
    term, total, k = 1.0, 1 / freedom, 0
    while term > 1e-12:
        k += 1
        term *= x * (2 * k - 1) / (2 * k)
        total += term / (freedom + 2 * k)
    scale = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2)
    return 2 / math.sqrt(math.pi) * math.exp(scale) * math.pow(x, freedom / 2) * total
