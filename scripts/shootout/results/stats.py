"""Statistics that turn samples into cycles per byte, and the rules that doubt a figure.

All are pure functions.

Reference for the quartiles: https://cr.yp.to/papers.html#rsrst (SUPERCOP's include/stq.h);
for the long messages and the rule of the fastest: Bernstein and Lange, "The new SHA-3
software shootout", 2012.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache, reduce
from operator import add
from typing import NamedTuple, Union

from ..layout.effect import FREEDOM, LEAST, Layout, culprit, spread
from ..registry.causes import APART, ENOUGH, FEW, INCONSISTENT, ROOM, UNSTEADY
from ..registry.families import SHOOTOUT, younger
from ..registry.sets import DEFAULT, LATER, told_of
from .records import MANY, Block
from .timings import EVERY, Mlens, Timing, in_cycles

LONG = "long"
Length = Union[int, str]  # bytes, or LONG
TOP, SHORT = 4096, 8  # bytes
BYTES = (TOP, 1536, 576, 64, SHORT)
LENGTHS: tuple[Length, ...] = (LONG, *BYTES)  # the paper's order
# Those of the fastest few of each function besides, at which all are compared; and all.
FURTHER = tuple(sorted(map(int, told_of("further")), reverse=True))
ALL_LENGTHS: tuple[Length, ...] = (LONG, *FURTHER, *BYTES)
NAMED = "lengths"  # the fact that has others in bytes, with blanks between
DECIDING = 1536  # bytes; SUPERCOP's try times this length and its do-part keeps the fastest

Costs = tuple[float, float]  # medians of the two lengths of a slope, in cycles

RESOLUTION = 3.0  # cycles; a smaller difference between rounds may come from the counter


class Figure(NamedTuple):
    """Stabilized quartiles in cycles per byte, with their doubts.

    `doubts` concern the figure itself; `left_out` names the flags of samples that were not
    used because there were better ones.
    """

    q1: float
    median: float
    q3: float
    doubts: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    samples: int = 0
    rounds: int = 0
    layout: float = 1.0  # the slowest layout's median by the fastest's; 1 if noise explains it
    culprit: str = ""  # of code, stack or message: the one that explains this, if it is known


class Round(NamedTuple):
    """The samples of one length in one round, the causes of its flags, its layout."""

    samples: Sequence[float]  # cycles
    causes: frozenset[str] = frozenset()
    layout: Layout | None = None
    ratio: float = 1  # core cycles per tick, by which they were converted
    ticks: Sequence[float] = ()  # what they were before


class Trusted(NamedTuple):
    """The rounds that count towards a figure."""

    rounds: Collection[Round]
    doubts: list[str]  # the causes of their flags
    left_out: list[str]  # the causes of the flags of all other rounds

    @property
    def ordered(self) -> list[float]:
        """Their pooled samples, in cycles, the least first."""
        return sorted(_pool(self.rounds))

    @property
    def second(self) -> float:
        """The second quartile of these samples."""
        return center(self.ordered)


class Rounds(dict[tuple[int, int], Round]):
    """The rounds of one length, by block, and by pass over the lengths within the block."""

    __slots__ = ()

    @property
    def trusted(self) -> Trusted:
        """The rounds without flags, or where there are none of these all."""
        causes = {each.causes for each in self.values() if each.causes}
        if not causes:
            return Trusted(self.values(), [], [])
        clean = [each for each in self.values() if not each.causes]
        names = sorted(frozenset().union(*causes))
        return Trusted(clean, [], names) if clean else Trusted(self.values(), names, [])


def quartiles(samples: Sequence[float]) -> tuple[float, float, float]:
    """The three stabilized quartiles of at least one sample, in its unit.

    Repeat each of n samples eight times and sort all into S; the quartiles are the means of
    S[n..3n), S[3n..5n) and S[5n..7n).
    """
    return _quartiles(sorted(samples))


def _quartiles(ordered: list[float]) -> tuple[float, float, float]:
    n = len(ordered)
    if n <= 2:  # a shortcut: a curve has thousands of such lengths
        low, high = ordered[0], ordered[-1]
        return low, (low + high) / 2, high
    ended = [*ordered, 0]
    first, second, third = [_part(ended, k * n, (k + 2) * n) / (2 * n) for k in (1, 3, 5)]
    return first, second, third


def middle(samples: Sequence[float]) -> float:
    """The second stabilized quartile, in the unit of the samples."""
    return center(sorted(samples))


def center(ordered: Sequence[float]) -> float:
    """The second stabilized quartile of ordered samples."""
    n = len(ordered)
    return (ordered[0] + ordered[-1]) / 2 if n <= 2 else _part(ordered, 3 * n, 5 * n) / (2 * n)


def _part(ordered: Sequence[float], start: int, end: int) -> float:
    """The sum of S[start..end), where S holds each of the ordered samples eight times."""
    first, last = start // 8, end // 8
    whole = 8 * reduce(add, ordered[first:last], 0)  # `sum` rounds otherwise since Python 3.12
    return whole - start % 8 * ordered[first] + end % 8 * ordered[last]


def stq2(samples: Sequence[int]) -> int:
    """The second stabilized quartile as SUPERCOP prints it: rounded, halves towards zero."""
    second = middle(samples)
    return math.ceil(second - 0.5) if second >= 0 else math.floor(second + 0.5)


def stretch(primitive: str) -> int:
    """The paper's B, in bytes: long messages cost (cycles(4096) - cycles(4096 - B)) / B.

    Outside the shootout B is the largest multiple of the block size up to 2048. Only Keccak's
    block does not divide 2048.
    """
    if primitive in SHOOTOUT:
        return SHOOTOUT[primitive]
    block = rate(primitive) or 64
    return 2048 // block * block


def rate(primitive: str) -> int | None:
    """The block size of Keccak, in bytes, of all leaves of a tree together; None for others.

    It has 1600 bits less the capacity, which is in the name, or 576 where it is not: that of
    SHA-3 is twice its digest, that of SHAKE twice its strength.
    """
    names = r"keccak(?:c(\d+))?(?:treed(\d+))?|(?:sha3|(?:turbo)?shake)(\d{3})|(k12)"
    found = re.fullmatch(names, primitive)
    if not found:
        return None
    capacity = 256 if found[4] else 2 * int(found[3]) if found[3] else int(found[1] or 576)
    return (1600 - capacity) // 8 * int(found[2] or 1) if 0 < capacity < 1600 else None


def lengths_of(group: str) -> tuple[Length, ...]:
    """The lengths at which a set is shown: the paper's, or those at which trees stand beside
    others, without the slope."""
    return ALL_LENGTHS[1:] if group in (DEFAULT, *LATER) else LENGTHS


@cache
def ends(primitive: str) -> tuple[int, int]:
    """The lengths in bytes that the figure of long messages is the slope between, the longer first.

    A younger function than the paper's has the longest and the shortest of FURTHER: below 4096
    bytes a tree has no more than a few of its lanes in use, so twice the message may take the same
    time.
    """
    return (FURTHER[0], FURTHER[-1]) if younger(primitive) else (TOP, TOP - stretch(primitive))


def tree(primitive: str) -> bool:
    """Whether code that is the fastest at 4096 bytes may not be at FURTHER."""
    return primitive in told_of("trees")


@cache
def needed(primitive: str) -> frozenset[int]:
    """The message lengths, in bytes, that figures depend on and a reader has to keep."""
    return frozenset({*BYTES, *ends(primitive), *FURTHER})


def named(facts: Mapping[str, str]) -> frozenset[int]:
    """The lengths in bytes that a run was asked for besides the usual ones."""
    words = re.findall(r"\b[1-9]\d{0,6}\b", facts.get(NAMED, ""), re.ASCII)
    return frozenset(map(int, words[:MANY]))


@cache
def papers(primitive: str) -> frozenset[int]:
    """Those of them that are no longer than the paper's."""
    return frozenset(mlen for mlen in needed(primitive) if mlen <= TOP)


