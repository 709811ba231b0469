"""How fast are the right cells? Rounds over all programs, each in a process of its own."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..build.cells import Cell
from ..common.process import execute
from ..machine import target
from ..machine.counter import Counters
from ..results.figures import Row, fastest, rows_of
from ..results.pace import flagged, of_lines, usual
from ..results.reader import Reader
from ..results.stats import BENT, BYTES, FEW, LENGTHS, TOP, UNSTEADY, stretch
from .journal import Journal
from .record import Recorder
from .verify import Verdict

SECONDS = 120
"""Wall time of one run of measure."""
GROUP = 0.0002
"""Seconds that a group of lengths takes; about what a busy host leaves in peace."""


@dataclass(frozen=True)
class Effort:
    """How much is measured."""

    survey: int
    """Rounds over every cell."""
    finals: int
    """Rounds over the cells that are close to the fastest, those of the survey included."""
    curves: int
    """Rounds over the curve of each implementation, with its best compiler."""
    curves_again: int
    """Rounds that the disturbed stretches of a fastest one's curve may have in addition."""
    again: int
    """Rounds that a doubtful figure of a fastest implementation may have in addition."""
    samples: int = 15
    patience: int = 60
    """Milliseconds a process may spend on repeating what was disturbed."""

    def over(self, rounds: int | None) -> Effort:
        """With so many rounds over every cell, if that was asked."""
        return replace(self, survey=rounds, finals=max(rounds, self.finals)) if rounds else self


FULL = Effort(survey=3, finals=7, curves=2, curves_again=4, again=6)
QUICK = Effort(survey=1, finals=3, curves=0, curves_again=0, again=2)
CLOSE = 1.05
"""A cell within this ratio of the fastest at any of the six lengths is in the finals."""


DISTURBED = 2.5
"""What shares the core makes code so many times slower, at most."""


@dataclass(frozen=True)
class Task:
    """One run of measure: a cell, a stage, a round of it."""

    cell: Cell
    stage: str
    number: int
    lengths: tuple[str, ...]
    samples: int
    patience: int = 1
    """How many times the patience of six lengths it may spend."""

    def key(self, code: str) -> str:
        """The same for the same work on the same machine code."""
        cell = f"{self.cell.implementation.path} {self.cell.compiler.key}"
        return f"{self.stage} {self.number} {cell} {code}"


def six(primitive: str) -> tuple[str, ...]:
    """The lengths of the paper's table, and the one its extrapolation needs."""
    return tuple(map(str, sorted({*BYTES, TOP - stretch(primitive)})))


def shuffled(tasks: Iterable[Task]) -> Iterator[Task]:
    """Round by round, primitive by primitive, the programs of each in a fresh random order."""
    groups: dict[tuple[int, str], list[Task]] = {}
    for task in tasks:
        groups.setdefault((task.number, task.cell.primitive), []).append(task)
    for key in sorted(groups, key=lambda k: k[0]):
        random.shuffle(groups[key])
        yield from groups[key]


@dataclass
class Timer:
    """Runs tasks on one core, writes each to the journal, knows what this run has measured."""

    journal: Journal
    recorder: Recorder
    counters: Mapping[str, Counters]
    """By ABI."""
    verdicts: Mapping[Cell, Verdict]
    core: int | None
    effort: Effort
    keys: set[str] = field(default_factory=set)
    """The events of the journal that are of this run."""
    _paces: dict[str, list[float]] = field(default_factory=dict)

    def _key(self, task: Task) -> str:
        return task.key(self.verdicts[task.cell].code)

    def missing(self, tasks: Iterable[Task]) -> list[Task]:
        """The tasks that the journal does not have yet."""
        return [t for t in tasks if self._key(t) not in self.journal]

    def run(self, tasks: list[Task], step: Callable[[], None]) -> None:
        """Runs what is missing; `step` is called after each task, also a known one."""
        todo = {self._key(t) for t in self.missing(tasks)}
        for task in shuffled(tasks):
            self.keys.add(self._key(task))
            if self._key(task) in todo:
                self.journal.add(self._key(task), self.measure(task))
            step()

    def measure(self, task: Task) -> list[str]:
        """One process: its result lines."""
        cell = task.cell
        command = self.command(task)
        stolen, began, start = self.stolen(), time.time(), time.monotonic()
        outcome = execute(command, SECONDS, self.core)
        took = time.monotonic() - start
        stolen = self.stolen() - stolen
        lines = outcome.lines if outcome.output.endswith("\n") else outcome.lines[:-1]
        printed = self.said(line for line in lines if line != ["done"])
        if outcome.status or lines[-1:] != [["done"]]:
            printed.append(f"flag - broken while timed: {outcome.end()}")
        if stolen:
            printed.append(f"flag - stolen {stolen} ticks of the processor")
        printed.append(f"took {began:.3f} {took:.3f}")
        size = self.verdicts[cell].size or cell.implementation.output_bytes()
        counter = self.counters[cell.abi].best
        return self.recorder.block(cell, size, counter, task.number, printed)

    def command(self, task: Task) -> list[str]:
        """What measures a cell."""
        cell, counter = task.cell, self.counters[task.cell.abi].best
        patience = self.effort.patience * task.patience
        return [
            *cell.compiler.runner, str(cell.folder / "measure"), counter.name,
            f"{counter.grain:g}", f"{GROUP * counter.persecond:g}",
            str(task.samples), f"{self.pace(cell.abi):.3f}", str(patience), *task.lengths,
        ]  # fmt: skip

    def said(self, lines: Iterable[list[str]]) -> list[str]:
        """Of what it printed, what goes into the result."""
        return [" ".join(words) for words in lines]

    def stolen(self) -> int:
        """What the hypervisor has taken of this core so far, in the kernel's clock ticks."""
        name = "cpu" if self.core is None else f"cpu{self.core}"
        return target.stolen().get(name, 0)

    def rows(self) -> list[Row]:
        """The figures so far."""
        reader = Reader("this run")
        reader.feed(line.encode() + b"\n" for line in self.lines())
        return rows_of(reader.result().blocks)

    def pace(self, abi: str) -> float:
        """The usual pace of this core, as far as it is known now."""
        return max(self.counters[abi].pace, usual(self._paces.get(abi, [])))

    def lines(self) -> list[str]:
        """All result lines so far, with flags for what was slow by what is known now."""
        events = self.journal.events.items()
        blocks = [lines for key, lines in events if key in self.keys and lines]
        for lines in blocks:
            self._paces.setdefault(lines[0].split()[2], [])
        self._paces = {
            abi: of_lines(line for b in blocks if b[0].split()[2] == abi for line in b)
            for abi in self._paces
        }
        reference = {abi: self.pace(abi) for abi in self._paces}
        return [line for b in blocks for line in flagged(b, reference[b[0].split()[2]])]


