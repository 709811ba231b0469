"""The rounds of C: six lengths of every cell, then curves of the best."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..build.cells import Cell
from ..build.programs import link, linked, missing
from ..results.stats import TOP
from . import policy
from .timing import Effort, Task, Timer

FULL = Effort(survey=3, finals=7, curves=2, curves_again=4, again=6, looks=(7, 14))
QUICK = Effort(survey=1, finals=3, curves=0, curves_again=0, again=2, looks=(4,))
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
    for n in after(effort.finals, effort.again):
        again = timer.those(cells, policy.doubtful(measured.rows()))
        timer.rounds("time doubtful ones again", again, [n], timer.again)
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
    for n in after(effort.curves, effort.curves_again):
        again = timer.those(top, policy.disturbed(timer.measured.curves()))
        timer.rounds("time disturbed curves again", again, [n], curve)
