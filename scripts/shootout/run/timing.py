"""Timing: tasks, each a process that measures a cell, run in rounds over all cells.

Those of C are six lengths of every cell, then curves of the best.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Union

from ..build.answers import Answers
from ..build.cells import Cell
from ..build.printed import BadLine, asked, bad_line, understand
from ..build.programs import link, linked, missing
from ..common import outside
from ..common.grouped import grouped
from ..common.named import escaped
from ..common.process import Outcome, execute
from ..common.terminal import folded
from ..layout.plan import Plan, plan
from ..machine import target
from ..results.records import CellName
from ..results.stats import TOP, needed, papers, tree
from . import policy, spare
from .measurements import Measurements
from .state import Run
from .verify import LONGEST, SHOWN

SECONDS = 120  # wall time of one run of measure
BROKEN = "flag - broken while timed: "
TRUST = 2  # processes of a cell that may break before it is timed no more
# Processes that may be spent on telling the closest apart: a tenth of those before, or so many.
BUDGET, AT_LEAST = 0.1, 200
GROUP = 0.0002  # seconds that a group of lengths takes; about as long as quiet moments are
SAMPLES = 7  # samples of each length of a curve
# A curve has many groups; it may spend this many times the patience of six lengths.
PATIENCE = 20
# Nanoseconds of a 1536-byte message; a slower curve is sparser, and still shows the blocks.
SLOW = 40_000
# Further rounds of a budget: the number before the first, above all others, and how many at most.
FIRST, MOST = 100, 100
PROCESSOR = 100  # seconds of processor time of one run of measure
BEHIND = 8  # processes that have ended and are not judged yet, where spare CPUs do that
Judged = Union[list[str], outside.Suspicion]  # lines of the file, or what else is to blame


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


FULL = Effort(survey=3, finals=7, curves=2, curves_again=4, again=6, looks=(7, 14))
QUICK = Effort(survey=1, finals=3, curves=0, curves_again=0, again=2, looks=(4,))


@dataclass(frozen=True)
class Task:
    """One run of measure: a cell, a stage, a round of it."""

    cell: Cell
    stage: str
    number: int
    lengths: tuple[str, ...]
    samples: int
    patience: int = 1  # in units of the patience for six lengths
    linked: bool = False  # whether the program may be one with its code elsewhere

    @property
    def plan(self) -> Plan:
        """Where code, stack and message are to lie."""
        return plan(self.number, linked=self.linked)

    def key(self, code: str) -> str:
        """The key of the task in the journal: equal for equal work on equal machine code."""
        cell = f"{self.cell.implementation.path} {self.cell.compiler.key}"
        laid = f"{self.plan.stack}+{self.plan.message}"
        return f"{self.stage} {self.number} {cell} {code} {laid}"


@dataclass(frozen=True)
class Taken:
    """One run of measure that has ended."""

    outcome: Outcome
    began: float  # seconds since 1970
    seconds: float
    stolen: int  # ticks that the hypervisor took from the core
    kills: int  # processes that the system had killed for want of memory, before


def shuffled(tasks: Iterable[Task]) -> Iterator[Task]:
    """The tasks by round and by primitive, those of each group in a new random order."""
    groups = grouped(tasks, lambda task: (task.number, task.cell.primitive))
    for key in sorted(groups, key=lambda k: k[0]):
        random.shuffle(groups[key])
        yield from groups[key]


@dataclass
class Timer(ABC):
    """Runs tasks of one language on one core, and writes each to the journal."""

    run: Run
    measured: Measurements
    effort: Effort
    coming: Sequence[Task] = ()  # what follows in these rounds
    asks: ClassVar[bool] = True  # whether its programs answer with digests

    @cached_property
    def answers(self) -> Answers:
        """What verified cells answer to new messages, the fastest first."""
        verdicts = self.run.verdicts
        here = [c for c, v in verdicts.items() if v.right and not c.compiler.emulated]
        own = (c for c in here if type(c) is Cell and c.primitive != "null")
        return Answers(sorted(own, key=lambda c: verdicts[c].ns1536))

    def six(self, cell: Cell, number: int) -> Task:
        """The task of the paper's lengths; code of trees has the further ones from the start."""
        lengths = self.lengths(cell, further=tree(cell.primitive))
        stage = "+".join(["six", *map(str, self.run.options.lengths)])
        return Task(cell, stage, number, lengths, self.effort.samples)

    def again(self, cell: Cell, number: int) -> Task:
        """The task of a further round: longer messages, too, and the code may lie elsewhere."""
        return replace(self.six(cell, number), linked=True, lengths=self.lengths(cell))

    def lengths(self, cell: Cell, *, further: bool = True) -> tuple[str, ...]:
        """Those of the paper, and further ones unless the code refuses these, as SUPERCOP's may."""
        refuses = any(flag.startswith("refuses ") for flag in self.run.verdicts[cell].flags)
        its = needed if further and not refuses else papers
        also = [n for n in self.run.options.lengths if not refuses or n <= TOP]
        return tuple(map(str, sorted({*its(cell.primitive), *also})))

    def prepare(self, tasks: Collection[Task]) -> None:  # noqa: B027
        """Make what tasks need that are about to be run; called before the phase is announced."""

    def rounds(
        self, phase: str, cells: Iterable[Cell], numbers: Collection[int],
        make: Callable[[Cell, int], Task] | None = None, *, always: bool = False,
    ) -> None:  # fmt: skip
        """Time cells in the rounds with these numbers: their six lengths, or the tasks of `make`.

        A phase whose tasks are all in the journal is not announced. When a budget is spent, tasks
        are left out, and counted, unless they are for `always`.
        """
        tasks = [(make or self.six)(cell, n) for cell in cells for n in numbers]
        journal, progress = self.measured.journal, self.run.progress
        missing = {key for key in map(self.key, tasks) if key not in journal}
        if not self.late or always:
            self.prepare([task for task in tasks if self.key(task) in missing])
        if missing and (always or not self.late):
            progress.start(phase, len(tasks))
        behind: deque[tuple[Task, Future[Judged]]] = deque()
        allowed = BEHIND if self.run.spare else 0  # without spare CPUs nothing runs beside
        with spare.judges(self.run) as judges:
            ordered = list(shuffled(tasks))
            for i, task in enumerate(ordered):
                key, self.coming = self.key(task), ordered[i + 1 :]
                if key in missing and self.late and not always:
                    self.run.cut[phase] = self.run.cut.get(phase, 0) + 1
                    continue
                self.measured.keys.add(key)
                if key not in missing:
                    self.note_broken(task.cell, journal.events.get(key, []))
                elif self.run.broken.get(task.cell, ("", 0))[1] < TRUST:
                    behind.append((task, judges.submit(self.judge, task, self.take(task))))
                while behind and (len(behind) > allowed or behind[0][1].done()):
                    self.settle(*behind.popleft())
                if missing:
                    progress.step()
            for each in behind:
                self.settle(*each)

    def doubtful(
        self, phase: str, cells: Sequence[Cell], make: Callable[[Cell, int], Task] | None = None
    ) -> None:
        """Time cells in one more round after the other, while figures of theirs are doubtful."""
        for n in after(self.effort.finals, self.effort.again):
            names = policy.doubtful(self.measured.rows())
            self.rounds(phase, self.those(cells, names), [n], make)

    @property
    def late(self) -> bool:
        """Whether the time of a budget is up."""
        return self.run.deadline is not None and time.monotonic() > self.run.deadline

    def note_broken(self, cell: Cell, lines: Sequence[str]) -> None:
        """Remember the cell of a block that was not believed, in this run or before."""
        for line in lines:
            if f" {BROKEN}" in line:
                _, times = self.run.broken.get(cell, ("", 0))
                self.run.broken[cell] = (line.split(BROKEN, 1)[1], times + 1)

    def key(self, task: Task) -> str:
        """The task's key in the journal."""
        return task.key(self.run.verdicts[task.cell].code)

    def those(self, cells: Iterable[Cell], names: Collection[CellName]) -> list[Cell]:
        """The cells that have one of these names."""
        return [cell for cell in cells if self.measured.name(cell) in names]

    def take(self, task: Task) -> Taken:
        """Run one process on the run's core."""
        fresh = task.stage == "curve"
        secret = self.answers.secret(task.cell.primitive, task.number, fresh=fresh)
        command, kills = self.command(task, secret), outside.memory_kills()
        stolen, began, start = self.stolen(), time.time(), time.monotonic()
        outcome = self.outcome(task, command)
        return Taken(outcome, began, time.monotonic() - start, self.stolen() - stolen, kills)

    def outcome(self, task: Task, command: Sequence[str]) -> Outcome:
        """What comes of the task's command on the run's core."""
        return execute(command, SECONDS, self.run.core)

    def judge(self, task: Task, taken: Taken, *, last: bool = False) -> Judged:
        """The result lines of a process; of one that can't be trusted, only the reason; what else
        may be to blame than the code, if that is proven or this was not the `last` try."""
        cell = task.cell
        printed, layout, cause = self.believe(task, taken.outcome)
        system = outside.of_program(taken.outcome, SECONDS, taken.kills) if cause else None
        if system and (system.proven or not last):
            return system
        if cause:
            printed, layout = [f"{BROKEN}{cause}"], ""
        if taken.stolen:
            printed.append(f"flag - stolen {taken.stolen} ticks of the processor")
        printed += [layout] if layout else []
        printed.append(f"took {taken.began:.3f} {taken.seconds:.3f}")
        size = self.run.verdicts[cell].size or cell.implementation.output_bytes()
        counter = self.run.counters[cell.abi].best
        return self.measured.recorder.block(cell, size, counter, task.number, printed)

    def settle(self, task: Task, judging: Future[Judged]) -> None:
        """Write a process to the journal; where the system may be to blame, run it once more."""
        judged = judging.result()
        if isinstance(judged, outside.Suspicion):
            judged = self.judge(task, self.take(task), last=True)
        if isinstance(judged, outside.Suspicion):
            self.run.untimed[task.cell] = judged.why  # the next run tries again
            return
        self.measured.journal.add(self.key(task), judged)
        self.note_broken(task.cell, judged)

    def believe(self, task: Task, outcome: Outcome) -> tuple[list[str], str, str]:
        """The lines of the timings, that of the layout, and why they are not believed, if so."""
        lines = [words for words in outcome.lines if self.wanted(words)]
        for words in lines:
            if words[0] == "printed":
                self.show(task, " ".join(words[1:]))
            if words[0] == "fails" or words[:2] == ["flag", "-"]:
                why = " ".join(words[3 if words[0] == "fails" else 2 :])
                return [], "", why[:LONGEST] or bad_line(words[0])
        if outcome.status or not outcome.output.endswith("\n") or lines[-1:] != [["done"]]:
            return [], "", outcome.end()
        lengths = asked(task.lengths)
        try:
            found = understand(lines[:-1], lengths)
        except BadLine as e:
            self.show(task, *e.args[1:])
            return [], "", e.args[0]
        told = {a.mlen for a in found.answers} if self.asks else lengths
        if left_out := lengths - (found.lengths & told):
            return [], "", f"leaves out {min(left_out)} bytes"
        asked_of = self.asks and task.cell.primitive != "null"  # ours has no digest
        cause = self.answers.wrong(task.cell, found.answers) if asked_of else ""
        return list(found.lines), found.layout, cause

    def show(self, task: Task, text: str = "") -> None:
        """Print what code printed while it was timed. No file keeps it."""
        if text:
            name = f"{task.cell.primitive}/{task.cell.implementation.name}"
            self.run.progress.say(folded(f"{name} printed {escaped(text[:SHOWN])!r}"))

    @abstractmethod
    def command(self, task: Task, secret: str) -> list[str]:
        """The command that measures a cell, with messages that are drawn from the secret."""

    def wanted(self, words: Sequence[str]) -> bool:
        """Whether a printed line is one of the harness."""
        return True

    def stolen(self) -> int:
        """The time that the hypervisor has taken from this core so far, in the kernel's ticks."""
        name = "cpu" if self.run.core is None else f"cpu{self.run.core}"
        return target.stolen().get(name, 0)


