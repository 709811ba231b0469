"""The state of a run: its options, and everything found so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..build.cells import Cell
from ..build.compilers import Compiler, Refused
from ..common.outside import UNTRIED
from ..common.progress import Progress
from ..machine.counter import Counters
from .options import RunOptions
from .record import Recorder
from .verify import Verdict


@dataclass(frozen=True)
class Whole:
    """The parts of a run that are through: their events of the journal, the number of lines from
    before the timing, their cells."""

    keys: set[str] = field(default_factory=set)
    lines: int = 0
    cells: list[Cell] = field(default_factory=list)


@dataclass
class Run:
    """A run, filled from its compilers to its result file."""

    options: RunOptions
    progress: Progress
    date: str  # YYYYMMDD-hhmmss, in UTC
    machine: str = ""  # the name under which results appear
    core: int | None = None  # the CPU to time on; None for any
    spare: frozenset[int] = frozenset()  # CPUs that may work while it times (run/spare.py)
    facts: dict[str, str] = field(default_factory=dict)
    compilers: list[Compiler] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    # Cells that are not built, because the machine lacks extensions that they need.
    unsupported: list[Cell] = field(default_factory=list)
    verdicts: dict[Cell, Verdict] = field(default_factory=dict)
    # What confined the programs that were timed, by ABI.
    jails: dict[str, str] = field(default_factory=dict)
    # Cells whose timings were not believed: the last reason, and how often.
    broken: dict[Cell, tuple[str, int]] = field(default_factory=dict)
    # Cells that the system left no room for, while they were timed, and why.
    untimed: dict[Cell, str] = field(default_factory=dict)
    counters: dict[str, Counters] = field(default_factory=dict)  # by ABI
    # When timing stops, by time.monotonic(); the tasks that were left out then, by phase.
    deadline: float | None = None
    cut: dict[str, int] = field(default_factory=dict)
    # The result lines from before the timing: compilers' output, sizes, verdicts.
    lines: list[str] = field(default_factory=list)
    whole: Whole = field(default_factory=Whole)
    # What is said at the end besides figures and failures; nothing went wrong.
    notes: list[str] = field(default_factory=list)

    def left_out(self) -> list[str]:
        """What this run has not got, though it was planned: for the file, the grade, the end."""
        found = [
            f"{n} processes of {phase!r}: the budget was spent" for phase, n in self.cut.items()
        ]
        reasons = {
            "not tried": [v.where for v in self.verdicts.values() if v.cause == UNTRIED],
            "not timed": [*self.untimed.values()],
            "broken while timed": [cause for cause, _ in self.broken.values()],
        }
        for what, each in reasons.items():
            found += [f"{n} programs {what}: {why}" for why, n in Counter(each).items()]
        return found

    @property
    def recorder(self) -> Recorder:
        """The writer of this run's result lines."""
        return Recorder(self.machine, self.date[:8], self.facts.get("cpuid", ""))

    def take(self, cells: Sequence[Cell]) -> None:
        """Add cells to the run; those that this machine cannot run become `unsupported`."""
        for cell in cells:
            (self.unsupported if cell.lacking() else self.cells).append(cell)
