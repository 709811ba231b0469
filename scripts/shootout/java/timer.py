"""Timing of Java: few cells, each in fresh VMs, since a VM takes a second.

The JIT does not always make the same code, so a figure comes from at least five VMs. Only the
fastest cells in a survey of one VM each get so many; the VM of each implementation is chosen by
its time in try.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..common.errors import Trouble
from ..common.process import execute
from ..machine.counter import Counters, parse_doctor
from ..run.policy import best
from ..run.timing import Effort, Task, Timer
from ..run.verify import Verdict
from .cell import JavaCell

FULL = Effort(survey=1, finals=5, curves=0, curves_again=0, again=0, patience=100)
QUICK = Effort(survey=1, finals=1, curves=0, curves_again=0, again=0, patience=50)
PROBE_SECONDS = 60  # wall time of java/shootout's Doctor
# The words of Measure; other lines are warnings of the VM.
PRINTED = {"pace", "clock", "calls", "cycles", "flag", "printed", "done"}


@dataclass
class JavaTimer(Timer):
    """The timer of cells in VMs, each task in a fresh one."""

    asks = False

    def command(self, task: Task, secret: str) -> list[str]:
        cell, counter = task.cell, self.run.counters[task.cell.abi].best
        assert isinstance(cell, JavaCell)
        return cell.running(
            "Measure", cell.implementation.class_name, str(counter.persecond),
            f"{counter.grain:g}", str(task.samples), str(self.effort.patience),
            "any" if self.run.core is None else str(self.run.core), *task.lengths,
        )  # fmt: skip

    def stolen(self) -> int:
        """0: Measure looks itself, at each length, because a VM warms up most of its time."""
        return 0

    def wanted(self, words: Sequence[str]) -> bool:
        return words[0] in PRINTED


def promising(
    cells: Sequence[JavaCell], verdicts: Mapping[JavaCell, Verdict], quick: bool
) -> list[JavaCell]:
    """The cells with the best VM of each ABI: one for each implementation, or for each primitive.

    A quick run has one for each primitive. The best VM has the least time in try, which varies
    by a few per cent only.
    """
    best: dict[tuple[str, str], JavaCell] = {}
    for cell in sorted(cells, key=lambda c: verdicts[c].ns1536):
        best.setdefault((cell.abi, cell.primitive if quick else cell.implementation.path), cell)
    return [cell for cell in cells if cell in best.values()]


def time_java(timer: JavaTimer, cells: Sequence[JavaCell]) -> None:
    """Time one VM for each cell, then more VMs for those that lead."""
    effort, measured = timer.effort, timer.measured
    timer.rounds("time Java", cells, range(1, effort.survey + 1))
    # More VMs can show that the first one was lucky: then another cell leads.
    for _ in range(2):
        leaders = timer.those(cells, best(measured.rows(), each=False))
        rest = range(effort.survey + 1, effort.finals + 1)
        timer.rounds("time the fastest Java", leaders, rest)


def probe(cell: JavaCell, hertz: int, core: int | None) -> Counters:
    """The counters of the cell's VM, probed on the core that will be timed: System.nanoTime, as
    ticks in the frequency of the counter that C is timed with."""
    outcome = execute(cell.running("Doctor", str(hertz)), PROBE_SECONDS, core)
    words = [w for w in outcome.lines if w[0] in ("counter", "clock", "pace", "alone")]
    try:
        found = parse_doctor(words)
    except (ValueError, IndexError) as e:
        raise Trouble(f"java/shootout's Doctor printed {outcome.output!r}: {e}") from e
    if outcome.status or not found.fit:
        raise Trouble(
            f"{' '.join(cell.compiler.command)}: {outcome.end()} when its clock was looked at. "
            "Leave this VM out with --compilers."
        )
    return found