def by_length(blocks: Sequence[Block], wanted: Mlens = EVERY) -> Mapping[int, Rounds]:
    """The rounds of each wanted message length, in core cycles if a clock was timed beside them.

    If only some timings have a clock the others are dropped: ticks are not cycles. SUPERCOP
    goes over the lengths several times in one process; each pass counts as a round.
    """
    found: dict[int, Rounds] = {}
    for i, (block, timings) in enumerate(zip(blocks, _comparable(blocks))):
        every = frozenset([flag.cause for flag in block.flags])
        passes: dict[int, int] = {}
        for each in timings:
            mlen, ticks, _, _, flags = each
            if mlen in wanted:
                k = passes[mlen] = passes.get(mlen, -1) + 1
                causes = every.union([flag.cause for flag in flags]) if flags else every
                cycles = in_cycles(ticks, each.ratio)
                if mlen not in found:
                    found[mlen] = Rounds()
                found[mlen][i, k] = Round(cycles, causes, block.layout, each.ratio, ticks)
    return found


def _comparable(blocks: Sequence[Block]) -> list[list[Timing]]:
    """The timings of each block: those with a clock, or if none has one all."""
    every = [list(block.timings) for block in blocks]
    if not any(each.clock is not None for some in every for each in some):
        return every
    return [[each for each in some if each.clock is not None] for some in every]


def _pool(rounds: Iterable[Round]) -> list[float]:
    return [sample for each in rounds for sample in each.samples]


