"""./do explain A [B]: why is it as fast as it is?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from shootout.build import programs
from shootout.common.arguments import pattern
from shootout.common.errors import Trouble, Usage
from shootout.common.lock import alone
from shootout.common.parallel import default_jobs
from shootout.common.paths import short
from shootout.common.progress import BAR
from shootout.common.terminal import folded, say
from shootout.java import make, vms
from shootout.java.implementation import JavaImplementation
from shootout.machine import target
from shootout.machine.microarchitecture import microarchitecture
from shootout.machine.notes import identity
from shootout.registry.tree import Implementation
from shootout.report.machines import READING
from shootout.report.selection import newest_own
from shootout.report.sheet import coloured, printed
from shootout.results.archive import is_archive
from shootout.results.curve import Curve, of_file
from shootout.results.figures import Row, rows_of
from shootout.results.reader import read
from shootout.run import sources

from .as_json import as_json
from .facts import Facts, gather
from .sheets import beside, of_compilers, on_compilers
from .sheets import short as short_names
from .subject import Subject, chosen, compiler_of, first_compiler, rows_for
from .words import Sentence, compared, sentences

HELP = """\
Tells why an implementation is as fast as it is: how many instructions it
executes and of which kinds, what it could take at least, which part of the
time comes once, and what its compilers did; for two of them, what makes one
the faster:

    ./do explain blake256/avx2
    ./do explain blake256/avx2 blake256/opt64 --result FILE

Cycles come from a result file, by default the newest of this machine; the
rest is counted here. Each sentence says which (docs/explain.md)."""


@dataclass(frozen=True)
class Timed:
    """A result file, as far as it is needed."""

    path: Path | None
    rows: Sequence[Row]
    curves: Mapping[tuple[str, ...], Curve]  # by ABI and the names in a row
    facts: Mapping[str, str]

    @property
    def source(self) -> str:
        return "timed" if self.path else ""


def timed(file: Path | None) -> Timed:
    """A named result file, or the newest of this machine; empty if there is none.

    Raises Trouble for a named file that can't be read.
    """
    path = file or newest_own()
    if not path:
        return Timed(None, [], {}, {})
    (result,) = (read(each, curves=False) for each in BAR.each(READING, [path]))
    if result.complaint and file:
        raise Trouble(f"{result.complaint}. ./do check tells more.")
    curves: dict[tuple[str, ...], Curve] = {
        (abi, curve.primitive, curve.implementation, curve.compiler): curve
        for (_, abi), some in (of_file(path).curves if is_archive(path) else {}).items()
        for curve in some
    }
    rows = [row for row in rows_of(result.blocks) if row.primitive != "null"]
    return Timed(path, rows, curves, result.facts)


def subjects(i: Implementation, its: Timed, args: argparse.Namespace) -> list[Subject]:
    """An implementation with its best compiler, that of each other command, and the worst."""
    rows = rows_for(i, its.rows, args.abi, args.compiler)
    found: list[Subject] = []
    unknown: list[str] = []
    commands: set[str] = set()
    if rows:
        rows = [row for row in rows if row.abi == rows[0].abi]
    java = isinstance(i, JavaImplementation)
    for row in rows:
        first = row.compiler.split("_")[0]
        if first in commands and row is not rows[-1] and not args.all:
            continue
        if any(row.figures is each.row.figures for each in found if each.row):
            continue  # the same machine code
        compiler = compiler_of(row, java)
        if isinstance(compiler, str):
            unknown.append(f"compiler: {compiler}")
            continue
        commands.add(first)
        curve = its.curves.get((row.abi, row.primitive, row.implementation, row.compiler))
        found.append(Subject(i, compiler, row, curve))
    if not found:
        name = f"{i.primitive.name}/{i.name}"
        where = f"{short(its.path)} has no {name}" if its.path else "no result of this machine"
        unknown.append(f"cycles: {where}; ./do run {name} times it")
        found = [Subject(i, first_compiler(i, args.abi, args.compiler))]
    found[0].unknown += unknown + odd(found[0], its)
    return found


def odd(subject: Subject, its: Timed) -> list[str]:
    """What makes the figures those of other code than is counted here."""
    if not subject.row or not its.path:
        return []
    found = []
    then, now = (
        sources.timed(its.path, subject.row),
        sources.of_implementation(subject.implementation),
    )
    if then and then != now:
        found.append("cycles: they are of other sources than this checkout has")
    version, here = subject.row.compiler_version, subject.compiler.version
    if version and version != here:
        found.append(f"cycles: {version} made what was timed, {here} made what is counted")
    return found


def built(every: Sequence[Subject], jobs: int) -> None:
    """Build all subjects; Trouble, with the compiler's words, for one that does not compile."""
    cells = [s.cell for s in every if not s.java]
    java = {s.implementation: None for s in every}
    classes = [i for i in java if isinstance(i, JavaImplementation)]
    if classes:
        javac = vms.compiler_here()
        if not javac:
            raise Trouble("no javac (Debian: apt install default-jdk-headless)")
        BAR.start("javac", len(classes))
        make.build(classes, javac, [], jobs, BAR.step)
        BAR.finish()
    if cells:
        BAR.start("build", len(cells))
        programs.build(cells, jobs, BAR.step)
        BAR.finish()
    for each in every:
        cell = each.cell
        if said := programs.failure(cell):
            raise Trouble(f"{cell}: does not compile: {said[0]}")


