"""Java as a language of a run: its VMs are the compilers.

Few cells are timed, each in fresh VMs, since a VM takes a second. The JIT does not always make the
same code, so a figure comes from at least five VMs. Only the fastest cells in a survey of one VM
each get so many; the VM of each implementation is chosen by its time in try.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, ClassVar, cast

from ..build.cells import Cell
from ..build.compilers import Compiler, Refused
from ..common.errors import Trouble
from ..common.grouped import grouped
from ..common.process import Begun, Outcome, begin, execute, finish
from ..common.progress import Rate
from ..machine import elf
from ..machine.counter import Counters, parse_doctor
from ..registry.sets import of_vm
from ..registry.tree import Implementation
from ..run import policy
from ..run.language import Language
from ..run.measurements import Measurements
from ..run.state import Run
from ..run.timing import SECONDS, Effort, Task, Timer
from ..run.verify import Verdict
from . import make, vms
from .cell import JavaCell, java_cells
from .implementation import JavaImplementation

FULL = Effort(survey=1, finals=5, curves=0, curves_again=0, again=4, patience=100)
QUICK = Effort(survey=1, finals=1, curves=0, curves_again=0, again=0, patience=50)
AHEAD = 4  # VMs that warm up at once, on a machine with more CPUs: they take some four turns
PROBE_SECONDS = 60  # wall time of java/shootout's Doctor
# The words of Measure; other lines are warnings of the VM.
PRINTED = {"pace", "clock", "calls", "cycles", "flag", "printed", "done"}
NANOSECONDS = 1_000_000_000  # ticks in a second, if no counter gives another unit


class Java(Language):
    """The language of folders with Hash.java, run by the VMs of okcompilers/java."""

    name = "Java"
    kind = JavaImplementation
    phases: ClassVar[Mapping[str, Rate]] = {
        "javac": Rate(0.2, 0.11, 1),
        "verify Java": Rate(1, 0.4),
        "time Java": Rate(0.2, 0.8, 0.33),
        "time the fastest Java": Rate(0.4, 0.8, 0),
    }

    def left_out(self) -> str:
        if os.environ.get("DEVICE"):
            return "$DEVICE runs programs elsewhere, and a VM is here"
        if elf.userland_emulated():
            return "a VM that is emulated is not timed"
        return "" if vms.compiler_here() else "no javac (Debian: apt install default-jdk-headless)"

    def compilers(self) -> tuple[list[Compiler], list[Refused]]:
        return ([], []) if self.left_out() else vms.available()

    def cells(
        self, implementations: Iterable[Implementation], compilers: Iterable[Compiler]
    ) -> Sequence[JavaCell]:
        return java_cells(implementations, [*compilers])

    def plan(self, run: Run, implementations: Sequence[Implementation]) -> Sequence[JavaCell]:
        """The cells of a run."""
        if not implementations:
            return []
        if reason := self.left_out():
            run.notes.append(f"{self.name} is left out: {reason}")
            return []
        options = run.options
        good, bad = vms.available()
        if options.quick and not options.compilers:
            good = [same[0] for same in grouped(good, lambda vm: vm.abi).values()]
        run.compilers += good
        run.refused += bad
        return java_cells(implementations, good, options.compilers)

    def build(self, run: Run, cells: Sequence[Cell]) -> None:
        java = list(dict.fromkeys(c.implementation for c in _java(cells)))
        if not java:
            return
        natives = [c for c in run.compilers if not c.emulated and not of_vm(c.abi)]
        run.progress.start("javac", len(java))
        made = make.build(java, vms.compiler_here(), natives, run.options.jobs, run.progress.step)
        run.progress.finish()
        run.facts["compiling-java"] = make.confinement()
        if kept := len(java) - made:
            run.progress.say(f"Java: {kept} of {len(java)} implementations are compiled already")

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
        timer = JavaTimer(run, measured, effort)
        try:
            time_java(timer, promising(chosen, verdicts, options.quick))
        finally:
            for _, vm in timer.warm.values():
                finish(vm, 0)


def _java(cells: Iterable[Cell]) -> list[JavaCell]:
    """The cells of Java among these."""
    return [cell for cell in cells if isinstance(cell, JavaCell)]


@dataclass
class JavaTimer(Timer):
    """The timer of cells in VMs, each task in a fresh one."""

    asks = False
    warm: dict[Task, tuple[int, Begun]] = field(default_factory=dict)  # and their spare CPUs

    def command(self, task: Task, secret: str) -> list[str]:
        cell, counter = task.cell, self.run.counters[task.cell.abi].best
        assert isinstance(cell, JavaCell)
        return cell.running(
            "Measure", cell.implementation.class_name, str(counter.persecond),
            f"{counter.grain:g}", str(task.samples), str(self.effort.patience),
            "any" if self.run.core is None else str(self.run.core), *task.lengths,
        )  # fmt: skip

    def outcome(self, task: Task, command: Sequence[str]) -> Outcome:
        """The same. Nearly all of its time a VM warms up, and VMs of coming tasks do so on spare
        CPUs; then they wait until their input ends."""
        core, (_, vm) = self.run.core, self.warm.pop(task, (0, None))
        busy = {cpu for cpu, _ in self.warm.values()}
        free = sorted(self.run.spare - busy)[: AHEAD - len(busy)]
        known = {*self.warm, *(t for t in self.coming if self.key(t) in self.measured.journal)}
        for cpu, next_ in zip(free, [t for t in self.coming if t not in known]):
            self.warm[next_] = cpu, begin(self.command(next_, ""), cpu, stdin=subprocess.PIPE)
        if core is None or not vm:
            return super().outcome(task, command)
        for thread in Path(f"/proc/{vm[0].pid}/task").iterdir():
            with contextlib.suppress(OSError):  # it may end meanwhile
                os.sched_setaffinity(int(thread.name), {core})
        cast(IO[bytes], vm[0].stdin).close()
        return finish(vm, SECONDS)

    def stolen(self) -> int:
        """0: Measure looks itself, at each length, because a VM warms up most of its time."""
        return 0

    def wanted(self, words: Sequence[str]) -> bool:
        return words[0] in PRINTED


def promising(
    cells: Sequence[JavaCell], verdicts: Mapping[JavaCell, Verdict], quick: bool
) -> list[JavaCell]:
    """The cells with the best VM of each ABI: one for each implementation, or for each primitive.

    A quick run has one for each primitive. The best VM has the least time in try, which varies
    by a few per cent only.
    """
    best: dict[tuple[str, str], JavaCell] = {}
    for cell in sorted(cells, key=lambda c: verdicts[c].ns1536):
        best.setdefault((cell.abi, cell.primitive if quick else cell.implementation.path), cell)
    return [cell for cell in cells if cell in best.values()]


def time_java(timer: JavaTimer, cells: Sequence[JavaCell]) -> None:
    """Time one VM for each cell, then more VMs for those that lead."""
    effort = timer.effort
    rest = range(effort.survey + 1, effort.finals + 1)
    timer.rounds("time Java", cells, range(1, effort.survey + 1))
    # More VMs can show that the first one was lucky: then another cell leads.
    for _ in range(2):
        leaders = timer.those(cells, policy.best(timer.measured.rows(), each=False))
        timer.rounds("time the fastest Java", leaders, rest)
    timer.doubtful("time the fastest Java", cells)


def probe(cell: JavaCell, hertz: int, core: int | None) -> Counters:
    """The counters of the cell's VM, probed on the core that will be timed: System.nanoTime, as
    ticks in the frequency of the counter that C is timed with."""
    outcome = execute(cell.running("Doctor", str(hertz)), PROBE_SECONDS, core)
    words = [w for w in outcome.lines if w[0] in ("counter", "clock", "pace", "alone")]
    try:
        found = parse_doctor(words)
    except (ValueError, IndexError) as e:
        raise Trouble(f"java/shootout's Doctor printed {outcome.output!r}: {e}") from e
    if outcome.status or not found.fit:
        raise Trouble(
            f"{' '.join(cell.compiler.command)}: {outcome.end()} when its clock was looked at. "
            "Leave this VM out with --compilers."
        )
    return found
