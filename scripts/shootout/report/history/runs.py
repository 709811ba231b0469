"""The runs of machines: of each result file only the figures that a history shows.

Runs are of one machine if its name, its ABI and its microarchitecture are the same, as in the
graphs. A file under a name that is another owner's has another name (common/disputes.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from ...common import parallel
from ...common.errors import Trouble
from ...common.named import escaped
from ...machine import notes
from ...ranking.history import Moment, changes, moment
from ...ranking.ratio import Ratio
from ...ranking.standing import Field
from ...results.figures import Row
from ...results.reader import read
from ...results.records import Result
from ...results.stats import ALL_LENGTHS, Length
from ..machines import READING
from ..selection import chosen_by
from ..table import Table, place, split

WHEN = re.compile(r"-\d{8}-(\d\d)(\d\d)\d\d\.tar\.gz$")  # the time in the name of a file of ./do


@dataclass(frozen=True)
class Key:
    """What a history is of; without an implementation the fastest of each run."""

    machine: str
    abi: str
    microarchitecture: str
    primitive: str
    implementation: str = ""

    @property
    def name(self) -> str:
        return "/".join(filter(None, (self.primitive, self.implementation)))


@dataclass(frozen=True)
class Run:
    """A run with its figures by length."""

    file: str
    version: str
    date: str  # YYYYMMDD
    time: str  # HH:MM, if the name of the file tells
    counter: str
    unit: str  # of the figures, to be followed by "per byte"
    warning: str  # if that is ticks
    grade: str
    alarms: Mapping[str, str]
    moments: Mapping[Length, Moment]

    @property
    def label(self) -> str:
        """The day and the time."""
        return f"{self.date} {self.time}".rstrip()


@dataclass(frozen=True)
class History:
    """The runs of a function on a machine, from the oldest to the newest."""

    key: Key
    runs: tuple[Run, ...]
    known: dict[Length, list[Ratio | None]] = field(default_factory=dict, compare=False)

    @cached_property
    def lengths(self) -> list[Length]:
        """The lengths at which it was timed."""
        return [mlen for mlen in ALL_LENGTHS if any(mlen in run.moments for run in self.runs)]

    @cached_property
    def units(self) -> list[str]:
        return list(dict.fromkeys(run.unit for run in self.runs))

    def moments(self, mlen: Length) -> list[Moment | None]:
        """The moment of each run at a length."""
        return [run.moments.get(mlen) for run in self.runs]

    def changes(self, mlen: Length) -> list[Ratio | None]:
        """The change of each run from the one before it."""
        if mlen not in self.known:
            self.known[mlen] = changes(self.moments(mlen))
        return self.known[mlen]

    def before(self, mlen: Length, run: int) -> int:
        """The number of the run that the change of a run is from."""
        return max(k for k in range(run) if mlen in self.runs[k].moments)


Found = list[tuple[Key, Run]]


def of_file(path: Path, pattern: str) -> tuple[Found, str]:
    """The runs of a file that a pattern chooses, and a complaint if it is damaged."""
    try:
        result = read(path, curves=False, keep=True)
    except (Trouble, OSError) as error:
        return [], str(error)
    emulated = {a.cell for a in result.attempts if a.word == "emulated"}
    found: Found = []
    for table in split(result):
        rows = [
            row
            for row in table.rows
            if row.cell not in emulated and chosen_by(pattern, row.primitive, row.implementation)
        ]
        if rows:
            found += _of_table(table, rows, pattern, result, path)
    return found, str(result.complaint or "")


def _of_table(
    table: Table, rows: Sequence[Row], pattern: str, result: Result, path: Path
) -> Iterable[tuple[Key, Run]]:
    each = "/" in re.sub("^crypto_hash/", "", pattern).rstrip("/")
    groups: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        groups.setdefault((row.primitive, row.implementation if each else ""), []).append(row)
    all_of, (unit, warning) = Field(table.rows), table.unit()
    word = next(b.cpuid for b in result.blocks if (b.machine, b.abi) == (table.machine, table.abi))
    core = notes.identity(path.parent, table.machine, word, result.facts, table.abi).name
    when = WHEN.search(path.name)
    for (primitive, name), some in groups.items():
        made = {mlen: found for mlen in ALL_LENGTHS if (found := moment(all_of, some, mlen, unit))}
        if not made:  # it was timed at other lengths alone
            continue
        yield Key(table.machine, table.abi, core, primitive, name), Run(
            path.name, some[-1].version, max(row.date for row in some),
            ":".join(when.groups()) if when else "", table.counter, unit, warning,
            table.grade.letter if table.grade else "", table.alarms(), made,
        )  # fmt: skip


def collect(paths: Sequence[Path], pattern: str) -> tuple[list[History], list[str]]:
    """The histories that a pattern chooses, and what is wrong with files."""
    of = partial(of_file, pattern=pattern)
    read = list(parallel.each(of, paths, parallel.cpus(len(paths)), phase=READING))
    runs: dict[Key, list[Run]] = {}
    for found, _ in read:
        for key, run in found:
            runs.setdefault(key, []).append(run)
    histories = [
        History(key, tuple(sorted(each, key=lambda run: (run.date, escaped(run.file)))))
        for key, each in runs.items()
    ]
    histories.sort(key=lambda h: (place(h.key.primitive), h.key.machine, h.key.abi, h.key.name))
    return histories, [complaint for _, complaint in read if complaint]
