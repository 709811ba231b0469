"""Java's part of a run, phase by phase, as the driver has them for C."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ..build.compilers import Compiler, Refused
from ..registry.families import SHOOTOUT
from ..registry.tree import Implementation
from ..run.options import Run
from ..run.timing import Timer
from . import make, nanotime, vms
from .cell import JavaCell, cells
from .implementation import JavaImplementation
from .timing import FULL, QUICK, JavaTimer, measure_java, promising, worth_timing

NANOSECONDS = 1_000_000_000
"""A second's, where no counter gives another unit."""


def left_out() -> str:
    """Why Java is not taken along; empty when it is."""
    if os.environ.get("DEVICE"):
        return "$DEVICE runs programs elsewhere, and a VM is here"
    return "" if vms.compiler_here() else "no javac (Debian: apt install default-jdk-headless)"


def found(quick: bool) -> tuple[list[Compiler], list[Refused]]:
    """The VMs that work here; of each ABI the first if it has to be quick."""
    good, bad = vms.available()
    if quick:
        good = list({vm.abi: vm for vm in reversed(good)}.values())[::-1]
    return good, bad


def plan(run: Run, implementations: Sequence[Implementation]) -> list[JavaCell]:
    """Java's cells of a run; what is left out is told."""
    if not any(isinstance(i, JavaImplementation) for i in implementations):
        return []
    if reason := left_out():
        run.progress.say(f"Java is left out: {reason}")
        return []
    options = run.options
    if options.quick and not options.patterns:
        implementations = [i for i in implementations if i.primitive.name in SHOOTOUT]
    good, bad = found(options.quick and not options.compilers)
    run.compilers += good
    run.refused += bad
    planned = cells(implementations, good, options.compilers)
    run.unsupported += [c for c in planned if c.lacking()]
    return [c for c in planned if not c.lacking()]


def build(run: Run, planned: Sequence[JavaCell], natives: Sequence[Compiler]) -> None:
    """Compiles what the cells need."""
    java = list(dict.fromkeys(c.implementation for c in planned))
    if not java:
        return
    run.progress.start("javac", len(java))
    made = make.build(java, vms.compiler_here(), natives, run.options.jobs, run.progress.step)
    run.progress.finish()
    kept = len(java) - made
    run.progress.say(f"compiled {made} Java implementations, kept {kept} from before")


def count(run: Run, planned: Sequence[JavaCell], core: int | None) -> None:
    """The counters of the VMs, in the ticks of the machine's own."""
    rates = [counters.best.persecond for counters in run.counters.values()]
    for abi, cell in {c.abi: c for c in reversed(planned)}.items():
        run.counters[abi] = nanotime.probe(cell, (rates or [NANOSECONDS])[0], core)


def measure(run: Run, timer: Timer, right: Sequence[JavaCell]) -> None:
    """The timing: into the journal and the result of the other timer."""
    options = run.options
    own = JavaTimer(
        timer.journal, timer.recorder, timer.counters, timer.verdicts, timer.core,
        (QUICK if options.quick else FULL).over(options.rounds), timer.keys,
    )  # fmt: skip
    chosen = worth_timing(right, bool(options.patterns))
    chosen = promising(chosen, {c: run.verdicts[c] for c in chosen}, options.quick)
    measure_java(own, chosen, run.progress.start, run.progress.step)
