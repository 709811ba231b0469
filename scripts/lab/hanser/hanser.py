"""./do java: the paper's measurements and tables, repeated."""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from shootout.build.compilers import Compiler, Refused
from shootout.common.arguments import cpu, pattern
from shootout.common.errors import Trouble, Usage
from shootout.common.folders import alone
from shootout.common.grouped import grouped
from shootout.common.journal import Journal
from shootout.common.paths import BUILD, GRAPHS
from shootout.common.progress import BAR
from shootout.java import make, vms
from shootout.java.implementation import JavaImplementation
from shootout.java.java import Java
from shootout.machine import target
from shootout.machine.microarchitecture import identify
from shootout.machine.target import quiet_core
from shootout.registry.families import SHOOTOUT
from shootout.registry.tree import select
from shootout.report import packages
from shootout.report.sheet import Sheet
from shootout.results import published

from . import against_c, complexity, java_md, steps, strategies, subjects
from .bench import OURS, Allotment, Bench, Pair, leaders, overtaken
from .results import Results

# Seconds until Graal, itself written in Java, is fast: after one second C1's code still runs.
SLOW_TO_WARM = 15
QUICK = Allotment(0.5, 0.5, 1)


class Budgets(NamedTuple):
    """What is spent on the first look, on the paper's method, and on the strategies."""

    survey: Allotment = Allotment(0.5, 1, 1)
    # The paper's times; five VMs, because the JIT does not always make the same code.
    full: Allotment = Allotment(1, 5, 5)
    # Ratios of the kernels are large, and C2 compiles vectors late.
    steps: Allotment = Allotment(4, 1, 3)


def budgets(quick: bool, used: Sequence[Compiler]) -> Budgets:
    """The budgets for these VMs: if Graal is one, all warm up as long as it needs."""
    least = SLOW_TO_WARM if any(vms.GRAAL in vm.command for vm in used) else 0
    full = Budgets()
    plans = (QUICK, QUICK, QUICK._replace(warm=full.steps.warm)) if quick else full
    return Budgets(*(plan._replace(warm=max(plan.warm, least)) for plan in plans))


def machines(good: list[Compiler], bad: Sequence[Refused], pattern: str) -> list[Compiler]:
    """The VMs that match the pattern; without one, the first of each word size that works."""
    if pattern:
        good = [vm for vm in good if re.search(pattern, " ".join(vm.command))]
        if not good:
            raise Usage(f"--vm {pattern}: matches no VM that works here; ./do list names them")
        return good
    good = [same[0] for same in grouped(good, lambda vm: vm.abi).values()]
    if not good:
        raise Trouble("no VM of okcompilers/java works here: " + "; ".join(r.reason for r in bad))
    if "jvm32" not in {vm.abi for vm in good}:
        BAR.say("no 32-bit VM: scripts/get-jvm32 fetches one")
    return good


def chosen(patterns: Sequence[str]) -> list[JavaImplementation]:
    """The Java implementations of the paper's functions that match; Usage if there is none."""
    found = select(list(patterns), kinds=(JavaImplementation,))
    java = [i for i in found if isinstance(i, JavaImplementation) and i.primitive.name in SHOOTOUT]
    if not java:
        raise Usage(f"{' '.join(patterns)}: no Java implementation of a function of the paper")
    return java


class PaperRun(NamedTuple):
    """Everything that the measurements need: times, implementations, compilers and VMs."""

    budgets: Budgets
    bench: Bench
    java: Sequence[JavaImplementation]
    javac: str
    natives: Sequence[Compiler]
    used: Sequence[Compiler]


def prepare(args: argparse.Namespace) -> PaperRun:
    """Build what is to be measured."""
    BAR.plain, BAR.quiet = args.plain, False
    if reason := Java().left_out():
        raise Trouble(f"Java is left out: {reason}")
    java, javac, of_c = chosen(args.patterns), vms.compiler_here(), against_c.natives()
    good, bad = vms.available()
    used = machines(good, bad, args.vm)
    BAR.start("javac", len(java))
    make.build(java, javac, of_c, os.cpu_count() or 1, BAR.step)
    BAR.finish()
    core = args.cpu if args.cpu is not None else quiet_core()
    bench = Bench(Journal.open(BUILD / "java" / "journal", args.fresh), core)
    return PaperRun(budgets(args.quick, used), bench, java, javac, of_c, used)


