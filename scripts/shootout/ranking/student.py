"""Student's distribution, and the digamma function at multiples of a half: pure functions."""

from __future__ import annotations

import math
from functools import lru_cache

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
