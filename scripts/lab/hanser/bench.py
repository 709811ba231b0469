"""The paper's method: one block is hashed repeatedly in a fresh VM, and the thread's user time
counts. What was measured is kept in a journal."""

from __future__ import annotations

import hashlib
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from shootout.build.compilers import Compiler
from shootout.common.journal import Journal
from shootout.common.paths import CRYPTO_HASH
from shootout.common.process import execute
from shootout.common.progress import BAR
from shootout.java import make
from shootout.java.cell import running
from shootout.registry.causes import ENOUGH, UNSTEADY
from shootout.registry.families import PAPER
from shootout.registry.sets import native
from shootout.registry.tree import Primitive
from shootout.results.curve import block_size

BLOCKS = {primitive: block_size(primitive) for primitive in PAPER.primitives}  # bytes
OURS, SPHLIB, CASTLE, JDK, C = "ours", "sphlib", "Bouncy Castle", "JDK", "C"
UPDATES = 1024  # calls of update() for which Block prints the time
HERTZ = "1e9"  # ticks in a second: they are nanoseconds
# The classes that a figure depends on besides the subject's own.
PROGRAM = ("Block.class", "Clock.class", "Subject.class")
PLAIN = "javaplain"  # the unoptimised form of each of ours
STARVED = "starved"  # the doubt about a VM that had too little of the CPU to become fast
APART = 0.1  # fraction of the median: if VMs are farther apart, the figure is doubtful
PATIENCE = 60  # seconds that a VM may take beyond the planned ones
TRYING = 20  # limit of Try's short test in seconds
# Fraction of the planned time that a VM has to have the CPU for. With less, warming up may have
# ended before C2 compiled anything: on a busy CPU BLAKE-256 then seems to take 20 times as long.
FED = 0.8


@dataclass(frozen=True)
class Digest:
    """A class that is timed, and the folders and jars that it needs."""

    primitive: str
    who: str  # its author: OURS, SPHLIB, ...
    name: str  # of the implementation, or of the library with its version
    class_name: str
    classes: tuple[Path, ...] = ()  # folders and jars
    flags: tuple[str, ...] = ()

    @property
    def leading(self) -> bool:
        """Whether it may be its author's fastest: not the unoptimised form, not native code."""
        return self.name != PLAIN and not native(self.primitive, self.name)

    def running(self, vm: Compiler, program: str, *words: str) -> list[str]:
        """The command that runs a program of java/shootout on this subject."""
        return running(vm, self.flags, self.classes, program, *words)

    @cached_property
    def key(self) -> str:
        """A hash of the code that is timed and of the code that times it."""
        h = hashlib.sha256(" ".join([self.class_name, *self.flags]).encode())
        for place in [*self.classes, *(make.HARNESS / "shootout" / name for name in PROGRAM)]:
            files = sorted(f for f in place.rglob("*") if f.suffix in {".class", ".so"})
            for file in files or [place]:
                h.update(hashlib.sha256(file.read_bytes()).digest())
        return h.hexdigest()[:24]


Pair = tuple[Compiler, Digest]


class Allotment(NamedTuple):
    """Seconds to warm up and to measure, and in how many fresh VMs."""

    warm: float
    seconds: float
    vms: int

    @property
    def each(self) -> float:
        """The seconds that a VM takes: half a second for its start, the clock and its end."""
        return self.warm + self.seconds + 0.5


class Sample(NamedTuple):
    """Core cycles per byte in one VM, and the doubts about them."""

    speed: float
    doubts: tuple[str, ...] = ()


class VmFigure(NamedTuple):
    """Core cycles per byte over several VMs: least, median, greatest."""

    low: float
    median: float
    high: float
    vms: int
    doubts: tuple[str, ...] = ()


class Measured(NamedTuple):
    """A subject with its figure in a VM."""

    vm: Compiler
    subject: Digest
    figure: VmFigure

    @property
    def contest(self) -> tuple[str, str, str]:
        """What only one can be the fastest of: a VM, a function and an author."""
        return self.vm.key, self.subject.primitive, self.subject.who


def parse_block(lines: Iterable[str]) -> Sample | None:
    """The sample that Block printed; None when it did not reach its end."""
    words = [line.split() for line in lines]
    found = {w[0]: w[1:] for w in words if w}
    if not {"blockcycles", "clock", "done"} <= found.keys():
        return None
    size, ticks = map(float, found["blockcycles"])
    speed = ticks * float(found["clock"][0]) / (UPDATES * size)
    return Sample(speed, tuple(w[2] for w in words if w and w[0] == "flag"))


def over_vms(samples: Sequence[Sample]) -> VmFigure:
    """The figure over undisturbed samples; with too few of them, over all with their doubts."""
    sound = [s for s in samples if not s.doubts]
    used = sound if len(sound) >= min(ENOUGH, len(samples)) else list(samples)
    speeds = sorted(s.speed for s in used)
    middle = statistics.median(speeds)
    doubts = {d for s in used for d in s.doubts}
    if speeds[-1] - speeds[0] > APART * middle:
        doubts.add(UNSTEADY)
    return VmFigure(speeds[0], middle, speeds[-1], len(used), tuple(sorted(doubts)))