def core_of(its: Timed, row: Row | None) -> str:
    """The microarchitecture that figures are of; this machine's without figures."""
    if row is None or its.path is None:
        return microarchitecture(target.own())
    word = row.figures.blocks[-1].cpuid
    return identity(its.path.parent, row.machine, word, its.facts, row.abi).name


def show(one: Sequence[Facts]) -> None:
    """Print what is told of one implementation."""
    first = one[0]
    print(folded(f"{first.subject.name}, {first.subject.compiler.abi}, {short_names(one)[0]}"))
    say(*(f"  {each}" for each in sentences(first)))
    if len(one) > 1:
        print()
        print("\n".join(printed([of_compilers(one)], "terminal", colour=coloured())))
        say(*(f"  {each}" for each in on_compilers(one)))
    say(*(f"  not known: {each}" for each in first.unknown), "")


def main(args: argparse.Namespace) -> int:
    """Explain one or two implementations."""
    words: list[str] = args.words
    if len(words) > 2:
        raise Usage("explain takes one or two implementations")
    its = timed(args.result)
    wanted = [chosen(word, its.rows, args.abi) for word in words]
    here = core_of(its, None)
    with alone():
        every = [subjects(i, its, args) for i in dict.fromkeys(wanted)]
        flat = [subject for some in every for subject in some]
        built(flat, args.jobs)
        BAR.start("count", len(flat))
        found: list[list[Facts]] = []
        for some in every:
            found.append([])
            for subject in some:
                found[-1].append(gather(subject, core_of(its, subject.row), its.source, here))
                BAR.step()
        BAR.finish()
    names = [one[0].subject.name for one in found]
    pairs: list[Sentence] = []
    if len(found) == 2:
        pairs = compared(found[0][0], found[1][0], names)
    BAR.over()
    if args.json:
        print(json.dumps(as_json(found, pairs), indent=1))
        return 0
    if its.path:
        say(f"timed: {short(its.path)}", "")
    print("\n".join(printed([beside([one[0] for one in found])], "terminal", colour=coloured())))
    for one in found:
        show(one)
    if pairs:
        print(folded(f"{names[0]} beside {names[1]}"))
        say(*(f"  {each}" for each in pairs))
    return 0


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = HELP
    add = parser.add_argument
    add("words", metavar="PRIMITIVE/IMPLEMENTATION", nargs="+")
    add("--result", type=Path, metavar="FILE", help="the result file that has the cycles")
    add("--abi", default="", metavar="ABI", help="amd64, x86, ...; default: the fastest's")
    add("--compiler", type=pattern, default="", metavar="REGEX", help="of its compilers")
    add("--all", action="store_true", help="every compiler's line, not the best of each, the worst")
    add("--jobs", type=int, default=default_jobs(), metavar="N", help="processes that build")
    add("--json", action="store_true", help="machine-readable output")
    parser.set_defaults(func=main)
