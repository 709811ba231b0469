"""How fast are the right Java cells? Few of them, in fresh VMs, since a VM takes a second.

The JIT does not always make the same code: a figure comes from five VMs or more. Which cells
get so many is decided by one VM each, and with which VM by what try saw in passing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..registry.families import SHOOTOUT
from ..run.policy import best
from ..run.timing import Effort, Task, Timer
from ..run.verify import Verdict
from .cell import JavaCell

FULL = Effort(survey=1, finals=5, curves=0, curves_again=0, again=0, patience=100)
QUICK = Effort(survey=1, finals=1, curves=0, curves_again=0, again=0, patience=50)
PRINTED = {"pace", "clock", "calls", "cycles", "flag"}
"""Measure's words; others are warnings of the VM."""


@dataclass
class JavaTimer(Timer):
    """As for C, each task in a fresh VM."""

    def command(self, task: Task) -> list[str]:
        cell, counter = task.cell, self.run.counters[task.cell.abi].best
        assert isinstance(cell, JavaCell)
        return cell.running(
            "Measure", cell.implementation.class_name, str(counter.persecond),
            f"{counter.grain:g}", str(task.samples), str(self.effort.patience),
            "any" if self.run.core is None else str(self.run.core), *task.lengths,
        )  # fmt: skip

    def stolen(self) -> int:
        """Measure itself looks, at each length: most of its time a VM warms up."""
        return 0

    def wanted(self, words: Sequence[str]) -> bool:
        return words[0] in PRINTED


def worth_timing(cells: Iterable[JavaCell], asked: bool) -> list[JavaCell]:
    """Without patterns the functions of the paper; the others are verified."""
    return [c for c in cells if asked or c.primitive in SHOOTOUT]


def promising(
    cells: Sequence[JavaCell], verdicts: Mapping[JavaCell, Verdict], quick: bool
) -> list[JavaCell]:
    """Each implementation with its best VM of each ABI; in a quick run of each function only one.

    By the time that try took for a message: it is repeated within a few per cent.
    """
    best: dict[tuple[str, str], JavaCell] = {}
    for cell in sorted(cells, key=lambda c: verdicts[c].ns1536):
        best.setdefault((cell.abi, cell.primitive if quick else cell.implementation.path), cell)
    return [cell for cell in cells if cell in best.values()]


def time_java(timer: JavaTimer, cells: Sequence[JavaCell]) -> None:
    """One VM for each cell, then the rest of five for those that lead."""
    effort, measured = timer.effort, timer.measured
    timer.rounds("time Java", cells, range(1, effort.survey + 1))
    # More VMs can show that the first one was lucky: then another cell leads.
    for _ in range(2):
        leaders = timer.those(cells, best(measured.rows(), each=False))
        rest = range(effort.survey + 1, effort.finals + 1)
        timer.rounds("time the fastest Java", leaders, rest)
