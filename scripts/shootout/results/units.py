"""Timings of a block as they are written; made into records and numbers when asked for.

Most of a result file is units: the samples of a length with what is said around them. One
regular expression splits a block at its units. They are kept as columns, because most are
asked for nothing but samples, and many, having flags, not even for these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import compress
from typing import NamedTuple, Union

from ..layout.effect import Layout
from .grammar import CAUSES, ENDING, GROUPS, UNITS
from .timings import EVERY, NO_CAUSES, Flag, Mlens, Pools, Timing, Timings, Told, numbers

Ratio = Union[float, None]  # core cycles per tick
Said = tuple[bytes, float]  # samples as they are written, and the ratio of their ticks


class Found(NamedTuple):
    """What a block says after its head: timings, flags of the process, its layout."""

    timings: UnitTimings
    flags: tuple[Flag, ...]
    layout: Layout | None


def parse(text: bytes, at: int, wanted: Mlens) -> Found | None:
    """The timings of wanted lengths in a block, whose head ends at `at`.

    None unless the rest of it is as ./do writes it: units about one length each, with possible
    numbers, then the lines that end a block.
    """
    parts = UNITS.split(text)  # what is before a unit, its groups, what is before the next, ...
    ending = ENDING.fullmatch(parts[-1])
    if not ending or len(parts[0]) != at or any(parts[STEP:-1:STEP]):
        return None
    clocks, _, calls, mlens, stated, flags = (parts[i::STEP] for i in range(1, STEP))
    ratio: Ratio = None
    ratios = []
    for clock in clocks:
        if clock:
            ratio = float(clock)
        ratios.append(ratio)
    if 0 in ratios or not mlens:
        return None
    timings = UnitTimings(_lengths(tuple(mlens), wanted), ratios, stated, flags, calls)
    layout = Layout(*map(int, ending.group(2, 3, 4))) if ending[2] else None
    return Found(timings, tuple(_flags(ending[1])) if ending[1] else (), layout)


STEP = GROUPS + 1


class Lengths(NamedTuple):
    """The lengths of a block's units, in bytes; most blocks have the same."""

    number: int  # timed, wanted or not
    mlens: tuple[int, ...]  # those that are wanted
    kept: tuple[bool, ...] | None  # which units are of these; None: all
    places: dict[int, int] | None  # of these among these; None if a length was timed twice


@lru_cache(100)
def _lengths(words: tuple[bytes, ...], wanted: Mlens) -> Lengths:
    every = tuple(map(int, words))
    kept = tuple(map(wanted.__contains__, every))
    mlens = tuple(compress(every, kept))
    places = {mlen: i for i, mlen in enumerate(mlens)}
    return Lengths(
        len(every), mlens, None if all(kept) else kept,
        places if len(places) == len(mlens) else None,
    )  # fmt: skip


class UnitTimings(Timings):
    """The timings of units, in columns."""

    __slots__ = ("calls", "clocked", "flags", "lengths", "mlens", "places", "ratios", "stated")

    def __init__(
        self, lengths: Lengths, ratios: list[Ratio], stated: list[bytes], flags: list[bytes],
        calls: list[bytes | None],
    ) -> None:  # fmt: skip
        self.lengths, self.mlens, kept, self.places = lengths
        self.clocked = ratios[-1] is not None
        if kept:
            ratios, stated = list(compress(ratios, kept)), list(compress(stated, kept))
            flags, calls = list(compress(flags, kept)), list(compress(calls, kept))
        self.ratios, self.stated, self.flags, self.calls = ratios, stated, flags, calls

    def clocks(self) -> list[Ratio]:
        """The core cycles per tick of each length."""
        return self.ratios

    def cycles(self, index: int, ratio: float) -> list[float]:
        """The samples of one of the lengths in cycles, with so many to a tick."""
        text = self.stated[index].replace(b"+", b" ").replace(b"-", b" -")
        base, *apart = map(int, text.split())
        return [(base + each) * ratio for each in apart]

    def rounds(self, wanted: Mlens = EVERY) -> Iterator[Told]:
        """What stats needs of each wanted length."""
        for i, mlen in enumerate(self.mlens):
            if mlen in wanted:
                flags = self.flags[i]
                yield mlen, self.ratios[i], _causes(flags) if flags else NO_CAUSES, i

    def alike(self, one: int, other: int) -> bool:
        """Whether two lengths in bytes were timed together: see `Timings.alike`."""
        if None in self.ratios:
            return super().alike(one, other)
        places, flags = self.places, self.flags
        if places and one in places and other in places:
            return (not flags[places[one]]) == (not flags[places[other]])
        pairs = list(zip(self.mlens, self.flags))
        first = [not flags for mlen, flags in pairs if mlen == one]
        return first == [not flags for mlen, flags in pairs if mlen == other]

    def flagged(self) -> list[frozenset[str]]:
        """The causes of each length that has flags."""
        return [_causes(flags) for flags in self.flags if flags]

    def pool(self, clean: Pools, doubted: Pools, *, clocked: bool, all_flagged: bool) -> None:
        """Add the samples, in cycles, to the pools: see `Timings.pool`."""
        self.pool_all([(self, all_flagged)], clean, doubted, clocked=clocked)

    @classmethod
    def pool_all(
        cls, blocks: Iterable[tuple[UnitTimings, bool]], clean: Pools, doubted: Pools,
        *, clocked: bool,
    ) -> None:  # fmt: skip
        """Do as `pool` for the timings of several blocks, whose samples are decoded at once."""
        good, bad = dict[int, list[Said]](), dict[int, list[Said]]()
        for timings, all_flagged in blocks:
            told = zip(timings.mlens, timings.flags, timings.stated, timings.ratios)
            for mlen, flags, stated, ratio in told:
                if ratio is None and clocked:
                    continue
                pool = bad if flags or all_flagged else good
                said = stated, 1 if ratio is None else ratio
                if mlen in pool:
                    pool[mlen].append(said)
                else:
                    pool[mlen] = [said]
        rest = {n: some for n, some in bad.items() if n not in good and n not in clean}
        both = (clean, good), (doubted, rest)
        every = [stated for _, pool in both for some in pool.values() for stated, _ in some]
        decoded = iter(numbers(every))
        for pools, pool in both:
            for mlen, some in pool.items():
                pools.setdefault(mlen, []).extend([
                    (base + each) * times
                    for (_, times), (base, *apart) in zip(some, decoded)
                    for each in apart
                ])  # fmt: skip

    def ticks(self) -> list[list[int]]:
        """The samples of all lengths in ticks, decoded at once."""
        return [[base + each for each in apart] for base, *apart in numbers(self.stated)]

    def __iter__(self) -> Iterator[Timing]:
        for i, stated in enumerate(numbers(self.stated)):
            calls, flags = int(self.calls[i] or 1), tuple(_flags(self.flags[i]))
            timing = Timing(self.mlens[i], (), calls, self.ratios[i], flags)
            timing.stated = stated
            yield timing

    def __len__(self) -> int:
        return len(self.mlens)


def _causes(flags: bytes) -> frozenset[str]:
    """The causes of a length's flags, which differ in little but numbers."""
    return _named(flags.translate(None, b"0123456789"))


@lru_cache(1000)
def _named(flags: bytes) -> frozenset[str]:
    return frozenset(map(bytes.decode, CAUSES.findall(flags)))


def _flags(lines: bytes) -> Iterator[Flag]:
    for line in lines.decode().split("\n")[1:]:
        _, _, cause, *detail = line.split()
        yield Flag(cause, " ".join(detail))
