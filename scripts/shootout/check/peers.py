"""Machines of one microarchitecture, by the findings that collect keeps beside each file."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ..results.figures import Row, fastest
from ..results.stats import BENT, DECIDING, LONG, TOP, Length

SUFFIX = ".check"
MLENS: tuple[Length, ...] = (LONG, TOP, DECIDING)
ENOUGH = 3
"""Machines whose median means something."""
LEAST, MADS = 1.5, 4.5
"""So many times the median is far; or so many median deviations, three standard ones."""

Key = tuple[str, str, Length]  # ABI, primitive, bytes


class Standing(NamedTuple):
    """The fastest implementation of a primitive on a machine, in core cycles per byte."""

    abi: str
    primitive: str
    mlen: Length
    implementation: str
    cycles: float

    @property
    def key(self) -> Key:
        return self.abi, self.primitive, self.mlen


Crowd = dict[str, dict[str, dict[Key, float]]]  # by microarchitecture, then machine


def standings(rows: Iterable[Row]) -> tuple[Standing, ...]:
    """Of what was converted to core cycles; a slope that cannot be is left out.

    So is a figure that is nothing when rounded, as that of the null function may be.
    """
    clocked = [row for row in rows if row.clock is not None]
    return tuple(
        Standing(row.abi, row.primitive, mlen, row.implementation, cycles)
        for mlen in MLENS
        for row in fastest(clocked, mlen)
        for figure in (row.figures[mlen],)
        for cycles in (round(figure.median, 4),)
        if BENT not in figure.doubts and cycles > 0
    )


@cache
def load(data: Path) -> Crowd:
    """What is known in a folder when it is first asked for; what cannot be read is none.

    No result file is read. Of a machine's runs the last by name counts.
    """
    crowd: Crowd = {}
    for file in sorted(data.glob(f"*{SUFFIX}")):
        try:
            told = json.loads(file.read_text(encoding="ascii"))
            name, machine = str(told["microarchitecture"]), str(told["machine"])
            standings = [Standing(*f) for f in told["figures"]]
            figures = {s.key: float(s.cycles) for s in standings if float(s.cycles) > 0}
        except (OSError, ValueError, KeyError, TypeError):
            continue
        if name and figures:
            crowd.setdefault(name, {})[machine] = figures
    return crowd


def others(data: Path, microarchitecture: str, machine: str, key: Key) -> list[float]:
    """The figures of other machines of the kind."""
    kind = load(data).get(microarchitecture, {})
    return [f[key] for name, f in kind.items() if name != machine and key in f]


def far(cycles: float, others: Sequence[float]) -> float:
    """How many times the median of the others, if that is far from them all; otherwise 1."""
    if len(others) < ENOUGH:
        return 1.0
    middle = median(others)
    spread = median(abs(math.log(other / middle)) for other in others)
    share = cycles / middle
    return share if abs(math.log(share)) > max(math.log(LEAST), MADS * spread) else 1.0
