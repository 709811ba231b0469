"""Cycles at every message length: the curves of a result file."""

from __future__ import annotations

import math
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .lines import MANY
from .reader import Reader, read
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


@dataclass
class Sweep:
    """One process run of a cell: its lines as they are in the file, taken apart if needed."""

    taken: list[tuple[bytes, float, bool]] = field(default_factory=list)
    """The end of a `cycles` line, core cycles per tick, and whether the line was flagged."""
    flagged: bool = False


class Sweeper(Reader):
    """Keeps the `cycles` lines of every length, by cell; all else is read elsewhere."""

    def __init__(self, where: object) -> None:
        super().__init__(where)
        self.sweeps: dict[tuple[bytes, ...], list[Sweep]] = {}

    def feed(self, lines: Iterable[bytes]) -> None:
        implementation, clock, sweep = b"", 1.0, Sweep()
        for raw in lines:
            fields = raw.split(None, 7)
            if len(fields) < 8:
                continue
            word, rest = fields[6], fields[7]
            if word == b"cycles":
                sweep.taken.append((rest, clock, False))
            elif word == b"clock":
                clock = float(rest)
            elif word == b"flag":
                if rest.startswith(b"-"):
                    sweep.flagged = True
                elif sweep.taken and sweep.taken[-1][0].startswith(rest.split(b" ", 1)[0] + b" "):
                    sweep.taken[-1] = (*sweep.taken[-1][:2], True)
            elif word == b"implementation":
                implementation, clock, sweep = rest.split()[0], 1.0, Sweep()
            elif word == b"compiler":
                head = (fields[1], fields[2], fields[5].partition(b"/")[0])
                cell = (*head, implementation, rest.split()[0])
                self.sweeps.setdefault(cell, []).append(sweep)


def curves(path: Path) -> tuple[dict[tuple[str, str], list[Curve]], str]:
    """The curves of a file by machine and ABI, of each implementation the longest one.

    And what is wrong with the file, or nothing.
    """
    sweeper = Sweeper(path)
    result = read(path, keep=True, by=sweeper)
    return found_by(sweeper), str(result.complaint or "")


def found_by(sweeper: Sweeper) -> dict[tuple[str, str], list[Curve]]:
    """The curves in what a sweeper was fed."""
    longest: dict[tuple[bytes, ...], tuple[int, tuple[bytes, ...], list[Sweep]]] = {}
    for cell, sweeps in sweeper.sweeps.items():
        sweeps = [sweep for sweep in sweeps if len(sweep.taken) >= MANY]
        length = max((len(sweep.taken) for sweep in sweeps), default=0)
        if sweeps and (cell[:4] not in longest or length > longest[cell[:4]][0]):
            longest[cell[:4]] = length, cell, sweeps
    found: dict[tuple[str, str], list[Curve]] = {}
    for _, cell, sweeps in longest.values():
        name, abi, *rest = (each.decode("utf-8", "replace") for each in cell)
        if curve := _curve(rest, sweeps):
            found.setdefault((name, abi), []).append(curve)
    return found


def _curve(cell: Sequence[str], sweeps: Iterable[Sweep]) -> Curve | None:
    """The second quartiles that the lines state, one a round; the middle of them counts.

    In core cycles where a clock was timed; flagged rounds only where there are no others.
    """
    clean: dict[int, list[float]] = {}
    flagged: dict[int, list[float]] = {}
    for sweep in sweeps:
        for rest, clock, doubtful in sweep.taken:
            try:
                mlen, ticks = map(int, rest.split(None, 2)[:2])
            except ValueError:
                continue  # who reads the file for the other graphs complains
            if mlen > 0 and ticks > 0:
                side = flagged if sweep.flagged or doubtful else clean
                side.setdefault(mlen, []).append(ticks * clock)
    used = {**flagged, **clean}
    if len(used) < MANY:
        return None
    primitive, implementation, compiler = cell
    cycles = {mlen: quartiles(used[mlen])[1] for mlen in sorted(used)}
    unsure = frozenset(used.keys() - clean.keys())
    home = f"crypto_hash/{primitive}/"
    return Curve(primitive, implementation.replace(home, "", 1), compiler, cycles, unsure)


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
