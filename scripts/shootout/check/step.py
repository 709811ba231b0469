"""Does a counter move in the step that is stated for it?

A counter that moves in steps leaves traces in every sample: a sample is a multiple of the step,
rounded to whole ticks. Made-up samples are multiples only by chance. The facts state the step
with few digits; the samples tell it more precisely.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from .evidence import Where

ENOUGH = 3000  # samples from which the step is estimated; their lines are judged afterwards
SMALL = 8  # ticks; a smaller step is judged only if the samples are exact multiples of it
ALIKE = 0.9  # fraction of the samples that must be multiples before the others are suspicious
RARE = 1e-9  # the probability that a true line is accused
STRAY = 1e-4  # fraction of true samples that are no multiples, at least
KEPT = 200_000  # samples that are known to be multiples
MOST = 256  # samples of a line
ROUNDING = 1.01  # ticks; the difference of two readings may be so far from its multiple
EXACT = 0.01  # ticks; where the step is a whole number of them: what floating point may add

# The number of samples for a first estimate; how far it may be from the stated step, in parts.
FEW, DOUBT = 100, 0.012
TRIES = 40  # candidates from the first estimate that are tried on all samples
NOISE = 2.0  # ticks; five times what rounding adds to a sample on average

OUTLIER = 1.25  # in middles; an interrupt as long as that may change the counter, too

Taken = tuple[Where, Sequence[int], int, int]  # number of the line, samples, calls, middle


class CounterStep:
    """The step of a counter, and which lines of samples do not follow it."""

    def __init__(self, step: float) -> None:
        self.step, self.stated = step, step  # ticks
        self.error = 0.0  # of the step, in ticks
        self.rounding = ROUNDING
        self.known = False  # whether the samples so far are multiples of a step
        self.enough: list[int] = []  # by samples of a line: how many strays are no accident
        self.waiting: list[Taken] | None = []
        self.samples = 0
        self.on: set[int] = set()  # samples, each a multiple of the step
        self.share = 1.0  # of the samples that were multiples when the step was estimated

    def look(self, line: Where, samples: Sequence[int], calls: int, middle: int) -> list[Where]:
        """Add a line; return the numbers of lines, it and earlier ones, now known to be off."""
        if self.waiting is None:
            if not self.known or (calls == 1 and self.on.issuperset(samples)):
                return []  # most samples recur
            return [line] if self._off(samples, calls, middle) else []
        self.waiting.append((line, samples, calls, middle))
        self.samples += len(samples) if calls == 1 else 0
        return self.settle() if self.samples >= ENOUGH or len(self.waiting) > ENOUGH else []

    def settle(self) -> list[Where]:
        """Estimate the step from the lines so far; return the numbers of those that are off."""
        waiting, self.waiting = self.waiting or [], None
        self._find([s for _, samples, calls, _ in waiting if calls == 1 for s in samples])
        return [each[0] for each in waiting if self.known and self._off(*each[1:])]

    def _find(self, samples: list[int]) -> None:
        if len(samples) < ENOUGH // 10:
            return
        if self.step.is_integer() and self.step > 1:
            strays = sum(s % int(self.step) != 0 for s in samples) / len(samples)
            if 1 - strays >= ALIKE:
                self.rounding = EXACT
                self._judge(strays)
                return
        if self.step < SMALL:
            return
        # The number of steps is nearly certain in short samples; long samples give the step
        # precisely. But if the short ones have nearly one length, one more of a shorter step
        # fits as well.
        samples.sort()
        few = samples[: min(max(FEW, len(samples) // 20), 10 * FEW)]
        width = max(self.step / (8 * max(1.0, few[-1] / self.step)), DOUBT * self.step / FEW)
        most = int(DOUBT * self.step / width)
        tries = sorted((self.step + i * width for i in range(-most, most + 1)), key=self._far)
        misses = {t: sum(abs(s - t * round(s / t)) for s in few) / len(few) for t in tries}
        enough = min(misses.values()) + self.step / 16
        fits = []
        for step in [t for t in tries if misses[t] <= enough][:TRIES]:
            fit = self._fit(step, samples, few[-1])
            self._take(*fit)
            strays = sum(self._strays((s,), 1, s) for s in samples) / len(samples)
            fits.append((strays, *fit))
            if strays < STRAY:
                break
        strays, *best = min(fits)
        self._take(*best)
        self._judge(strays)

    def _take(self, step: float, error: float) -> None:
        self.step, self.error = step, error
        self.on.clear()

    def _far(self, step: float) -> float:
        return abs(step - self.stated)

    def _fit(self, step: float, samples: list[int], reach: int) -> tuple[float, float]:
        """The step and its error, from longer and longer samples.

        Each pass uses the samples whose number of steps the last one left beyond doubt.
        """
        error, before = 0.0, 0
        while before < reach:
            counts = [(s, round(s / step)) for s in samples if s <= reach]
            squares = sum(k * k for _, k in counts) or 1
            step = sum(s * k for s, k in counts) / squares or self.stated
            error = NOISE / math.sqrt(squares)
            before, reach = reach, min(samples[-1], int(step**2 / (8 * error)))
        return step, error

    def _judge(self, strays: float) -> None:
        """Decide how many strays make a line suspicious, given the fraction among all samples."""
        self.share = 1 - strays
        self.known = self.share >= ALIKE
        strays = max(strays, STRAY)
        self.enough = [
            next((k for k in range(1, n + 1) if math.comb(n, k) * strays**k < RARE), n + 1)
            for n in range(MOST)
        ]

    def _room(self, ticks: float, calls: int) -> float:
        """How far the sum of some calls may be from a multiple of the step, in ticks."""
        return self.rounding + (calls / 2 if calls > 1 else 0) + self.error * ticks / self.step

    def _off(self, samples: Sequence[int], calls: int, middle: int) -> bool:
        return self._strays(samples, calls, middle) >= self.enough[len(samples)]

    def _strays(self, samples: Sequence[int], calls: int, middle: int) -> int:
        """How many samples are no multiples, not counting outliers; 0 if the step is too small."""
        most = OUTLIER * middle
        room = self._room(most * calls, calls) / self.step
        if room > 0.25:
            return 0
        steps, strays, least = calls / self.step, 0, self.rounding / self.step
        for sample in samples:
            stray = sample * steps
            stray -= int(stray + 0.5)
            if stray > room or stray < -room:
                strays += sample <= most
            elif calls == 1 and -least <= stray <= least and len(self.on) < KEPT:
                self.on.add(sample)
        return strays
