"""./do reproduce FILE PRIMITIVE/IMPLEMENTATION LENGTH: time a figure of a result file again."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..build.compilers import Compiler
from ..common.arguments import cpu, pattern
from ..common.errors import Trouble, Usage, near
from ..common.named import escaped
from ..common.parallel import default_jobs
from ..common.paths import short
from ..common.progress import BAR
from ..common.terminal import folded, say
from ..machine.notes import identity
from ..ranking.ratio import Ratio, ratio, speed
from ..ranking.words import number
from ..registry.tree import select
from ..report.table import short_compilers
from ..results.figures import Row, fastest, rows_of
from ..results.reader import read
from ..results.records import Result
from ..results.stats import ALL_LENGTHS, LONG, Length
from ..run import driver, sources
from ..run.options import RunOptions
from .languages import LANGUAGES

AGREE = 1.02  # a ratio that may be this near to 1 agrees
HELP = """\
Builds one implementation with the compiler of a figure in a result file, times
it here and says whether the two agree, within 2 % or the interval of their
ratio:

    ./do reproduce data/zen3vm-20261121-190549.tar.gz blake256/avx 1536

Without --abi it takes the first ABI that works here, without --compiler the
compiler that was the fastest at this length.
The exit status is 1 if the figures do not agree, though code, compiler and core
are the same. A figure of another core need not agree."""


@dataclass(frozen=True)
class Cited:
    """A figure with what it depends on."""

    row: Row
    core: str  # microarchitecture
    source: str  # digest of the implementation's sources; empty if unknown

    @staticmethod
    def of(row: Row, result: Result, path: Path) -> Cited:
        """The figure of a row in a result file."""
        word = row.figures.blocks[-1].cpuid
        core = identity(path.parent, row.machine, word, result.facts, row.abi).name
        return Cited(row, core, sources.timed(path, row))

    @property
    def unit(self) -> str:
        return "ticks" if self.row.clock is None else "core cycles"

    def told(self, mlen: Length) -> str:
        """The figure in words: quartiles, unit, core, compiler, day."""
        figure, row = self.row.figures[mlen], self.row
        doubts = f" ({', '.join(figure.doubts)})" if figure.doubts else ""
        return (
            f"{figure.median:.2f} {self.unit} per byte, {figure.q1:.2f} to {figure.q3:.2f}{doubts}"
            f"; {self.core}, {row.compiler_version}, {row.date}"
        )


def wanted(result: Result, name: str, mlen: Length, abi: str, compiler: str) -> list[Row]:
    """The rows that fit and were timed at this length. Raises Usage that says what the file has
    instead."""
    primitive, _, implementation = name.removeprefix("crypto_hash/").rstrip("/").partition("/")
    rows = [row for row in rows_of(result.blocks) if row.primitive != "null"]
    names = sorted({f"{row.primitive}/{row.implementation}" for row in rows})
    its = [r for r in rows if (r.primitive, r.implementation) == (primitive, implementation)]
    where = escaped(result.where)
    if not its:
        raise Usage(f"{where}: no {escaped(name)} was timed in it{near(name, names)}.")
    fit = [
        row for row in its
        if row.abi == (abi or row.abi) and re.search(compiler, row.compiler.replace("_", " "))
    ]  # fmt: skip
    if not fit:
        there = sorted({f"{row.abi} {row.compiler.replace('_', ' ')}" for row in its})
        raise Usage(f"{where}: no such compiler of {name}; it has: {'; '.join(there)}.")
    timed = [row for row in fit if mlen in row.figures]
    if not timed:
        lengths = [str(n) for n in ALL_LENGTHS if any(n in row.figures for row in fit)]
        raise Usage(f"{where}: {name} has no figure at {mlen} bytes; it has {', '.join(lengths)}.")
    return timed


def best(rows: Sequence[Row], mlen: Length, abis: Iterable[str]) -> Row:
    """The row that is the fastest at this length in the first of the ABIs that there is."""
    there = {row.abi for row in rows}
    first = next((abi for abi in abis if abi in there), rows[0].abi)
    return fastest([row for row in rows if row.abi == first], mlen)[0]


def working(row: Row) -> list[Compiler]:
    """The compilers that work here for the implementation of a row, the machine's own ABI first.
    Raises Usage if the implementation is not in crypto_hash."""
    kinds = [language.kind for language in LANGUAGES]
    one = select([f"{row.primitive}/{row.implementation}"], kinds=kinds)[0]
    (language,) = (each for each in LANGUAGES if each.owns(one))
    return [compiler for compiler in language.compilers()[0] if not compiler.emulated]


def here(row: Row, compilers: Iterable[Compiler]) -> Compiler:
    """The compiler of a row; raises Usage if it is not among those that work here."""
    of_abi = [compiler for compiler in compilers if compiler.abi == row.abi]
    for compiler in of_abi:
        if compiler.word == row.compiler:
            return compiler
    there = "; ".join(" ".join(c.command) for c in of_abi) or "none"
    raise Usage(
        f"{row.compiler.replace('_', ' ')}: this compiler of {row.abi} does not work here, or is "
        f"not in okcompilers/. To use it, add it there. These work here: {there}."
    )


def differences(then: Cited, now: Cited) -> list[str]:
    """What is not the same: core, compiler's version, sources, counter."""
    pairs = {
        "core": (then.core, now.core),
        "compiler": (then.row.compiler_version, now.row.compiler_version),
        "sources": (then.source[:12], now.source[:12]),
        "unit": (then.unit, now.unit),
    }
    return [f"{what}: {a} in the file, {b} here" for what, (a, b) in pairs.items() if a and a != b]


