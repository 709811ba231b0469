"""Does a counter move in the step that is claimed for it?

A counter that moves in steps leaves traces in every sample: readings are whole ticks, steps
need not be, so a sample is a multiple of the step within a tick. Made-up samples are so only
by chance. The step is stated with few digits and known better from the samples.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

ENOUGH = 3000
"""Samples from which the step is found; lines before that are looked at then."""
SMALL = 8
"""Ticks; a smaller step hardly shows, unless the samples are exact multiples of it."""
ALIKE = 0.9
"""Of the samples on the lattice, for those beside it to mean something."""
RARE, STRAY = 1e-9, 1e-4
"""How likely a true line may be called off; the part of true samples that stray, at least."""
KEPT = 200_000
"""Samples that are known to be multiples."""
MOST = 256
"""Samples of a line."""
ROUNDING = 1.01
"""Ticks that a difference of two readings may be off its multiple."""

FEW, DOUBT = 100, 0.012
"""Samples with which the step is looked for, and how far from what is stated, in parts."""
TRIES = 40
"""Steps that the least samples allow and that are tried on all of them."""
NOISE = 2.0
"""Ticks; five times what rounding adds to a sample, on average."""

OUTLIER = 1.25
"""Of the middle; what interrupts a program so long may move its counter, too."""

Taken = tuple[int, Sequence[int], int, int]  # number of the line, samples, calls, middle


class Lattice:
    """The multiples of one counter's step, and which lines of samples are not on them."""

    def __init__(self, step: float) -> None:
        self.step, self.stated = step, step
        self.error = 0.0  # of the step, in ticks
        self.rounding = ROUNDING
        self.known = False  # whether the samples, so far, are on a lattice
        self.enough: list[int] = []  # of n samples, so many that stray are no accident
        self.waiting: list[Taken] | None = []
        self.samples = 0
        self.on: set[int] = set()  # samples, each a multiple of the step
        self.share = 1.0  # of the samples that were on the lattice when it was found

    def look(self, line: int, samples: Sequence[int], calls: int, middle: int) -> list[int]:
        """The lines that are now known to be off, of this one and those that waited."""
        if self.waiting is None:
            if not self.known or (calls == 1 and self.on.issuperset(samples)):
                return []  # the same come again and again
            return [line] if self._off(samples, calls, middle) else []
        self.waiting.append((line, samples, calls, middle))
        self.samples += len(samples) if calls == 1 else 0
        return self.settle() if self.samples >= ENOUGH or len(self.waiting) > ENOUGH else []

    def settle(self) -> list[int]:
        """Finds the step from what has come so far; the lines of that which are off."""
        waiting, self.waiting = self.waiting or [], None
        self._find([s for _, samples, calls, _ in waiting if calls == 1 for s in samples])
        return [each[0] for each in waiting if self.known and self._off(*each[1:])]

    def _find(self, samples: list[int]) -> None:
        if len(samples) < ENOUGH // 10:
            return
        if self.step.is_integer() and self.step > 1:
            strays = sum(s % int(self.step) != 0 for s in samples) / len(samples)
            if 1 - strays >= ALIKE:
                self.rounding = 0.0
                self._judge(strays)
                return
        if self.step < SMALL:
            return
        # Few steps tell their number nearly beyond doubt, many tell the step precisely. But where
        # the least samples are nearly of one length, one more of shorter steps fits as well.
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
        """The step, and its error, from ever longer samples, as their number of steps is beyond
        doubt."""
        error, before = 0.0, 0
        while before < reach:
            counts = [(s, round(s / step)) for s in samples if s <= reach]
            squares = sum(k * k for _, k in counts) or 1
            step = sum(s * k for s, k in counts) / squares or self.stated
            error = NOISE / math.sqrt(squares)
            before, reach = reach, min(samples[-1], int(step**2 / (8 * error)))
        return step, error

    def _judge(self, strays: float) -> None:
        """With so many of the true samples beside the lattice, which lines are not true?"""
        self.share = 1 - strays
        self.known = self.share >= ALIKE
        strays = max(strays, STRAY)
        self.enough = [
            next((k for k in range(1, n + 1) if math.comb(n, k) * strays**k < RARE), n + 1)
            for n in range(MOST)
        ]

    def _room(self, ticks: float, calls: int) -> float:
        """How far from a multiple of the step the sum of some calls may be, in ticks."""
        return self.rounding + (calls / 2 if calls > 1 else 0) + self.error * ticks / self.step

    def _off(self, samples: Sequence[int], calls: int, middle: int) -> bool:
        return self._strays(samples, calls, middle) >= self.enough[len(samples)]

    def _strays(self, samples: Sequence[int], calls: int, middle: int) -> int:
        """How many samples, outliers aside, are beside the lattice; 0 where that is too fine."""
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
