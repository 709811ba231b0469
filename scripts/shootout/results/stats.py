"""From samples to cycles per byte: pure functions, and what makes their figures doubtful.

Reference for the quartiles: https://cr.yp.to/papers.html#rsrst (SUPERCOP's include/stq.h);
for the long messages and the rule of the fastest: Bernstein and Lange, "The new SHA-3
software shootout", 2012.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Union

from ..registry.families import SHOOTOUT
from .records import NO_CAUSES, Block, Timings

LONG = "long"
Length = Union[int, str]  # bytes, or LONG
TOP, SHORT = 4096, 8  # bytes
BYTES = (TOP, 1536, 576, 64, SHORT)
LENGTHS: tuple[Length, ...] = (LONG, *BYTES)  # the paper's order
DECIDING = 1536  # bytes; SUPERCOP's try times this length and its do-part keeps the fastest

# Doubts found here; those of the driver come as flags.
UNSTEADY, APART = "unsteady", 0.02  # between the quartiles of the rounds, of their median
RESOLUTION = 3.0  # cycles; a shorter difference between rounds is the counter's
FEW, ENOUGH = "few", 3  # undisturbed rounds, where others were disturbed
BENT, ROOM = "bent", 0.02  # for the fixed cost that a slope implies, of the cycles at TOP


@dataclass(frozen=True)
class Figure:
    """Stabilized quartiles in cycles per byte, and what is to be said about them.

    `doubts` are cast on the figure itself; `left_out` has the causes of doubt about samples
    that were not used, there being better ones.
    """

    q1: float
    median: float
    q3: float
    doubts: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    samples: int = 0
    rounds: int = 0


class Round:
    """The samples of one length in one round, in cycles, and the causes of its flags."""

    __slots__ = ("_block", "_cycles", "_index", "_ratio", "causes")

    def __init__(
        self,
        samples: Sequence[float],
        causes: frozenset[str] = NO_CAUSES,
        block: Block | None = None,
        index: int = 0,
        ratio: float = 1,
    ) -> None:
        self._cycles, self._block, self._index, self._ratio = samples, block, index, ratio
        self.causes = causes

    @property
    def samples(self) -> Sequence[float]:
        """Cycles; converted when they are asked for, for most rounds never are."""
        if self._block:
            self._cycles = self._block.cycles(self._index, self._ratio)
            self._block = None
        return self._cycles

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Round)
            and tuple(self.samples) == tuple(other.samples)
            and self.causes == other.causes
        )

    def __hash__(self) -> int:
        return hash(self.causes)


class Rounds(dict[tuple[int, int], Round]):
    """The rounds of one length, by block, and by pass over the lengths within the block."""

    def used(self) -> Rounds:
        """The rounds without flags, or where there are none of these all."""
        clean = {key: each for key, each in self.items() if not each.causes}
        return Rounds(clean) if 0 < len(clean) < len(self) else self

    @cached_property
    def second(self) -> float:
        """The second quartile of the pooled samples of the rounds that are used, in cycles."""
        return middle(_pool(self.used().values()))


def quartiles(samples: Sequence[float]) -> tuple[float, float, float]:
    """The stabilized quartiles of at least one sample, in its unit.

    Of n samples, each taken eight times and sorted into S: the means of S[n..3n),
    S[3n..5n) and S[5n..7n).
    """
    n = len(samples)
    if n <= 2:  # quickly: a curve has thousands of them
        low, high = min(samples), max(samples)
        return low, (low + high) / 2, high
    ordered = [*sorted(samples), 0]
    first, second, third = [_part(ordered, k * n, (k + 2) * n) / (2 * n) for k in (1, 3, 5)]
    return first, second, third


def middle(samples: Sequence[float]) -> float:
    """The second of the stabilized quartiles, which is most of what is asked for."""
    n = len(samples)
    if n <= 2:
        return quartiles(samples)[1]
    return _part([*sorted(samples), 0], 3 * n, 5 * n) / (2 * n)


def _part(ordered: Sequence[float], start: int, end: int) -> float:
    """The sum of S[start..end), where S holds each of the ordered samples eight times."""
    first, last = start // 8, end // 8
    whole = 8 * sum(ordered[first:last])
    return whole - start % 8 * ordered[first] + end % 8 * ordered[last]


def stq2(samples: Sequence[int]) -> int:
    """The second stabilized quartile as SUPERCOP prints it: to the nearest, a half to zero."""
    second = middle(samples)
    return math.ceil(second - 0.5) if second >= 0 else math.floor(second + 0.5)


def stretch(primitive: str) -> int:
    """B, in bytes: the long-message figure is (cycles(4096) - cycles(4096 - B)) / B.

    Outside of the shootout it is the largest multiple of the block size up to 2048. Only
    Keccak's blocks do not divide 2048: 1600 bits less the capacity, which its name tells.
    """
    if primitive in SHOOTOUT:
        return SHOOTOUT[primitive]
    keccak, sha3 = re.fullmatch(r"keccakc(\d+)", primitive), re.fullmatch(r"sha3(\d+)", primitive)
    capacity = int(keccak[1]) if keccak else 2 * int(sha3[1]) if sha3 else 0
    block = (1600 - capacity) // 8 if 0 < capacity < 1600 else 64
    return 2048 // block * block


@cache
def needed(primitive: str) -> frozenset[int]:
    """The lengths in bytes that figures depend on: what a reader should keep."""
    return frozenset({*BYTES, TOP - stretch(primitive)})


def rounds(blocks: Sequence[Block], mlen: int) -> Rounds:
    """What was sampled at one length, as `by_length` has it."""
    return by_length(blocks).get(mlen, Rounds())


def by_length(blocks: Sequence[Block]) -> Mapping[int, Rounds]:
    """What was sampled at each length, in core cycles where a clock was timed beside it.

    Where only a part has a clock the rest is not used, for ticks are no cycles. SUPERCOP
    goes over the lengths several times in one process: each pass counts as a round.
    """
    clocked = any(map(_clocked, blocks))
    found: dict[int, Rounds] = {}
    for i, block in enumerate(blocks):
        every = frozenset([flag.cause for flag in block.flags])
        for mlen, clock, causes, index in block.rounds():
            if clock is None:
                if clocked:
                    continue
                clock = 1
            taken = found.get(mlen)
            if taken is None:
                taken = found[mlen] = Rounds()
            k = 0
            while (i, k) in taken:
                k += 1
            taken[i, k] = Round((), causes | every if every else causes, block, index, clock)
    return found


def pooled(blocks: Sequence[Block]) -> dict[int, tuple[list[float], list[float]]]:
    """The samples at each length in cycles: of rounds without flags, and of rounds with some.

    What `median` and `figure` pool, quickly and without the rounds: curves have thousands of
    lengths.
    """
    clocked = any(map(_clocked, blocks))
    clean: dict[int, list[float]] = {}
    doubted: dict[int, list[float]] = {}
    for block in blocks:
        timings, all_flagged = block.timings, bool(block.flags)
        if isinstance(timings, Timings):
            timings.pool(clean, doubted, clocked=clocked, all_flagged=all_flagged)
            continue
        for mlen, clock, causes, index in block.rounds():
            if clock is None and clocked:
                continue
            flagged = all_flagged or causes
            if not flagged or mlen not in clean:
                pools = doubted if flagged else clean
                pools.setdefault(mlen, []).extend(
                    block.cycles(index, 1 if clock is None else clock)
                )
    return {mlen: (clean.get(mlen, []), doubted.get(mlen, [])) for mlen in {**clean, **doubted}}


def _clocked(block: Block) -> bool:
    timings = block.timings
    if isinstance(timings, Timings):
        return timings.clocked
    return any(timing.clock is not None for timing in timings)


def _trusted(rounds: Rounds) -> tuple[Rounds, list[str], list[str]]:
    """The rounds that count, the causes of doubt about them, those of what is left out.

    Rounds without flags count alone where there are any; otherwise all do.
    """
    causes = sorted({cause for each in rounds.values() for cause in each.causes})
    clean = Rounds({key: each for key, each in rounds.items() if not each.causes})
    return (clean, [], causes) if clean else (rounds, causes, [])


def _pool(rounds: Iterable[Round]) -> list[float]:
    return [sample for each in rounds for sample in each.samples]


def _unsteady(medians: Sequence[float]) -> list[str]:
    """Doubt the median of rounds that disagree, the outer quarters of them aside."""
    first, second, third = quartiles(medians)
    apart = third - first
    return [UNSTEADY] if apart > max(APART * abs(second), RESOLUTION) else []


def _few(used: Rounds, left_out: Sequence[str]) -> list[str]:
    """Doubt what a disturbed machine left: rounds so few that they may agree by chance."""
    return [FEW] if left_out and len(used) < ENOUGH else []


def median(rounds: Rounds, mlen: int) -> float:
    """The median of `figure`, quickly: most cells are never asked for more."""
    return rounds.second / mlen


def figure(rounds: Rounds, mlen: int) -> Figure | None:
    """The cycles per byte of messages of `mlen` bytes; None when there are no rounds."""
    if not rounds:
        return None
    used, doubts, left_out = _trusted(rounds)
    pooled = _pool(used.values())
    q1, second, q3 = (cycles / mlen for cycles in quartiles(pooled))
    doubts += _few(used, left_out)
    doubts += _unsteady([middle(each.samples) for each in used.values()])
    return Figure(q1, second, q3, tuple(doubts), tuple(left_out), len(pooled), len(used))


def slope(primitive: str, taken: Mapping[int, Rounds]) -> tuple[float, bool] | None:
    """The median of `extrapolation`, and whether it is bent."""
    step = stretch(primitive)
    top, low = taken.get(TOP, Rounds()), taken.get(TOP - step, Rounds())
    common = top.keys() & low.keys()
    used = {key for key in common if not (top[key].causes or low[key].causes)} or common
    if not used:
        return None
    at_top, at_low = (
        side.second if used == side.used().keys() else middle(_pool(side[key] for key in used))
        for side in (top, low)
    )
    second = (at_top - at_low) / step
    return second, _bent(at_top, second, taken.get(SHORT, Rounds()))


def extrapolation(primitive: str, taken: Mapping[int, Rounds]) -> Figure | None:
    """The cycles per byte of long messages, from two lengths a multiple of blocks apart.

    The median comes from the medians of the two lengths, the outer quartiles from the
    differences of samples paired in the order they were taken within each round.
    """
    found = slope(primitive, taken)
    if not found:
        return None
    second, bent = found
    step = stretch(primitive)
    top, low = taken[TOP], taken[TOP - step]
    pairs = Rounds()
    for key in top.keys() & low.keys():
        apart = tuple([a - b for a, b in zip(top[key].samples, low[key].samples)])
        pairs[key] = Round(apart, top[key].causes | low[key].causes)
    used, doubts, left_out = _trusted(pairs)
    differences = _pool(used.values())
    q1, _, q3 = (cycles / step for cycles in quartiles(differences))
    doubts += _few(used, left_out)
    doubts += _unsteady([middle(each.samples) for each in used.values()])
    doubts += [BENT] * bent
    return Figure(q1, second, q3, tuple(doubts), tuple(left_out), len(differences), len(used))


def _bent(at_top: float, slope: float, short: Rounds) -> bool:
    """Doubt a slope that implies an impossible cost of a message without its blocks.

    That cost is never negative, and below that of a short message, which has a block more.
    A process disturbed at one of the two lengths, or with two speeds, shows up so.
    """
    fixed, room = at_top - TOP * slope, ROOM * at_top
    most = SHORT * median(short, SHORT) if short else at_top
    return not -room <= fixed <= most + room
