"""The second quartiles of cells, from the pooled samples of each length.

A file has ten thousand of them, its curves a hundred thousand. Commands that draw have loaded
NumPy, which finds all at once; without it they are found one by one, equal to the last bit.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from .columns import ColumnTimings
from .records import Block
from .stats import center, middle, pooled
from .timings import EVERY
from .units import UnitTimings

BETWEEN = 10**16  # has more digits than a sample, and is written between those of two timings
SEPARATOR = b" %d " % BETWEEN
LARGE = 1 << 60  # ticks; sums of larger ones may not be exact in NumPy


class Middles(NamedTuple):
    """The second quartile in cycles of each length, and those of which every round was flagged."""

    seconds: dict[int, float]
    doubtful: frozenset[int]


def middles(cells: Sequence[Sequence[Block]]) -> Iterator[Middles]:
    """The second quartiles of each cell, which is given as its blocks.

    One after the other: those of all lengths of all curves would take much memory.
    """
    np = sys.modules.get("numpy")  # loading it takes longer than reading a file without it
    units = [np is not None and _all(UnitTimings, blocks) for blocks in cells]
    found = _of_units(np, [blocks for blocks, quick in zip(cells, units) if quick])
    for blocks, quick in zip(cells, units):
        if quick:
            yield next(found)
        elif np is not None and _all(ColumnTimings, blocks):
            yield _of_columns(np, blocks)
        else:
            yield _one(blocks)


def _all(kind: type[UnitTimings | ColumnTimings], blocks: Sequence[Block]) -> bool:
    """Whether all timings are of this kind, and can be converted to core cycles."""
    every: list[Any] = [block.timings for block in blocks]
    return bool(every) and all(type(timings) is kind and timings.clocked for timings in every)


def _one(blocks: Sequence[Block]) -> Middles:
    pools = pooled(blocks)
    seconds = {mlen: middle(clean or flagged) for mlen, (clean, flagged) in pools.items()}
    return Middles(seconds, frozenset([mlen for mlen, (clean, _) in pools.items() if not clean]))


def _of_units(np: Any, cells: Sequence[Sequence[Block]]) -> Iterator[Middles]:
    """The second quartiles of cells whose timings are units; there is a pool for each length."""
    texts: list[bytes] = []
    ratios: list[float | None] = []
    flagged: list[bool] = []
    pools: list[int] = []
    lengths: list[int] = []  # bytes, of each pool
    ends: list[int] = []  # of the pools of each cell
    for blocks in cells:
        own: dict[int, int] = {}  # pools, by length
        first, mlens, numbers = len(lengths), (), list[int]()
        for block in blocks:
            timings: Any = block.timings
            if timings.mlens is not mlens:  # most are the same object
                mlens = timings.mlens
                numbers = [own.setdefault(mlen, first + len(own)) for mlen in mlens]
            pools += numbers
            texts += timings.stated
            ratios += timings.ratios
            flagged += [True] * len(mlens) if block.flags else map(bool, timings.flags)
        lengths += own
        ends.append(len(lengths))
    if not texts:
        return
    choice = Choice(np, pools, ratios, flagged)
    joined = SEPARATOR.join([texts[i] for i in choice.used.tolist()])
    spaced = joined.replace(b"+", b" ").replace(b"-", b" -")
    ticks = np.fromstring(spaced, np.int64, sep=" ")
    separators = np.flatnonzero(ticks == BETWEEN)
    bases = np.concatenate([[0], separators + 1])
    counts = np.diff(np.concatenate([bases, [len(ticks) + 1]])) - 2  # of a timing's samples
    apart = np.delete(ticks, np.concatenate([bases, separators]))
    seconds = choice.seconds(np, apart + np.repeat(ticks[bases], counts), counts).tolist()
    sure = choice.sure.tolist()
    start = 0
    for end in ends:
        told = list(zip(lengths[start:end], seconds[start:end], sure[start:end]))
        there = choice.there[start:end]
        if not there.all():
            told = [each for each, kept in zip(told, there) if kept]
        yield Middles(
            {mlen: second for mlen, second, _ in told},
            frozenset([mlen for mlen, _, its in told if not its]),
        )
        start = end


def _of_columns(np: Any, blocks: Sequence[Block]) -> Middles:
    """The second quartiles of a cell whose blocks are columns."""
    mlens, ratios, flagged, counts, ticks = ([] for _ in range(5))
    for block in blocks:
        timings: Any = block.timings
        its = timings.lengths
        if timings.wanted is not EVERY or max(its.firsts) > LARGE:
            return _one(blocks)
        n = len(its.mlens)
        doubts = np.full(n, bool(block.flags))
        doubts[list(its.flagged())] = True
        each = np.array(its.counts, np.intp)
        spaced = its.others.replace(b"+", b" ").replace(b"-", b" -")
        apart = np.fromstring(spaced, np.int64, sep=" ")
        firsts = np.array(its.firsts, np.int64)
        # Before the other samples of each length insert a zero, for the first.
        own = np.insert(apart, np.cumsum(each - 1) - (each - 1), 0) + np.repeat(firsts, each)
        mlens.append(np.array(its.mlens))
        ratios.append(np.array(list(timings.ratios()), np.float64))
        flagged.append(doubts)
        counts.append(each)
        ticks.append(own)
    lengths, pools = np.unique(np.concatenate(mlens), return_inverse=True)
    choice = Choice(np, pools, np.concatenate(ratios), np.concatenate(flagged))
    every = np.concatenate(counts)
    used = every[choice.used]
    starts = (np.cumsum(every) - every)[choice.used]
    index = np.arange(used.sum()) + np.repeat(starts - (np.cumsum(used) - used), used)
    seconds = choice.seconds(np, np.concatenate(ticks)[index], used)
    there, doubtful = choice.there, choice.there & ~choice.sure
    return Middles(
        dict(zip(lengths[there].tolist(), seconds[there].tolist())),
        frozenset(lengths[doubtful].tolist()),
    )


class Choice:
    """The timings whose samples are used: those without flags, or where all have some, all.

    Timings without a clock are left out, for ticks are not cycles.
    """

    def __init__(self, np: Any, pools: Any, ratios: Any, flagged: Any) -> None:
        """Choose from timings, given by pool, core cycles per tick, and whether flagged."""
        pools, self.ratios = np.asarray(pools, np.intp), np.asarray(ratios, np.float64)
        number = int(pools.max()) + 1
        clocked = ~np.isnan(self.ratios)
        clean = clocked & ~np.asarray(flagged, bool)
        self.sure = np.zeros(number, bool)  # whether a pool has a timing without flags
        self.sure[pools[clean]] = True
        self.there = np.zeros(number, bool)  # whether it has any
        self.there[pools[clocked]] = True
        used = np.flatnonzero(clean | (clocked & ~self.sure[pools]))
        self.used = used[np.argsort(pools[used], kind="stable")]  # timings, pool by pool
        self.pools, self.number = pools[self.used], number

    def seconds(self, np: Any, ticks: Any, counts: Any) -> Any:
        """The second quartile of each pool: `stats.middle`, exactly; 0 for one without samples.

        The ticks are those of the used timings, each of which has so many samples.
        """
        cycles = ticks * np.repeat(self.ratios[self.used], counts)
        sizes = np.bincount(self.pools, counts, self.number).astype(np.intp)
        starts = np.cumsum(sizes) - sizes
        found = np.zeros(self.number)
        for n in np.unique(sizes[sizes > 0]).tolist():
            which = np.flatnonzero(sizes == n)
            ordered = np.sort(cycles[starts[which][:, None] + np.arange(n)], axis=1)
            found[which] = center(ordered.T, n)
        return found
