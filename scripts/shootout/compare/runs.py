"""Pairs of programs and the ratios of their times; the runs of machines, as a history has them.

Runs are of one machine if its name, its ABI and its microarchitecture are the same, as in the
graphs. A file under a name that is another owner's has another name (common/named.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from ..common import parallel
from ..common.errors import Trouble
from ..common.grouped import grouped
from ..common.named import escaped
from ..machine import notes
from ..ranking.ratio import ALPHA, SAME, Ratio, Speed, ratio
from ..ranking.standing import Field
from ..registry.tree import matches
from ..report.machines import READING
from ..report.selection import DATE
from ..report.table import Table, place, split
from ..results.figures import Row, fastest
from ..results.reader import read
from ..results.records import CellName, Result
from ..results.stats import ALL_LENGTHS, Figure, Length

FAMILY = 0.05  # error rate of --fail-above, of all pairs together


@dataclass(frozen=True)
class Entrant:
    """A program at a length, with all that a ratio of its time to another's is made of."""

    cell: CellName
    date: str
    mlen: Length
    figure: Figure
    speed: Speed | None
    spread: float  # of the rounds of its run

    @staticmethod
    def of(field: Field, row: Row, mlen: Length) -> Entrant:
        """The program of a row of this field."""
        speed, spread = field.speed(row, mlen), field.spread(mlen)
        return Entrant(row.cell, row.date, mlen, row.figures[mlen], speed, spread)

    @property
    def name(self) -> str:
        return f"{self.cell.primitive}/{self.cell.implementation}"

    @property
    def cycles(self) -> float:
        """The cycles per byte of its speed; not a number where that is not positive."""
        if not (self.speed and self.speed.positive):
            return math.nan
        return math.exp(self.speed.middle)


@dataclass(frozen=True)
class Compared:
    """Two programs at a length. They have no ratio where a speed is not positive."""

    a: Entrant
    b: Entrant
    ratio: Ratio | None = None
    strict: Ratio | None = None  # with an interval that holds together with those of all pairs

    @property
    def mlen(self) -> Length:
        return self.a.mlen

    @property
    def verdict(self) -> str:
        return self.ratio.verdict if self.ratio else SAME

    @property
    def doubtful(self) -> bool:
        doubts = self.a.figure.doubts or self.b.figure.doubts
        return bool(doubts) or (self.ratio is not None and self.ratio.single)

    def above(self, percent: float) -> bool:
        """Whether B is certainly slower by more than this; a single process is no proof."""
        return self.strict is not None and not self.strict.single and self.strict.above(percent)


def pair(a: Entrant, b: Entrant, *, paired: bool = False, together: int = 1) -> Compared:
    """The pair of two programs, one of so many `together`; if `paired`, equal rounds of the two ran
    side by side."""
    if not (a.speed and b.speed and a.speed.positive and b.speed.positive):
        return Compared(a, b)
    speeds, spread = (a.speed, b.speed), max(a.spread, b.spread)
    tails = ALPHA, min(ALPHA, FAMILY / together)
    return Compared(a, b, *(ratio(*speeds, spread, paired=paired, tail=tail) for tail in tails))


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
class PastRun:
    """A run with its fastest program at each length."""

    file: str
    version: str
    date: str  # YYYYMMDD
    time: str  # HH:MM, if the name of the file tells
    counter: str
    unit: str  # of the figures, to be followed by "per byte"
    warning: str  # if that is ticks
    grade: str
    best: Mapping[Length, Entrant]

    @property
    def label(self) -> str:
        """The day and the time."""
        return f"{self.date} {self.time}".rstrip()


