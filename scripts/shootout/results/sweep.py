"""Cycles at every message length: what a curve tells."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .stats import DECIDING, TOP, quartiles

ABOUT = 1.03  # the ratio of two speeds that are about the same


@dataclass(frozen=True)
class Curve:
    """Median cycles of messages by their length in bytes, of one implementation."""

    primitive: str
    implementation: str
    compiler: str
    cycles: Mapping[int, float]
    doubtful: frozenset[int]  # lengths of which no sample is free of flags

    def cost(self, mlen: int) -> float:
        """Cycles per byte."""
        return self.cycles[mlen] / mlen


def fastest(curves: Iterable[Curve]) -> dict[str, Curve]:
    """Of each primitive the curve that costs least at 1536 bytes.

    Of those that are about as fast, the one of most lengths: most have every eighth alone.
    """
    every: dict[str, list[tuple[float, Curve]]] = {}
    for curve in curves:
        cost = curve.cost(DECIDING if DECIDING in curve.cycles else max(curve.cycles))
        every.setdefault(curve.primitive, []).append((cost, curve))
    best = {}
    for primitive, some in every.items():
        least = min(cost for cost, _ in some)
        close = [each for each in some if each[0] <= ABOUT * least]
        best[primitive] = min(close, key=lambda each: (-len(each[1].cycles), each[0]))[1]
    return best


def block_size(primitive: str) -> int:
    """Bytes of message that one call of the compression function takes."""
    keccak, sha3 = re.fullmatch(r"keccakc(\d+)", primitive), re.fullmatch(r"sha3(\d+)", primitive)
    if keccak or sha3:  # 1600 bits less the capacity
        return (1600 - (int(keccak[1]) if keccak else 2 * int(sha3[1]) if sha3 else 0)) // 8
    return 128 if re.fullmatch(r"(sha|blake|groestl)(384|512)|blake2b", primitive) else 64


def boundary(curve: Curve) -> int | None:
    """The least length that needs a block more than the byte before it, where that shows."""
    size = block_size(curve.primitive)
    steps: dict[int, list[float]] = {}
    for mlen in curve.cycles.keys() - curve.doubtful:
        if mlen - 1 in curve.cycles and mlen - 1 not in curve.doubtful:
            steps.setdefault(mlen % size, []).append(curve.cycles[mlen] - curve.cycles[mlen - 1])
    if len(steps) < size or not {DECIDING, TOP} <= curve.cycles.keys():
        return None
    jump, phase = max((quartiles(each)[1], phase) for phase, each in steps.items())
    block = (curve.cycles[TOP] - curve.cycles[DECIDING]) / (TOP - DECIDING) * size
    return (phase or size) if jump > 0.5 * block else None


def crossings(first: Curve, other: Curve) -> list[int]:
    """Lengths from which on another one of two is the faster, not for a block but for good.

    Of the lengths in the half octave before and in the half octave after, nine of ten must
    say so.
    """
    common = [mlen for mlen in first.cycles if mlen in other.cycles]
    ahead = [first.cycles[mlen] < other.cycles[mlen] for mlen in common]
    total = [0]
    for each in ahead:
        total.append(total[-1] + each)
    found: list[tuple[float, int]] = []
    for i, mlen in enumerate(common[1:], 1):
        if ahead[i] == ahead[i - 1]:
            continue
        start = bisect_left(common, mlen / math.sqrt(2))
        end = bisect_right(common, mlen * math.sqrt(2))
        if i - start < 2 or end - i < 2:
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
