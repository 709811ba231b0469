"""Timing: tasks, each a process that measures a cell, run in rounds over all cells."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ..build.cells import Cell
from ..common.process import execute
from ..machine import target
from ..results.records import CellName
from ..results.stats import BYTES, TOP, stretch
from .measurements import Measurements
from .state import Run

SECONDS = 120  # wall time of one run of measure


@dataclass(frozen=True)
class Effort:
    """The number of rounds, of samples, and the patience of a timer."""

    survey: int  # rounds over every cell
    # Rounds over the cells that are close to the fastest, those of the survey included.
    finals: int
    curves: int  # rounds over the curve of each implementation, with its best compiler
    curves_again: int  # further rounds for a disturbed curve of a fastest implementation
    again: int  # further rounds for a doubtful figure of a fastest implementation
    # Further rounds for those that can't be told from the fastest, between two looks at them.
    looks: tuple[int, ...] = ()
    samples: int = 15
    patience: int = 60  # milliseconds that a process may spend on repeating disturbed groups

    def over(self, rounds: int | None) -> Effort:
        """The effort with this many rounds over every cell, unless None."""
        return replace(self, survey=rounds, finals=max(rounds, self.finals)) if rounds else self


@dataclass(frozen=True)
class Task:
    """One run of measure: a cell, a stage, a round of it."""

    cell: Cell
    stage: str
    number: int
    lengths: tuple[str, ...]
    samples: int
    patience: int = 1  # in units of the patience for six lengths

    def key(self, code: str) -> str:
        """The key of the task in the journal: equal for equal work on equal machine code."""
        cell = f"{self.cell.implementation.path} {self.cell.compiler.key}"
        return f"{self.stage} {self.number} {cell} {code}"


def six(primitive: str) -> tuple[str, ...]:
    """The lengths of the paper's table, and the one that its extrapolation needs."""
    return tuple(map(str, sorted({*BYTES, TOP - stretch(primitive)})))


def shuffled(tasks: Iterable[Task]) -> Iterator[Task]:
    """The tasks by round and by primitive, those of each group in a new random order."""
    groups: dict[tuple[int, str], list[Task]] = {}
    for task in tasks:
        groups.setdefault((task.number, task.cell.primitive), []).append(task)
    for key in sorted(groups, key=lambda k: k[0]):
        random.shuffle(groups[key])
        yield from groups[key]


@dataclass
class Timer(ABC):
    """Runs tasks of one language on one core, and writes each to the journal."""

    run: Run
    measured: Measurements
    effort: Effort

    def six(self, cell: Cell, number: int) -> Task:
        """The task of the six lengths of a cell in a round."""
        return Task(cell, "six", number, six(cell.primitive), self.effort.samples)

    def rounds(
        self, phase: str, cells: Iterable[Cell], numbers: Collection[int],
        make: Callable[[Cell, int], Task] | None = None,
    ) -> None:  # fmt: skip
        """Time cells in the rounds with these numbers: their six lengths, or the tasks of `make`.

        A phase whose tasks are all in the journal is not announced.
        """
        tasks = [(make or self.six)(cell, n) for cell in cells for n in numbers]
        journal, progress = self.measured.journal, self.run.progress
        missing = {key for key in map(self._key, tasks) if key not in journal}
        if missing:
            progress.start(phase, len(tasks))
        for task in shuffled(tasks):
            key = self._key(task)
            self.measured.keys.add(key)
            if key in missing:
                journal.add(key, self.measure(task))
            if missing:
                progress.step()

    def _key(self, task: Task) -> str:
        return task.key(self.run.verdicts[task.cell].code)

    def those(self, cells: Iterable[Cell], names: Collection[CellName]) -> list[Cell]:
        """The cells that have one of these names."""
        return [cell for cell in cells if self.measured.name(cell) in names]

    def measure(self, task: Task) -> list[str]:
        """The result lines of one process."""
        cell = task.cell
        command = self.command(task)
        stolen, began, start = self.stolen(), time.time(), time.monotonic()
        outcome = execute(command, SECONDS, self.run.core)
        took = time.monotonic() - start
        stolen = self.stolen() - stolen
        lines = outcome.lines if outcome.output.endswith("\n") else outcome.lines[:-1]
        printed = [" ".join(words) for words in lines if self.wanted(words)]
        if outcome.status or lines[-1:] != [["done"]]:
            printed.append(f"flag - broken while timed: {outcome.end()}")
        if stolen:
            printed.append(f"flag - stolen {stolen} ticks of the processor")
        printed.append(f"took {began:.3f} {took:.3f}")
        size = self.run.verdicts[cell].size or cell.implementation.output_bytes()
        counter = self.run.counters[cell.abi].best
        return self.measured.recorder.block(cell, size, counter, task.number, printed)

    @abstractmethod
    def command(self, task: Task) -> list[str]:
        """The command that measures a cell."""

    def wanted(self, words: Sequence[str]) -> bool:
        """Whether a printed line goes into the result."""
        return words != ["done"]

    def stolen(self) -> int:
        """The time that the hypervisor has taken from this core so far, in the kernel's ticks."""
        name = "cpu" if self.run.core is None else f"cpu{self.run.core}"
        return target.stolen().get(name, 0)
