"""How fast are the right Java cells? Few of them, in fresh VMs, since a VM takes a second.

The JIT does not always make the same code: a figure comes from five VMs or more. Which cells
get so many is decided by one VM each, and with which VM by what try saw in passing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..registry.families import SHOOTOUT
from ..results.figures import Row, fastest
from ..run.timing import Effort, Task, Timer, identity, of_cell, six
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
        cell, counter = task.cell, self.counters[task.cell.abi].best
        assert isinstance(cell, JavaCell)
        return cell.running(
            "Measure", cell.implementation.class_name, str(counter.persecond),
            f"{counter.grain:g}", str(task.samples), str(self.effort.patience),
            "any" if self.core is None else str(self.core), *task.lengths,
        )  # fmt: skip

    def stolen(self) -> int:
        """Measure itself looks, at each length: most of its time a VM warms up."""
        return 0

    def said(self, lines: Iterable[list[str]]) -> list[str]:
        return [" ".join(words) for words in lines if words[0] in PRINTED]


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


def leading(cells: Iterable[JavaCell], found: list[Row]) -> list[JavaCell]:
    """The fastest cell of each function and ABI."""
    first = {identity(row) for row in fastest(found)}
    return [cell for cell in cells if of_cell(cell) in first]


def measure_java(
    timer: JavaTimer, cells: list[JavaCell], start: Callable[[str, int], None],
    step: Callable[[], None],
) -> None:  # fmt: skip
    """One VM for each cell, then the rest of five for those that lead."""
    effort = timer.effort

    def rounds(name: str, chosen: Sequence[JavaCell], first: int, last: int) -> None:
        tasks = [
            Task(c, "six", n, six(c.primitive), effort.samples)
            for c in chosen
            for n in range(first, last + 1)
        ]
        if timer.missing(tasks):
            start(name, len(tasks))
            timer.run(tasks, step)
        else:
            timer.run(tasks, lambda: None)

    rounds("time Java", cells, 1, effort.survey)
    leaders = leading(cells, timer.rows())
    rounds("time the fastest Java", leaders, effort.survey + 1, effort.finals)
    # More VMs can show that the first one was lucky: then another cell leads.
    rounds("time the fastest Java", leading(cells, timer.rows()), effort.survey + 1, effort.finals)