def least(found: list[Row]) -> dict[tuple[str, str, str], float]:
    """The least median of each ABI, primitive and length."""
    result: dict[tuple[str, str, str], float] = {}
    for row in found:
        for mlen, figure in row.figures.items():
            key = (row.abi, row.primitive, str(mlen))
            result[key] = min(result.get(key, figure.median), figure.median)
    return result


def undecided(cells: Iterable[Cell], found: list[Row]) -> list[Cell]:
    """The cells that were disturbed in every round, and without that may be the fastest."""
    record = least(found)
    disturbed = {
        identity(row)
        for row in found
        for mlen, figure in row.figures.items()
        if set(figure.doubts) - {UNSTEADY, BENT, FEW}
        and figure.median <= DISTURBED * record[row.abi, row.primitive, str(mlen)]
    }
    return [c for c in cells if of_cell(c) in disturbed]


def contenders(cells: Iterable[Cell], found: list[Row]) -> list[Cell]:
    """The cells that are close to the fastest of their primitive at any length."""
    record = least(found)
    close = {
        identity(row)
        for row in found
        for mlen, figure in row.figures.items()
        if figure.median <= CLOSE * record[row.abi, row.primitive, str(mlen)]
    }
    return [c for c in cells if of_cell(c) in close]


def doubtful(cells: Iterable[Cell], found: list[Row]) -> list[Cell]:
    """The cells that are the fastest at a length, with a figure there that has a doubt."""
    bad = {
        identity(row)
        for mlen in LENGTHS
        for row in fastest(found, mlen)
        if row.figures[mlen].doubts
    }
    return [c for c in cells if of_cell(c) in bad]


def best(cells: Iterable[Cell], found: list[Row], each: bool) -> list[Cell]:
    """Each implementation with its best compiler, or only the fastest of each primitive."""
    kept = {identity(row) for row in fastest(found, per_implementation=each)}
    return [c for c in cells if of_cell(c) in kept]


def identity(row: Row) -> tuple[str, str, str, str]:
    """What a row and a cell have in common."""
    return (row.abi, row.primitive, row.implementation, row.compiler)


def of_cell(cell: Cell) -> tuple[str, str, str, str]:
    return (cell.abi, cell.primitive, cell.implementation.name, cell.compiler.word)


def measure_all(
    timer: Timer, cells: list[Cell], start: Callable[[str, int], None], step: Callable[[], None]
) -> None:
    """The six lengths: the survey, the finals, doubtful figures.

    `start` is called with the name of a phase and its number of tasks, `step` after each task.
    """
    effort = timer.effort

    def rounds(name: str, chosen: list[Cell], first: int, last: int) -> None:
        tasks = [
            Task(c, "six", n, six(c.primitive), effort.samples)
            for c in chosen
            for n in range(first, last + 1)
        ]
        if tasks:
            start(name, len(tasks))
            timer.run(tasks, step)

    rounds("time all", cells, 1, effort.survey)
    for n in range(effort.survey + 1, effort.survey + effort.again + 1):
        rounds("time disturbed ones again", undecided(cells, timer.rows()), n, n)
    rounds("time the fastest", contenders(cells, timer.rows()), effort.survey + 1, effort.finals)
    for n in range(effort.finals + 1, effort.finals + effort.again + 1):
        rounds("time doubtful ones again", doubtful(cells, timer.rows()), n, n)