def measure(run: PaperRun, every: bool) -> tuple[Results, list[Sheet | None]]:
    """Measure what is not yet in the journal, with `every` each of ours in full; return the
    results and more tables."""
    (look, full, short), bench, java, javac, of_c, used = run
    primitives = list(dict.fromkeys(i.primitive.name for i in java))
    pairs, reasons = subjects.ours(java, used)
    rivals, no_peers = subjects.peers(primitives, used, javac)
    in_c, no_c = against_c.pairs(primitives, used, of_c)
    kernels, no_kernels = steps.pairs(used, primitives, javac)
    for each in (*reasons, *no_peers, *no_c, *no_kernels):
        BAR.say(each)
    pairs, kernels = bench.right([*pairs, *rivals]), bench.right(kernels)
    first = [*((vm, s) for vm, s in pairs if s.who == OURS), *in_c]
    others = [(vm, s) for vm, s in pairs if s.who != OURS]
    BAR.say(announced(run.budgets, bench, first, others, kernels, every))
    survey = bench.time("a first look", first, look)
    finals = first if every else leaders(survey)
    timed = bench.time("the paper's method", [*finals, *others], full)
    while again := bench.time("what may be faster", overtaken(survey, timed), full):
        timed += again
    stepped = bench.time("strategies", kernels, short)
    results = Results(timed, survey, published.load(), used, against_c.rivals(used))
    more = [
        *strategies.ported(results, stepped),
        *strategies.sheets(stepped),
        complexity.sheet(java),
    ]
    return results, more


def announced(
    budgets: Budgets, bench: Bench, first: Sequence[Pair], others: Sequence[Pair],
    kernels: Sequence[Pair], every: bool = False,
) -> str:  # fmt: skip
    """How long it will take, before the survey shows which of ours go on."""
    looks = bench.missing(first, budgets.survey)
    if every:
        rest = bench.missing(first, budgets.full)
    elif looks:
        rest = len({(vm.key, s.primitive, s.who) for vm, s in first}) * budgets.full.vms
    else:
        rest = bench.missing(leaders(bench.time("", first, budgets.survey)), budgets.full)
    rest += bench.missing(others, budgets.full)
    numbers = (looks, rest, bench.missing(kernels, budgets.steps))
    runs = [f"{n} of {plan.each:.1f} s" for n, plan in zip(numbers, budgets)]
    minutes = sum(n * plan.each for n, plan in zip(numbers, budgets)) / 60
    return f"{', '.join(runs).replace(' of', ' VMs of', 1)}: {minutes:.0f} min"


def main(args: argparse.Namespace) -> int:
    """Measure, write and print the paths; return 1 when a subject was wrong."""
    with alone():
        run = prepare(args)
        packages.ready()
        results, more = measure(run, args.all)
        where = "one CPU" if run.bench.core is not None else "any CPU"
        # The end: what earlier runs measured of the same code is in it, too.
        day = time.strftime("%Y-%m-%d", time.gmtime())
        origin = f"Measurements ended on {day}, on {where} ({identify(target.own())})."
        written = java_md.write(results, more, args.output, args.quick, origin)
    print("\n".join(f"{path}" for path in written))
    return 1 if run.bench.wrong else 0


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `java`."""
    add = parser.add_argument
    add("patterns", nargs="*", metavar="PATTERN", help="blake256, 'skein*/java', ...")
    add("--vm", type=pattern, default="", metavar="REGEX", help="VMs that match: java25, graal")
    add("--all", action="store_true", help="each of our implementations, not only the fastest")
    add("--quick", action="store_true", help="one VM and a short time for each figure")
    add("--fresh", action="store_true", help="measure everything again")
    add("--plain", action="store_true", help="no progress bar")
    add("--cpu", type=cpu, metavar="N", help="the CPU to time on; default: the last one")
    add("--output", type=Path, default=GRAPHS, metavar="DIR", help="default: graphs/")
    parser.set_defaults(func=main)
