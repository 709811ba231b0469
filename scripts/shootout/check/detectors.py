"""What can be wrong with a line of samples: a function for each fault.

A detector looks at one unit and returns a fault or None. A full run has half a million units,
so each detector makes the quick comparisons first.
"""

from __future__ import annotations

from collections.abc import Callable

from .groups import Fault, Unit, middle_of

Detector = Callable[[Unit], "Fault | None"]


def calls_of_another_length(u: Unit) -> Fault | None:
    """A line `calls` for another length than that of the samples."""
    if u.called:
        return None
    return Fault("order", f"line {u.line}: the line `calls` before it is for another length")


def no_pace(u: Unit) -> Fault | None:
    """Samples without a probe of the pace before them."""
    if u.group.probed:
        return None
    return Fault("order", f"line {u.line}: no probe of the pace before it")


def odd_clock(u: Unit) -> Fault | None:
    """A clock far from the stated one, unless a flag `drift` excuses it: the machine may have been
    suspended while the clock was probed."""
    if not u.group.odd or "drift" in [flag.cause for flag in u.flags]:
        return None
    what = f"{u.group.clock:g} core cycles per tick, far from the facts, and no flag `drift`"
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


# About the lines before the samples, which are wrong in few units: block.py knows which to ask.
BEFORE: tuple[Detector, ...] = (calls_of_another_length, no_pace, odd_clock)
