"""./do java: the paper's measurements and tables, repeated."""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from shootout.build.compilers import Compiler, Refused
from shootout.common.arguments import cpu, pattern
from shootout.common.errors import Trouble, Usage
from shootout.common.journal import Journal
from shootout.common.lock import alone
from shootout.common.paths import BUILD, GRAPHS
from shootout.common.progress import BAR, Progress
from shootout.java import make, vms
from shootout.java.implementation import JavaImplementation
from shootout.java.language import left_out
from shootout.machine import target
from shootout.machine.microarchitecture import identify
from shootout.machine.target import quiet_core
from shootout.registry.families import SHOOTOUT
from shootout.registry.tree import select
from shootout.report.graphs import environment
from shootout.report.sheet import Sheet
from shootout.results import published

from . import against_c, c2, calls, complexity, java_md, steps, strategies, subjects
from .bench import OURS, Bench, Budget, Pair, leaders, overtaken
from .results import Results

SURVEY = Budget(0.5, 1, 1)
# The paper's times; five VMs, because the JIT does not always make the same code.
FULL = Budget(1, 5, 5)
# For the kernels of the strategies: their ratios are large, and C2 compiles vectors late.
STEPS = Budget(4, 1, 3)
QUICK = Budget(0.5, 0.5, 1)
# Seconds until Graal, itself written in Java, is fast: after one second C1's code still runs.
SLOW_TO_WARM = 15


@dataclass(frozen=True)
class PaperOptions:
    patterns: tuple[str, ...] = ()
    vm: str = ""
    each: bool = False
    quick: bool = False
    fresh: bool = False
    plain: bool = False
    cpu: int | None = None
    warm: float = 0  # least seconds to warm up

    def _warmed(self, budget: Budget, least: float = 0) -> Budget:
        budget = QUICK if self.quick else budget
        return replace(budget, warm=max(budget.warm, self.warm, least))

    @property
    def full(self) -> Budget:
        return self._warmed(FULL)

    @property
    def survey(self) -> Budget:
        return self._warmed(SURVEY)

    @property
    def steps(self) -> Budget:
        return self._warmed(STEPS, STEPS.warm)

    def on(self, used: Sequence[Compiler]) -> PaperOptions:
        """The options for these VMs: if Graal is one, all warm up as long as it needs."""
        graal = any(vms.GRAAL in vm.command for vm in used)
        return replace(self, warm=SLOW_TO_WARM) if graal else self


def machines(
    good: list[Compiler], bad: Sequence[Refused], pattern: str, progress: Progress
) -> list[Compiler]:
    """The VMs that match the pattern; without one, the first of each word size that works."""
    if pattern:
        good = [vm for vm in good if re.search(pattern, " ".join(vm.command))]
        if not good:
            raise Usage(f"--vm {pattern}: matches no VM that works here; ./do list names them")
        return good
    good = vms.first_of_each(good)
    if not good:
        raise Trouble("no VM of okcompilers/java works here: " + "; ".join(r.reason for r in bad))
    if "jvm32" not in {vm.abi for vm in good}:
        progress.say("no 32-bit VM: scripts/get-jvm32 fetches one")
    return good


def chosen(patterns: Sequence[str]) -> list[JavaImplementation]:
    """The Java implementations of the paper's functions that match; Usage if there is none."""
    found = select(list(patterns), kinds=(JavaImplementation,))
    java = [i for i in found if isinstance(i, JavaImplementation) and i.primitive.name in SHOOTOUT]
    if not java:
        raise Usage(f"{' '.join(patterns)}: no Java implementation of a function of the paper")
    return java


@dataclass(frozen=True)
class Run:
    """Everything that the measurements need: implementations, compilers and VMs."""

    options: PaperOptions
    bench: Bench
    java: Sequence[JavaImplementation]
    javac: str
    natives: Sequence[Compiler]
    good: Sequence[Compiler]
    used: Sequence[Compiler]


