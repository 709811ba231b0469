"""Java as a language of a run: its VMs are the compilers."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from ..build.cells import Cell
from ..build.compilers import Compiler, Refused
from ..common.progress import Rate
from ..machine import elf
from ..registry.tree import Implementation
from ..run.language import Language
from ..run.measurements import Measurements
from ..run.state import Run
from . import make, vms
from .cell import JavaCell, java_cells
from .implementation import JavaImplementation
from .timer import FULL, QUICK, JavaTimer, probe, promising, time_java

NANOSECONDS = 1_000_000_000  # ticks in a second, if no counter gives another unit


def left_out() -> str:
    """The reason to leave Java out; empty if there is none."""
    if os.environ.get("DEVICE"):
        return "$DEVICE runs programs elsewhere, and a VM is here"
    if elf.userland_emulated():
        return "a VM that is emulated is not timed"
    return "" if vms.compiler_here() else "no javac (Debian: apt install default-jdk-headless)"


class Java(Language):
    """The language of folders with Hash.java, run by the VMs of okcompilers/java."""

    name = "Java"
    kind = JavaImplementation
    phases: ClassVar[Mapping[str, Rate]] = {
        "javac": Rate(0.2, 0.5),
        "verify Java": Rate(1, 1),
        "time Java": Rate(0.2, 2),
        "time the fastest Java": Rate(0.4, 2),
    }

    def left_out(self) -> str:
        return left_out()

    def compilers(self) -> tuple[list[Compiler], list[Refused]]:
        return ([], []) if left_out() else vms.available()

    def cells(
        self, implementations: Iterable[Implementation], compilers: Iterable[Compiler]
    ) -> Sequence[JavaCell]:
        return java_cells(implementations, compilers)

    def plan(self, run: Run, implementations: Sequence[Implementation]) -> Sequence[JavaCell]:
        """The cells of a run."""
        if not implementations:
            return []
        if reason := left_out():
            run.notes.append(f"{self.name} is left out: {reason}")
            return []
        options = run.options
        good, bad = vms.available()
        if options.quick and not options.compilers:
            good = vms.first_of_each(good)
        run.compilers += good
        run.refused += bad
        return java_cells(implementations, good, options.compilers)

    def build(self, run: Run, cells: Sequence[Cell]) -> None:
        java = list(dict.fromkeys(c.implementation for c in _java(cells)))
        if not java:
            return
        natives = [c for c in run.compilers if not c.emulated and not vms.is_vm(c)]
        run.progress.start("javac", len(java))
        made = make.build(java, vms.compiler_here(), natives, run.options.jobs, run.progress.step)
        run.progress.finish()
        run.facts["compiling-java"] = make.confinement()
        if kept := len(java) - made:
            run.progress.say(f"compiled {made} Java implementations, kept {kept} from before")

    def count(self, run: Run, cells: Sequence[Cell]) -> None:
        """Find the counters of the VMs, in ticks of the machine's own counter."""
        rates = [counters.best.persecond for counters in run.counters.values()]
        for abi, cell in {c.abi: c for c in reversed(_java(cells))}.items():
            run.counters[abi] = probe(cell, (rates or [NANOSECONDS])[0], run.core)

    def time(self, run: Run, measured: Measurements, cells: Sequence[Cell]) -> None:
        options = run.options
        effort = (QUICK if options.quick else FULL).over(options.rounds)
        chosen = _java(cells)
        verdicts = {cell: run.verdicts[cell] for cell in chosen}
        time_java(JavaTimer(run, measured, effort), promising(chosen, verdicts, options.quick))


def _java(cells: Iterable[Cell]) -> list[JavaCell]:
    """The cells of Java among these."""
    return [cell for cell in cells if isinstance(cell, JavaCell)]
