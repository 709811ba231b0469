"""./do compare --since VERSION: the newest run of a machine beside those of an older version.

A figure of the version comes from its newest run that has the implementation: runs of a part
are as good as whole ones. Code that was tried out is never that of a version.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...common.disputes import MARK, disputed
from ...common.errors import Trouble, Usage
from ...common.named import escaped
from ...common.paths import DATA, TRIALS
from ...common.progress import BAR
from ...machine import naming
from ...results import archive
from ...results.figures import Row
from ...results.reader import read
from ...results.records import parse
from ..doubts import listed
from ..machines import READING
from ..selection import data_files
from .pairs import Side, side

UNLIKE = "no implementation was made by the same compiler in both"


@dataclass(frozen=True)
class Run:
    """A result file and what its first line tells."""

    path: Path
    version: str
    machine: str
    date: str

    @property
    def trial(self) -> bool:
        """Whether its code was only tried out."""
        return self.path.parent == TRIALS


def runs(files: Iterable[Path]) -> list[Run]:
    """The runs of these files from the oldest to the newest; none of a file without results."""
    found = []
    for path in files:
        try:
            line = parse(archive.first_line(path))
        except (Trouble, OSError, ValueError):
            continue  # not read, so not compared: `read` will complain where it matters
        if line:
            name = line.machine + MARK * disputed(path)
            found.append(Run(path, line.version, name, line.date))
    return sorted(found, key=lambda run: (run.date, run.path.name))


def sides(version: str, words: Sequence[str], machine: str) -> tuple[Side, Side]:
    """The newest runs of a version, and the newest run of all, of the machine.

    Words are files to choose from, and patterns. Raises Usage where one of the two is missing.
    """
    named = [Path(word) for word in words if Path(word).is_file()]
    patterns = [word for word in words if not Path(word).is_file()]
    files = named or [*data_files(), *sorted(TRIALS.glob("*.tar.gz"))]
    every = runs(files)
    where = "these files" if named else f"{DATA} and {TRIALS}"
    own = [run for run in every if run.machine == (machine or _this(every, where))]
    if not own:
        raise Usage(f"no run of {machine or _this(every, where)} in {where}; {_there(every)}")
    newest = own[-1]
    before = [run for run in own[:-1] if run.version == version and not run.trial]
    if not before:
        versions = ", ".join(sorted({run.version for run in own[:-1] if not run.trial}))
        raise Usage(
            f"no run of {newest.machine} with version {version} before its newest, "
            f"{escaped(newest.path.name)}, in {where}; older runs are of {versions or 'none'}"
        )
    b = side(escaped(newest.path), read(newest.path, curves=False), patterns)
    a = _before(before, b, patterns)
    _alike(a, b)
    return a, b


def _this(every: Sequence[Run], where: str) -> str:
    """This machine's name: the remembered one; without that the only one that has runs."""
    if known := naming.remembered():
        return known
    names = {run.machine for run in every}
    if len(names) != 1:
        raise Usage(
            f"this machine has no name yet: --machine NAME tells whose runs; {_there(every)}"
        )
    return names.pop()


def _there(every: Sequence[Run]) -> str:
    return f"there are runs of {', '.join(sorted({run.machine for run in every})) or 'no machine'}"


def _before(before: Sequence[Run], b: Side, patterns: Sequence[str]) -> Side:
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
        rows = tuple(row for row in a.rows if _name(row) in wanted)
        wanted -= {_name(row) for row in rows}
        if rows:
            kept = [id(row) for row in rows]
            of = [k for k, table in enumerate(a.tables) if any(id(r) in kept for r in table.rows)]
            tables = tuple(a.tables[k] for k in of)
            fields = tuple(a.fields[k] for k in of)
            found.append(replace(a, rows=rows, tables=tables, fields=fields))
    if not found:
        names = listed(sorted({f"{name}/{each}" for _, name, each in wanted}))
        where = f"version {before[-1].version} on {before[-1].machine}"
        raise complaint or Usage(f"no run of {names} with {where}; ./do run --save keeps one")
    return Side(
        ", ".join(each.name for each in found),
        tuple(table for each in found for table in each.tables),
        tuple(row for each in found for row in each.rows),
        found[0].file,
        tuple(field for each in found for field in each.fields),
    )


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
