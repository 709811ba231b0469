"""The samples of one message length, and what the lines around them say about it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple, Union

from ..results.timings import Flag

MOST = 50_000  # cells, blocks, names of each kind kept of a file; 20 times those of a full run
VARIED = 8  # different samples of a line, at least; a line with fewer may recur by chance
LARGE = 200  # ticks of its middle


class Place(NamedTuple):
    """Samples in columns, as messages name them: a line of the file has those of many lengths."""

    line: int  # the first of the block
    mlen: int  # bytes

    def __str__(self) -> str:
        return f"{self.line} (length {self.mlen})"


Where = Union[int, Place]  # the number of a line, or what stands for it


class Fault(NamedTuple):
    """Something wrong in a file."""

    kind: str  # a rule asks for the faults of some kinds
    text: str  # where, and what


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


def mark(u: Unit) -> str:
    """A hash of a line's samples, in whatever order; empty if chance may repeat them."""
    if u.middle < LARGE or len(set(u.ordered)) < VARIED:
        return ""
    text = repr((u.calls, u.middle, u.ordered)).encode()
    return hashlib.blake2b(text, digest_size=8).hexdigest()
