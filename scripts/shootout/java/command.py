"""./do java: the paper's measurements and its tables again."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .. import environment, published
from .. import paths as places
from ..compilers import Compiler
from ..driver import alone, find_compilers, quiet_core
from ..errors import Trouble, Usage
from ..journal import Journal
from ..paths import BUILD
from ..progress import Progress
from ..stats import SHOOTOUT
from ..tree import select
from . import against_c, along, make, report, subjects, vms
from .bench import Bench, Pair, leaders
from .block import OURS, Effort
from .implementation import JavaImplementation
from .tables import Results

SURVEY = Effort(0.5, 1, 1)
FULL = Effort(1, 5, 5)
"""The paper's seconds; five VMs, since compilers make not always the same code."""
QUICK = Effort(0.5, 0.5, 1)
OUTPUT = places.DATA.with_name("graphs")


@dataclass(frozen=True)
class Options:
    patterns: tuple[str, ...] = ()
    vm: str = ""
    each: bool = False
    quick: bool = False
    fresh: bool = False
    plain: bool = False
    cpu: int | None = None
    output: Path = OUTPUT

    @property
    def effort(self) -> Effort:
        return QUICK if self.quick else FULL

    @property
    def survey(self) -> Effort:
        return QUICK if self.quick else SURVEY


def machines(pattern: str, progress: Progress) -> list[Compiler]:
    """The VMs that match; without a pattern the first that works of each word size."""
    good, bad = vms.available()
    if pattern:
        good = [vm for vm in good if re.search(pattern, " ".join(vm.command))]
        if not good:
            raise Usage(f"--vm {pattern}: matches no VM that works here; ./do list names them")
        return good
    good = list({vm.abi: vm for vm in reversed(good)}.values())[::-1]
    if not good:
        raise Trouble("no VM of okcompilers/java works here: " + "; ".join(r.reason for r in bad))
    if "jvm32" not in {vm.abi for vm in good}:
        progress.say("no 32-bit VM: scripts/get-jvm32 fetches one")
    return good


def chosen(patterns: Sequence[str]) -> list[JavaImplementation]:
    """Java implementations of the paper's functions."""
    found = select(list(patterns), kinds=(JavaImplementation,))
    java = [i for i in found if isinstance(i, JavaImplementation) and i.primitive.name in SHOOTOUT]
    if not java:
        raise Usage(f"{' '.join(patterns)}: no Java implementation of a function of the paper")
    return java


def natives() -> list[Compiler]:
    """C compilers, for what is called by JNI."""
    try:
        return [c for c in find_compilers(False)[0] if not c.emulated]
    except Trouble:
        return []


def measure(options: Options) -> tuple[Results, Bench]:
    """Everything that Block is for. What was measured before is not measured again."""
    progress = Progress(options.plain)
    if reason := along.left_out():
        raise Trouble(f"Java is left out: {reason}")
    java, javac = chosen(options.patterns), vms.compiler_here()
    used = machines(options.vm, progress)
    progress.start("javac", len(java))
    make.build(java, javac, natives(), os.cpu_count() or 1, progress.step)
    progress.finish()
    core = options.cpu if options.cpu is not None else quiet_core()
    bench = Bench(Journal.open(BUILD / "java" / "journal", options.fresh), progress, core)
    pairs: list[Pair] = []
    for vm in used:
        found, reasons = subjects.ours(java, vm)
        pairs += [(vm, s) for s in found]
        for each in reasons:
            progress.say(each)
    rivals, reasons = subjects.peers(list(dict.fromkeys(i.primitive.name for i in java)), javac)
    for each in reasons:
        progress.say(each)
    pairs = bench.right([*pairs, *((vm, s) for vm in used for s in rivals)])
    first = [(vm, s) for vm, s in pairs if s.who == OURS]
    others = [(vm, s) for vm, s in pairs if s.who != OURS]
    contests = len({(vm.key, s.primitive) for vm, s in first})
    _announce(options, bench, first, len(first) if options.each else contests, others)
    survey = bench.time("a first look", first, options.survey)
    finals = first if options.each else leaders(survey)
    timed = bench.time("the paper's method", [*finals, *others], options.effort)
    contestants = against_c.results()
    compared = {vm.abi: against_c.rivals(vm.abi, contestants) for vm in used}
    return Results(timed, survey, published.load(), used, compared), bench


def _announce(
    options: Options, bench: Bench, first: Sequence[Pair], finals: int, others: Sequence[Pair]
) -> None:
    """How long it will take, before it starts. Which of ours go on is not known yet."""
    survey, effort = options.survey, options.effort
    looks = bench.missing(first, survey)
    known = min(finals, len(first)) * effort.vms if looks or not first else 0
    rest = known or bench.missing(leaders_known(bench, first, options), effort)
    rest += bench.missing(others, effort)
    seconds = looks * survey.each + rest * effort.each
    kept = "; what is kept from before is not measured again" if bench.journal.events else ""
    quick = " --quick: shorter than the paper's, so less exact" if options.quick else ""
    bench.progress.say(
        f"{looks} VMs of {survey.each:.1f} s and {rest} of {effort.each:.1f} s: "
        f"{seconds / 60:.0f} min{kept}{quick}"
    )


def leaders_known(bench: Bench, first: Sequence[Pair], options: Options) -> list[Pair]:
    """Who goes on, once the first look is in the journal."""
    if options.each:
        return list(first)
    return leaders(bench.time("a first look", first, options.survey))


def run(options: Options) -> int:
    with alone():
        environment.ready()
        results, bench = measure(options)
        written = report.write(results, bench, options.output, options.quick)
    print("\n".join(f"{path}" for path in written))
    return 1 if bench.wrong else 0


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no regular expression: {error}") from error
    return text


def main(args: argparse.Namespace) -> int:
    return run(
        Options(
            tuple(args.patterns), args.vm, args.all, args.quick, args.fresh, args.plain, args.cpu,
            args.output,
        )
    )  # fmt: skip


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `java` to the command line."""
    parser = subparsers.add_parser("java", help="Java by the paper's method: graphs/java.md, .pdf")
    add = parser.add_argument
    add("patterns", nargs="*", metavar="PATTERN", help="blake256, 'skein*/java', ...")
    add("--vm", type=_pattern, default="", metavar="REGEX", help="only VMs that match")
    add("--all", action="store_true", help="each of our implementations, not the fastest")
    add("--quick", action="store_true", help="one short VM a figure")
    add("--fresh", action="store_true", help="measure all anew")
    add("--plain", action="store_true", help="no progress bar")
    add("--cpu", type=int, metavar="N", help="the CPU to time on; the last one")
    add("--output", type=Path, default=OUTPUT, metavar="DIR", help="default: graphs/")
    parser.set_defaults(func=main)
