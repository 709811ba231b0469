"""Curves: the cost of messages of every length, and the features of a function seen in them.

A length has the same figure as in the tables: samples are pooled by the same rule, and at the
lengths of the tables they are the same samples.
"""

from __future__ import annotations

import math
import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..common.grouped import grouped
from ..registry.causes import FEW, UNSTEADY
from ..registry.families import in_set
from . import cache
from .reader import read
from .records import MANY, Block, by_cell, uncollected
from .stats import DECIDING, TOP, Figure, by_length, ends, figure, middle, rate
from .timings import EVERY, Mlens

LEAST = 10  # lengths that make a curve; fewer are the figures of the table
ABOUT = 1.03  # costs within this ratio count as equal


@dataclass(frozen=True)
class Curve:
    """The cost of one implementation with one compiler, by message length in bytes."""

    primitive: str
    implementation: str
    compiler: str
    # Medians in cycles per byte, of lengths from 1 to TOP, and of the set's further ones.
    costs: Mapping[int, float]
    doubtful: frozenset[int]  # lengths at which every round was flagged

    @property
    def cycles(self) -> dict[int, float]:
        """The median cycles of a message, by its length in bytes."""
        return {mlen: cost * mlen for mlen, cost in self.costs.items()}


class Points(NamedTuple):
    """The figures of a curve in columns: a file has a hundred thousand."""

    implementation: str
    compiler: str
    mlens: array[int]  # bytes, in ascending order
    medians: array[float]  # cycles per byte, as the other quartiles
    q1: array[float]
    q3: array[float]
    doubts: Sequence[tuple[str, ...]]

    def curve(self, primitive: str) -> Curve:
        """The curve; a length at which every round was flagged has the flags as doubts."""
        costs = dict(zip(self.mlens, self.medians))
        flagged = (n for n, its in zip(self.mlens, self.doubts) if {*its} - {FEW, UNSTEADY})
        return Curve(primitive, self.implementation, self.compiler, costs, frozenset(flagged))


def points(blocks: Sequence[Block], wanted: Mlens = EVERY) -> Points:
    """The curve of a cell, where at the lengths of the tables the tables' blocks count."""
    b, found = blocks[0], list[tuple[int, Figure]]()
    parts = [each for each in blocks if each.curve], [each for each in blocks if not each.curve]
    taken = {mlen: rounds for part in parts for mlen, rounds in by_length(part, wanted).items()}
    for n in sorted(n for n in taken if 0 < n <= TOP or n in ends(b.primitive)):
        if (each := figure(taken[n], n)) and each.median > 0:
            found.append((n, each))
    mlens, figures = array("I", (n for n, _ in found)), [each for _, each in found]
    return Points(
        b.implementation, b.compiler, mlens, array("d", [each.median for each in figures]),
        array("d", [each.q1 for each in figures]), array("d", [each.q3 for each in figures]),
        [each.doubts for each in figures],
    )  # fmt: skip


class FileCurves(NamedTuple):
    """The curves of a result file, and a complaint if it is damaged."""

    points: Mapping[tuple[str, str, str], Sequence[Points]]  # by machine, ABI and primitive
    complaint: str = ""

    def longest(self, of: tuple[str, str, str]) -> list[Curve]:
        """Those of a machine, ABI and primitive: of each implementation the one with most lengths,
        if it has many."""
        every = [each for each in self.points.get(of, ()) if len(each.mlens) >= MANY]
        some = grouped(every, lambda each: each.implementation)
        return [max(some[i], key=lambda p: len(p.mlens)).curve(of[2]) for i in sorted(some)]


def of_file(path: Path, name: str, only: frozenset[str] = frozenset()) -> FileCurves:
    """The curves of functions of a set in a result file, of all implementations at all lengths, or
    `only` of these, PRIMITIVE/NAME, at every eighth; commands keep them."""
    make = partial(_of_file, path, name, only)
    return cache.kept(f"curves {name} {sorted(only)}", path, make, lambda its: not its.complaint)


@uncollected()
def _of_file(path: Path, name: str, only: frozenset[str]) -> FileCurves:
    result = read(path, of=partial(in_set, name=name), keep=True)
    its = (b for b in result.blocks if not only or f"{b.primitive}/{b.implementation}" in only)
    return FileCurves(_points(its, EVERY[:: 8 if only else 1]), str(result.complaint or ""))