def _judged(used: Trusted) -> tuple[list[str], float, str]:
    """The doubts about the rounds of a figure, how far it depends on the layout, on which offset.

    Rounds that disagree as their layouts do are not unsteady; otherwise the outer quarters of them
    are left aside. Flagged rounds tell no layout. Where so many were disturbed that the rest may
    agree by chance, they are few.
    """
    few = [FEW] if used.left_out and len(used.rounds) < ENOUGH else []
    times = [middle(each.samples) for each in used.rounds]
    layouts = [each.layout for each in used.rounds]
    if max(times) < min(times) * (1 + LEAST):  # neither unsteady nor of another layout
        return [*used.doubts, *few], 1.0, ""
    layout = 1.0 if used.doubts or len(times) < FREEDOM + 2 else spread(times, layouts)
    if layout == 1:
        first, second, third = quartiles(times)
        unsteady = third - first > max(APART * abs(second), RESOLUTION)
        return [*used.doubts, *few, *[UNSTEADY] * unsteady], layout, ""
    named = culprit(times, layouts)
    return few, layout, named.offset if named else ""


def medians(primitive: str, taken: Mapping[int, Rounds]) -> tuple[dict[Length, float], bool]:
    """The median of each figure in cycles per byte; whether that of long messages is inconsistent.

    They are those of `figure` and `extrapolation`, found without the rest: a file has ten
    thousand figures, of which a few dozen are shown.
    """
    found: dict[Length, float] = {}
    inconsistent, short = False, taken.get(SHORT)
    if costs := _costs(primitive, taken):
        found[LONG], inconsistent = _slope(primitive, costs, short)
    others = sorted(taken.keys() - needed(primitive) - {0}, reverse=True)
    found.update(
        (n, taken[n].trusted.second / n) for n in (*others, *FURTHER, *BYTES) if n in taken
    )
    return found, inconsistent


def figure(rounds: Rounds, mlen: int) -> Figure | None:
    """The figure of messages of `mlen` bytes; None without rounds."""
    if not rounds:
        return None
    used = rounds.trusted
    ordered = used.ordered
    (q1, second, q3), n = _quartiles(ordered), len(ordered)
    doubts, layout, guilt = _judged(used)
    return Figure(
        q1 / mlen, second / mlen, q3 / mlen, tuple(doubts), tuple(used.left_out), n,
        len(used.rounds), layout, guilt,
    )  # fmt: skip


def _costs(primitive: str, taken: Mapping[int, Rounds]) -> Costs | None:
    """The medians of the rounds that both lengths of `extrapolation` have, in cycles."""
    top, low = (taken.get(mlen, Rounds()) for mlen in ends(primitive))
    common = top.keys() & low.keys()
    used = {key for key in common if not (top[key].causes or low[key].causes)} or common
    if not used:
        return None
    return middle(_pool(top[key] for key in used)), middle(_pool(low[key] for key in used))


def per_byte(primitive: str, at_top: float, at_low: float) -> float:
    """What a byte of a long message costs, by the costs of the two lengths of `extrapolation`."""
    top, low = ends(primitive)
    return (at_top - at_low) / (top - low)


def _slope(primitive: str, costs: Costs, short: Rounds | None) -> tuple[float, bool]:
    """Cycles per byte between the two lengths, and whether the slope is inconsistent.

    It is inconsistent if the fixed cost that it implies, in cycles a message, is impossible:
    negative, or more than a short message costs, which adds a block. A process that was
    disturbed at one of the two lengths, or ran at two speeds, is found out here. Where the shorter
    one has further lengths a tree may not yet fill its lanes with it: that is no fixed cost, and
    all that is asked is that more bytes take more time.
    """
    (at_top, at_low), (top, low) = costs, ends(primitive)
    slope = per_byte(primitive, at_top, at_low)
    fixed, room = at_top - top * slope, ROOM * at_top
    if low > TOP:
        return slope, not -room <= fixed < at_low
    return slope, not -room <= fixed <= (short.trusted.second if short else at_top) + room


def extrapolation(primitive: str, taken: Mapping[int, Rounds]) -> Figure | None:
    """The figure of long messages, from the two lengths of `ends`.

    The median comes from the medians of the two lengths, the outer quartiles from the
    differences of samples, paired within each round in the order they were taken.
    """
    costs, short = _costs(primitive, taken), taken.get(SHORT)
    if not costs:
        return None
    second, inconsistent = _slope(primitive, costs, short)
    long, shorter = ends(primitive)
    step, pairs = long - shorter, _differences(primitive, taken)
    used = pairs.trusted
    ordered = used.ordered
    q1, _, q3 = (max(0.0, cycles / step) for cycles in _quartiles(ordered))
    doubts, layout, guilt = _judged(used)
    every = (*doubts, *[INCONSISTENT] * inconsistent)
    return Figure(
        q1, second, q3, every, tuple(used.left_out), len(ordered), len(used.rounds), layout, guilt
    )


def _differences(primitive: str, taken: Mapping[int, Rounds]) -> Rounds:
    """The samples of the longer length of `ends`, less those of the shorter, by round."""
    top, low = (taken.get(mlen, Rounds()) for mlen in ends(primitive))
    pairs = Rounds()
    for key, long in top.items():
        if key in low:
            apart = tuple([a - b for a, b in zip(long.samples, low[key].samples)])
            pairs[key] = Round(apart, long.causes | low[key].causes, long.layout)
    return pairs