def prepare(options: PaperOptions) -> Run:
    """Build what is to be measured."""
    progress = BAR
    progress.plain, progress.quiet = options.plain, False
    if reason := left_out():
        raise Trouble(f"Java is left out: {reason}")
    java, javac, of_c = chosen(options.patterns), vms.compiler_here(), against_c.natives()
    good, bad = vms.available()
    used = machines(good, bad, options.vm, progress)
    progress.start("javac", len(java))
    make.build(java, javac, of_c, os.cpu_count() or 1, progress.step)
    progress.finish()
    core = options.cpu if options.cpu is not None else quiet_core()
    bench = Bench(Journal.open(BUILD / "java" / "journal", options.fresh), progress, core)
    return Run(options.on(used), bench, java, javac, of_c, good, used)


def measure(run: Run) -> tuple[Results, list[Sheet | None]]:
    """Measure everything that is not yet in the journal; return the results and more tables."""
    options, bench, java, javac, used = run.options, run.bench, run.java, run.javac, run.used
    primitives = list(dict.fromkeys(i.primitive.name for i in java))
    pairs, reasons = subjects.ours(java, used)
    rivals, no_peers = subjects.peers(primitives, used, javac)
    in_c, no_c = against_c.pairs(primitives, used, run.natives)
    kernels, no_kernels = steps.pairs(used, primitives, javac)
    for each in (*reasons, *no_peers, *no_c, *no_kernels):
        bench.progress.say(each)
    pairs, kernels = bench.right([*pairs, *rivals]), bench.right(kernels)
    first = [*((vm, s) for vm, s in pairs if s.who == OURS), *in_c]
    others = [(vm, s) for vm, s in pairs if s.who != OURS]
    _announce(options, bench, first, others, kernels)
    survey = bench.time("a first look", first, options.survey)
    finals = first if options.each else leaders(survey)
    timed = bench.time("the paper's method", [*finals, *others], options.full)
    while again := bench.time("what may be faster", overtaken(survey, timed), options.full):
        timed += again
    steps_timed = bench.time("strategies", kernels, options.steps)
    results = Results(timed, survey, published.load(), used, against_c.rivals(used))
    more = [
        *strategies.ported(results, steps_timed),
        *strategies.sheets(bench, steps_timed),
        c2.sheet(primitives),
        calls.sheet(calls.measure(bench, used, run.good, run.natives, javac)),
        complexity.sheet(java),
    ]
    return results, more


def _announce(
    options: PaperOptions, bench: Bench, first: Sequence[Pair], others: Sequence[Pair],
    kernels: Sequence[Pair],
) -> None:  # fmt: skip
    """Report how long it will take, before the survey shows which of ours go on."""
    survey, full, looks = options.survey, options.full, bench.missing(first, options.survey)
    if options.each:
        rest = bench.missing(first, full)
    elif looks:
        rest = len({(vm.key, s.primitive, s.who) for vm, s in first}) * full.vms
    else:
        rest = bench.missing(leaders(bench.time("a first look", first, survey)), full)
    rest += bench.missing(others, full)
    last = bench.missing(kernels, options.steps)
    seconds = looks * survey.each + rest * full.each + last * options.steps.each
    before = any(key.startswith("block") for key in bench.journal.events)
    kept = ". What was measured before is kept (--fresh measures it anew)" if before else ""
    quick = ". Quick: shorter than the paper's, so less exact" if options.quick else ""
    bench.progress.say(
        f"{looks} VMs of {survey.each:.1f} s, {rest} of {full.each:.1f} s, "
        f"{last} of {options.steps.each:.1f} s: {seconds / 60:.0f} min{kept}{quick}"
    )


def _origin(core: int | None) -> str:
    """When and where the run ended; what earlier runs measured of the same code is in it, too."""
    where = f"CPU {core}" if core is not None else "any CPU"
    day = time.strftime("%Y-%m-%d", time.gmtime())
    return f"Measurements ended on {day}, on {where} ({identify(target.own())})."


def main(args: argparse.Namespace) -> int:
    """Measure, write and print the paths; return 1 when a subject was wrong."""
    options = PaperOptions(
        tuple(args.patterns), args.vm, args.all, args.quick, args.fresh, args.plain, args.cpu
    )
    with alone():
        run = prepare(options)
        environment.ready()
        results, more = measure(run)
        origin = _origin(run.bench.core)
        written = java_md.write(results, more, args.output, options.quick, origin)
    print("\n".join(f"{path}" for path in written))
    return 1 if run.bench.wrong else 0


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `java` to the command line."""
    parser = subparsers.add_parser("java", help="Java by the paper's method: graphs/java.md, .pdf")
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
