"""The history of a function on a machine: its figures run by run, and which of them differ.

Two runs are compared as `./do compare` does it: by the interval of the ratio of their speeds
(ratio.py). Runs whose figures have unlike units, ticks and core cycles, have no ratio.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..results.figures import Row, fastest
from ..results.stats import Figure, Length
from .ratio import Ratio, Speed, ratio
from .standing import Field


@dataclass(frozen=True)
class Moment:
    """The fastest program of a run at a length, with what its ratio to another run is made of."""

    implementation: str
    compiler: str
    figure: Figure
    unit: str  # of the figure
    speed: Speed | None = None
    spread: float = 0.0  # of rounds in the run

    @property
    def doubtful(self) -> bool:
        return bool(self.figure.doubts)


def moment(field: Field, rows: Iterable[Row], mlen: Length, unit: str) -> Moment | None:
    """The moment of these rows of a field at a length; None if none was timed there.

    Native code in a VM counts only where there is nothing else.
    """
    found = sorted(fastest(rows, mlen), key=lambda row: bool(row.native))
    if not found:
        return None
    row = found[0]
    speed, spread = field.speed(row, mlen), field.spread(mlen)
    return Moment(row.implementation, row.compiler, row.figures[mlen], unit, speed, spread)


def change(old: Moment, new: Moment) -> Ratio | None:
    """The time of the new one in that of the old one.

    None where the units are unlike or a speed is not positive.
    """
    if old.unit != new.unit:
        return None
    a, b = old.speed, new.speed
    if not (a and b and a.positive and b.positive):
        return None
    return ratio(a, b, max(old.spread, new.spread), paired=False)


def changes(moments: Sequence[Moment | None]) -> list[Ratio | None]:
    """The change of each moment from the one before it; None for the first, and for a gap."""
    found: list[Ratio | None] = []
    before: Moment | None = None
    for each in moments:
        found.append(change(before, each) if before and each else None)
        before = each or before
    return found
