"""Who takes part in the graphs: a machine in one ABI, with its best figures.

A result file is read, reduced to what graphs show, and forgotten, several at a time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from ..common import parallel
from ..common.errors import Trouble
from ..machine.microarchitecture import Cpu, features_of, microarchitecture
from ..results import stats
from ..results.figures import Row, fastest, rows_of
from ..results.grade import Grade, grade
from ..results.records import Attempt, Result, failures
from ..results.skim import skim
from ..results.stats import DECIDING, Figure, Length

UNKNOWN = "unknown"  # microarchitecture of a machine that was never timed


@dataclass(frozen=True)
class Best:
    """The fastest figure at a length, whose it is, and the median of the slowest compiler."""

    figure: Figure
    implementation: str
    compiler: str
    slowest: float  # cycles per byte
    compilers: int = 1


@dataclass(frozen=True)
class Entry:
    """An implementation on a machine, timed or not."""

    best: Mapping[Length, Best] = field(default_factory=dict)
    tried: tuple[float, float] | None = None  # ticks per byte of try, at DECIDING bytes
    failed: Mapping[str, int] = field(default_factory=dict)  # compilers, by cause
    compilers: int = 0  # that it was tried with
    emulated: bool = False  # verified so with every compiler, and never timed


Entries = Mapping[str, Mapping[str, Entry]]  # by primitive, by implementation


Key = tuple[str, str, str]


@dataclass(frozen=True)
class Contestant:
    name: str
    abi: str
    microarchitecture: str
    version: str
    date: str
    counter: str = ""
    clock: tuple[float, float] | None = None  # least and greatest core cycles per tick
    boost: bool = False
    threads: bool = False
    emulated: bool = False
    published: str = ""  # where; not measured by us
    grade: Grade | None = None  # of its runs, the worst; nothing where none was timed
    fastest: Mapping[str, Mapping[Length, Best]] = field(default_factory=dict)  # by primitive
    entries: Entries = field(default_factory=dict)
    paths: tuple[Path, ...] = ()

    @property
    def key(self) -> Key:
        """Strangers may give two machines the same name."""
        return f"{self.name} {self.published}".rstrip(), self.abi, self.microarchitecture

    @property
    def band(self) -> str:
        """Where graphs show it: VMs are no rivals of the code of the same processor."""
        vm = self.abi.startswith("jvm")
        return f"{self.microarchitecture}, {self.abi}" if vm else self.microarchitecture

    def figure(self, primitive: str, mlen: Length) -> Figure | None:
        best = self.fastest.get(primitive, {}).get(mlen)
        return best.figure if best else None


@dataclass(frozen=True)
class Found:
    """What a file came to."""

    contestants: tuple[Contestant, ...] = ()
    complaint: str = ""


def contestants(result: Result, path: Path, *, entries: bool = True) -> list[Contestant]:
    """The machines of a file, each in each ABI; without its entries quickly."""
    emulated = {a.cell for a in result.attempts if a.word == "emulated"}
    words = {(b.machine, b.abi): b.cpuid for b in result.blocks}
    groups: dict[tuple[str, str, bool], list[Row]] = {}
    for row in rows_of(result.blocks):
        groups.setdefault((row.machine, row.abi, row.cell in emulated), []).append(row)
    attempts: dict[tuple[str, str], list[Attempt]] = {}
    for attempt in result.attempts:
        attempts.setdefault((attempt.machine, attempt.abi), []).append(attempt)
    for name, abi in attempts:
        if (name, abi, False) not in groups:
            groups.setdefault((name, abi, True), [])
    found = []
    for (name, abi, unreal), rows in groups.items():
        word = words.get((name, abi), "")
        latest = max(rows, key=lambda row: row.date, default=None)
        clocks = sorted(row.clock for row in rows if row.clock)
        facts = result.facts
        blocks = [block for block in result.blocks if (block.machine, block.abi) == (name, abi)]
        known = features_of(facts.get("microarchitecture", ""))
        found.append(
            Contestant(
                name,
                abi,
                microarchitecture(Cpu.parse(word, known), abi) if word else UNKNOWN,
                latest.version if latest else "",
                latest.date if latest else "",
                latest.counter if latest else "",
                (clocks[0], clocks[-1]) if clocks else None,
                boost=facts.get("boost") == "on",
                threads=facts.get("smt") == "on",
                emulated=unreal,
                grade=grade(facts, blocks, rows) if rows and not unreal else None,
                fastest=_fastest(rows),
                entries=_entries(rows, attempts.get((name, abi), ()), clocks) if entries else {},
                paths=(path,),
            )
        )
    return found


def _fastest(rows: Sequence[Row]) -> dict[str, dict[Length, Best]]:
    found: dict[str, dict[Length, Best]] = {}
    for mlen in stats.LENGTHS:
        for row in fastest(rows, mlen):
            figure = row.figures[mlen]
            best = Best(figure, row.implementation, row.compiler, figure.median)
            found.setdefault(row.primitive, {})[mlen] = best
    return found


def _entries(rows: Sequence[Row], attempts: Iterable[Attempt], clocks: Sequence[float]) -> Entries:
    ratio = clocks[len(clocks) // 2] if clocks else 1.0  # try has no clock beside it
    timed: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        timed.setdefault((row.primitive, row.implementation), []).append(row)
    tried: dict[tuple[str, str], list[Attempt]] = {}
    for attempt in attempts:
        tried.setdefault((attempt.primitive, attempt.implementation), []).append(attempt)
    found: dict[str, dict[str, Entry]] = {}
    for primitive, name in sorted({*timed, *tried}):
        entry = _entry(timed.get((primitive, name), []), tried.get((primitive, name), []), ratio)
        found.setdefault(primitive, {})[name] = entry
    return found


def _entry(rows: Sequence[Row], attempts: Sequence[Attempt], ratio: float) -> Entry:
    best = {}
    for mlen in stats.LENGTHS:
        if timed := [row for row in rows if mlen in row.figures]:
            row = min(timed, key=lambda row: row.figures.rank(mlen))
            slowest = max(row.figures.median(mlen) for row in timed)
            figure = row.figures[mlen]
            best[mlen] = Best(figure, row.implementation, row.compiler, slowest, len(timed))
    ticks = [a.ticks * ratio / DECIDING for a in attempts if a.ticks and a.status != "fails"]
    cells = {a.compiler for a in attempts} | {row.compiler for row in rows}
    emulated = {a.compiler for a in attempts if a.word == "emulated"}
    return Entry(
        best,
        (min(ticks), max(ticks)) if ticks else None,
        {why: len(cells) for why, cells in failures(attempts).items()},
        len(cells),
        bool(emulated) and emulated == cells,
    )


def summarise(path: Path, *, entries: bool = True) -> Found:
    """The contestants of a file; of a damaged one those that could be read."""
    try:
        result = skim(path)
    except (Trouble, OSError) as error:
        return Found((), str(error))
    found = tuple(contestants(result, path, entries=entries))
    complaint = str(result.complaint or "")
    if not found and not complaint:
        complaint = f"{path}: holds no result of a hash function"
    return Found(found, complaint)


def collect(paths: Sequence[Path], *, entries: bool = True) -> tuple[list[Contestant], list[str]]:
    """The contestants of all files, and what is wrong with the files."""
    read = partial(summarise, entries=entries)
    # Records are many and in no cycles: a tenth of the time would go into looking for some.
    found = list(parallel.each(read, paths, parallel.cpus(len(paths)), gc.disable))
    complaints = [each.complaint for each in found if each.complaint]
    return merge(c for each in found for c in each.contestants), complaints


def merge(contestants: Iterable[Contestant]) -> list[Contestant]:
    """One for each machine and ABI: of several runs, the newest that has a primitive counts."""
    merged: dict[Key, Contestant] = {}
    for new in sorted(contestants, key=lambda c: (c.date, [path.name for path in c.paths])):
        old = merged.get(new.key)
        if old and old.emulated == new.emulated:
            new = replace(
                new,
                fastest={**old.fastest, **new.fastest},
                entries={**old.entries, **new.entries},
                grade=both(old, new),
                paths=(*old.paths, *new.paths),
            )
        elif old and new.emulated:
            continue
        merged[new.key] = new
    return list(merged.values())


def both(old: Contestant, new: Contestant) -> Grade | None:
    """The worse grade, where figures of the older run are still shown."""
    kept = old.grade if old.fastest.keys() - new.fastest else None
    return max((g for g in (new.grade, kept) if g), key=lambda g: g.letter, default=None)
