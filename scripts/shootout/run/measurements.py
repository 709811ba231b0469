"""The measurements of a run so far, read back from the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..build.cells import Cell
from ..machine.counter import Counters
from ..results.curve import Curve, longest
from ..results.figures import Row, rows_of
from ..results.pace import flagged, of_lines, usual
from ..results.reader import Reader, Wanted, everything
from ..results.records import Block, CellName, without_curves
from ..results.stats import needed
from .journal import Journal
from .record import Recorder


@dataclass
class Measurements:
    """The events of the journal that belong to this run, as lines and as figures."""

    journal: Journal
    recorder: Recorder
    counters: Mapping[str, Counters]  # by ABI
    # Keys of the journal's events that belong to this run.
    keys: set[str] = field(default_factory=set)
    _paces: dict[str, list[float]] = field(default_factory=dict)

    def name(self, cell: Cell) -> CellName:
        """The cell's name in these results."""
        implementation = cell.implementation.name
        return CellName(
            self.recorder.machine, cell.abi, cell.primitive, implementation, cell.compiler.word
        )

    def pace(self, abi: str) -> float:
        """The usual pace of this core in instructions per core cycle, by what is known now."""
        return max(self.counters[abi].pace, usual(self._paces.get(abi, [])))

    def lines(self) -> list[str]:
        """All result lines so far, with `shared` flags by the pace that is known now."""
        events = self.journal.events.items()
        blocks = [lines for key, lines in events if key in self.keys and lines]
        for lines in blocks:
            self._paces.setdefault(lines[0].split()[2], [])
        self._paces = {
            abi: of_lines(line for b in blocks if b[0].split()[2] == abi for line in b)
            for abi in self._paces
        }
        reference = {abi: self.pace(abi) for abi in self._paces}
        lines = [line for b in blocks for line in flagged(b, reference[b[0].split()[2]])]
        return list(map(self._agreed, lines))

    def rows(self) -> list[Row]:
        """The figures so far."""
        return rows_of(without_curves(self._blocks(needed)))

    def curves(self) -> list[tuple[CellName, Curve]]:
        """The curves so far."""
        return [
            (CellName(machine, abi, c.primitive, c.implementation, c.compiler), c)
            for (machine, abi), curves in longest(self._blocks(everything)).items()
            for c in curves
        ]

    def _blocks(self, wanted: Wanted) -> tuple[Block, ...]:
        reader = Reader("this run", wanted)
        reader.feed(["".join(f"{line}\n" for line in self.lines()).encode()])
        return reader.result().blocks

    def _agreed(self, line: str) -> str:
        """The line with the name and the day of this run, whenever it was measured."""
        version, _, abi, _, rest = line.split(" ", 4)
        return " ".join([version, self.recorder.machine, abi, self.recorder.date, rest])
