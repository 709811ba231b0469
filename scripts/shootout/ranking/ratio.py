"""Estimate the ratio of two speeds, with a confidence interval: pure functions.

Samples within a process share its pages, the place of its stack and its neighbours, so a round, a
process of its own, counts once: with the logarithm of its samples' second stabilized quartile.

Pairs. Programs of a function are timed side by side, and what the machine does meanwhile happens to
all of them. So the estimate is the second stabilized quartile of the differences between two
programs in the rounds that they share; with fewer than PAIRS of these, or from two files, it is the
difference of their own second quartiles.

Few rounds. Their own variance says little, so it is pooled with the usual variance of rounds in the
same file (`Spread`), which counts as one degree of freedom: in our files the variances of programs
differ as that predicts. The interval is Student's, with that degree and those of the rounds; a
second quartile of normal samples has 1.25 times the standard error of their mean.

One round. No undisturbed round is far off: of 72,000 in our files 99 % are within 6.3 % of the
median of their program, 99.99 % within 70 %. That limits every interval (`reach`).

Disturbed rounds. Where every round was flagged, they all count. A disturbance makes a program
slower, by a factor of up to DISTURBED (99 % of 15,000 flagged rounds); the interval spans that.

Single processes. A file of SUPERCOP has one for each program; its passes over the lengths stand in
for rounds. The interval says nothing about other processes, and is marked `single`.

The confidence is 99.5 %; rivals close to the fastest share the error rate (standing.py). Up
to four looks are taken at a pair (run/policy.py), so that verdicts are false at most in 5 of 100
cases, as tests/run/test_verdicts.py shows by simulation. Restarting a machine can change a speed by
more than an interval.

References: T. Kalibera, R. Jones, "Rigorous benchmarking in reasonable time", ISMM 2013. G. K.
Smyth, "Linear models and empirical Bayes methods for assessing differential expression in
microarray experiments", Stat. Appl. Genet. Mol. Biol. 3 (2004).
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..results import stats
from ..results.figures import Figures, Row
from ..results.stats import LONG, Length, Rounds, middle

ALPHA = 0.005  # error rate of an interval
PAIRS = 3  # shared rounds that make a comparison of pairs
WIDER = 1.25  # standard error of a second quartile, in those of the mean
USUAL = 0.004  # spread of rounds where too few programs tell it: a cautious value
ENOUGH = 20  # programs that tell the spread of a file; of more than MOST some are looked at
MOST = 120
LEAST = 0.0005  # spread of a program below which the counter, not the program, is the reason
REACH, POWER = 0.10, 0.6  # of an interval with error rate ALPHA; growth with a smaller rate
DISTURBED = math.log(2.05)  # by which flagged rounds are too slow
# What B is, by the interval of its ratio to A.
FASTER, SLOWER, SAME = "faster", "slower", "no significant difference"


@dataclass(frozen=True)
class Speed:
    """The speed of a program at one length: logarithms of cycles per byte of its rounds, by round.

    That of long messages is a slope, and the bytes between its ends differ by function.
    """

    logs: Mapping[Hashable, float]
    single: bool = False  # the rounds come from one process
    disturbed: bool = False  # every round was flagged
    grain: float = 0.0  # cycles per byte; a smaller difference may come from the counter
    positive: bool = True  # slopes of disturbed runs may not be

    @property
    def middle(self) -> float:
        """The logarithm of the usual cycles per byte."""
        return middle(list(self.logs.values()))


@dataclass(frozen=True)
class Ratio:
    """The ratio of B to A, with its interval."""

    value: float
    low: float
    high: float
    rounds: int = 0  # of the side that has fewer
    single: bool = False
    disturbed: bool = False
    grain: float = 0.0  # the part of the interval's half-width that more rounds do not reduce

    @property
    def separated(self) -> bool:
        """Whether the interval excludes 1."""
        return not self.low <= 1 <= self.high

    @property
    def verdict(self) -> str:
        """What B is: faster or slower than A, or not significantly different."""
        if not self.separated:
            return SAME
        return FASTER if self.value < 1 else SLOWER

    def above(self, percent: float) -> bool:
        """Whether the whole interval says that B takes more than `percent` longer."""
        return self.low > 1 + percent / 100


def as_dict(ratio: Ratio | None, digits: int = 0) -> dict[str, float | None]:
    """A ratio with its interval for other programs (docs/schema.json); what is unknown is null."""
    if ratio is None:
        return dict.fromkeys(("ratio", "low", "high"))
    found = {"ratio": ratio.value, "low": ratio.low, "high": ratio.high}
    return {
        name: None if x == math.inf else round(x, digits) if digits else x
        for name, x in found.items()
    }


def speed(figures: Figures, mlen: Length) -> Speed | None:
    """The speed at a length of the program with these figures; None if it was not timed there."""
    ends = stats.ends(figures.primitive) if mlen == LONG else (int(mlen),)
    size = ends[0] - sum(ends[1:])  # bytes that the cycles below are for
    timed = [figures.taken.get(each, Rounds()) for each in ends]
    keys = [key for key in timed[0] if all(key in rounds for rounds in timed)]
    if not keys:
        return None
    clean = [key for key in keys if not any(rounds[key].causes for rounds in timed)]
    single = len(figures.blocks) == 1
    cycles: dict[Hashable, float] = {}
    for key in clean or keys:
        block, part = key
        number = figures.blocks[block].round
        top, *low = (middle(rounds[key].samples) for rounds in timed)
        cycles[key if number is None else (number, part)] = (top - sum(low)) / size
    logs = {key: math.log(each) for key, each in cycles.items() if each > 0}
    if len(logs) < len(cycles):
        return Speed({}, single, not clean, 0, False)
    used = clean or keys
    grain = max(_grain(s for key in used for s in rounds[key].samples) for rounds in timed)
    return Speed(logs, single, not clean, grain / size)


def _grain(samples: Iterable[float]) -> float:
    """The least step between samples in cycles, but at least RESOLUTION."""
    values = sorted(set(samples))
    return max(stats.RESOLUTION, min((b - a for a, b in zip(values, values[1:])), default=0.0))


class Spread:
    """The usual spread of rounds in a file: the standard deviation of logarithms, by length."""

    def __init__(self, rows: Sequence[Row] = ()) -> None:
        timed = [row for row in rows if row.primitive != "null"]
        self.rows = timed[:: max(1, len(timed) // MOST)]
        self.known: dict[Length, float] = {}

    def __call__(self, mlen: Length) -> float:
        if mlen not in self.known:
            speeds = (speed(row.figures, mlen) for row in self.rows)
            self.known[mlen] = usual([s for s in speeds if s and not s.disturbed])
        return self.known[mlen]


def usual(speeds: Iterable[Speed]) -> float:
    """The spread that the variances of these programs scatter about, with one degree of freedom.

    They are its square times numbers of the F distribution, whose mean logarithm is known (Smyth).
    """
    logs = []
    for each in speeds:
        freedom = len(each.logs) - 1
        if freedom > 0:
            bias = digamma(freedom) - math.log(freedom / 2)
            logs.append(math.log(max(_variance(list(each.logs.values())), LEAST**2)) - bias)
    if len(logs) < ENOUGH:
        return USUAL
    return math.exp((sum(logs) / len(logs) + digamma(1) - math.log(0.5)) / 2)


def _variance(logs: Sequence[float]) -> float:
    mean = sum(logs) / len(logs)
    return sum((x - mean) ** 2 for x in logs) / max(1, len(logs) - 1)


def reach(spread: float, tail: float = ALPHA) -> float:
    """The half-width of any interval of undisturbed rounds, as a logarithm."""
    return max(REACH, REACH / USUAL * spread) * math.pow(ALPHA / tail, POWER)


def ratio(
    a: Speed, b: Speed, spread: float = USUAL, *, paired: bool = True, tail: float = ALPHA
) -> Ratio:
    """The ratio of B to A, both positive, with an interval that is wrong at a rate of `tail`; if
    `paired`, equal rounds of the two ran side by side."""
    shared = [key for key in a.logs if key in b.logs] if paired else []
    fewer = min(len(a.logs), len(b.logs))
    disturbed = a.disturbed or b.disturbed
    if len(shared) >= PAIRS and not disturbed:
        fewer = len(shared)
        apart = [b.logs[key] - a.logs[key] for key in shared]
        value, error = middle(apart), _error(apart, 2 * spread**2)
    else:
        value = b.middle - a.middle
        error = math.hypot(*(_error(list(s.logs.values()), spread**2) for s in (a, b)))
    grain = max(s.grain / math.exp(s.middle) for s in (a, b))
    half = min(student(fewer, tail) * error, reach(spread, tail)) + grain
    low, high = value - half, value + half
    low, high = low - DISTURBED * b.disturbed, high + DISTURBED * a.disturbed
    single = a.single or b.single
    return Ratio(math.exp(value), math.exp(low), math.exp(high), fewer, single, disturbed, grain)


def usual_error(rounds: int) -> float:
    """The half-width to expect of the interval of a ratio, by the usual spread of rounds."""
    spread = WIDER * math.sqrt(2 / rounds) * USUAL
    return min(student(rounds, ALPHA) * spread, reach(USUAL))


def _error(logs: Sequence[float], usual: float) -> float:
    """The standard error of the second quartile, the variance moderated by the usual one."""
    n = len(logs)
    moderated = (usual + (n - 1) * _variance(logs)) / n
    return (WIDER if n >= PAIRS else 1) * math.sqrt(moderated / n)


LARGEST = 1e9  # upper bound in the search for a quantile
MOST_FREEDOM = 1000  # degrees of freedom, from which quantiles grow shorter by less than 0.3 %
EULER = 0.5772156649015329


@lru_cache(maxsize=4096)
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


def digamma(halves: int) -> float:
    """The digamma function of `halves`/2, a positive number."""
    if halves % 2:
        return -EULER - 2 * math.log(2) + sum(2 / (2 * k + 1) for k in range(halves // 2))
    return -EULER + sum(1 / k for k in range(1, halves // 2))
