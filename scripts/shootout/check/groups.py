"""The samples of one message length, and what the lines around them say about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ..results.timings import Flag
from .evidence import MOST, Where


class ProbeGroup(NamedTuple):
    """What was probed before the lines of samples that follow."""

    probed: bool  # whether there was a probe of the pace
    clock: float  # core cycles per tick; 0 where it was not probed
    odd: int  # the line of a clock that is far from the usual one; 0 for none


class Unit(NamedTuple):
    """A line of samples with its calls, its flags and its group."""

    line: Where
    group: ProbeGroup
    mlen: int  # bytes
    called: bool  # whether a line `calls` before it, if there is one, is for the same length
    calls: int  # in each sample
    middle: int  # ticks, as stated
    ordered: Sequence[int]  # the differences of the samples to `middle`, sorted
    flags: Sequence[Flag]


class Numbers(dict[bytes, int]):
    """Numbers by their text, as the same few thousand come again and again."""

    def __missing__(self, text: bytes) -> int:
        number = int(text)
        if len(self) < MOST:
            self[text] = number
        return number


number_of = Numbers().__getitem__


@cache
def weights(n: int) -> tuple[tuple[int, int], ...]:
    """The indices of the samples that the second stabilized quartile averages, with weights."""
    taken = [i // 8 for i in range(3 * n, 5 * n)]
    return tuple((i, taken.count(i)) for i in sorted(set(taken)))


def middle_of(ordered: Sequence[int]) -> int:
    """The second stabilized quartile of sorted samples: stats.stq2, but quicker.

    It moves with the samples: their differences to a number give its difference to that number.
    """
    n, total = len(ordered), 0
    for i, times in weights(n):
        total += ordered[i] * times
    return (2 * total + 2 * n - 1) // (4 * n)
