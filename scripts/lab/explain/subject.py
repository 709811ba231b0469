"""An implementation with one compiler: what a result file has of it, and how it is built here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from shootout.build.cells import Cell
from shootout.build.compilers import FLAGS, JAVA, Compiler, Refused, commands, probe
from shootout.common.errors import Usage
from shootout.common.named import escaped
from shootout.common.near import near
from shootout.common.paths import BUILD, OKCOMPILERS
from shootout.common.privacy import clean
from shootout.java import vms
from shootout.java.cell import JavaCell
from shootout.java.implementation import JavaImplementation
from shootout.registry.tree import Implementation, select
from shootout.results.curve import Curve
from shootout.results.figures import Row, fastest
from shootout.results.stats import DECIDING

KINDS = (Implementation, JavaImplementation)


@dataclass
class Subject:
    """One cell to be explained, with the row of a result file if there is one."""

    implementation: Implementation
    compiler: Compiler
    row: Row | None = None
    curve: Curve | None = None
    unknown: list[str] = field(default_factory=list)  # why something is not told

    @property
    def name(self) -> str:
        return f"{self.implementation.primitive.name}/{self.implementation.name}"

    @property
    def primitive(self) -> str:
        return self.implementation.primitive.name

    @property
    def java(self) -> bool:
        return isinstance(self.implementation, JavaImplementation)

    @property
    def cell(self) -> Cell:
        if isinstance(self.implementation, JavaImplementation):
            return JavaCell(self.implementation, self.compiler)
        return Cell(self.implementation, self.compiler)


def chosen(word: str, rows: Sequence[Row], abi: str) -> Implementation:
    """The implementation that a word names; of a primitive's the fastest in the rows.

    Raises Usage, with near misses, if there is none.
    """
    found = select([word], kinds=KINDS)
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


def rows_for(i: Implementation, rows: Sequence[Row], abi: str, compiler: str) -> list[Row]:
    """The rows of an implementation, the fastest first, that fit ABI and compiler.

    Raises Usage where there are rows, but none that fits.
    """
    its = [r for r in rows if (r.primitive, r.implementation) == (i.primitive.name, i.name)]
    fit = [
        r for r in its
        if r.abi == (abi or r.abi) and re.search(compiler, r.compiler.replace("_", " "))
        and DECIDING in r.figures.medians
    ]  # fmt: skip
    return sorted(fit, key=lambda r: r.figures.median(DECIDING))


def lines(java: bool) -> list[tuple[tuple[str, ...], str]]:
    """The lines of okcompilers with the names of their files, those of flags/ last."""
    if java:
        return []
    files = [f for f in sorted(OKCOMPILERS.iterdir()) if f.is_file() and f.name != JAVA]
    if (OKCOMPILERS / FLAGS).is_dir():
        files += [f for f in sorted((OKCOMPILERS / FLAGS).iterdir()) if f.is_file()]
    return [(c, f.name) for f in files for c in commands(f)]


def word(command: Sequence[str]) -> str:
    """The name of a compiler's line in results."""
    return clean("_".join(command)).replace(" ", "_")


def compiler_of(row: Row, java: bool) -> Compiler | str:
    """The compiler of a row, if it works here; the reason, if not."""
    if java:
        good, _ = vms.available()
        return next(
            (c for c in good if (c.word, c.abi) == (row.compiler, row.abi)),
            f"{row.compiler.replace('_', ' ')}: this VM does not work here",
        )
    for command, file in lines(java):
        if word(command) == row.compiler:
            found = probe(command, file, BUILD / "probe")
            if isinstance(found, Refused):
                return f"{' '.join(command)}: {found.reason}"
            if found.abi == row.abi:
                return found
    return f"{row.compiler.replace('_', ' ')}: not in okcompilers/"


def first_compiler(i: Implementation, abi: str, compiler: str) -> Compiler:
    """The first line of okcompilers that works here for an implementation.

    Better one whose options have the extensions that the code needs. Raises Usage, with the
    reasons, if there is none.
    """
    if isinstance(i, JavaImplementation):
        good = [c for c in vms.available()[0] if i.runs_on(c.abi) and c.abi == (abi or c.abi)]
        good = [c for c in good if re.search(compiler, " ".join(c.command))]
        if good:
            return good[0]
        raise Usage(f"{i.path}: no VM of okcompilers/java works here for it")
    reasons: list[str] = []
    first: Compiler | None = None
    for command, file in lines(False):
        if not re.search(compiler, " ".join(command)):
            continue
        found = probe(command, file, BUILD / "probe")
        if isinstance(found, Refused):
            reasons.append(f"{command[0]}: {found.reason}")
        elif i.runs_on(found.abi) and found.abi == (abi or found.abi):
            first = first or found
            if not Cell(i, found).forbidden():
                return found
    if first:
        return first
    every = sorted({" ".join(c) for c, _ in lines(False)})
    why = "; ".join(dict.fromkeys(reasons)) or f"none matches{near(compiler, every)}"
    raise Usage(f"{i.path}: no compiler of okcompilers/ makes it run here ({why})")
