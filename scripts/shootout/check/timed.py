"""What the timings of a block add to the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

from ..results.records import MANY, Block
from ..results.timings import Timing
from .evidence import MOST, MOST_SAMPLES, NULL, Evidence, Fault, Process
from .lengths import LengthMiddle, of_tables
from .traces.groups import Shape
from .unit import Unit


class Timed:
    """Adds the units of a block to the evidence, then the block."""

    def __init__(self, e: Evidence, first: int, head: tuple[str, ...]) -> None:
        self.e, self.first, self.head = e, first, head
        self.abi, self.primitive = head[2], head[4]
        self.six = frozenset(of_tables(self.primitive))
        self.middles: list[LengthMiddle] = []
        self.timings: list[Timing] = []
        self.ticks = 0
        self.shape = Shape(e.blocks, self.abi, first)

    def keep(self, units: Sequence[Unit]) -> None:
        """Add units to the evidence."""
        blocks = self.e.blocks
        blocks.lines += len(units)
        self.shape.keep(units)
        blocks.flagged += sum([1 for u in units if u.flags])
        # Counted by middles: while a machine is suspended its counter may run on in one sample.
        self.ticks += sum([u.middle * len(u.samples) * u.calls for u in units])
        quiet = [(u.group.pace, u.line) for u in units if "shared" not in u.causes]
        if quiet and (len(blocks.slowest) < MOST or self.abi in blocks.slowest):
            slowest = min(quiet, key=itemgetter(0))
            before = blocks.slowest.get(self.abi, slowest)
            blocks.slowest[self.abi] = min(before, slowest, key=itemgetter(0))
        for u in [u for u in units if u.mlen in self.six]:
            if blocks.samples < MOST_SAMPLES:
                blocks.samples += len(u.samples)
                clock = u.group.clock or None
                timing = Timing(u.mlen, tuple(u.samples), u.calls, clock, tuple(u.flags))
                self.timings.append(timing)
        self.middles += [
            LengthMiddle(u.line, u.mlen, u.middle * (u.group.clock or 1.0), bool(u.flags))
            for u in units[: MOST + 1 - len(self.middles)]
        ]

    def add(
        self, said: Mapping[bytes, tuple[bytes, ...]], took: tuple[float, float]
    ) -> Fault | None:
        """Add the block, whose head said this, and whose process began and took so many seconds.

        A second block of the same cell and round is a fault.
        """
        e = self.e
        told = {word.decode(): [each.decode() for each in said[word]] for word in said}
        home, name, _ = told["implementation"]
        if home != self.primitive:
            e.notice("agree", f"line {self.first}: a block of {self.primitive} with code of {home}")
        persecond = int(told["cpucycles_persecond"][0])
        self.shape.close(persecond, self.primitive == NULL)
        if took[1] and persecond and len(e.blocks.processes) < MOST:
            e.blocks.processes.append(Process(self.first, *took, self.ticks / persecond))
        version, machine, abi, date, _ = self.head
        compiler, compiler_version = told["compiler"]
        block = Block(
            version, machine, abi, date, self.primitive, "", name, "",
            int(told["outputbytes"][0]), told["cpuid"][0], persecond,
            told["cpucycles_implementation"][0], compiler, compiler_version,
            int(told["round"][0]), tuple(self.timings), (), len(self.middles) >= MANY,
        )  # fmt: skip
        room = e.room(e.blocks.kept, self.first)
        return e.blocks.add(block, self.first, len(self.middles)) if room else None
