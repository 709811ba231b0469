"""One ./do run: what was asked, and what is known so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..build.cells import Cell
from ..build.compilers import Compiler, Refused
from ..common.progress import Progress
from ..machine.counter import Counters
from .record import Recorder
from .verify import SECONDS, Verdict


@dataclass(frozen=True)
class RunOptions:
    """What the command line asks of a run."""

    patterns: tuple[str, ...] = ()
    quick: bool = False
    compilers: str = ""
    jobs: int = 1
    timeout: int = SECONDS
    cpu: int | None = None
    rounds: int | None = None
    machine: str | None = None
    fresh: bool = False
    plain: bool = False


@dataclass
class Run:
    """One ./do from its compilers to its result file."""

    options: RunOptions
    progress: Progress
    date: str
    """YYYYMMDD-hhmmss, in UTC."""
    machine: str = ""
    """The name under which results appear."""
    core: int | None = None
    """The CPU to time on; None for any."""
    facts: dict[str, str] = field(default_factory=dict)
    compilers: list[Compiler] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    unsupported: list[Cell] = field(default_factory=list)
    """Cells that are not built: the machine lacks what their code needs."""
    verdicts: dict[Cell, Verdict] = field(default_factory=dict)
    counters: dict[str, Counters] = field(default_factory=dict)
    """By ABI."""
    lines: list[str] = field(default_factory=list)
    """What is known before the timing: compilers' words, sizes, verdicts."""

    @property
    def recorder(self) -> Recorder:
        """The writer of this run's result lines."""
        return Recorder(self.machine, self.date[:8], self.facts.get("cpuid", ""))

    def take(self, cells: Sequence[Cell]) -> None:
        """Takes cells into the run, those apart that this machine cannot run."""
        for cell in cells:
            (self.unsupported if cell.lacking() else self.cells).append(cell)
