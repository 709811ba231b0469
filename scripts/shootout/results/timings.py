"""The timings of a block: the samples of a length, with their clock, calls and flags."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Union

EVERY = range(1 << 24)  # message lengths, bytes
Mlens = Union[range, frozenset[int]]  # message lengths, bytes


class Flag(NamedTuple):
    """A doubt the driver had while it measured: shared, drift, switched, stolen, ..."""

    cause: str
    detail: str = ""


decode = json.JSONDecoder().raw_decode  # the fastest parser of numbers in Python


def numbers(text: bytes) -> list[int]:
    """The numbers in a text: those in 12+3-4, or in 12 +3-4, are 12, 3 and -4."""
    joined = text.replace(b"+", b",").replace(b"-", b",-").removeprefix(b",")
    found: list[int]
    try:
        found, _ = decode(f"[{joined.decode()}]")
    except ValueError:  # leading zeros, which JSON does not allow
        found = list(map(int, text.replace(b"+", b" ").replace(b"-", b" -").split()))
    return found


def in_cycles(ticks: Iterable[float], ratio: float) -> list[float]:
    """Ticks as core cycles, of which a tick has so many."""
    return [tick * ratio for tick in ticks]


class Timing(NamedTuple):
    """One `cycles` line."""

    mlen: int  # bytes
    samples: Sequence[int] = ()  # raw ticks of the counter, in the order they were taken
    calls: int = 1  # a sample is the rounded mean of so many consecutive calls
    clock: float | None = None  # core cycles per tick, timed beside these samples
    flags: tuple[Flag, ...] = ()

    @property
    def ratio(self) -> float:
        """Core cycles per tick; 1 where a clock was not timed."""
        return 1 if self.clock is None else self.clock
