"""Curves: every implementation with its best compiler, at every length of message."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ..build.cells import Cell
from ..results.records import MANY
from ..results.stats import TOP
from ..results.sweeper import Sweeper, found_by
from .timing import Task, Timer, best, of_cell

SAMPLES = 7
PATIENCE = 20
"""A curve has many groups; it may spend this many times the patience of six lengths."""
SLOW = 40_000
"""Nanoseconds of a 1536-byte message; a slower curve is sparser, its blocks show all the same."""


def measure_curves(
    timer: Timer, cells: list[Cell], start: Callable[[str, int], None], step: Callable[[], None]
) -> None:
    """Every length of the fastest of each primitive, every eighth of the others.

    The curves of the fastest that were disturbed at many lengths are timed again.
    """
    effort = timer.effort
    if not effort.curves:
        return
    found = timer.rows()
    top = set(best(cells, found, each=False))

    def rounds(name: str, chosen: Iterable[Cell], first: int, last: int) -> None:
        tasks = [
            Task(
                cell,
                "curve",
                n,
                (_range(timer.verdicts[cell].ns1536, cell in top),),
                SAMPLES,
                PATIENCE,
            )
            for cell in chosen
            for n in range(first, last + 1)
        ]
        if tasks:
            start(name, len(tasks))
            timer.run(tasks, step)

    rounds("time the curves", best(cells, found, each=True), 1, effort.curves)
    for n in range(effort.curves + 1, effort.curves + effort.curves_again + 1):
        rounds("time disturbed curves again", _disturbed(timer, top), n, n)


def _range(ns1536: float, every: bool) -> str:
    return f"0:{TOP}:{1 if every else 8 if ns1536 < SLOW else 32}"


def _disturbed(timer: Timer, cells: Iterable[Cell]) -> list[Cell]:
    """Those whose curve has many lengths that no round had undisturbed."""
    sweeper = Sweeper("this run")
    sweeper.feed(line.encode() for line in timer.lines())
    bad = {
        (abi, c.primitive, c.implementation, c.compiler)
        for (_, abi), curves in found_by(sweeper).items()
        for c in curves
        if len(c.doubtful) >= MANY
    }
    return [cell for cell in cells if of_cell(cell) in bad]
