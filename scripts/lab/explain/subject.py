"""An implementation with one compiler: what a result file has of it, and how it is built here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from shootout.build.cells import Cell
from shootout.build.compilers import Compiler
from shootout.common.errors import Trouble, Usage, near
from shootout.common.named import escaped
from shootout.common.paths import short
from shootout.common.progress import BAR
from shootout.machine import target
from shootout.machine.microarchitecture import microarchitecture
from shootout.machine.notes import identity
from shootout.registry.tree import Implementation, select
from shootout.report.machines import READING
from shootout.report.selection import newest_own
from shootout.results.figures import Row, fastest, rows_of
from shootout.results.reader import read
from shootout.results.records import Result
from shootout.results.stats import DECIDING
from shootout.run import sources


class TimedFile(NamedTuple):
    """A result file, as far as it is needed; without a path there is none."""

    path: Path | None
    rows: Sequence[Row]
    result: Result | None

    def core(self, row: Row | None) -> str:
        """The microarchitecture that a row's figures are of; this machine's without figures."""
        if row is None or self.path is None or self.result is None:
            return microarchitecture(target.own())
        word = row.figures.blocks[-1].cpuid
        facts = self.result.facts
        return identity(self.path.parent, row.machine, word, facts, row.abi).name


@dataclass
class Specimen:
    """One cell to be explained, with the row of a result file if there is one."""

    cell: Cell
    core: str  # the microarchitecture that its figures are of
    row: Row | None = None
    unknown: list[str] = field(default_factory=list)  # why something is not told

    @property
    def primitive(self) -> str:
        return self.cell.implementation.primitive.name

    @property
    def name(self) -> str:
        return f"{self.primitive}/{self.cell.implementation.name}"


def timed(file: Path | None) -> TimedFile:
    """A named result file, or the newest of this machine. Raises Trouble for a named file that
    can't be read."""
    path = file or newest_own()
    if not path:
        return TimedFile(None, [], None)
    (result,) = (read(each, curves=False) for each in BAR.each(READING, [path]))
    if result.complaint and file:
        raise Trouble(f"{result.complaint}. ./do check tells more.")
    return TimedFile(path, [r for r in rows_of(result.blocks) if r.primitive != "null"], result)


def chosen(word: str, rows: Sequence[Row], abi: str) -> Implementation:
    """The implementation that a word names; of a primitive's the fastest in the rows. Raises Usage,
    with near misses, if there is none."""
    found = select([word])
    if len(found) == 1:
        return found[0]
    names = {(i.primitive.name, i.name): i for i in found}
    some = [r for r in rows if (r.primitive, r.implementation) in names and r.abi == (abi or r.abi)]
    best = fastest(some, DECIDING)
    primitives = {i.primitive.name for i in found}
    if len(primitives) == 1 and best:
        row = min(best, key=lambda r: r.figures.rank(DECIDING))
        return names[row.primitive, row.implementation]
    raise Usage(
        f"{escaped(word)}: {len(found)} implementations. Name one, "
        f"{found[0].primitive.name}/{found[0].name} for example."
    )


def specimens(
    i: Implementation, its: TimedFile, good: Sequence[Compiler], abi: str, compiler: str
) -> list[Specimen]:
    """An implementation with its best compiler, that of each other command, and the worst."""
    name = f"{i.primitive.name}/{i.name}"
    rows = [
        r for r in its.rows
        if f"{r.primitive}/{r.implementation}" == name and DECIDING in r.figures.medians
        and r.abi == (abi or r.abi) and re.search(compiler, r.compiler.replace("_", " "))
    ]  # fmt: skip
    rows.sort(key=lambda r: r.figures.median(DECIDING))
    rows = [row for row in rows if row.abi == rows[0].abi]
    here = {(c.word, c.abi): c for c in good}
    found: dict[str, Specimen] = {}  # by the compiler's command
    unknown: list[str] = []
    for row in rows:
        word = row.compiler.split("_")[0]
        if word in found and row is not rows[-1]:
            continue
        if any(each.row and row.figures is each.row.figures for each in found.values()):
            continue  # the same machine code
        if known := here.get((row.compiler, row.abi)):
            found[word if word not in found else row.compiler] = Specimen(
                Cell(i, known), its.core(row), row
            )
        else:
            said = row.compiler.replace("_", " ")
            unknown.append(f"compiler: {said} does not work here, or is not in okcompilers/")
    if not found:
        where = f"{short(its.path)} has no {name}" if its.path else "no result of this machine"
        unknown.append(f"cycles: {where}; ./do run {name} times it")
        found[""] = Specimen(Cell(i, _first(i, good, abi, compiler)), its.core(None))
    first, *others = found.values()
    first.unknown += [*unknown, *_odd(first, its)]
    return [first, *others]


def _odd(specimen: Specimen, its: TimedFile) -> Iterator[str]:
    """What makes the figures those of other code than is counted here."""
    row, cell = specimen.row, specimen.cell
    if not row or not its.path:
        return
    then = sources.timed(its.path, row)
    if then and then != sources.of_implementation(cell.implementation):
        yield "cycles: they are of other sources than this checkout has"
    version, here = row.compiler_version, cell.compiler.version
    if version and version != here:
        yield f"cycles: {version} made what was timed, {here} made what is counted"


def _first(i: Implementation, good: Sequence[Compiler], abi: str, pattern: str) -> Compiler:
    """The first compiler for an implementation, better one with the extensions that it needs.
    Raises Usage if there is none."""
    fit = [c for c in good if re.search(pattern, " ".join(c.command)) and i.runs_on(c.abi)]
    fit = [c for c in fit if c.abi == (abi or c.abi)]
    if not fit:
        every = near(pattern, [" ".join(c.command) for c in good])
        raise Usage(f"{i.path}: no compiler of okcompilers/ makes it run here{every}; ./do list")
    return next((c for c in fit if not Cell(i, c).forbidden()), fit[0])
