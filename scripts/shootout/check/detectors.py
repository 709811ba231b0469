"""What can be wrong with a line of samples: a function for each fault, listed at the end.

A detector looks at one unit and returns a fault or None. A full run has half a million units,
so each detector makes the quick comparisons first.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from .evidence import MOST, Fault, Where
from .unit import Unit, middle_of

UNEVEN = 0.02  # interquartile range in parts of the median; beyond it measure.c sets the flag
RARE = 30  # bits; chance does not give two lines of a run the same samples if these are so rare
MANY = 10  # samples; a line with fewer is never rare
FEW = 4  # different samples; a line with no more is never rare
BITS = [math.lgamma(n + 1) / math.log(2) for n in range(256)]  # of n factorial

Detector = Callable[[Unit], "Fault | None"]


def calls_of_another_length(u: Unit) -> Fault | None:
    """A line `calls` for another length than that of the samples."""
    if u.called:
        return None
    return Fault("order", f"line {u.line}: the line `calls` before it is for another length")


def no_pace(u: Unit) -> Fault | None:
    """Samples without a probe of the pace before them."""
    if u.group.pace >= 0:
        return None
    return Fault("order", f"line {u.line}: no probe of the pace before it")


def odd_clock(u: Unit) -> Fault | None:
    """A clock far from the stated one, unless a flag `drift` excuses it: the machine may have been
    suspended while the clock was probed."""
    if not u.group.odd or "drift" in u.causes:
        return None
    what = f"{u.group.clock:g} core cycles per tick, but no flag `drift`"
    return Fault("clock", f"line {u.group.odd}: {what}")


def wrong_middle(u: Unit) -> Fault | None:
    """A middle that is not that of the samples; or a negative sample, which leaves no middle."""
    if u.middle + u.ordered[0] < 0:
        return Fault("number", f"line {u.line}: a sample is negative")
    off = middle_of(u.ordered)
    if not off:
        return None
    what = f"middle {u.middle}, but {u.middle + off} by the samples"
    return Fault("middle", f"line {u.line}: {what}")


def wrong_uneven(u: Unit) -> Fault | None:
    """A flag `uneven` that contradicts the samples, or is missing."""
    if not u.grain:
        return None
    uneven, said = unevenness(u), u.causes.get("uneven")
    if uneven < 0 and said is not None:
        agrees = said == f"{-uneven:.3f}"
    else:
        agrees = said is None if uneven <= UNEVEN else said == f"{uneven:.3f}"
    agrees = agrees or (said is not None and said == f"{lopsided(u):.3f}")
    if agrees:
        return None
    flag = "there is no such flag" if said is None else f"the flag says {said}"
    return Fault("uneven", f"line {u.line}: uneven by {abs(uneven):.3f}, but {flag}")


def unevenness(u: Unit) -> float:
    """The interquartile range in parts of the median, as `spread` in quartiles.c computes it.

    0 if the steps of the counter explain the range. Negative if the range is near that limit:
    measure knew the step more precisely, and may have decided either way.
    """
    ordered = u.ordered
    n = len(ordered)
    apart = ordered[3 * n // 4] - ordered[n // 4]
    median = u.middle + ordered[n // 2]
    explained = (2 * u.grain + 1) / u.calls
    if median <= 0 or apart <= 0.9 * explained:
        return 0.0
    return apart / median if apart >= 1.1 * explained else -apart / median


def lopsided(u: Unit) -> float:
    """How far the mean is above the middle, in parts of it, as measure.c flags it from twice on."""
    mean = sum(u.samples) / len(u.samples)
    return mean / u.middle - 1 if mean > 2 * u.middle > 0 else 0.0


class Copies:
    """Remembers the lines whose samples are so rare that chance does not repeat them."""

    def __init__(self) -> None:
        self.lines: dict[int, Where] = {}  # by the hash of the samples
        self.more = set[int]()  # hashes of lines beyond MOST, without the lines

    def see(self, u: Unit) -> Fault | None:
        """The samples of an earlier line."""
        ordered = u.ordered
        if len(ordered) < MANY:
            return None
        different = set(ordered)
        if len(different) <= FEW:
            return None
        bits = BITS[len(ordered)] - sum([BITS[ordered.count(s)] for s in different])
        if bits < RARE:
            return None
        samples = hash((u.calls, u.text))
        if samples in self.lines:
            return Fault("copy", f"line {u.line} has the samples of line {self.lines[samples]}")
        if samples in self.more:
            return Fault("copy", f"line {u.line} has the samples of an earlier line")
        if len(self.lines) < MOST:
            self.lines[samples] = u.line
        else:
            self.more.add(samples)
        return None


# About the lines before the samples, which are wrong in few units: block.py knows which to ask.
BEFORE: tuple[Detector, ...] = (calls_of_another_length, no_pace, odd_clock)
# About the samples. Copies.see is one more, with a memory for each file.
SAMPLES: tuple[Detector, ...] = (wrong_middle, wrong_uneven)