def verdict(apart: Ratio | None, unlike: list[str]) -> tuple[str, int]:
    """The verdict in words, and the exit status."""
    if apart is None:
        return "no ratio: a figure is not positive, or was not timed", 1
    said = f"here it takes {number(apart)} times as long"
    if apart.low <= AGREE and apart.high >= 1 / AGREE:
        return f"{said}: they agree", 0
    if unlike:
        return f"{said}: they differ, and so does what is named above", 0
    return f"{said}: they do not agree", 1


def main(args: argparse.Namespace) -> int:
    """Time the figure again, and compare."""
    mlen: Length = LONG if args.mlen == LONG else int(args.mlen)
    result = read(args.file, curves=False)
    if result.complaint:
        raise Trouble(f"{result.complaint}. ./do check tells more.")
    rows = wanted(result, args.name, mlen, args.abi, args.compiler)
    compilers = working(rows[0])
    row = best(rows, mlen, [compiler.abi for compiler in compilers])
    compiler = here(row, compilers)
    options = RunOptions(
        patterns=(f"{row.primitive}/{row.implementation}",), again=True, beside=False,
        compilers=f"^{re.escape(' '.join(compiler.command))}$", jobs=args.jobs, cpu=args.cpu,
        plain=args.plain,
    )  # fmt: skip
    _, path = driver.execute(options, LANGUAGES, lambda *_: None)
    BAR.over()
    if not path:
        raise Trouble(f"{args.name} could not be timed here; the lines above say why.")
    timed = read(path, curves=False)
    again = best(wanted(timed, args.name, mlen, row.abi, ""), mlen, [])
    then, now = Cited.of(row, result, args.file), Cited.of(again, timed, path)
    a, b = (speed(side.row.figures, mlen) for side in (then, now))
    apart = ratio(a, b, paired=False) if a and b and a.positive and b.positive else None
    unlike = differences(then, now)
    said, status = verdict(apart, unlike)
    what = f"{mlen} bytes" if mlen != LONG else "long messages"
    short_name = short_compilers([row.compiler])[row.compiler]
    print(folded(f"{row.primitive}/{row.implementation}, {what}, {row.abi}, {short_name}"))
    say(f"file: {then.told(mlen)}", f"here: {now.told(mlen)}", *unlike, said)
    if others := ", ".join(sorted({each.abi for each in rows} - {row.abi})):
        say(f"the file has it in {others}, too: --abi")
    say(f"all of it: {short(path)}")
    return status


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = HELP
    add = parser.add_argument
    add("file", metavar="FILE", type=Path)
    add("name", metavar="PRIMITIVE/IMPLEMENTATION")
    add("mlen", metavar="LENGTH", choices=[str(n) for n in ALL_LENGTHS], help="in bytes, or long")
    add("--abi", default="", metavar="ABI", help="amd64, x86, ...")
    add("--compiler", type=pattern, default="", metavar="REGEX", help="its compilers that match")
    add("--jobs", type=int, default=default_jobs(), metavar="N", help="processes that build")
    add("--cpu", type=cpu, metavar="N", help="the CPU to time on (default: the last one)")
    add("--plain", action="store_true", help="no progress bar")
    parser.set_defaults(func=main)