@dataclass
class ProgramTimer(Timer):
    """The timer of cells that have a `measure` program."""

    def command(self, task: Task, secret: str) -> list[str]:
        cell, counter = task.cell, self.run.counters[task.cell.abi].best
        patience, laid = self.effort.patience * task.patience, task.plan
        return [
            *cell.jailed(PROCESSOR, linked(cell, laid.program), secret), counter.name,
            f"{counter.grain:g}", f"{GROUP * counter.persecond:g}", str(task.samples),
            f"{self.measured.pace(cell.abi):.3f}", str(patience), str(laid.stack),
            str(laid.message), *task.lengths,
        ]  # fmt: skip

    def prepare(self, tasks: Collection[Task]) -> None:
        """Link programs again whose code is to lie elsewhere."""
        wanted = {(task.cell, task.plan.program) for task in tasks if task.plan.program}
        lacking = [each for each in wanted if missing(*each)]
        if lacking:
            progress = self.run.progress
            progress.start("link the fastest again", len(lacking))
            link(lacking, self.run.options.jobs, lambda _: progress.step())


def after(done: int, more: int) -> range:
    """The numbers of the rounds that follow those done."""
    return range(done + 1, done + more + 1)


def time_six(timer: Timer, cells: Sequence[Cell]) -> None:
    """Time the six lengths: survey, finals, doubtful figures again, those too close again."""
    effort, measured = timer.effort, timer.measured
    timer.rounds("time all", cells, after(0, effort.survey), always=True)
    for n in after(effort.survey, effort.again):
        again = timer.those(cells, policy.undecided(measured.rows()))
        timer.rounds("time disturbed ones again", again, [n])
    finalists = timer.those(cells, policy.contenders(measured.rows()))
    finals = range(effort.survey + 1, effort.finals + 1)
    timer.rounds("time the fastest", finalists, finals, timer.again)
    timer.doubtful("time doubtful ones again", cells, timer.again)
    time_closest(timer, cells)


