"""What the timings of a block add to the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..results.records import MANY, Block
from ..results.timings import Timing
from .evidence import MOST_SAMPLES, Evidence
from .groups import MOST, Fault, Unit, mark
from .planned import of_tables


class Timed:
    """Adds the units of a block to the evidence, then the block."""

    def __init__(self, e: Evidence, first: int, head: tuple[str, ...]) -> None:
        self.e, self.first, self.head = e, first, head
        self.primitive = head[4]
        self.six = frozenset(of_tables(self.primitive))
        self.lengths: list[int] = []
        self.timings: list[Timing] = []

    def keep(self, units: Sequence[Unit]) -> None:
        """Add units to the evidence."""
        blocks = self.e.blocks
        blocks.lines += len(units)
        if len(units) < MANY:  # no curve
            self._mark(units)
        blocks.flagged += sum([1 for u in units if u.flags])
        for u in [u for u in units if u.mlen in self.six]:
            if blocks.samples < MOST_SAMPLES:
                blocks.samples += len(u.ordered)
                clock = u.group.clock or None
                samples = tuple([u.middle + each for each in u.ordered])
                timing = Timing(u.mlen, samples, u.calls, clock, tuple(u.flags))
                self.timings.append(timing)
        self.lengths += [u.mlen for u in units[: MOST + 1 - len(self.lengths)]]

    def _mark(self, units: Sequence[Unit]) -> None:
        marks = self.e.blocks.marks
        marks.update(filter(None, map(mark, units)))
        if len(marks) > MOST:
            self.e.blocks.marks = set(sorted(marks)[: MOST // 2])

    def add(self, said: Mapping[bytes, tuple[bytes, ...]], began: float) -> Fault | None:
        """Add the block, whose head said this, and whose process began so many seconds after 1970.

        A second block of the same cell and round is a fault.
        """
        e = self.e
        told = {word.decode(): [each.decode() for each in said[word]] for word in said}
        home, name, _ = told["implementation"]
        if home != self.primitive:
            e.notice("agree", f"line {self.first}: a block of {self.primitive} with code of {home}")
        persecond = int(told["cpucycles_persecond"][0])
        e.blocks.began = max(e.blocks.began, began)
        version, machine, abi, date, _ = self.head
        compiler, compiler_version = told["compiler"]
        block = Block(
            version, machine, abi, date, self.primitive, "", name, "",
            int(told["outputbytes"][0]), told["cpuid"][0], persecond,
            told["cpucycles_implementation"][0], compiler, compiler_version,
            int(told["round"][0]), tuple(self.timings), (), len(self.lengths) >= MANY,
        )  # fmt: skip
        room = e.room(e.blocks.kept, self.first)
        return e.blocks.add(block, self.first) if room else None