@dataclass
class Bench:
    """Times subjects; a measurement in the journal is not repeated unless its code changed."""

    journal: Journal
    core: int | None
    # Keys of VMs and subjects whose digests are wrong, or that do not end in time.
    wrong: set[tuple[str, str]] = field(default_factory=set)

    def right(self, pairs: Iterable[Pair]) -> list[Pair]:
        """The pairs that give SUPERCOP's small checksum; the others are reported."""
        found = []
        for vm, subject in pairs:
            key = _key(vm, subject, "right")
            if key not in self.journal:
                pinned = Primitive(subject.primitive, CRYPTO_HASH / subject.primitive).checksums()
                command = subject.running(vm, "Try", str(TRYING), subject.class_name, "small")
                lines = execute(command, TRYING + PATIENCE).output.splitlines()
                if f"checksum small {pinned['small']}" not in lines:
                    self._leave_out(vm, subject, "; ".join(lines[-1:]) or "Try printed nothing")
                    continue
                self.journal.add(key, [])
            found.append((vm, subject))
        return found

    def _leave_out(self, vm: Compiler, subject: Digest, why: str) -> None:
        self.wrong.add((vm.key, subject.key))
        name = f"{subject.primitive}, {subject.who}, {subject.name}"
        BAR.say(f"{name} on {' '.join(vm.command)} is left out: {why:.150}")

    def missing(self, pairs: Sequence[Pair], budget: Allotment) -> int:
        """The number of VMs that have yet to run."""
        return sum(key not in self.journal for pair in pairs for key in _blocks(*pair, budget))

    def time(self, phase: str, pairs: Sequence[Pair], budget: Allotment) -> list[Measured]:
        """Time all pairs, alternating VMs of each, so that drift affects them all alike."""
        if self.missing(pairs, budget):
            BAR.start(phase, len(pairs) * budget.vms)
        for n in range(budget.vms):
            for vm, subject in pairs:
                self._once(vm, subject, budget, n)
                BAR.step()
        BAR.finish()
        found = []
        for vm, subject in pairs:
            events = map(self.journal.events.get, _blocks(vm, subject, budget))
            if samples := [s for lines in events if lines and (s := parse_block(lines))]:
                found.append(Measured(vm, subject, over_vms(samples)))
        return found

    def _once(self, vm: Compiler, subject: Digest, budget: Allotment, n: int) -> None:
        key = _blocks(vm, subject, budget)[n]
        if key in self.journal or (vm.key, subject.key) in self.wrong:
            return
        times = f"{budget.warm:g}", f"{budget.seconds:g}"
        words = subject.class_name, HERTZ, str(BLOCKS[subject.primitive]), *times
        command = subject.running(vm, "Block", *words)
        for _ in range(2):  # once more if it was starved
            outcome = execute(command, budget.each + PATIENCE, self.core)
            fed = outcome.used / (budget.warm + budget.seconds)
            if fed > FED:
                break
        lines = outcome.output.splitlines()
        if parse_block(lines):
            doubt = f"flag {BLOCKS[subject.primitive]} {STARVED} {fed:.2f}"
            self.journal.add(key, [*([doubt] if fed <= FED else []), *lines])
        else:
            self._leave_out(vm, subject, outcome.end())


def _key(vm: Compiler, subject: Digest, what: str) -> str:
    return f"{what} {vm.key} {subject.primitive} {subject.key}"


def _blocks(vm: Compiler, subject: Digest, budget: Allotment) -> list[str]:
    """The keys of what is measured in each VM."""
    what = f"block {budget.warm:g} {budget.seconds:g}"
    return [_key(vm, subject, f"{what} {n}") for n in range(budget.vms)]


def leaders(found: Iterable[Measured]) -> list[Pair]:
    """The fastest of our Java and of our C, for each function and VM."""
    best: dict[tuple[str, str, str], Measured] = {}
    for m in sorted(found, key=lambda m: m.figure.median):
        if m.subject.who in (OURS, C) and m.subject.leading:
            best.setdefault(m.contest, m)
    return [(m.vm, m.subject) for m in best.values()]


def overtaken(survey: Iterable[Measured], timed: Sequence[Measured]) -> list[Pair]:
    """What has to be timed, too: at the first look it was clearly faster than the best is now."""
    best = {m.contest: m.figure.median for m in sorted(timed, key=lambda m: -m.figure.median)}
    known = {(m.vm.key, m.subject.key) for m in timed}
    return [
        (m.vm, m.subject)
        for m in survey
        if m.subject.leading
        and (m.vm.key, m.subject.key) not in known
        and m.figure.median * (1 + APART) < best.get(m.contest, 0)
    ]
