"""A line of samples: what can be computed anew from it, and what no chance repeats."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .evidence import MOST, Evidence

LIKELY = 30
"""Bits; as rare as that, no two lines of a run have the same samples by chance."""
TEN = 10
"""Samples of a line that can be so rare."""
BITS = [math.lgamma(n + 1) / math.log(2) for n in range(256)]
UNEVEN = 0.02
"""As in measure.c: quartiles of samples that are further apart, in parts of their median."""


def unevenness(ordered: Sequence[int], middle: int, calls: int, grain: float) -> float:
    """As `spread` in quartiles.c, without its excuse: that steps are no difference.

    From the sorted differences of the samples to `middle`. Negative where a run that looked at
    its counter twice, and found a step a bit different, may have had that excuse.
    """
    n = len(ordered)
    apart = ordered[3 * n // 4] - ordered[n // 4]
    median = middle + ordered[n // 2]
    least = (2 * grain + 1) / calls
    if median <= 0 or apart <= 0.9 * least:
        return 0.0
    return apart / median if apart >= 1.1 * least else -apart / median


def as_flagged(uneven: float, said: str | None) -> bool:
    """Whether the flag `uneven`, or its absence, agrees with the samples."""
    if uneven < 0 and said is not None:
        return said == f"{-uneven:.3f}"
    return said is None if uneven <= UNEVEN else said == f"{uneven:.3f}"


def look_for_copies(
    e: Evidence, number: int, calls: int, ordered: list[int], text: tuple[bytes, bytes]
) -> None:
    """Remembers the text of samples so odd that it cannot come twice, and notices if it does."""
    different = set(ordered)
    if len(different) <= 4:
        return
    bits = BITS[len(ordered)] - sum(BITS[ordered.count(s)] for s in different)
    if bits < LIKELY or len(e.prints) > MOST:
        return
    before = e.prints.setdefault(hash((calls, text)), number)
    if before != number:
        e.notice("copy", f"line {number} has the samples of line {before}")
