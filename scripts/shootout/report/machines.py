"""The rows of the graphs: machines in one ABI, with their best figures.

A result file is read and reduced to what graphs show; several are read in parallel.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from ..common import parallel
from ..common.errors import Trouble
from ..common.grouped import grouped
from ..common.named import escaped
from ..machine import notes
from ..ranking.rows import NULL, shown
from ..registry.families import PAPER, SHOOTOUT, in_set
from ..registry.sets import ALL, of_vm
from ..results import cache, stats
from ..results.figures import Row, fastest, rows_of
from ..results.grade import Grade, grade, representative
from ..results.reader import read
from ..results.records import Attempt, Block, CellName, Result, failures, lines_used, uncollected
from ..results.stats import DECIDING, Figure, Length
from ..results.timings import in_cycles
from .conversion import frequency
from .counts import Counted, counted
from .size import short

READING = "read files"  # on the bar

# Others' words for ABIs: those of SUPERCOP and of known/published, and ours.
USUAL = {"aarch64": "arm64", "java64": "jvm64", "java32": "jvm32"}
# Implementations of a file that graphs show; a full run has 500. Of a function at least so many.
MOST_ENTRIES, LEAST_ENTRIES = 1000, 4
# "model hidden": the processor's numbers are another's; features and caches tell it.
STATES = ("boost", "threads", "model hidden", "emulated")
UNKNOWN = "unknown"  # microarchitecture of a machine that was never timed


@dataclass(frozen=True)
class Best:
    """The fastest figure at a length, its cell, and the median with the slowest compiler."""

    figure: Figure
    implementation: str
    compiler: str
    slowest: float  # cycles per byte
    compilers: int = 1  # that it was timed with
    version: str = ""  # of the compiler
    size: str = ""  # of code and tables, in words

    @classmethod
    def of(cls, row: Row, mlen: Length) -> Best:
        """The figure of a row, as if no other compiler were known."""
        figure = row.figures[mlen]
        return cls(figure, row.implementation, row.compiler, figure.median)


@dataclass(frozen=True)
class Entry:
    """An implementation on a machine, timed or not."""

    best: Mapping[Length, Best] = field(default_factory=dict)
    tried: tuple[float, float] | None = None  # cycles per byte in `try`: least, greatest
    failed: Mapping[str, int] = field(default_factory=dict)  # number of compilers, by cause
    compilers: int = 0  # that it was tried with
    emulated: bool = False  # with every compiler it was verified under an emulator, never timed


Entries = Mapping[str, Mapping[str, Entry]]  # by primitive, by implementation
Sizes = Mapping[CellName, Mapping[str, int]]  # bytes by file
Key = tuple[str, str, str]  # name, ABI, microarchitecture
Part = tuple[tuple[str, str, bool], list[Row], list[Block], list[Attempt]]


@dataclass(frozen=True)
class MachineRow:
    name: str
    abi: str
    microarchitecture: str
    version: str
    date: str
    counter: str = ""
    clock: tuple[float, float] | None = None  # core cycles per tick: least, greatest
    hertz: float = 0.0  # what the figures count in a second; 0 if unknown
    states: frozenset[str] = frozenset()  # of STATES
    published: str = ""  # the sources, if the figures are from the literature
    grades: Mapping[str, Grade] = field(default_factory=dict)  # by primitive: of its run
    fastest: Mapping[str, Mapping[Length, Best]] = field(default_factory=dict)  # by primitive
    native: Mapping[str, Mapping[Length, Best]] = field(default_factory=dict)  # called by a VM
    entries: Entries = field(default_factory=dict)
    instructions: Sequence[Counted] = ()  # under an emulator
    # By primitive: the file of its figures, and how many compiler lines that used, if not all.
    sources: Mapping[str, tuple[Path, str]] = field(default_factory=dict)
    paths: tuple[Path, ...] = ()
    runs: tuple[MachineRow, ...] = ()  # that it was merged from, without entries, if several

    @property
    def key(self) -> Key:
        """The identity of a row; the name alone may be that of two machines."""
        return f"{self.name} {self.published}".rstrip(), self.abi, self.microarchitecture

    @property
    def emulated(self) -> bool:
        """Whether it was run by an emulator, so that figures would tell nothing about time."""
        return "emulated" in self.states

    @property
    def java(self) -> bool:
        """Whether its figures are of code in a VM."""
        return of_vm(self.abi)

    @property
    def band(self) -> str:
        """The band of the graphs: ABI and microarchitecture."""
        abi = USUAL.get(self.abi, self.abi)
        return f"{abi} {self.microarchitecture.removesuffix(f' {abi}')}"

    @property
    def grade(self) -> Grade | None:
        """The worst grade of the runs that it has figures of; None where nothing was timed."""
        return max(self.grades.values(), key=lambda g: g.letter, default=None)

    @cached_property
    def compiler(self) -> str:
        """The compiler of most of the fastest figures, with its version: gcc 12.2.0."""
        counts = Counter(
            compiler_name(best.compiler, best.version)
            for primitive in PAPER.primitives
            for best in self.fastest.get(primitive, {}).values()
            if best.compiler
        )
        return max(counts, key=lambda name: counts[name], default="")

    def about(self, primitives: Iterable[str]) -> MachineRow:
        """The row where these functions alone are shown: a run of others says nothing of them."""
        shown = {*primitives}
        its = {p: source for p, source in self.sources.items() if p in shown}
        grades = {p: each for p, each in self.grades.items() if p in shown}
        used = {path for path, _ in its.values()}
        paths = tuple(p for p in self.paths if p in used)
        newest = next((run for run in self.runs[::-1] if not used.isdisjoint(run.paths)), self)
        return replace(
            self, sources=its, grades=grades, paths=paths, version=newest.version,
            date=newest.date, clock=newest.clock, hertz=newest.hertz,
        )  # fmt: skip

    def figure(self, primitive: str, mlen: Length) -> Figure | None:
        """The fastest figure of a primitive at a length, in cycles per byte."""
        best = self.fastest.get(primitive, {}).get(mlen)
        return best.figure if best else None


def compiler_name(line: str, version: str) -> str:
    """The command of a compiler line and the number of its version, each digit only once."""
    command = line.partition("_")[0].rpartition("/")[2]
    found = re.search(r"\d+(?:\.\d+)+", version) or re.search(r"\d+(?=\+)", version)
    if not found:
        return command
    major = found[0].partition(".")[0]
    return f"{command.removesuffix(major).rstrip('-')} {found[0]}"


def parts(result: Result, rows: Iterable[Row]) -> Iterator[Part]:
    """What a file has of each machine and ABI, timed and emulated apart: rows, blocks, attempts.

    Of a machine that was only tried the emulated part has no rows.
    """
    emulated = {a.cell for a in result.attempts if a.word == "emulated"}
    groups = grouped(rows, lambda row: (row.machine, row.abi, row.cell in emulated))
    blocks = grouped(result.blocks, lambda block: (block.machine, block.abi))
    tried = grouped(result.attempts, lambda attempt: (attempt.machine, attempt.abi))
    for where in tried:
        if (*where, False) not in groups:
            groups.setdefault((*where, True), [])
    for key, its in groups.items():
        yield key, its, blocks.get(key[:2], []), tried.get(key[:2], [])


def contestants(
    result: Result, path: Path, *, entries: bool = True, figures: bool = True
) -> list[MachineRow]:
    """The rows of a file, one for each machine and ABI: without figures, or entries, sooner."""
    counts = grouped(counted(result), lambda c: (c.cell.machine, c.cell.abi))
    last = max(result.blocks, key=lambda block: block.date, default=None)
    found = []
    for (machine, abi, emulated), timed, blocks, attempts in parts(result, rows_of(result.blocks)):
        possible = shown(timed) if figures or entries else []
        latest = max(timed, key=lambda row: row.date, default=None)
        newest = latest or last
        stands = representative(timed)
        clocks = sorted(row.clock for row in stands if row.clock)
        word = blocks[-1].cpuid if blocks else ""
        identity = notes.identity(path.parent, machine, word, result.facts, abi)
        stated = notes.features(path.parent, machine)
        used = lines_used(result, abi)
        its = grade(result.facts, blocks, timed) if timed and not emulated else None
        found.append(MachineRow(
            machine,
            abi,
            identity.name if word else UNKNOWN,
            newest.version if newest else "",
            newest.date if newest else "",
            latest.counter if latest else "",
            (clocks[0], clocks[-1]) if clocks else (1.0, 1.0) if "cycles" in stated else None,
            frequency(stands),
            states_of(result.facts, hidden=identity.hidden, emulated=emulated) | stated & {"apart"},
            grades={row.primitive: its for row in timed if its and row.primitive != NULL},
            fastest=_fastest([row for row in possible if not row.native]),
            native=_fastest([row for row in possible if row.native]),
            entries=_entries(possible, attempts, clocks, result.sizes) if entries else {},
            instructions=counts.get((machine, abi), ()) if emulated else (),
            sources=dict.fromkeys((row.primitive for row in timed), (path, used)),
            paths=(path,),
        ))  # fmt: skip
    return found


def states_of(facts: Mapping[str, str], *, hidden: bool, emulated: bool) -> frozenset[str]:
    """The states of a machine, from the facts of its file and what is known besides."""
    on = facts.get("boost") == "on", facts.get("smt") == "on", hidden, emulated
    return frozenset(state for state, holds in zip(STATES, on) if holds)


def limited(found: Sequence[MachineRow]) -> tuple[list[MachineRow], int]:
    """The rows of a file with no more implementations than graphs can show, the fastest of
    each function; and how many were left out. A stranger's file may have a hundred thousand."""
    every = [some for c in found for some in c.entries.values()]
    if sum(map(len, every)) <= MOST_ENTRIES:
        return list(found), 0
    most, left = max(LEAST_ENTRIES, MOST_ENTRIES // len(every)), 0
    shorter = []
    for c in found:
        entries = {}
        for primitive, some in c.entries.items():
            best = sorted(some.items(), key=lambda each: _cost(each[1]))[:most]
            entries[primitive] = dict(sorted(best))
            left += len(some) - len(best)
        shorter.append(replace(c, entries=entries))
    return shorter, left


def _cost(entry: Entry) -> float:
    figures = [best.figure.median for best in entry.best.values()]
    return min(figures) if figures else entry.tried[0] if entry.tried else math.inf


def _fastest(rows: Sequence[Row]) -> dict[str, dict[Length, Best]]:
    found: dict[str, dict[Length, Best]] = {}
    for mlen in stats.ALL_LENGTHS:
        for row in fastest(rows, mlen):
            best = replace(Best.of(row, mlen), version=row.compiler_version)
            found.setdefault(row.primitive, {})[mlen] = best
    return found


def _entries(
    rows: Sequence[Row], attempts: Iterable[Attempt], clocks: Sequence[float], sizes: Sizes
) -> Entries:
    ratio = clocks[len(clocks) // 2] if clocks else 1.0  # try has no clock beside it
    timed = grouped(rows, lambda row: (row.primitive, row.implementation))
    tried = grouped(attempts, lambda attempt: (attempt.primitive, attempt.implementation))
    found: dict[str, dict[str, Entry]] = {}
    for key in sorted({*timed, *tried}):
        entry = _entry(timed.get(key, []), tried.get(key, []), ratio, sizes)
        found.setdefault(key[0], {})[key[1]] = entry
    return found


def _entry(
    rows: Sequence[Row], attempts: Sequence[Attempt], ratio: float, sizes: Sizes
) -> Entry:  # fmt: skip
    best = {}
    for mlen in stats.ALL_LENGTHS:
        for row in fastest(rows, mlen, per_implementation=True):
            timed = [each.figures.median(mlen) for each in rows if mlen in each.figures]
            best[mlen] = replace(
                Best.of(row, mlen), slowest=max(timed), compilers=len(timed),
                size=short(sizes.get(row.cell, {})),
            )  # fmt: skip
    whole = [a.ticks / DECIDING for a in attempts if a.ticks and a.status != "fails"]
    cycles = in_cycles(whole, ratio)
    cells = {a.compiler for a in attempts} | {row.compiler for row in rows}
    emulated = {a.compiler for a in attempts if a.word == "emulated"}
    return Entry(
        best,
        (min(cycles), max(cycles)) if cycles else None,
        {why: len(cells) for why, cells in failures(attempts).items()},
        len(cells),
        bool(emulated) and emulated == cells,
    )


class FileRows(NamedTuple):
    """The rows of a file, and a complaint if it is damaged or has none."""

    contestants: Sequence[MachineRow] = ()
    complaint: str = ""


def summarise(path: Path, result: Result | None = None, *, name: str = ALL) -> FileRows:
    """The rows of the file at this path, as far as it could be read; commands keep them.

    Those of a set are for its shootout, without entries. Whoever has read the records gives them.
    """
    kind = f"rows {name} {cache.sha256(path.parent / notes.FILE)}"
    make = partial(_summarise, path, result, name)
    return cache.kept(kind, path, make, lambda its: not its.complaint)


@uncollected()
def _summarise(path: Path, result: Result | None, name: str) -> FileRows:
    try:
        result = result or _read(path, name)
        found, left = limited(contestants(result, path, entries=name == ALL))
    except (Trouble, OSError) as error:  # of the file, or of owners' notes beside it
        return FileRows((), str(error))
    complaint = str(result.complaint or "")
    if left and not complaint:
        complaint = f"{escaped(path)}: {left} implementations, the slowest, are not in the graphs"
    if not found and not complaint:
        complaint = f"{escaped(path)}: holds no result of a hash function"
    return FileRows(found, complaint)


def _read(path: Path, name: str) -> Result:
    """What a file has of a set, and of the functions that the grade of its run is about."""

    def of(primitive: str) -> bool:
        return primitive in (NULL, *SHOOTOUT) or in_set(primitive, name)

    result = read(path, curves=False, of=of, keep=True, once=True)
    timed = {block.primitive for block in result.blocks}
    if name != ALL and timed != {NULL} and SHOOTOUT.keys().isdisjoint(timed):  # all are graded
        return read(path, curves=False, keep=True, once=True)
    return replace(result, attempts=tuple(a for a in result.attempts if of(a.primitive)))


def collect(paths: Sequence[Path], name: str = ALL) -> tuple[list[MachineRow], list[str]]:
    """The rows of all files, and the complaints about files."""
    read = partial(summarise, name=name)
    made = list(parallel.each(read, paths, parallel.cpus(len(paths)), phase=READING))
    rows = merge(c for found, _ in made for c in found)
    return rows, [complaint for _, complaint in made if complaint]


def merge(contestants: Iterable[MachineRow]) -> list[MachineRow]:
    """One row for each machine and ABI, with the newest run of each primitive."""
    merged: dict[Key, MachineRow] = {}
    for new in sorted(contestants, key=lambda c: (c.date, [path.name for path in c.paths])):
        old = merged.get(new.key)
        if old and old.emulated == new.emulated:
            new = together(old, new)
        elif old and new.emulated:
            continue
        merged[new.key] = new
    return list(merged.values())


def together(old: MachineRow, new: MachineRow) -> MachineRow:
    """The row of two runs of a machine: of what both have, the new one counts."""
    return replace(
        new,
        fastest={**old.fastest, **new.fastest},
        native={**old.native, **new.native},
        entries={**old.entries, **new.entries},
        grades={**old.grades, **new.grades},
        sources={**old.sources, **new.sources},
        instructions=tuple({c.cell: c for c in (*old.instructions, *new.instructions)}.values()),
        paths=(*old.paths, *new.paths),
        runs=(*(old.runs or (replace(old, entries={}),)), replace(new, entries={})),
    )
