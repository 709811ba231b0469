"""The samples of one message length, and what the lines around them say about it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ..results.records import Flag


class Group(NamedTuple):
    """What was probed beside the lines of samples that follow."""

    pace: float  # instructions per core cycle; negative before the first probe
    clock: float  # core cycles per tick; 0 where it was not probed
    odd: int  # the line of a clock that is far from the usual one; 0 for none


class Unit(NamedTuple):
    """A line of samples with its calls, its flags and its group."""

    line: int
    primitive: str
    grain: float  # ticks of which measure wants a hundred in a sample; 0 where it is unknown
    group: Group
    mlen: int  # bytes
    called: bool  # with a line `calls` before it, if any, of the same length
    calls: int  # in each sample
    middle: int  # ticks, as stated
    samples: Sequence[int]  # ticks, in the order they were taken
    ordered: Sequence[int]  # the differences of the samples to `middle`, sorted
    text: tuple[bytes, bytes]  # middle and differences, as written
    flags: Sequence[Flag]
    causes: Mapping[str, str]  # of the flags, each with its detail


@cache
def weights(n: int) -> tuple[tuple[int, int], ...]:
    """Which of n sorted samples make the second stabilized quartile, and how often each."""
    taken = [i // 8 for i in range(3 * n, 5 * n)]
    return tuple((i, taken.count(i)) for i in sorted(set(taken)))


def middle_of(ordered: Sequence[int]) -> int:
    """stats.stq2 of sorted samples that are not negative, quickly.

    It moves with its samples: differences to any number give the difference to that number.
    """
    n, total = len(ordered), 0
    for i, times in weights(n):
        total += ordered[i] * times
    return (2 * total + 2 * n - 1) // (4 * n)
