"""What graphs and the page show of a store: all its figures and runs, but no curves.

The store has no curves; and how sure a change between two runs is, is found in their files alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from shootout.common import parallel
from shootout.report.machines import READING, Best, MachineRow
from shootout.report.page.contents import Function, PageMachine, merge, ordered
from shootout.results.stats import Length

from . import contestants, environment
from .contestants import Run

FACTS = "SELECT sha256, machine, abi, facts FROM runs"
Each = dict[str, dict[str, dict[Length, Best]]]  # by primitive, by implementation


@dataclass(frozen=True)
class StoredPictures:
    """A store for `report/stores.py`."""

    home: Path

    def ready(self) -> None:
        environment.ready()

    def identity(self) -> list[tuple[str, str]]:
        return contestants.identity(self.home)

    def rows(self, primitives: Collection[str]) -> tuple[list[MachineRow], int]:
        """Another process reads, for DuckDB has threads, and processes that draw are forked."""
        read = partial(contestants.collect, self.home)
        (made,) = parallel.each(read, [primitives], 1, phase=READING, apart=True)
        return made

    def machines(self, primitives: Collection[str]) -> list[PageMachine]:
        return collect(self.home, primitives)


def collect(home: Path, primitives: Collection[str]) -> list[PageMachine]:
    """The machines of a store in the order of the graphs, with their figures of these functions."""
    with contestants.asked(home) as connection:
        runs = contestants.runs(connection)
        fastest, native = contestants.bests(connection, primitives, newest=False)
        functions = _functions(connection, primitives)
        facts = {(sha, (machine, abi)): found
                 for sha, machine, abi, found in connection.execute(FACTS).fetchall()}  # fmt: skip
    machines = []
    for run, c in runs.items():
        if c.emulated or not (run in fastest or run in native):
            continue
        own = {
            primitive: Function(best, hertz=c.hertz)
            for primitive, best in functions.get(run, {}).items()
        }
        c = replace(c, fastest=_some(fastest.get(run)), native=_some(native.get(run)))
        known = dict(facts[run])
        machines.append(
            PageMachine(c, bool(known), known, own, tuple(path.name for path in c.paths))
        )
    return ordered(merge(machines))


def _some(bests: contestants.Bests | None) -> contestants.Bests:
    """The functions that have figures."""
    return {primitive: its for primitive, its in (bests or {}).items() if its}


def _functions(connection: Any, primitives: Collection[str]) -> dict[Run, Each]:
    """The fastest compiler of each implementation, of the newest run of each function."""
    found: dict[Run, Each] = {}
    for run, primitive, _, length, best in contestants.figures(connection, primitives, each=True):
        its = found.setdefault(run, {}).setdefault(primitive, {})
        its.setdefault(best.implementation, {})[length] = replace(best, version="")
    return found
