"""The timings of a block: the samples of a length, with their clock, calls and flags."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Union, overload

EVERY = range(1 << 24)  # message lengths, bytes
Mlens = Union[range, frozenset[int]]  # message lengths, bytes


class Flag(NamedTuple):
    """A doubt the driver had while it measured: shared, drift, switched, stolen, ..."""

    cause: str
    detail: str = ""


decode = json.JSONDecoder().raw_decode  # the fastest parser of numbers in Python


def numbers(texts: Sequence[bytes]) -> list[list[int]]:
    """The numbers in each text: those in 12+3-4, or in 12 +3-4, are 12, 3 and -4."""
    joined = b"],[".join(texts).replace(b"+", b",").replace(b"-", b",-").replace(b"[,", b"[")
    found: list[list[int]]
    try:
        found, _ = decode(f"[[{joined.removeprefix(b',').decode()}]]")
    except ValueError:  # leading zeros, which JSON does not allow
        spaced = (text.replace(b"+", b" ").replace(b"-", b" -") for text in texts)
        found = [list(map(int, text.split())) for text in spaced]
    return found


class Timing:
    """One `cycles` line."""

    __slots__ = ("calls", "clock", "flags", "mlen", "stated")

    def __init__(
        self,
        mlen: int,
        samples: Sequence[int] = (),
        calls: int = 1,
        clock: float | None = None,
        flags: tuple[Flag, ...] = (),
    ) -> None:
        self.mlen = mlen  # bytes
        self.stated: Sequence[int] = (0, *samples)  # a base, and each sample's difference from it
        self.calls = calls  # a sample is the rounded mean of so many consecutive calls
        self.clock = clock  # core cycles per tick, timed beside these samples
        self.flags = flags

    @property
    def samples(self) -> tuple[int, ...]:
        """Raw ticks of the counter, in the order they were taken."""
        base, *apart = self.stated
        return tuple([base + each for each in apart])

    def cycles(self, ratio: float) -> list[float]:
        """The samples in cycles, for `ratio` cycles per tick."""
        base, *apart = self.stated
        return [(base + each) * ratio for each in apart]

    def replaced(self, **changes: Any) -> Timing:
        """A copy of this timing with the changes given."""
        facts = dict(zip(("mlen", "samples", "calls", "clock", "flags"), self._facts()))
        return Timing(**{**facts, **changes})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timing) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.mlen, self.calls))

    def __repr__(self) -> str:
        return f"Timing{self._facts()}"

    def _facts(self) -> tuple[Any, ...]:
        return self.mlen, self.samples, self.calls, self.clock, self.flags


Pools = dict[int, list[float]]  # cycles by message length
NO_CAUSES = frozenset[str]()
Told = tuple[int, Union[float, None], frozenset[str], int]
# A length in bytes, core cycles per tick, causes of flags, and the index of the timing.


class Timings(Sequence[Timing]):
    """A sequence of timings whose samples can be used without building every Timing."""

    __slots__ = ()
    clocked: bool  # whether any has a clock

    def rounds(self, wanted: Mlens = EVERY) -> Iterator[Told]:
        """What statistics need of each timing of a wanted length, the process's flags aside."""
        for i, timing in enumerate(self):
            if timing.mlen not in wanted:
                continue
            causes = frozenset([flag.cause for flag in timing.flags]) if timing.flags else NO_CAUSES
            yield timing.mlen, timing.clock, causes, i

    def clocks(self) -> Sequence[float | None]:
        """The core cycles per tick of each timing."""
        return [timing.clock for timing in self]

    def cycles(self, index: int, ratio: float) -> list[float]:
        """The samples of a timing in cycles, with so many to a tick."""
        return self[index].cycles(ratio)

    def ticks(self) -> list[list[int]]:
        """The samples of all timings in ticks."""
        return [list(timing.samples) for timing in self]

    def alike(self, one: int, other: int) -> bool:
        """Whether two lengths in bytes were timed as often, and flagged at the same times."""
        told = [(mlen, clock is None, not causes) for mlen, clock, causes, _ in self.rounds()]
        first, second = ([each[1:] for each in told if each[0] == n] for n in (one, other))
        return first == second

    def flagged(self) -> list[frozenset[str]]:
        """The causes of the flags of each timing that has some."""
        return [causes for _, _, causes, _ in self.rounds() if causes]

    def pool(self, clean: Pools, doubted: Pools, *, clocked: bool, all_flagged: bool) -> None:
        """Add the samples, in cycles, to `clean`, or to `doubted` if they are flagged.

        With `clocked` timings without a clock are left out; with `all_flagged` every timing
        counts as flagged. Flagged samples of a length that is in `clean` may be left out.
        """
        for mlen, clock, causes, i in self.rounds():
            if clock is None and clocked:
                continue
            flagged = all_flagged or causes
            if not flagged or mlen not in clean:
                pools = doubted if flagged else clean
                pools.setdefault(mlen, []).extend(self.cycles(i, 1 if clock is None else clock))

    @classmethod
    def pool_all(
        cls, blocks: Iterable[tuple[Any, bool]], clean: Pools, doubted: Pools, *, clocked: bool
    ) -> None:
        """Do as `pool` for the timings of several blocks, each with its `all_flagged`."""
        for timings, all_flagged in blocks:
            timings.pool(clean, doubted, clocked=clocked, all_flagged=all_flagged)

    @overload
    def __getitem__(self, index: int) -> Timing: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Timing]: ...

    def __getitem__(self, index: int | slice) -> Timing | Sequence[Timing]:
        return list(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


BUILT = {tuple, list}  # kinds of sequences of timings that are no Timings


class TimingList(Timings):
    """Timings that were built one by one."""

    def __init__(self, timings: Sequence[Timing]) -> None:
        self.timings = timings
        self.clocked = any(timing.clock is not None for timing in timings)

    def cycles(self, index: int, ratio: float) -> list[float]:
        """The samples of a timing in cycles, with so many to a tick."""
        return self.timings[index].cycles(ratio)

    def __iter__(self) -> Iterator[Timing]:
        return iter(self.timings)

    def __len__(self) -> int:
        return len(self.timings)
