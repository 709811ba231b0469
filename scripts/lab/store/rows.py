"""What the store keeps of a result file: a row for each figure, and for each run.

The figures are those of the tables, made by the same code; a file's curves stay in the file.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from shootout.common.version import VERSION
from shootout.report.counts import COUNTED, UNIT, counted
from shootout.report.machines import UNKNOWN, MachineRow
from shootout.report.table import Table
from shootout.results import figures as results
from shootout.results.records import Block, Result
from shootout.results.stats import LONG, Figure, Length, ends, figure

LONG_BYTES = 0  # stands for the length of long messages, whose figure is a slope


class Place(NamedTuple):
    """A machine in one ABI."""

    machine: str
    abi: str


@dataclass(frozen=True)
class Source:
    """A result file that is known by the SHA-256 of its bytes."""

    path: Path
    sha256: str
    checked: str  # by which version; empty if it was not


# The columns of a length, in the order of `_values`, and those that lengths of a cell share.
OF_LENGTH = ("length", "q1", "median", "q3", "rank", "doubts", "left_out", "used_samples",
             "used_rounds", "layout", "culprit", "round", "clock", "samples", "flags")  # fmt: skip
OF_CELL = ("machine", "microarchitecture", "abi", "primitive", "implementation", "compiler",
           "unit", "grade", "date", "set", "native", "compiler_version", "counter", "cpu",
           "cpuid", "version", "file", "sha256")  # fmt: skip
Columns = dict[str, list[Any]]  # values by the name of the column


@dataclass
class Figures:
    """The figures of a file as columns, each value once.

    `of_lengths` has a row for each length of a cell's timings, and `of_cells` for each cell. A
    figure is a row of both: cells with the same code share their timings.
    """

    of_lengths: Columns = field(default_factory=lambda: {name: [] for name in OF_LENGTH})
    of_cells: Columns = field(default_factory=lambda: {name: [] for name in OF_CELL})
    lengths: list[int] = field(default_factory=list)  # of each figure: its row of the first
    cells: list[int] = field(default_factory=list)  # and of the second

    def timed(self, values: Sequence[tuple[Any, ...]]) -> range:
        """Add the lengths of a cell; return their rows."""
        start = len(self.of_lengths["length"])
        for name, column in zip(OF_LENGTH, zip(*values)):
            self.of_lengths[name].extend(column)
        return range(start, start + len(values))

    def add(self, rows: range, about: Mapping[str, Any]) -> None:
        """Add a cell with the figures in these rows."""
        cell = len(self.of_cells["machine"])
        for name, column in self.of_cells.items():
            column.append(about[name])
        self.lengths.extend(rows)
        self.cells.extend([cell] * len(rows))

    def places(self) -> Iterator[Place]:
        """The machine and ABI of each figure."""
        every = list(map(Place, self.of_cells["machine"], self.of_cells["abi"]))
        return map(every.__getitem__, self.cells)


def figures(
    result: Result, source: Source, machines: Sequence[MachineRow], tables: Iterable[Table]
) -> Figures:
    """The figures of a file, in the order in which the first of equals is the fastest."""
    about = _about(result, source, machines)
    found = Figures()
    made: dict[int, range] = {}
    for table in tables:
        common = {
            "set": table.set, "unit": f"{table.unit()[0]}/byte", "counter": table.counter,
            "grade": table.grade.letter if table.grade else "",
        }  # fmt: skip
        for row in table.rows:
            key = id(row.figures.made)
            if key not in made:
                made[key] = found.timed(_of_cell(row.figures, clocked=row.clock is not None))
            name = row.primitive, row.implementation, row.compiler, row.compiler_version
            here = {**about[Place(row.machine, row.abi)], **common, **_name(*name)}
            here |= {"native": row.native, "date": day(row.date), "version": row.version}
            found.add(made[key], here)
    newest = max((block.date for block in result.blocks), default="")
    for c in counted(result):
        place = Place(c.cell.machine, c.cell.abi)
        rows = found.timed([
            _values(mlen, Figure(value, value, value, samples=1, rounds=1), value)
            for mlen, value in c.figures.items()
        ])  # fmt: skip
        here = {**about.get(place, _blank(place, source)), "set": "", "unit": UNIT}
        here |= {"counter": COUNTED, "grade": "", "native": "", "date": day(newest), "version": ""}
        found.add(rows, {**here, **_name(*c.cell[2:], "")})
    return found


def runs(
    result: Result, source: Source, machines: Sequence[MachineRow], rows: Figures
) -> Iterator[dict[str, Any]]:
    """A row for each machine and ABI of a file; one without them for a file that has none."""
    about = _about(result, source, machines)
    number = Counter(rows.places())
    facts = dict(result.facts)
    size = source.path.stat().st_size
    for place in dict.fromkeys([*about, *number]) or [Place("", "")]:
        c = _of_place(machines, place)
        low, high = c.clock or (None, None)
        yield {
            **about.get(place, _blank(place, source)),
            "cpus": facts.get("cpus", ""), "boost": facts.get("boost", ""),
            "smt": facts.get("smt", ""), "facts": list(facts.items()),
            "grade": c.grade.letter if c.grade else "",
            "reasons": c.grade.reasons if c.grade else (), "date": day(c.date),
            "version": c.version, "counter": c.counter, "clock_low": low, "clock_high": high,
            "hertz": c.hertz, "hidden": c.hidden, "emulated": c.emulated,
            "figures": number[place], "bytes": size,
            "checked": source.checked, "stored": VERSION,
        }  # fmt: skip


def _of_place(machines: Sequence[MachineRow], place: Place) -> MachineRow:
    """The contestant of a machine and ABI; what was timed, if something else was emulated."""
    its = [c for c in machines if (c.name, c.abi) == place]
    nobody = MachineRow(*place, UNKNOWN, "", "")
    return min(its, key=lambda c: c.emulated, default=nobody)


def _about(
    result: Result, source: Source, machines: Sequence[MachineRow]
) -> dict[Place, dict[str, Any]]:
    """The fields that all rows of a machine and ABI have."""
    last: dict[Place, Block] = {Place(b.machine, b.abi): b for b in result.blocks}
    return {
        place: {
            **_blank(place, source),
            "microarchitecture": c.microarchitecture,
            "cpu": result.facts.get("cpu", "") if place in last else "",
            "cpuid": last[place].cpuid if place in last else "",
        }
        for c in machines
        for place in [Place(c.name, c.abi)]
    }


def _blank(place: Place, source: Source) -> dict[str, Any]:
    return {
        **place._asdict(), "microarchitecture": UNKNOWN, "cpu": "", "cpuid": "",
        "file": source.path.name, "sha256": source.sha256,
    }  # fmt: skip


Taken = tuple[Any, Any, Any, Any]  # lists with an entry for each round
NOTHING = (None, None, None, None)  # of a figure that comes from others


def _of_cell(figures: results.Figures, *, clocked: bool) -> list[tuple[Any, ...]]:
    """The figures of a cell by length, those of the tables before the one behind the slope."""
    values = []
    for mlen in figures:
        taken = _taken(figures, mlen, clocked) if isinstance(mlen, int) else NOTHING
        values.append(_values(mlen, figures[mlen], figures.rank(mlen), taken))
    _, low = ends(figures.primitive)
    if low not in figures and low in figures.taken:
        found = figure(figures.taken[low], low)
        if found and found.median > 0:
            values.append(_values(low, found, found.median, _taken(figures, low, clocked)))
    return values


def _values(mlen: Length, f: Figure, rank: float, taken: Taken = NOTHING) -> tuple[Any, ...]:
    length = LONG_BYTES if mlen == LONG else mlen
    return (length, f.q1, f.median, f.q3, rank, f.doubts, f.left_out, f.samples, f.rounds,
            f.layout, f.culprit, *taken)  # fmt: skip


def _taken(figures: results.Figures, mlen: int, clocked: bool) -> Taken:
    """The rounds, core cycles per tick, samples in ticks, and causes of flags of a length."""
    rounds, blocks = figures.taken[mlen], figures.blocks
    every = rounds.values()
    return (
        [blocks[block].round for block, _ in rounds],
        [each.ratio if clocked else None for each in every],
        [each.ticks for each in every],
        [sorted(each.causes) if each.causes else () for each in every],
    )


def _name(
    primitive: str, implementation: str, compiler: str, compiler_version: str
) -> dict[str, str]:
    return {
        "primitive": primitive, "implementation": implementation, "compiler": compiler,
        "compiler_version": compiler_version,
    }  # fmt: skip


def day(text: str) -> datetime.date | None:
    """The date that a file states as YYYYMMDD; None for one that does not exist."""
    try:
        return datetime.date(int(text[:4]), int(text[4:6]), int(text[6:8]))
    except ValueError:
        return None
