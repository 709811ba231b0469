"""What a run has measured so far, read back from the journal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..build.cells import Cell
from ..machine.counter import Counters
from ..results.figures import Row, rows_of
from ..results.pace import flagged, of_lines, usual
from ..results.reader import Reader
from ..results.records import CellName
from ..results.sweep import Curve
from ..results.sweeper import Sweeper, found_by
from .journal import Journal
from .record import Recorder


@dataclass
class Measurements:
    """The events of the journal that belong to this run, as lines and as figures."""

    journal: Journal
    recorder: Recorder
    counters: Mapping[str, Counters]
    """By ABI."""
    keys: set[str] = field(default_factory=set)
    """The events of the journal that are of this run."""
    _paces: dict[str, list[float]] = field(default_factory=dict)

    def name(self, cell: Cell) -> CellName:
        """The cell's name in these results."""
        implementation = cell.implementation.name
        return CellName(
            self.recorder.machine, cell.abi, cell.primitive, implementation, cell.compiler.word
        )

    def pace(self, abi: str) -> float:
        """The usual pace of this core in instructions a cycle, as far as it is known now."""
        return max(self.counters[abi].pace, usual(self._paces.get(abi, [])))

    def lines(self) -> list[str]:
        """All result lines so far, with flags for those that were slow by what is known now."""
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
        reader = Reader("this run")
        reader.feed(line.encode() + b"\n" for line in self.lines())
        return rows_of(reader.result().blocks)

    def curves(self) -> list[tuple[CellName, Curve]]:
        """The curves so far."""
        sweeper = Sweeper("this run")
        sweeper.feed(line.encode() for line in self.lines())
        return [
            (CellName(machine, abi, c.primitive, c.implementation, c.compiler), c)
            for (machine, abi), curves in found_by(sweeper).items()
            for c in curves
        ]

    def _agreed(self, line: str) -> str:
        """The line under the name and the day of this run, whenever it was measured."""
        version, _, abi, _, rest = line.split(" ", 4)
        return " ".join([version, self.recorder.machine, abi, self.recorder.date, rest])
