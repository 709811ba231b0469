"""Curves: every implementation with its best compiler, at every length of message."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from .lines import MANY
from .plan import Cell
from .stats import TOP
from .sweep import Curve, Sweeper, found_by
from .timing import Task, Timer, best, of_cell

SAMPLES = 7
PATIENCE = 20
"""A curve has many groups; it may spend this many times the patience of six lengths."""
SLOW = 40_000
"""Nanoseconds of a 1536-byte message; a slower curve is sparser, its blocks show all the same."""
GAP = 32
"""Bytes: doubtful lengths that are closer are timed again together."""


def measure_curves(
    timer: Timer, cells: list[Cell], start: Callable[[str, int], None], step: Callable[[], None]
) -> None:
    """Every length of the fastest of each primitive, every eighth of the others.

    The stretches of the fastest that were disturbed in every round are timed again.
    """
    effort = timer.effort
    if not effort.curves:
        return
    found = timer.rows()
    top = set(best(cells, found, each=False))

    def rounds(name: str, words: Mapping[Cell, tuple[str, ...]], first: int, last: int) -> None:
        tasks = [
            Task(cell, "curve", n, lengths, SAMPLES, PATIENCE)
            for cell, lengths in words.items()
            for n in range(first, last + 1)
        ]
        if tasks:
            start(name, len(tasks))
            timer.run(tasks, step)

    all_of_them = {
        cell: (_range(timer.verdicts[cell].ns1536, cell in top),)
        for cell in best(cells, found, each=True)
    }
    rounds("time the curves", all_of_them, 1, effort.curves)
    for n in range(effort.curves + 1, effort.curves + effort.curves_again + 1):
        again = {cell: stretches(lengths) for cell, lengths in _doubtful(timer, top).items()}
        rounds("time disturbed curves again", again, n, n)


def _range(ns1536: float, every: bool) -> str:
    return f"0:{TOP}:{1 if every else 8 if ns1536 < SLOW else 32}"


def stretches(lengths: Iterable[int]) -> tuple[str, ...]:
    """Ranges that hold all the lengths, as measure takes them: 17:63:1."""
    found: list[list[int]] = []
    for mlen in sorted(lengths):
        if found and mlen - found[-1][1] < GAP:
            found[-1][1] = mlen
        else:
            found.append([mlen, mlen])
    return tuple(f"{first}:{last}:1" for first, last in found)


def _doubtful(timer: Timer, cells: Iterable[Cell]) -> dict[Cell, Sequence[int]]:
    """The lengths of each curve that no round had undisturbed, where they are many."""
    sweeper = Sweeper("this run")
    sweeper.feed(line.encode() for line in timer.lines())
    curves: dict[tuple[str, ...], Curve] = {
        (abi, c.primitive, c.implementation, c.compiler): c
        for (_, abi), each in found_by(sweeper).items()
        for c in each
    }
    found = {cell: curves.get(of_cell(cell)) for cell in cells}
    return {
        cell: sorted(curve.doubtful)
        for cell, curve in found.items()
        if curve and len(curve.doubtful) >= MANY
    }
