"""C and assembly as a language of a run."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

from ..build import programs
from ..build.cells import Cell, combine
from ..build.compilers import Compiler, Refused, available, find_compilers, first_lines
from ..common.paths import MEASURE
from ..common.process import execute
from ..common.progress import Rate
from ..machine import counter
from ..ranking.beside import alone, beside
from ..registry.tree import Implementation, Primitive
from . import first, spare
from .language import Language
from .measurements import Measurements
from .state import Run
from .timing import FULL, QUICK, ProgramTimer, time_curves, time_more, time_six

SECONDS = 60  # wall time of a probe
CURVES = 0.3  # part of the time that a budget leaves for timing


def null_hash() -> Implementation:
    """The null hash, a function that does nothing: its figures are the cost of a measurement."""
    return Implementation(Primitive("null", MEASURE), "null", MEASURE / "null")


def jail(cell: Cell) -> str:
    """What confines the cell's programs, for the facts: `seccomp files`, or less than these, or
    `none` with the reason."""
    if cell.compiler.runner:
        return "none: programs run elsewhere"
    outcome = execute([str(cell.base / "warden"), "probe"], SECONDS)
    found = [word for words in outcome.lines for word in words if word in ("seccomp", "files")]
    return " ".join(found) or "none: the system does not filter system calls"


class C(Language):
    """The language of folders with api.h, compiled by the commands of okcompilers."""

    name = "C"
    kind = Implementation
    phases: ClassVar[Mapping[str, Rate]] = {
        "build": Rate(1, 0.11),
        "verify": Rate(1, 0.065),
        "time all": Rate(2.9, 0.019, 1),
        "time disturbed ones again": Rate(0.04, 0.05, 0.08),
        "link the fastest again": Rate(0.35, 0.02, 0.3),
        "time the fastest": Rate(0.7, 0.05, 0.45),
        "time doubtful ones again": Rate(0.05, 0.08, 0.08),
        "time the closest again": Rate(0.3, 0.08, 0.45),
        "time the curves": Rate(0.5, 0.16, 0),
        "time disturbed curves again": Rate(0.01, 0.4, 0),
    }

    def compilers(self) -> tuple[list[Compiler], list[Refused]]:
        return available()

    def describe(self, compiler: Compiler) -> str:
        runner = f" (with {' '.join(compiler.runner)})" if compiler.runner else ""
        return super().describe(compiler) + runner

    def plan(self, run: Run, implementations: Sequence[Implementation]) -> Sequence[Cell]:
        """The cells, and the null hash for each ABI that will be timed."""
        options = run.options
        every, bad = find_compilers()
        good = first_lines(every) if options.quick and not options.compilers else every
        run.refused += bad
        planned = combine(implementations, good, options.compilers)
        for one in alone(options.patterns, planned) if options.beside else ():
            others = beside(one, planned, every)
            planned += others
            if names := ", ".join(dict.fromkeys(cell.implementation.name for cell in others)):
                run.progress.say(f"beside {one.primitive.name}/{one.name}: {names}")
        used = {c.compiler for c in planned}
        run.compilers += [c for c in every if c in good or c in used]
        native = [c.compiler for c in planned if not c.compiler.emulated and not c.lacking()]
        # A run without C needs the machine's own counter, too.
        native = native or [c for c in good if not c.emulated][:1]
        return [*planned, *combine([null_hash()], {c.abi: c for c in reversed(native)}.values())]

    def look(self, run: Run, cells: Sequence[Cell]) -> Measurements:
        measured, phase = first.apart(run), first.PHASE
        timer = ProgramTimer(run, measured, QUICK)
        for some in filter(None, first.choose(run, cells)):
            first.build(run, some)
            self.count(run, some)
            first.look(run, some, measured, lambda c: timer.rounds(phase, [c], [1], timer.again))
        return measured

    def build(self, run: Run, cells: Sequence[Cell]) -> None:
        run.progress.start("build", len(cells))
        made = programs.build(list(cells), run.options.jobs, lambda n: run.progress.step(n))
        run.progress.finish()
        kept = len(cells) - made - len(run.verdicts.keys() & {*cells})  # without those looked at
        if kept > 0:
            run.progress.say(f"built {len(cells) - kept} programs, kept {kept} from before")

    def count(self, run: Run, cells: Sequence[Cell]) -> None:
        for abi, cell in {c.abi: c for c in reversed(cells) if not c.compiler.emulated}.items():
            if abi in run.counters:
                continue
            found = counter.probe(cell.base, cell.compiler.runner, run.core)
            if not run.counters:
                run.spare = spare.probe(run, cell, found)
            run.counters[abi], run.jails[abi] = found, jail(cell)

    def time(self, run: Run, measured: Measurements, cells: Sequence[Cell]) -> None:
        timer = self._timer(run, measured)
        if run.deadline is None:
            time_six(timer, cells)
            return
        end = run.deadline
        left = end - time.monotonic()
        run.deadline = end - CURVES * left * bool(timer.effort.curves)
        time_six(timer, cells)
        time_more(timer, cells)
        run.deadline = end

    def curves(self, run: Run, measured: Measurements, cells: Sequence[Cell]) -> None:
        time_curves(self._timer(run, measured), cells)

    def _timer(self, run: Run, measured: Measurements) -> ProgramTimer:
        effort = (QUICK if run.options.quick else FULL).over(run.options.rounds)
        if run.options.again:
            effort = replace(effort, curves=0)
        if run.options.budget:
            effort = replace(effort, survey=1)  # every implementation once, then the fastest
        return ProgramTimer(run, measured, effort)
