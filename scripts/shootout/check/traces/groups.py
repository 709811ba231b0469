"""How a block was divided into groups of lengths, and how often each length was sampled.

measure/measure.c decides both from what a call takes: it fills groups of a given duration. So
they tell the scale of the samples independently of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from ...registry.vm import of_vm
from ...results.records import MANY
from ..evidence import MOST, Blocks, Reading
from ..unit import Group, Unit
from .marks import mark

# What ./do asks of measure, see run/rounds.py and run/timing.py, and what measure.c makes of it.
SECONDS = 0.0002  # of a group
SIX, CURVE = 15, 7  # samples of a length that take no more than four groups
LONGEST = 4  # groups
SURE = 1.5  # times four groups; a call warmed up in a bad moment may seem so much longer

SEEN = 3000  # distances of samples that are kept
READINGS = 500_000  # that are kept; ten times those of a full run that is not busy


Taken = tuple[Group, int, int]  # ticks of a sample, samples


class Shape:
    """Collects the groups of a block, and adds what they tell to the evidence."""

    def __init__(self, blocks: Blocks, abi: str, line: int) -> None:
        self.blocks, self.abi, self.line = blocks, abi, line
        self.taken: list[Taken] = []

    def keep(self, units: Sequence[Unit]) -> None:
        """Add lengths, in the order of the file."""
        if len(self.taken) < MOST:
            self.taken += [(u.group, u.middle * u.calls, len(u.samples)) for u in units]
        if len(units) < MANY:  # no curve
            self._mark(units)

    def close(self, persecond: int, null: bool) -> None:
        """Look at the block as a whole. Those of a VM were timed in another way."""
        if of_vm(self.abi) or not self.taken:
            return
        # Two groups may have equal probes, but each has its own tuple.
        every = [list(its) for _, its in groupby(self.taken, lambda each: id(each[0]))]
        self._readings([its[0][0] for its in every])
        if persecond and not null:
            due, many = SECONDS * persecond, len(self.taken) >= MANY
            self._counts(LONGEST * due, CURVE if many else SIX)

    def _mark(self, units: Sequence[Unit]) -> None:
        blocks = self.blocks
        blocks.marks.update(filter(None, map(mark, units)))
        if len(blocks.marks) > MOST:
            blocks.marks = set(sorted(blocks.marks)[: MOST // 2])
        apart = blocks.distances.setdefault(self.abi, [])
        if len(apart) < SEEN:
            single = [u.ordered for u in units if u.calls == 1]
            apart += [b - a for each in single for a, b in zip(each, each[1:]) if b - a > 1]

    def _readings(self, groups: Sequence[Group]) -> None:
        found = self.blocks.readings.setdefault(self.abi, [])
        if len(found) < READINGS:
            found += [Reading(g.pace, g.clock, self.line) for g in groups if g.pace > 0 < g.clock]

    def _counts(self, most: float, usual: int) -> None:
        """Count lengths that have another number of samples than time allowed for."""
        due = most / SURE / usual
        wrong = [n for _, ticks, n in self.taken if n != usual and ticks < due]
        self.blocks.counted += len(self.taken)
        if wrong:
            usually = Counter(wrong).most_common(1)[0][0]
            self.blocks.miscounted.append((self.line, usually, len(wrong)))
