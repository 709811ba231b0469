"""Figures of other machines of a microarchitecture, which collect keeps beside each file."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ..common.named import DISPUTED, findings
from ..registry.causes import INCONSISTENT
from ..results.figures import Row, fastest
from ..results.stats import DECIDING, LONG, TOP, Length

SUFFIX = ".check"
MLENS: tuple[Length, ...] = (LONG, TOP, DECIDING)
ENOUGH = 3  # machines; the median of fewer means little
LEAST = 1.5  # times the median, or its inverse: figures closer than that are never far
MADS = 4.5  # median absolute deviations, which are three standard deviations

Key = tuple[str, str, Length]  # ABI, primitive, bytes


class PeerFigure(NamedTuple):
    """The fastest implementation of a primitive on a machine, in core cycles per byte."""

    abi: str
    primitive: str
    mlen: Length
    implementation: str
    cycles: float

    @property
    def key(self) -> Key:
        return self.abi, self.primitive, self.mlen


Peers = dict[str, dict[str, dict[Key, float]]]  # by microarchitecture, then machine


def standings(rows: Iterable[Row]) -> tuple[PeerFigure, ...]:
    """The standings of the figures in core cycles at the lengths that machines are compared at.

    Left out are an impossible slope, and a figure that rounds to zero, as that of the null
    function may.
    """
    clocked = [row for row in rows if row.clock is not None]
    return tuple(
        PeerFigure(row.abi, row.primitive, mlen, row.implementation, cycles)
        for mlen in MLENS
        for row in fastest(clocked, mlen)
        for figure in (row.figures[mlen],)
        for cycles in (round(figure.median, 4),)
        if INCONSISTENT not in figure.doubts and cycles > 0 and not row.native
    )


@cache
def load(data: Path) -> Peers:
    """The figures in the `.check` files of a folder, as they were at the first call.

    Files that cannot be read are skipped, and no result file is read. If a machine has several
    runs, the last by name counts.
    """
    peers: Peers = {}
    for file in sorted(data.glob(f"*{SUFFIX}")):
        try:
            told = findings(file)
            if told.get(DISPUTED):
                continue
            name, machine = str(told["microarchitecture"]), str(told["machine"])
            standings = [PeerFigure(*f) for f in told["figures"]]
            figures = {s.key: float(s.cycles) for s in standings if 0 < float(s.cycles) < math.inf}
        except (OSError, ValueError, KeyError, TypeError, RecursionError, OverflowError):
            continue
        if name and figures:
            peers.setdefault(name, {})[machine] = figures
    return peers


def others(data: Path, microarchitecture: str, machine: str, key: Key) -> list[float]:
    """The figures of all other machines of a microarchitecture, in core cycles per byte."""
    kind = load(data).get(microarchitecture, {})
    return [f[key] for name, f in kind.items() if name != machine and key in f]


def far(cycles: float, others: Sequence[float]) -> float:
    """The ratio of a figure to the median of the others; 1 unless that is far from them all."""
    if len(others) < ENOUGH:
        return 1.0
    middle = median(others)
    spread = median(abs(math.log(other / middle)) for other in others)
    share = cycles / middle
    return share if abs(math.log(share)) > max(math.log(LEAST), MADS * spread) else 1.0