@dataclass(frozen=True)
class History:
    """The runs of a function on a machine, from the oldest to the newest."""

    key: Key
    runs: Sequence[PastRun]

    @cached_property
    def lengths(self) -> list[Length]:
        """The lengths at which it was timed."""
        return [mlen for mlen in ALL_LENGTHS if self.timed(mlen)]

    @cached_property
    def units(self) -> list[str]:
        return list(dict.fromkeys(run.unit for run in self.runs))

    def timed(self, mlen: Length) -> list[int]:
        """The numbers of the runs that have a length."""
        return [k for k, run in enumerate(self.runs) if mlen in run.best]

    @cached_property
    def changes(self) -> dict[tuple[Length, int], tuple[int, Ratio]]:
        """For a length and the number of a run: the run before that has it, and the ratio to it."""
        found = {}
        for mlen in self.lengths:
            timed = self.timed(mlen)
            for old, new in zip(timed, timed[1:]):
                if ratio := self.ratio(mlen, old, new):
                    found[mlen, new] = old, ratio
        return found

    def ratio(self, mlen: Length, old: int, new: int) -> Ratio | None:
        """The time of the new run in that of the old one, at a length that both have."""
        a, b = self.runs[old], self.runs[new]
        return pair(a.best[mlen], b.best[mlen]).ratio if a.unit == b.unit else None


def of_file(path: Path, pattern: str) -> tuple[list[tuple[Key, PastRun]], str]:
    """The runs of a file that a pattern chooses, and a complaint if it is damaged."""
    try:
        result = read(path, curves=False, keep=True)
    except (Trouble, OSError) as error:
        return [], str(error)
    return of_result(result, path, pattern), str(result.complaint or "")


def of_result(result: Result, path: Path, pattern: str = "*") -> list[tuple[Key, PastRun]]:
    """The runs that a pattern chooses of the records of a file."""
    emulated = {a.cell for a in result.attempts if a.word == "emulated"}
    found: list[tuple[Key, PastRun]] = []
    for table in split(result):
        rows = [
            row
            for row in table.rows
            if row.cell not in emulated and matches(pattern, row.primitive, row.implementation)
        ]
        if rows:
            found += _of_table(table, rows, pattern, result, path)
    return found


def _of_table(
    table: Table, rows: Sequence[Row], pattern: str, result: Result, path: Path
) -> Iterator[tuple[Key, PastRun]]:
    each = "/" in pattern.removeprefix("crypto_hash/").rstrip("/")
    groups = grouped(rows, lambda row: (row.primitive, row.implementation if each else ""))
    field = Field(table.rows)
    word = next(b.cpuid for b in result.blocks if (b.machine, b.abi) == (table.machine, table.abi))
    core = notes.identity(path.parent, table.machine, word, result.facts, table.abi).name
    when = "".join(DATE.findall(path.name)[-1:])  # YYYYMMDD-HHMMSS
    for names, some in groups.items():
        best = {}
        for mlen in ALL_LENGTHS:
            # Native code in a VM counts only where there is nothing else.
            for row in sorted(fastest(some, mlen), key=lambda row: bool(row.native))[:1]:
                best[mlen] = Entrant.of(field, row, mlen)
        if best:  # else it was timed at other lengths alone
            yield Key(table.machine, table.abi, core, *names), PastRun(
                path.name, some[-1].version, max(row.date for row in some),
                f"{when[9:11]}:{when[11:13]}" if when[9:] else "", table.counter, *table.unit(),
                table.grade.letter if table.grade else "", best,
            )  # fmt: skip


def collect(paths: Sequence[Path], pattern: str) -> tuple[list[History], list[str]]:
    """The histories that a pattern chooses, and what is wrong with files."""
    of = partial(of_file, pattern=pattern)
    made = list(parallel.each(of, paths, parallel.cpus(len(paths)), phase=READING))
    histories = together(each for found, _ in made for each in found)
    histories.sort(key=lambda h: (place(h.key.primitive), h.key.machine, h.key.abi, h.key.name))
    return histories, [complaint for _, complaint in made if complaint]


def together(found: Iterable[tuple[Key, PastRun]]) -> list[History]:
    """The histories that the runs of files make."""
    return [
        History(key, sorted((run for _, run in some), key=lambda r: (r.date, escaped(r.file))))
        for key, some in grouped(found, lambda each: each[0]).items()
    ]
