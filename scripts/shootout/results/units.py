"""Timings of a block as they are written; made into records and numbers when asked for.

Most of a result file is units: the samples of a length with what is said around them. One
regular expression cuts those of a block out at once. They are kept as columns, because most
are asked for nothing but samples, and many, having flags, not even for these.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import chain, compress
from typing import Any, NamedTuple

from .grammar import BEFORE_UNIT, CAUSES, CLEAR, PRINTABLE, UNITS
from .records import NO_CAUSES, Flag, Pools, Timing, Timings, Told, numbers

Column = tuple[bytes, ...]


class Found(NamedTuple):
    """What a block says after its head: timings, flags of the process, and where it ends."""

    timings: UnitTimings
    flags: tuple[Flag, ...]
    end: int


def parse(text: bytes, at: int, wanted: Container[int]) -> Found | None:
    """The timings of wanted lengths from a place on, if nothing is between them.

    None unless all units are as ./do writes them: about one length, with possible numbers.
    """
    found = UNITS.findall(text, at)
    if not found:
        return None
    end = at + len(b"".join(chain.from_iterable(found))) + WORDS * len(found)
    *last, flags = found[-1]
    own, dash, rest = flags.partition(b"\nflag - ")
    found[-1] = (*last, own)
    if dash and not _about(b"-", dash + rest):
        return None
    columns = tuple(zip(*found))
    ratio: float | None = None
    ratios: list[float | None] = []
    for before, mlen in zip(columns[0], columns[1]):
        if before:
            said = BEFORE_UNIT.fullmatch(before)
            _, clock, called, _ = said.groups() if said else BAD
            if called not in (None, mlen):
                return None
            if clock:
                ratio = float(clock)
        ratios.append(ratio)
    about = map(_about, columns[1], columns[3]) if any(columns[3]) else ()
    if 0 in ratios or not all(about):
        return None
    return Found(UnitTimings(columns, ratios, wanted), tuple(_flags(dash + rest)), end)


BAD = None, None, b"", None
WORDS = len(b"\ncycles  ")  # of a unit, and not in a group of UNITS


def _about(mlen: bytes, flags: bytes) -> bool:
    """Whether all flags are well-formed and about this length, or about the process, `-`."""
    if not flags:
        return True
    about = flags.count(b"\nflag %s " % mlen) == flags.count(b"\n")
    return about and bool(CLEAR.fullmatch(flags)) and not flags.translate(None, PRINTABLE)


class UnitTimings(Timings):
    """The timings of units, in columns."""

    __slots__ = ("before", "clocked", "decoded", "flags", "lengths", "mlens", "ratios", "stated")

    def __init__(
        self, columns: Sequence[Column], ratios: list[float | None], wanted: Container[int]
    ) -> None:
        mlens = list(map(int, columns[1]))
        self.lengths = len(mlens)  # how many were timed
        self.clocked = ratios[-1] is not None
        kept = list(map(wanted.__contains__, mlens))
        if not all(kept):
            columns = [tuple(compress(column, kept)) for column in columns]
            mlens, ratios = list(compress(mlens, kept)), list(compress(ratios, kept))
        self.before, _, self.stated, self.flags = columns
        self.mlens, self.ratios = mlens, ratios
        self.decoded: list[list[int]] | None = None

    def clocks(self) -> list[float | None]:
        """The core cycles per tick of each length."""
        return self.ratios

    def cycles(self, index: int, ratio: float) -> list[float]:
        """The samples of one of the lengths in cycles, with so many to a tick."""
        if self.decoded is None:
            self.decoded = numbers(self.stated)
        base, *apart = self.decoded[index]
        return [(base + each) * ratio for each in apart]

    def rounds(self) -> Iterator[Told]:
        """What stats needs of each length."""
        for i, flags in enumerate(self.flags):
            causes = frozenset(map(bytes.decode, CAUSES.findall(flags))) if flags else NO_CAUSES
            yield self.mlens[i], self.ratios[i], causes, i

    def alike(self, one: int, other: int) -> bool:
        """Whether two lengths in bytes were timed together: see `Timings.alike`."""
        if not any(self.flags) and None not in self.ratios:
            return self.mlens.count(one) == self.mlens.count(other)
        return super().alike(one, other)

    def flagged(self) -> list[frozenset[str]]:
        """The causes of each length that has flags."""
        return super().flagged() if any(self.flags) else []

    def pool(self, clean: Pools, doubted: Pools, *, clocked: bool, all_flagged: bool) -> None:
        """Add the samples, in cycles, to the pools: see `Timings.pool`."""
        columns: list[Sequence[Any]] = [self.mlens, self.ratios, self.flags, self.stated]
        if all_flagged or any(self.flags):
            told = zip(self.mlens, self.flags)
            used = [mlen not in clean or not (all_flagged or flags) for mlen, flags in told]
            columns = [list(compress(column, used)) for column in columns]
        mlens, ratios, doubts, stated = columns
        for mlen, ratio, doubt, (base, *apart) in zip(mlens, ratios, doubts, numbers(stated)):
            if ratio is None:
                if clocked:
                    continue
                ratio = 1
            pools = doubted if all_flagged or doubt else clean
            if mlen in pools:
                pools[mlen] += [(base + each) * ratio for each in apart]
            else:
                pools[mlen] = [(base + each) * ratio for each in apart]

    def __iter__(self) -> Iterator[Timing]:
        for i, stated in enumerate(numbers(self.stated)):
            said = BEFORE_UNIT.fullmatch(self.before[i])
            calls, flags = int(said[4] or 1) if said else 1, tuple(_flags(self.flags[i]))
            timing = Timing(self.mlens[i], (), calls, self.ratios[i], flags)
            timing.stated = stated
            yield timing

    def __len__(self) -> int:
        return len(self.mlens)


def _flags(lines: bytes) -> Iterator[Flag]:
    for line in lines.decode().split("\n")[1:]:
        _, _, cause, *detail = line.split()
        yield Flag(cause, " ".join(detail))
