"""The two sides of ./do compare: files, parts of one, or an older version and the newest run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ..common.errors import Trouble, Usage
from ..common.named import MARK, disputed, escaped
from ..common.paths import DATA, SUFFIXES, TRIALS
from ..common.progress import BAR
from ..machine import naming
from ..ranking.standing import Field
from ..registry.families import younger
from ..registry.tree import matches
from ..report.doubts import listed
from ..report.machines import READING
from ..report.selection import data_files, newest_own
from ..report.table import Table, place, split
from ..results import archive
from ..results.figures import Row, fastest
from ..results.reader import read
from ..results.records import Result, parse
from ..results.stats import ALL_LENGTHS, LONG, Length
from .runs import Compared, Entrant, pair

ADVICE = (
    "name two result files, or one and two implementations in it: "
    "./do compare FILE blake256/ref blake256/opt64. Without FILE it is this machine's newest"
)


class Share(NamedTuple):
    """The rows of a table that a side has, and the field of all its rows."""

    table: Table
    field: Field
    rows: list[Row]


@dataclass(frozen=True)
class Side:
    """A or B: its name, its file, and its rows by table."""

    name: str
    file: Result
    parts: Sequence[Share]

    @property
    def tables(self) -> list[Table]:
        return [part.table for part in self.parts]

    @property
    def rows(self) -> list[Row]:
        return [row for part in self.parts for row in part.rows]

    @cached_property
    def _fields(self) -> dict[int, Field]:
        return {id(row): part.field for part in self.parts for row in part.rows}

    def entrant(self, row: Row, mlen: Length) -> Entrant:
        """The program of one of its rows."""
        return Entrant.of(self._fields[id(row)], row, mlen)


def side(name: str, result: Result, patterns: Sequence[str] = ()) -> Side:
    """The side that the patterns of `./do run` choose from a file: all but null without any."""

    def wanted(row: Row) -> bool:
        if not patterns:
            return row.primitive != "null"
        return any(matches(p, row.primitive, row.implementation) for p in patterns)

    tables = split(result)
    chosen = [(table, [row for row in table.rows if wanted(row)]) for table in tables]
    parts = [Share(table, Field(table.rows), rows) for table, rows in chosen if rows]
    if not parts:
        names = {f"{r.primitive}/{r.implementation}" for table in tables for r in table.rows}
        there = ", ".join(sorted(names)) or "no timings"
        what = f"no {' or '.join(patterns)}" if patterns else "no hash function"
        raise Usage(f"{escaped(result.where)}: {what} was timed there; it has {there}")
    return Side(name, result, parts)


def _comparable(mlen: Length, one: Row, other: Row) -> bool:
    """Whether two figures are of one kind: the slope of a tree, over other lengths, is another."""
    return mlen != LONG or younger(one.primitive) == younger(other.primitive)


def compare(a: Side, b: Side, *, each: bool = False) -> list[Compared]:
    """The pairs of the two sides, with confidence intervals.

    Machine or primitive of a pair may differ if each side has only one. With `each` every
    implementation is paired with itself, made by a compiler that both sides have.
    """
    machines, primitives = (
        any(len({getattr(row, name) for row in side.rows}) > 1 for side in (a, b))
        for name in ("machine", "primitive")
    )

    def kind(row: Row) -> tuple[str, ...]:
        own = (row.primitive, row.implementation) if each else ()
        return row.abi, row.machine if machines else "", row.primitive if primitives else "", *own

    made = [{(*kind(row), row.compiler) for row in side.rows} for side in (a, b)]
    both = made[0] & made[1]

    def best(side: Side, mlen: Length) -> dict[tuple[str, ...], Row]:
        rows = [row for row in side.rows if not each or (*kind(row), row.compiler) in both]
        found = fastest(rows, mlen, per_implementation=each)
        # Native code in a VM counts only where nothing else was chosen.
        return {kind(row): row for row in sorted(found, key=lambda row: not row.native)}

    pairs: list[tuple[Length, Row, Row]] = []
    for mlen in ALL_LENGTHS:
        one, other = (best(side, mlen) for side in (a, b))
        pairs += [(mlen, one[key], other[key]) for key in one if key in other]
    pairs = [pair for pair in pairs if _comparable(*pair)]
    pairs.sort(
        key=lambda pair: (
            pair[1].abi, pair[1].machine, place(pair[1].primitive),
            pair[1].implementation if each else "",
        )
    )  # fmt: skip
    return [
        pair(
            a.entrant(one, mlen), b.entrant(other, mlen), together=len(pairs),
            paired=a.file is b.file and (one.machine, one.abi) == (other.machine, other.abi),
        )
        for mlen, one, other in pairs
    ]  # fmt: skip


def sides(words: Sequence[str]) -> tuple[Side, Side]:
    """A and B, from the words of the command line."""
    files, patterns = parted(words)
    if missing := next((word for word in patterns if word.endswith(SUFFIXES)), ""):
        raise Usage(f"{missing}: no such file; {ADVICE}")
    if not files and len(patterns) == 2 and (own := newest_own()):
        files = [own]
    if words and not files:
        raise Usage(f"{words[0]}: no such file; {ADVICE}")
    within = len(files) == 1 and len(patterns) == 2
    if len(files) == 1 and patterns and not within:
        raise Usage(f"{' '.join(patterns)}: no such file; {ADVICE}")
    if len(files) != 2 and not within:
        raise Usage(f"compare takes two result files, not {len(files)}; {ADVICE}")
    results = [read(file, curves=False) for file in BAR.each(READING, files)]
    if within:
        a, b = (side(pattern, results[0], [pattern]) for pattern in patterns)
    else:
        a, b = (side(escaped(file), result, patterns) for file, result in zip(files, results))
    return a, b


def parted(words: Sequence[str]) -> tuple[list[Path], list[str]]:
    """The words that are files, and the others, which are patterns."""
    files = [Path(word) for word in words if Path(word).is_file()]
    return files, [word for word in words if not Path(word).is_file()]


class Dated(NamedTuple):
    """A result file and what its first line tells; its date and its name put it in order."""

    date: str
    name: str
    path: Path
    version: str
    machine: str


def dated(files: Iterable[Path]) -> list[Dated]:
    """The runs of these files from the oldest to the newest; none of a file without results."""
    found = []
    for path in files:
        try:
            line = parse(archive.first_line(path))
        except (Trouble, OSError, ValueError):
            continue  # not read, so not compared: `read` will complain where it matters
        if line:
            machine = line.machine + MARK * disputed(path)
            found.append(Dated(line.date, path.name, path, line.version, machine))
    return sorted(found)


def since(version: str, words: Sequence[str], machine: str) -> tuple[Side, Side]:
    """The newest runs of a version, and the newest run of all, of the machine.

    A figure of the version comes from its newest run that has the implementation, and never from a
    trial. Words are files to choose from, and patterns. Raises Usage where one side is missing.
    """
    named, patterns = parted(words)
    every = dated(named or [*data_files(), *TRIALS.glob("*.tar.gz")])
    where = "these files" if named else f"{DATA} and {TRIALS}"
    names = {run.machine for run in every}
    there = f"there are runs of {', '.join(sorted(names)) or 'no machine'}"
    machine = machine or naming.remembered() or (names.pop() if len(names) == 1 else "")
    if not machine:
        raise Usage(f"this machine has no name yet: --machine NAME tells whose runs; {there}")
    own = [run for run in every if run.machine == machine]
    if not own:
        raise Usage(f"no run of {machine} in {where}; {there}")
    *older, newest = own
    kept = [run for run in older if run.path.parent != TRIALS]
    before = [run for run in kept if run.version == version]
    if not before:
        raise Usage(
            f"no run of {machine} with version {version} before its newest, "
            f"{escaped(newest.name)}, in {where}; older runs are of "
            f"{', '.join(sorted({run.version for run in kept})) or 'none'}"
        )
    b = side(escaped(newest.path), read(newest.path, curves=False), patterns)
    a = _before(before, b, patterns)
    _alike(a, b)
    return a, b


def _before(before: Sequence[Dated], b: Side, patterns: Sequence[str]) -> Side:
    """The rows of the implementations of B, each from the newest run that has it."""
    wanted = {_name(row) for row in b.rows}
    found: list[Side] = []
    complaint: Usage | None = None
    for run in BAR.each(READING, before[::-1]):
        if not wanted:
            continue
        try:
            a = side(escaped(run.path), read(run.path, curves=False), patterns)
        except Usage as error:  # it has nothing that the patterns choose
            complaint = complaint or error
            continue
        its = [p._replace(rows=[r for r in p.rows if _name(r) in wanted]) for p in a.parts]
        a = replace(a, parts=[part for part in its if part.rows])
        wanted -= {_name(row) for row in a.rows}
        found += [a] if a.parts else []
    if not found:
        names = listed(sorted({f"{name}/{each}" for _, name, each in wanted}))
        where = f"version {before[-1].version} on {before[-1].machine}"
        raise complaint or Usage(f"no run of {names} with {where}; ./do run --save keeps one")
    parts = [part for each in found for part in each.parts]
    return Side(", ".join(each.name for each in found), found[0].file, parts)


def _name(row: Row) -> tuple[str, str, str]:
    return row.abi, row.primitive, row.implementation


def _alike(a: Side, b: Side) -> None:
    """Raise Usage if an ABI has unlike units: ticks and core cycles have no ratio."""
    units = [{(t.abi, t.unit()[0]) for t in each.tables} for each in (a, b)]
    for abi, unit in sorted(units[1]):
        others = {other for name, other in units[0] if name == abi}
        if others - {unit}:
            raise Usage(
                f"unlike units: {abi} was timed in {' and '.join(sorted(others))} then, in {unit} "
                "now; only runs in one unit can be compared. Patterns choose others."
            )
