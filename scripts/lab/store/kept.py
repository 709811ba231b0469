"""What the store keeps of a result file: a row for each run, and for each figure.

The figures are those of the tables, made by the same code; a file's curves stay in the file.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from shootout.common.version import VERSION
from shootout.report.counts import COUNTED, UNIT, counted
from shootout.report.machines import UNKNOWN, MachineRow, contestants
from shootout.report.table import Table, split
from shootout.results.figures import Figures
from shootout.results.reader import read
from shootout.results.records import Result, uncollected
from shootout.results.stats import LONG, Figure, Length, ends, figure

LONG_BYTES = 0  # stands for the length of long messages, whose figure is a slope
OF_BOTH = ("machine", "abi", "microarchitecture", "cpu", "cpuid", "file", "sha256")

Place = tuple[str, str]  # a machine in one ABI
Cells = dict[str, Any]  # of a row, by the name of the column


@uncollected()
def rows(path: Path, sha256: str) -> list[Cells]:
    """The rows of a file that has this SHA-256; raises Trouble if it is damaged."""
    result = read(path, curves=False)
    tables = split(result)
    machines = contestants(result, path, entries=False, figures=False)
    last = {(block.machine, block.abi): block for block in result.blocks}
    about = {(c.name, c.abi): c.microarchitecture for c in machines}

    def of(place: Place) -> Cells:
        known = place in about and place in last
        cpu, cpuid = (result.facts.get("cpu", ""), last[place].cpuid) if known else ("", "")
        core = about.get(place, UNKNOWN)
        return dict(zip(OF_BOTH, (*place, core, cpu, cpuid, path.name, sha256)))

    timed = [
        {**of((machine, abi)), **cells}
        for (machine, abi), cells in (*_timed(tables), *_counted(result))
    ]
    for number, row in enumerate(timed, 1):
        row["number"] = number
    figures = Counter((row["machine"], row["abi"]) for row in timed)
    runs = [
        {**of(place), **_run(result, machines, place), "figures": figures[place],
         "bytes": path.stat().st_size, "number": 0, "stored": VERSION}
        for place in dict.fromkeys([*about, *figures]) or [("", "")]
    ]  # fmt: skip
    return runs + timed


def _run(result: Result, machines: Sequence[MachineRow], place: Place) -> Cells:
    """What is said of a machine and ABI; of what was timed, if something else was emulated."""
    its = [c for c in machines if (c.name, c.abi) == place]
    nobody = MachineRow(*place, UNKNOWN, "", "")
    c = min(its, key=lambda c: c.emulated, default=nobody)
    low, high = c.clock or (None, None)
    facts = dict(result.facts)
    return {
        **{name: facts.get(name, "") for name in ("cpus", "boost", "smt")},
        "facts": list(facts.items()), "grade": c.grade.letter if c.grade else "",
        "reasons": c.grade.reasons if c.grade else (), "date": day(c.date), "version": c.version,
        "counter": c.counter, "clock_low": low, "clock_high": high, "hertz": c.hertz,
        "hidden": "model hidden" in c.states, "emulated": c.emulated,
    }  # fmt: skip


def _timed(tables: Iterable[Table]) -> Iterator[tuple[Place, Cells]]:
    """The figures of the tables, in the order in which the first of equals is the fastest."""
    made: dict[int, list[Cells]] = {}  # cells with the same code share their timings
    for table in tables:
        grade = table.grade.letter if table.grade else ""
        unit = f"{table.unit()[0]}/byte"
        for row in table.rows:
            key = id(row.figures.made)
            if key not in made:
                made[key] = list(_of_cell(row.figures, clocked=row.clock is not None))
            cell = {
                "primitive": row.primitive, "implementation": row.implementation,
                "compiler": row.compiler, "compiler_version": row.compiler_version,
                "set": table.set, "unit": unit, "counter": table.counter, "grade": grade,
                "native": row.native, "date": day(row.date), "version": row.version,
            }  # fmt: skip
            yield from (((row.machine, row.abi), {**cell, **values}) for values in made[key])


def _counted(result: Result) -> Iterator[tuple[Place, Cells]]:
    newest = day(max((block.date for block in result.blocks), default=""))
    for c in counted(result):
        cell = {**c.cell._asdict(), "unit": UNIT, "counter": COUNTED, "date": newest}
        cell |= dict.fromkeys(("compiler_version", "set", "grade", "native", "version"), "")
        for mlen, value in c.figures.items():
            whole = Figure(value, value, value, samples=1, rounds=1)
            yield c.cell[:2], {**cell, **_values(mlen, whole, value)}


def _of_cell(figures: Figures, *, clocked: bool) -> Iterator[Cells]:
    """The figures of a cell by length, those of the tables before the one that the slope needs."""
    for mlen in figures:
        taken = _taken(figures, mlen, clocked) if isinstance(mlen, int) else {}
        yield {**_values(mlen, figures[mlen], figures.rank(mlen)), **taken}
    _, low = ends(figures.primitive)
    if low not in figures and low in figures.taken:
        found = figure(figures.taken[low], low)
        if found and found.median > 0:
            yield {**_values(low, found, found.median), **_taken(figures, low, clocked)}


def _values(mlen: Length, f: Figure, rank: float) -> Cells:
    return {
        "length": LONG_BYTES if mlen == LONG else mlen, "q1": f.q1, "median": f.median,
        "q3": f.q3, "rank": rank, "doubts": f.doubts, "left_out": f.left_out,
        "used_samples": f.samples, "used_rounds": f.rounds, "layout": f.layout,
        "culprit": f.culprit,
    }  # fmt: skip


def _taken(figures: Figures, mlen: int, clocked: bool) -> Cells:
    """The rounds, core cycles per tick, samples in ticks, and causes of flags of a length."""
    rounds, blocks = figures.taken[mlen], figures.blocks
    every = rounds.values()
    return {
        "round": [blocks[block].round for block, _ in rounds],
        "clock": [each.ratio if clocked else None for each in every],
        "samples": [each.ticks for each in every],
        "flags": [sorted(each.causes) if each.causes else () for each in every],
    }


def day(text: str) -> datetime.date | None:
    """The date that a file states as YYYYMMDD; None for one that does not exist."""
    try:
        return datetime.date(int(text[:4]), int(text[4:6]), int(text[6:8]))
    except ValueError:
        return None
