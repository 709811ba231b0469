"""The contestants of the graphs, from the store: those of its result files, but the entries."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from shootout.common.errors import Trouble
from shootout.common.named import escaped
from shootout.report.counts import COUNTED, Counted
from shootout.report.drawn import of_files
from shootout.report.machines import Best, MachineRow, merge, states_of
from shootout.results.grade import Grade
from shootout.results.records import CellName
from shootout.results.stats import ALL_LENGTHS, LONG, Figure, Length

from . import versions
from .query import QueryOptions, in_a_line, opened
from .rows import LONG_BYTES, Place

Run = tuple[str, Place]  # SHA-256 of a file, and the machine in it
Bests = dict[str, dict[Length, Best]]  # by primitive
OfRuns = dict[Run, Bests]
LENGTHS: Mapping[int, Length] = {LONG_BYTES if n == LONG else int(n): n for n in ALL_LENGTHS}

MEMORY = "1GB"  # of DuckDB, while the figures of all machines are made

RUNS = """
    SELECT sha256, machine, abi, microarchitecture, version, strftime(date, '%Y%m%d') AS date,
        counter, clock_low, clock_high, hertz, boost, smt, hidden, emulated, grade, reasons, file
    FROM runs WHERE machine <> '' ORDER BY ALL"""
# What was timed, by function; native code in a VM apart. Of several runs the newest counts.
TIMED = """
    SELECT sha256, machine, abi, microarchitecture, primitive, native <> '' AS alien
    FROM figures WHERE counter <> '{counted}' GROUP BY ALL"""
BEST = """
    WITH timed AS ({timed}), counting AS (
        SELECT arg_max(sha256, (date, file, sha256)) AS sha256, machine, abi, primitive, alien
        FROM timed JOIN runs USING (sha256, machine, abi, microarchitecture)
        WHERE list_contains($primitives, primitive)
        GROUP BY {run}machine, abi, microarchitecture, primitive, alien)
    SELECT sha256, machine, abi, primitive, length, alien, min(number) AS first,
        unnest(arg_min(struct_pack({fields}), (rank, number)))
    FROM (SELECT *, native <> '' AS alien FROM figures WHERE counter <> '{counted}')
        SEMI JOIN counting USING (sha256, machine, abi, primitive, alien)
    WHERE list_contains($primitives, primitive) AND list_contains($lengths, length)
    GROUP BY sha256, machine, abi, primitive, length, alien, native{implementation}
    ORDER BY list_position($lengths, length), first"""
FIELDS = ("q1", "median", "q3", "doubts", "left_out", "used_samples", "used_rounds",
          "layout", "culprit", "implementation", "compiler", "compiler_version")  # fmt: skip
COUNTS = """
    SELECT sha256, machine, abi, primitive, implementation, compiler, length, median
    FROM figures WHERE counter = '{counted}' ORDER BY sha256, number"""


def identity(home: Path) -> list[tuple[str, str]]:
    """What tells the contents of a store: names of its files, which tell of what files they are
    made, and the hashes of those about runs, which tell by which version."""
    folder = versions.current(home)
    every = versions.files(folder)
    about = [folder / path for path in every if path.parts[0] == versions.RUNS]
    return [*of_files(about), *((str(path), "") for path in every)]


@contextmanager
def asked(home: Path) -> Iterator[Any]:
    """A connection to a store for the functions below; Trouble if it cannot be read."""
    import duckdb

    try:
        with opened(QueryOptions("", home, memory=MEMORY)) as connection:
            yield connection
    except duckdb.Error as error:
        raise Trouble(
            f"{escaped(home)}: the store cannot be read ({in_a_line(error)}). "
            "Remove it, and make it again from the result files with ./do store."
        ) from error


def collect(home: Path, primitives: Collection[str]) -> tuple[list[MachineRow], int]:
    """The contestants of all files in a store, and how many files there are.

    Primitives that are not among those named have no figures.
    """
    with asked(home) as connection:
        every = runs(connection)
        fastest, native = bests(connection, primitives)
        counts = _counts(connection)
    made = [
        _with(c, fastest.get(run, {}), native.get(run, {}), counts.get(run, ()))
        for run, c in every.items()
    ]
    return merge(made), len({sha256 for sha256, _ in every})


def runs(connection: Any) -> dict[Run, MachineRow]:
    """A contestant for each machine and ABI of each file, without figures."""
    found = {}
    for (
        sha256, machine, abi, core, version, date, counter, low, high, hertz, boost, smt, hidden,
        emulated, letter, reasons, file,
    ) in connection.execute(RUNS).fetchall():  # fmt: skip
        found[sha256, Place(machine, abi)] = MachineRow(
            machine, abi, core, version, date or "", counter,
            None if low is None else (low, high), hertz,
            states_of({"boost": boost, "smt": smt}, hidden=hidden, emulated=emulated),
            grade=Grade(letter, tuple(reasons)) if letter else None, paths=(Path(file),),
        )  # fmt: skip
    return found


def _with(c: MachineRow, fastest: Bests, native: Bests, counts: Sequence[Counted]) -> MachineRow:
    counted = tuple(counts) if c.emulated else ()
    return replace(c, fastest=fastest, native=native, instructions=counted)


def bests(
    connection: Any, primitives: Collection[str], *, newest: bool = True
) -> tuple[OfRuns, OfRuns]:
    """The fastest of each function by run, and native code in a VM.

    A function that is not asked for is there without figures, as is one that a newer run has,
    too, if only the `newest` are wanted.
    """
    found: tuple[OfRuns, OfRuns] = ({}, {})
    for sha256, machine, abi, _, primitive, alien in connection.execute(
        TIMED.format(counted=COUNTED)
    ).fetchall():
        found[alien].setdefault((sha256, Place(machine, abi)), {})[primitive] = {}
    for run, primitive, alien, length, its in figures(connection, primitives, newest=newest):
        found[alien][run][primitive][length] = its
    return found


def figures(
    connection: Any, primitives: Collection[str], *, newest: bool = True, each: bool = False
) -> Iterator[tuple[Run, str, bool, Length, Best]]:
    """The fastest of each function by run and length, or of each implementation; and whether it is
    native code in a VM. Of several runs the newest counts, or every one."""
    query = BEST.format(
        timed=TIMED.format(counted=COUNTED), fields=", ".join(FIELDS), counted=COUNTED,
        run="" if newest else "sha256, ", implementation=", implementation" * each,
    )  # fmt: skip
    given = {"primitives": list(primitives), "lengths": list(LENGTHS)}
    for sha256, machine, abi, primitive, length, alien, _, *values in connection.execute(
        query, given
    ).fetchall():
        yield (sha256, Place(machine, abi)), primitive, alien, LENGTHS[length], best(*values)


def best(
    q1: float, median: float, q3: float, doubts: Sequence[str], left_out: Sequence[str],
    samples: int, rounds: int, layout: float, culprit: str,
    implementation: str, compiler: str, version: str = "",
) -> Best:  # fmt: skip
    """The figure of a row of the store."""
    figure = Figure(
        q1, median, q3, tuple(doubts), tuple(left_out), samples, rounds, layout, culprit
    )
    return Best(figure, implementation, compiler, median, version=version)


def _counts(connection: Any) -> dict[Run, list[Counted]]:
    """The cells of each run whose instructions were counted."""
    found: dict[tuple[str, CellName], dict[Length, float]] = {}
    for sha256, *name, length, value in connection.execute(
        COUNTS.format(counted=COUNTED)
    ).fetchall():
        found.setdefault((sha256, CellName(*name)), {})[LENGTHS[length]] = value
    made: dict[Run, list[Counted]] = {}
    for (sha256, cell), figures in found.items():
        run = sha256, Place(cell.machine, cell.abi)
        made.setdefault(run, []).append(Counted(cell, figures))
    return made