def _points(blocks: Iterable[Block], wanted: Mlens) -> dict[tuple[str, str, str], list[Points]]:
    found: dict[tuple[str, str, str], list[Points]] = {}
    made: dict[tuple[int, ...], Points] = {}  # cells with the same code share their timings
    for cell, its in by_cell(blocks).items():
        if any(b.curve for b in its) or len({t.mlen for b in its for t in b.timings}) >= LEAST:
            same = tuple([id(b.timings) for b in its])
            if same not in made:
                made[same] = points(its, wanted)
            if made[same].mlens:
                found.setdefault(cell[:3], []).append(made[same]._replace(compiler=cell.compiler))
    return found


def fastest(curves: Iterable[Curve]) -> dict[str, Curve]:
    """The cheapest curve of each primitive at 1536 bytes.

    If several cost about the same take the one with most lengths: most curves have only every
    eighth length.
    """

    def cost(each: Curve) -> float:
        return each.costs[DECIDING if DECIDING in each.costs else max(each.costs)]

    best = {}
    for primitive, some in grouped(curves, lambda each: each.primitive).items():
        close = [each for each in some if cost(each) <= ABOUT * min(map(cost, some))]
        best[primitive] = min(close, key=lambda each: (-len(each.costs), cost(each)))
    return best


def block_size(primitive: str) -> int:
    """The block size in bytes: the message bytes that one call of the compression takes."""
    if block := rate(primitive):
        return block
    if re.fullmatch(r"skein256\d+", primitive):
        return 32
    wide = r"(sha|blake|groestl)(384|512)|blake2b|bblake256"  # a tree's: of both halves together
    return 128 if re.fullmatch(wide, primitive) else 64


def boundary(curve: Curve) -> int | None:
    """The least length in bytes that needs one block more than its predecessor.

    None if the curve does not show it.
    """
    size = block_size(curve.primitive)
    cycles = curve.cycles
    steps: dict[int, list[float]] = {}
    for mlen in cycles.keys() - curve.doubtful:
        if mlen - 1 in cycles and mlen - 1 not in curve.doubtful:
            steps.setdefault(mlen % size, []).append(cycles[mlen] - cycles[mlen - 1])
    if len(steps) < size or not {DECIDING, TOP} <= cycles.keys():
        return None
    jump, phase = max((middle(each), phase) for phase, each in steps.items())
    block = (cycles[TOP] - cycles[DECIDING]) / (TOP - DECIDING) * size
    return (phase or size) if jump > 0.5 * block else None


def crossings(first: Curve, other: Curve) -> list[int]:
    """The lengths in bytes at which the faster of two curves changes for good.

    A change for one block does not count: nine of ten lengths in the half octave before, and
    nine of ten in the half octave after, have to agree with it. Lengths of which every round
    was disturbed are left out: they show a neighbour's work. Where they are more than half, in
    either half octave, nothing is known.
    """
    disturbed = first.doubtful | other.doubtful
    timed = [mlen for mlen in first.costs if mlen in other.costs]
    common = [mlen for mlen in timed if mlen not in disturbed]
    ahead = [first.costs[mlen] < other.costs[mlen] for mlen in common]
    total = [0]
    for each in ahead:
        total.append(total[-1] + each)
    found: list[tuple[float, int]] = []
    for i, mlen in enumerate(common[1:], 1):
        if ahead[i] == ahead[i - 1]:
            continue
        low, high = mlen / math.sqrt(2), mlen * math.sqrt(2)
        start, end = bisect_left(common, low), bisect_right(common, high)
        here = bisect_left(timed, mlen)
        least = here - bisect_left(timed, low), bisect_right(timed, high) - here
        if i - start < max(2, least[0] / 2) or end - i < max(2, least[1] / 2):
            continue
        before = (total[i] - total[start]) / (i - start)
        after = (total[end] - total[i]) / (end - i)
        if min(before, 1 - after) >= 0.9 or min(1 - before, after) >= 0.9:
            found.append((abs(before - after), mlen))
    kept: list[int] = []
    for _, mlen in sorted(found, key=lambda f: (-f[0], f[1])):
        if all(not 0.5 < mlen / each < 2 for each in kept):
            kept.append(mlen)
    return sorted(kept)
