"""Timings of a block as they are written; made into records and numbers when asked for.

Most of a result file is such units: the samples of a length with what is said around them.
Most are never asked for more than their samples, and many, having flags, not even for these.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from .grammar import UNITS
from .records import NO_CAUSES, Flag, Timing, Timings, Told, numbers

CAUSE = re.compile(rb"\nflag \S+ (\S+)")
Unit = tuple[bytes, bytes, bytes, bytes, bytes, bytes, bytes, bytes]
# Pace, clock, length and number of calls, length, middle, differences to it, flags.


def find(text: bytes, at: int) -> tuple[list[Unit], int]:
    """The units of a text from a place on, and where they end if nothing is between them."""
    found = UNITS.findall(text, at)
    for pace, clock, called, calls, mlen, middle, apart, behind in found:
        at += len(mlen) + len(middle) + len(apart) + len(behind) + 10
        if pace:
            at += len(pace) + 6
        if clock:
            at += len(clock) + 7
        if called:
            at += len(called) + len(calls) + 8
    return found, at


def plain(unit: Unit) -> bool:
    """Whether a unit is as ./do writes it: about one length, with possible numbers."""
    _, clock, called, _, mlen, middle, _, behind = unit
    return (
        (not clock or float(clock) > 0)
        and (not called or called == mlen)
        and middle != b"0"  # killed runs have left lines of zeros
        and (not behind or behind.count(b"\nflag %s " % mlen) == behind.count(b"\n"))
    )


class UnitTimings(Timings):
    """The timings of units that are `plain`, of wanted lengths."""

    def __init__(self, units: list[Unit], wanted: Container[int]) -> None:
        self.units: list[Unit] = []
        self.mlens: list[int] = []
        self.ratios: list[float | None] = []
        self.stated: list[list[int]] | None = None
        clock = None
        for unit in units:
            if unit[1]:
                clock = float(unit[1])
            mlen = int(unit[4])
            if mlen in wanted:
                self.units.append(unit)
                self.mlens.append(mlen)
                self.ratios.append(clock)
        self.clocked = clock is not None

    def clocks(self) -> list[float | None]:
        """The core cycles per tick of each length."""
        return self.ratios

    def cycles(self, index: int, ratio: float) -> list[float]:
        """The samples of one of the lengths in cycles, with so many to a tick."""
        base, *apart = self._decoded()[index]
        return [(base + each) * ratio for each in apart]

    def rounds(self) -> Iterator[Told]:
        """What stats needs of each length."""
        for i, unit in enumerate(self.units):
            causes = frozenset(map(bytes.decode, CAUSE.findall(unit[7]))) if unit[7] else NO_CAUSES
            yield self.mlens[i], self.ratios[i], causes, i

    def __iter__(self) -> Iterator[Timing]:
        for i, unit in enumerate(self.units):
            calls, flags = int(unit[3] or 1), tuple(_flags(unit[7])) if unit[7] else ()
            timing = Timing(self.mlens[i], (), calls, self.ratios[i], flags)
            timing.stated = self._decoded()[i]
            yield timing

    def __len__(self) -> int:
        return len(self.units)

    def _decoded(self) -> list[list[int]]:
        if self.stated is None:
            self.stated = numbers([unit[5] + unit[6] for unit in self.units])
        return self.stated


def _flags(behind: bytes) -> Iterator[Flag]:
    for line in behind.decode().split("\n")[1:]:
        _, _, cause, *detail = line.split()
        yield Flag(cause, " ".join(detail))
