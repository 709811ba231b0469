"""The paper's measurements, from the plan to the figures."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from shootout.build.compilers import Compiler, Refused
from shootout.common.errors import Trouble, Usage
from shootout.common.journal import Journal
from shootout.common.paths import BUILD
from shootout.common.progress import BAR, Progress
from shootout.java import make, vms
from shootout.java.implementation import JavaImplementation
from shootout.java.java import left_out
from shootout.machine.target import quiet_core
from shootout.registry.families import SHOOTOUT
from shootout.registry.tree import select
from shootout.report.sheet import Sheet
from shootout.results import published

from . import against_c, before, calls, complexity, portable, since, steps, strategies, subjects
from .bench import Bench, Pair, leaders, overtaken
from .block import OURS, Effort
from .results import Results

SURVEY = Effort(0.5, 1, 1)
# The paper's times; five VMs, because the JIT does not always make the same code.
FULL = Effort(1, 5, 5)
# For the kernels of the strategies: their ratios are large, and C2 compiles vectors late.
STEPS = Effort(4, 1, 3)
QUICK = Effort(0.5, 0.5, 1)
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

    @property
    def effort(self) -> Effort:
        return self._warmed(FULL)

    @property
    def survey(self) -> Effort:
        return self._warmed(SURVEY)

    @property
    def steps(self) -> Effort:
        return replace(self._warmed(STEPS), warm=max(STEPS.warm, self.warm))

    def _warmed(self, effort: Effort) -> Effort:
        effort = QUICK if self.quick else effort
        return replace(effort, warm=max(effort.warm, self.warm))

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
class Prepared:
    """Everything that the measurements need: implementations, compilers and VMs."""

    options: PaperOptions
    bench: Bench
    java: Sequence[JavaImplementation]
    javac: str
    natives: Sequence[Compiler]
    good: Sequence[Compiler]
    used: Sequence[Compiler]


def prepare(options: PaperOptions) -> Prepared:
    """Build what is to be measured."""
    progress = BAR
    progress.plain, progress.quiet = options.plain, False
    if reason := left_out():
        raise Trouble(f"Java is left out: {reason}")
    java, javac, of_c = chosen(options.patterns), vms.compiler_here(), portable.natives()
    good, bad = vms.available()
    used = machines(good, bad, options.vm, progress)
    progress.start("javac", len(java))
    make.build(java, javac, of_c, os.cpu_count() or 1, progress.step)
    progress.finish()
    core = options.cpu if options.cpu is not None else quiet_core()
    bench = Bench(Journal.open(BUILD / "java" / "journal", options.fresh), progress, core)
    return Prepared(options.on(used), bench, java, javac, of_c, good, used)


def measure(prepared: Prepared) -> tuple[Results, list[Sheet | None]]:
    """Measure everything that is not yet in the journal; return the results and more tables."""
    options, bench, progress = prepared.options, prepared.bench, prepared.bench.progress
    java, javac, used = prepared.java, prepared.javac, prepared.used
    primitives = list(dict.fromkeys(i.primitive.name for i in java))
    pairs: list[Pair] = []
    for vm in used:
        found, reasons = subjects.ours(java, vm)
        pairs += [(vm, s) for s in found]
        for each in reasons:
            progress.say(each)
    rivals, reasons = subjects.peers(primitives, javac)
    in_c, no_c = portable.pairs(primitives, used, prepared.natives)
    kernels, no_kernels = steps.pairs(used, primitives, javac)
    for each in (*reasons, *no_c, *no_kernels):
        progress.say(each)
    pairs = bench.right([*pairs, *((vm, s) for vm in used for s in rivals)])
    kernels = bench.right(kernels)
    first = [*((vm, s) for vm, s in pairs if s.who == OURS), *in_c]
    others = [(vm, s) for vm, s in pairs if s.who != OURS]
    contests = len({(vm.key, s.primitive, s.who) for vm, s in first})
    _announce(options, bench, first, len(first) if options.each else contests, others, kernels)
    survey = bench.time("a first look", first, options.survey)
    finals = first if options.each else leaders(survey)
    timed = bench.time("the paper's method", [*finals, *others], options.effort)
    while again := bench.time("what may be faster", overtaken(survey, timed), options.effort):
        timed += again
    steps_timed = bench.time("strategies", kernels, options.steps)
    contestants = against_c.results()
    compared = {vm.abi: against_c.rivals(vm.abi, contestants) for vm in used}
    results = Results(timed, survey, published.load(), used, compared)
    more = [
        *before.sheets(results, steps_timed),
        *strategies.sheets(bench, steps_timed),
        since.sheet(primitives),
        calls.sheet(calls.measure(bench, used, prepared.good, prepared.natives, javac)),
        complexity.sheet(java),
    ]
    return results, more


def _announce(
    options: PaperOptions, bench: Bench, first: Sequence[Pair], finals: int, others: Sequence[Pair],
    steps: Sequence[Pair],
) -> None:  # fmt: skip
    """Report how long it will take, before the survey shows which of ours go on."""
    survey, effort = options.survey, options.effort
    looks = bench.missing(first, survey)
    known = min(finals, len(first)) * effort.vms if looks or not first else 0
    rest = known or bench.missing(leaders_known(bench, first, options), effort)
    rest += bench.missing(others, effort)
    kernels = bench.missing(steps, options.steps)
    seconds = looks * survey.each + rest * effort.each + kernels * options.steps.each
    before = any(key.startswith("block") for key in bench.journal.events)
    kept = ". What was measured before is kept (--fresh measures it anew)" if before else ""
    quick = ". Quick: shorter than the paper's, so less exact" if options.quick else ""
    bench.progress.say(
        f"{looks} VMs of {survey.each:.1f} s, {rest} of {effort.each:.1f} s, "
        f"{kernels} of {options.steps.each:.1f} s: {seconds / 60:.0f} min{kept}{quick}"
    )


def leaders_known(bench: Bench, first: Sequence[Pair], options: PaperOptions) -> list[Pair]:
    """The fastest of ours, once the survey is in the journal."""
    if options.each:
        return list(first)
    return leaders(bench.time("a first look", first, options.survey))
