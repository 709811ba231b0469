"""The pipeline: compilers, implementations, cells, programs, verdicts, samples, a result file."""

from __future__ import annotations

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..build.cells import Cell, plan
from ..build.compilers import Compiler, Refused, available, probing
from ..build.programs import build, failure, harness
from ..common.errors import Trouble, Usage
from ..common.paths import BUILD, MEASURE
from ..common.progress import Progress
from ..java import language
from ..java.cell import JavaCell
from ..java.implementation import KINDS, JavaImplementation
from ..machine import counter, naming, remote, target
from ..registry.tree import Implementation, Primitive, select
from .curve_timing import measure_curves
from .journal import Journal
from .options import Options, Run
from .record import Recorder
from .saving import forget_saved, save, timing_facts
from .sizes import sizes
from .timing import FULL, QUICK, Timer, measure_all
from .verdicts import distinct, judge


def null_hash() -> Implementation:
    """The function that does nothing: what a measurement costs."""
    return Implementation(Primitive("null", MEASURE), "null", MEASURE / "null")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Two runs in one checkout would disturb each other."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as e:
            raise Trouble(
                f"{BUILD}: another ./do is at work here. Wait for it to end, or stop it."
            ) from e
        yield


def find_compilers(only_first: bool) -> tuple[list[Compiler], list[Refused]]:
    """The compilers that work here; `only_first` keeps the first line of each command and ABI.

    Raises Trouble when none works.
    """
    good, bad = available()
    if not good:
        reasons = sorted({f"{r.command[0]}: {r.reason}" for r in bad})
        raise Trouble(
            "no compiler of okcompilers/ works here. "
            + "; ".join(reasons)
            + ". Install gcc or clang with the C library's headers (Debian: apt install gcc)."
        )
    boards = [c for c in good if c.runner and not c.emulated]
    if boards:
        remote.look_at([*boards[0].runner, str(probing(boards[0].command))])
    if only_first:
        first = {(c.command[0], c.abi): c for c in reversed(good)}
        good = [c for c in good if first[c.command[0], c.abi] is c]
    return good, bad


def make(run: Run) -> int:
    """Builds all cells and the null hash; returns how many were made anew."""
    run.progress.start("build", len(run.cells))
    made = build(run.cells, run.options.jobs, lambda n: run.progress.step(n))
    run.progress.finish()
    return made


def execute(options: Options) -> tuple[Run, Path | None]:
    """The whole pipeline. Returns the run and the result file, or None when nothing was right.

    What is interrupted goes on at the next call: programs and verdicts stay in build/, samples
    in the journal.
    """
    with alone():
        progress = Progress(options.plain)
        run = Run(options, progress, date=time.strftime("%Y%m%d-%H%M%S", time.gmtime()))
        implementations = select(list(options.patterns), kinds=KINDS)
        run.compilers, run.refused = find_compilers(options.quick and not options.compilers)
        name = naming.name(options.machine)
        of_c = [i for i in implementations if not isinstance(i, JavaImplementation)]
        planned = plan(of_c, run.compilers, options.compilers)
        run.cells = [c for c in planned if not c.lacking()]
        run.unsupported = [c for c in planned if c.lacking()]
        local = [c for c in run.compilers if not c.emulated]
        java = language.plan(run, implementations)
        if not run.cells and not java:
            raise Usage(_nothing(run))
        # Java alone needs the machine's own counter, too.
        used = [c.compiler for c in run.cells if not c.compiler.emulated] or local[:1]
        natives = {c.abi: c for c in reversed(used)}
        run.cells += plan([null_hash()], natives.values())
        progress.say(_planned(run, implementations, java))
        made = make(run)
        progress.say(f"built {made} programs, kept {len(run.cells) - made} from before")
        language.build(run, java, local)
        core = options.cpu if options.cpu is not None else quiet_core()
        facts = target.facts(core)
        recorder = Recorder(name, run.date[:8], facts["cpuid"])
        for abi, cell in {c.abi: c for c in reversed(run.cells) if not c.compiler.emulated}.items():
            run.counters[abi] = counter.probe(harness(cell), cell.compiler.runner, core)
        language.count(run, java, core)
        run.cells += java
        judge(run, recorder)
        cells = distinct(run, recorder)
        run.lines += sizes([c for c in run.cells if not failure(c) and c not in java], recorder)
        right = sum(v.right for v in run.verdicts.values())
        failed = sum(v.failed for v in run.verdicts.values())
        other = len(run.verdicts) - right - failed
        others = f", not supported here {other}" if other else ""
        progress.say(f"right {right}, failed {failed}{others}; {len(cells)} to time")
        if not any(c.primitive != "null" for c in cells):
            return run, None
        journal = Journal.open(BUILD / "run" / "journal", options.fresh)
        forget_saved(journal)
        if journal.events:
            progress.say(
                f"going on with an interrupted run: {len(journal.events)} measurements are there "
                "(--fresh starts over)"
            )
        effort = (QUICK if options.quick else FULL).over(options.rounds)
        timer = Timer(journal, recorder, run.counters, run.verdicts, core, effort)
        in_c = [c for c in cells if not isinstance(c, JavaCell)]
        measure_all(timer, in_c, progress.start, progress.step)
        measure_curves(timer, in_c, progress.start, progress.step)
        language.measure(run, timer, [c for c in cells if isinstance(c, JavaCell)])
        progress.finish()
        facts.update(timing_facts(run, core))
        return run, save(run, timer, facts)


def _nothing(run: Run) -> str:
    """Why there is no cell."""
    if run.unsupported:
        lacking = sorted(set().union(*(c.lacking() for c in run.unsupported)))
        why = f"this machine lacks what these implementations need: {' '.join(lacking)}"
    else:
        why = "no compiler that works here is for these implementations"
        if run.options.compilers:
            why += f" and matches {run.options.compilers!r}"
    return f"nothing to do: {why}. `./do list` shows what is there."


def _planned(run: Run, implementations: Sequence[Implementation], java: Sequence[Cell]) -> str:
    every = [*(c for c in run.cells if c.primitive != "null"), *java]
    compilers = dict.fromkeys(c.compiler for c in every)
    abis = ", ".join(
        f"{sum(c.abi == abi for c in compilers)} for {abi}"
        for abi in dict.fromkeys(c.abi for c in compilers)
    )
    primitives = len({i.primitive for i in implementations})
    return (
        f"{primitives} primitives, {len(implementations)} implementations, "
        f"{len(compilers)} compilers ({abis}): {len(run.cells) + len(java)} programs"
    )


def quiet_core() -> int | None:
    """The last CPU this process may use: the system's own work tends to the first.

    None for a board: there $DEVICE has to see to it.
    """
    if remote.is_here() and hasattr(os, "sched_getaffinity"):
        return max(os.sched_getaffinity(0))
    return None
