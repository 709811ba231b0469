"""What the store keeps of a result file: a row for each figure, and for each run.

The figures are those of the tables, made by the same code; a file's curves stay in the file.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from .. import VERSION
from ..machine import notes
from ..report.instructions import COUNTED, UNIT, counted
from ..report.machines import UNKNOWN
from ..report.table import Table, split
from ..results.figures import Figures
from ..results.records import Block, Result
from ..results.stats import LONG, TOP, Figure, Length, Rounds, figure, stretch

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


class Taken(NamedTuple):
    """The rounds of a figure, in lists of the same order."""

    round: list[int | None] | None
    clock: list[float | None] | None  # core cycles per tick
    samples: list[list[int]] | None  # ticks
    flags: list[list[str]] | None  # causes


NOTHING = Taken(None, None, None, None)  # of figures that are derived from others


def figures(result: Result, source: Source) -> Iterator[dict[str, Any]]:
    """A row for each figure of a file, in the order in which the first of equals is fastest."""
    about = _about(result, source)
    made: dict[int, list[tuple[Length, Figure, float, Taken]]] = {}  # cells share their timings
    number = 0
    for table in split(result):
        common = {
            "set": table.set, "unit": f"{table.unit()[0]}/byte", "counter": table.counter,
            "grade": table.grade.letter if table.grade else "",
        }  # fmt: skip
        for row in table.rows:
            key = id(row.figures.made)
            if key not in made:
                made[key] = list(_of_cell(row.figures, clocked=row.clock is not None))
            for mlen, found, rank, taken in made[key]:
                number += 1
                yield {
                    **about[Place(row.machine, row.abi)],
                    **common,
                    **_name(row.primitive, row.implementation, row.compiler),
                    **_quartiles(found, mlen),
                    **taken._asdict(),
                    "compiler_version": row.compiler_version,
                    "native": row.native,
                    "date": day(row.date),
                    "version": row.version,
                    "rank": rank,
                    "number": number,
                }
    newest = max((block.date for block in result.blocks), default="")
    for c in counted(result):
        for mlen, value in c.figures.items():
            number += 1
            place = Place(c.cell.machine, c.cell.abi)
            yield {
                **about.get(place, _blank(place, source)),
                **{"set": "", "unit": UNIT, "counter": COUNTED, "grade": ""},
                **_name(c.cell.primitive, c.cell.implementation, c.cell.compiler),
                **_quartiles(Figure(value, value, value, samples=1, rounds=1), mlen),
                **NOTHING._asdict(),
                "compiler_version": "", "native": "", "date": day(newest), "version": "",
                "rank": value, "number": number,
            }  # fmt: skip


def runs(result: Result, source: Source, rows: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """A row for each machine and ABI of a file; one without them for a file that has none."""
    about, number, worst, last = _about(result, source), {}, {}, {}
    for row in rows:
        place = Place(row["machine"], row["abi"])
        number[place] = number.get(place, 0) + 1
        worst[place] = max(worst.get(place, ""), row["grade"])
        last[place] = max(filter(None, (last.get(place), row["date"])), default=None)
    facts = dict(result.facts)
    for place in number or [Place("", "")]:
        yield {
            **about.get(place, _blank(place, source)),
            "cpus": facts.get("cpus", ""), "boost": facts.get("boost", ""),
            "smt": facts.get("smt", ""), "facts": list(facts.items()),
            "grade": worst.get(place, ""), "date": last.get(place),
            "figures": number.get(place, 0), "bytes": source.path.stat().st_size,
            "checked": source.checked, "stored": VERSION,
        }  # fmt: skip


def _about(result: Result, source: Source) -> dict[Place, dict[str, Any]]:
    """The fields that all rows of a machine and ABI have."""
    last: dict[Place, Block] = {Place(b.machine, b.abi): b for b in result.blocks}
    found = {}
    for place, block in last.items():
        who = notes.identity(
            source.path.parent, place.machine, block.cpuid, result.facts, place.abi
        )
        found[place] = {
            **_blank(place, source),
            "microarchitecture": who.name if block.cpuid else UNKNOWN,
            "cpu": result.facts.get("cpu", ""),
            "cpuid": block.cpuid,
        }
    return found


def _blank(place: Place, source: Source) -> dict[str, Any]:
    return {
        **place._asdict(), "microarchitecture": UNKNOWN, "cpu": "", "cpuid": "",
        "file": source.path.name, "sha256": source.sha256,
    }  # fmt: skip


def _of_cell(figures: Figures, *, clocked: bool) -> Iterator[tuple[Length, Figure, float, Taken]]:
    """The figures of a cell by length, those of the tables before the one behind the slope."""
    for mlen in figures:
        taken = _taken(figures, mlen, clocked) if isinstance(mlen, int) else NOTHING
        yield mlen, figures[mlen], figures.rank(mlen), taken
    low = TOP - stretch(figures.primitive)
    if low not in figures and low in figures.taken:
        found = figure(figures.taken[low], low)
        if found and found.median > 0:
            yield low, found, found.median, _taken(figures, low, clocked)


def _taken(figures: Figures, mlen: int, clocked: bool) -> Taken:
    rounds: Rounds = figures.taken[mlen]
    return Taken(
        [figures.blocks[block].round for block, _ in rounds],
        [each.ratio if clocked else None for each in rounds.values()],
        [list(map(int, each.ticks)) for each in rounds.values()],
        [sorted(each.causes) for each in rounds.values()],
    )


def _name(primitive: str, implementation: str, compiler: str) -> dict[str, str]:
    return {"primitive": primitive, "implementation": implementation, "compiler": compiler}


def _quartiles(found: Figure, mlen: Length) -> dict[str, Any]:
    return {
        "length": LONG_BYTES if mlen == LONG else mlen,
        "q1": found.q1, "median": found.median, "q3": found.q3,
        "doubts": list(found.doubts), "left_out": list(found.left_out),
        "used_samples": found.samples, "used_rounds": found.rounds,
    }  # fmt: skip


def day(text: str) -> datetime.date | None:
    """The date that a file states as YYYYMMDD; None for one that does not exist."""
    try:
        return datetime.date(int(text[:4]), int(text[4:6]), int(text[6:8]))
    except ValueError:
        return None


def year(row: Mapping[str, Any]) -> int:
    """The year of a row, for its partition; 0 if it is not known."""
    return row["date"].year if row["date"] else 0
