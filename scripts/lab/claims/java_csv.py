"""Java by the method of Hanser's paper: the figures of graphs/java.csv, as one more machine."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.paths import GRAPHS
from shootout.registry.sets import native
from shootout.report.machines import Best, Entry, MachineRow
from shootout.results.stats import LONG, Figure, Length

from .papers import kind_of

FILE = GRAPHS / "java.csv"
MACHINE = "./do java"
# What the file says: whose code it is, and the doubt of figures that others published.
OURS, C, PUBLISHED = "ours", "C", "published"

Row = Mapping[str, str]


def contestants(file: Path = FILE) -> list[MachineRow]:
    """The VMs of the file, and the C that took turns with each; none if there is no such file.

    An entry is an implementation of ours, or a library by its name. C has entries alone, for it
    is the portable one, which may not be the fastest. Raises Trouble for a file of another form.
    """
    if not file.is_file():
        return []
    try:
        with file.open(encoding="utf-8", newline="") as lines:
            rows = [row for row in csv.DictReader(lines) if row["doubts"] != PUBLISHED]
        return [c for abi in dict.fromkeys(row["abi"] for row in rows) for c in _of(abi, rows)]
    except (KeyError, TypeError, ValueError, csv.Error) as error:
        what = "is not what ./do java writes; run it again, or remove the file"
        raise Trouble(f"{file} {what}") from error


def _of(abi: str, rows: Iterable[Row]) -> Iterable[MachineRow]:
    """The VM of an ABI, and C with words of the same size."""
    own = [row for row in rows if row["abi"] == abi]
    java, in_c = ([row for row in own if (row["who"] == C) == is_c] for is_c in (False, True))
    ours = [row for row in java if row["who"] == OURS]
    called = [row for row in ours if native(row["primitive"], row["implementation"])]
    yield _contestant(abi, java, [row for row in ours if row not in called], called)
    yield _contestant(f"native{kind_of(abi)[1]}", in_c)


def _contestant(
    abi: str, rows: Iterable[Row], fastest: Iterable[Row] = (), called: Iterable[Row] = ()
) -> MachineRow:
    entries: dict[str, dict[str, Entry]] = {}
    for row in _slowest_first(rows):
        entries.setdefault(row["primitive"], {})[_name(row)] = Entry({LONG: _best(row)})
    return MachineRow(
        MACHINE, abi, "", "", "", fastest=_fastest(fastest), native=_fastest(called),
        entries=entries,
    )  # fmt: skip


def _fastest(rows: Iterable[Row]) -> dict[str, dict[Length, Best]]:
    return {row["primitive"]: {LONG: _best(row)} for row in _slowest_first(rows)}


def _slowest_first(rows: Iterable[Row]) -> list[Row]:
    """The rows in an order in which the last of a function is its fastest."""
    return sorted(rows, key=lambda row: -float(row["median"]))


def _name(row: Row) -> str:
    """What a claim calls it: our implementation, in C without its compiler, or a library."""
    if row["who"] in (OURS, C):
        return row["implementation"].partition(",")[0]
    return row["who"]


def _best(row: Row) -> Best:
    low, median, high = (float(row[key]) for key in ("least", "median", "most"))
    figure = Figure(low, median, high, tuple(row["doubts"].split()))
    return Best(figure, _name(row), "", median)
