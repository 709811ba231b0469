"""One run of ./do: what was asked, and what is known of it so far."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..build.cells import Cell
from ..build.compilers import Compiler, Refused
from ..common.progress import Progress
from ..machine.counter import Counters
from .verify import SECONDS, Verdict


@dataclass(frozen=True)
class Options:
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

    options: Options
    progress: Progress
    date: str = ""
    compilers: list[Compiler] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    unsupported: list[Cell] = field(default_factory=list)
    """Cells that are not built: the machine lacks what their code needs."""
    verdicts: dict[Cell, Verdict] = field(default_factory=dict)
    counters: dict[str, Counters] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    """What is known before the timing: compilers' words, sizes, verdicts."""
