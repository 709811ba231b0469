"""What can be wrong with a line of samples: one function for each fault, listed at the end.

A detector looks at one unit and returns a fault or None. They run on every line of samples,
half a million in a full run, so each first asks what is quick to tell.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from .evidence import MOST, Fault
from .unit import Unit, middle_of

NULL = "null"
SHORT, LONG = 100 / 8, 100 * 8
"""Grains of the counter: measure makes a sample last a hundred, and knows roughly how many calls
that takes."""
UNEVEN = 0.02
"""Quartiles of samples that are further apart, in parts of their median; as in measure.c."""
LIKELY = 30
"""Bits; no two lines of a run have samples as rare as that in common by chance."""
TEN = 10
"""Samples of a line that can be so rare."""
FEW = 4
"""Different samples of a line that cannot."""
BITS = [math.lgamma(n + 1) / math.log(2) for n in range(256)]  # of n!

Detector = Callable[[Unit], "Fault | None"]


def calls_of_another_length(u: Unit) -> Fault | None:
    if u.called:
        return None
    return Fault("order", f"line {u.line}: the calls before it are of another length")


def no_pace(u: Unit) -> Fault | None:
    return Fault("order", f"line {u.line}: no pace before it") if u.group.pace < 0 else None


def wrong_middle(u: Unit) -> Fault | None:
    """Where a sample is negative, that is what is wrong."""
    if u.middle + u.ordered[0] < 0:
        return Fault("number", f"line {u.line}: a sample is negative")
    off = middle_of(u.ordered)
    return Fault("middle", f"line {u.line}: {u.middle}, not {u.middle + off}") if off else None


def unneeded_calls(u: Unit) -> Fault | None:
    """The null function aside: it may take no time at all."""
    few = u.calls * (u.middle + 1) < SHORT * u.grain
    many = u.calls > 2 and (u.calls - 2) * u.middle > LONG * u.grain
    if (few or many) and u.grain and u.primitive != NULL:
        return Fault("calls", f"line {u.line}: samples of {u.calls} calls, {u.middle} ticks each")
    return None


def odd_clock(u: Unit) -> Fault | None:
    """Without the flag `drift`: a clock probed while the machine was suspended may be anything."""
    if u.group.odd and "drift" not in u.causes:
        what = f"{u.group.clock:g} core cycles a tick, and no drift"
        return Fault("clock", f"line {u.group.odd}: {what}")
    return None


def wrong_uneven(u: Unit) -> Fault | None:
    if not u.grain:
        return None
    uneven, said = unevenness(u), u.causes.get("uneven")
    if uneven < 0 and said is not None:
        agrees = said == f"{-uneven:.3f}"
    else:
        agrees = said is None if uneven <= UNEVEN else said == f"{uneven:.3f}"
    if agrees:
        return None
    return Fault("uneven", f"line {u.line}: {uneven:.3f} by its samples, the flag: {said}")


def unevenness(u: Unit) -> float:
    """The interquartile range in parts of the median, as `spread` in quartiles.c has it.

    0 where the range is no more than the counter's steps explain. Negative at that border: the
    run knew its step a bit better, and may have seen the range explained or not.
    """
    ordered = u.ordered
    n = len(ordered)
    apart = ordered[3 * n // 4] - ordered[n // 4]
    median = u.middle + ordered[n // 2]
    explained = (2 * u.grain + 1) / u.calls
    if median <= 0 or apart <= 0.9 * explained:
        return 0.0
    return apart / median if apart >= 1.1 * explained else -apart / median


class Copies:
    """Remembers lines with samples so rare that they cannot come twice."""

    def __init__(self) -> None:
        self.lines: dict[int, int] = {}  # by the hash of the samples

    def see(self, u: Unit) -> Fault | None:
        ordered = u.ordered
        if len(ordered) < TEN:
            return None
        different = set(ordered)
        if len(different) <= FEW:
            return None
        bits = BITS[len(ordered)] - sum([BITS[ordered.count(s)] for s in different])
        if bits < LIKELY or len(self.lines) > MOST:
            return None
        before = self.lines.setdefault(hash((u.calls, u.text)), u.line)
        if before == u.line:
            return None
        return Fault("copy", f"line {u.line} has the samples of line {before}")


BEFORE: tuple[Detector, ...] = (calls_of_another_length, no_pace, odd_clock)
"""What the lines before the samples say: of a plain unit nothing that could be wrong."""
SAMPLES: tuple[Detector, ...] = (wrong_middle, unneeded_calls, wrong_uneven)
"""What the samples say. A detector that compares lines has its memory in a class."""