def time_closest(timer: Timer, cells: Sequence[Cell]) -> None:
    """Time those again that can't be told from the fastest, side by side, within the budget."""
    effort, measured = timer.effort, timer.measured
    left = int(max(AT_LEAST, BUDGET * len(measured.keys)))
    done = effort.finals + effort.again
    for more in effort.looks:
        groups = policy.contested(measured.rows())
        closest = timer.those(cells, policy.affordable(groups, more, left))
        timer.rounds("time the closest again", closest, after(done, more), timer.again)
        left -= len(closest) * more
        done += more


def time_more(timer: Timer, cells: Sequence[Cell]) -> None:
    """Spend what a budget leaves on further rounds: those of all cells, then of the fastest."""
    timer.rounds("time all again", cells, after(timer.effort.survey, FULL.survey - 1))
    for n in after(0, MOST):
        if timer.late:
            break
        finalists = timer.those(cells, policy.contenders(timer.measured.rows()))
        timer.rounds("time the fastest again", finalists, [FIRST + n], timer.again)


def time_curves(timer: Timer, cells: Sequence[Cell]) -> None:
    """Time the curves: every length of the fastest of each primitive, every eighth of the others.

    Curves of the fastest that were disturbed at many lengths are timed again.
    """
    effort = timer.effort
    if not effort.curves:
        return
    rows = timer.measured.rows()
    every = timer.those(cells, policy.best(rows, each=True))
    top = timer.those(cells, policy.best(rows, each=False))

    def curve(cell: Cell, number: int) -> Task:
        step = 1 if cell in top else 8 if timer.run.verdicts[cell].ns1536 < SLOW else 32
        return Task(cell, "curve", number, (f"0:{TOP}:{step}",), SAMPLES, PATIENCE)

    timer.rounds("time the curves", every, after(0, effort.curves), curve)
    rounds = after(0, effort.curves + effort.curves_again)
    keys = {timer.key(curve(cell, n)) for cell in top for n in rounds}
    for n in after(effort.curves, effort.curves_again):
        again = timer.those(top, timer.measured.disturbed(keys))
        timer.rounds("time disturbed curves again", again, [n], curve)
