"""Runs of Block in fresh VMs, kept in a journal: the measurements of ./do java."""

from __future__ import annotations

import resource
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from shootout.build.compilers import Compiler
from shootout.common.journal import Journal
from shootout.common.paths import CRYPTO_HASH
from shootout.common.process import execute
from shootout.common.progress import Progress
from shootout.registry.tree import Primitive

from .block import (
    APART,
    BLOCKS,
    HERTZ,
    OURS,
    STARVED,
    C,
    Effort,
    Measured,
    Sample,
    Subject,
    VmFigure,
    over_vms,
    parse_block,
)

PATIENCE = 60  # seconds that a VM may take beyond the planned ones
TRYING = 20  # limit of Try's short test in seconds
# Fraction of the planned time that a VM has to have the CPU for. With less, warming up may have
# ended before C2 compiled anything: on a busy CPU BLAKE-256 then seems to take 20 times as long.
FED = 0.8

Pair = tuple[Compiler, Subject]


@dataclass
class Bench:
    """Times subjects; a measurement in the journal is not repeated unless its code changed."""

    journal: Journal
    progress: Progress
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

    def _leave_out(self, vm: Compiler, subject: Subject, why: str) -> None:
        self.wrong.add((vm.key, subject.key))
        name = f"{subject.primitive}, {subject.who}, {subject.name}"
        self.progress.say(f"{name} on {' '.join(vm.command)} is left out: {why:.150}")

    def missing(self, pairs: Sequence[Pair], effort: Effort) -> int:
        """The number of VMs that have yet to run."""
        return sum(_block(vm, s, effort, n) not in self.journal
                   for vm, s in pairs for n in range(effort.vms))  # fmt: skip

    def time(self, phase: str, pairs: Sequence[Pair], effort: Effort) -> list[Measured]:
        """Time all pairs, alternating VMs of each, so that drift affects them all alike."""
        if self.missing(pairs, effort):
            self.progress.start(phase, len(pairs) * effort.vms)
        for n in range(effort.vms):
            for vm, subject in pairs:
                self._once(vm, subject, effort, n)
                self.progress.step()
        self.progress.finish()
        found = [(vm, s, self._figure(vm, s, effort)) for vm, s in pairs]
        return [Measured(vm, s, f) for vm, s, f in found if f]

    def _once(self, vm: Compiler, subject: Subject, effort: Effort, n: int) -> None:
        key = _block(vm, subject, effort, n)
        if key in self.journal or (vm.key, subject.key) in self.wrong:
            return
        size = str(BLOCKS[subject.primitive])
        words = (subject.class_name, HERTZ, size, f"{effort.warm:g}", f"{effort.seconds:g}")
        command = subject.running(vm, "Block", *words)
        for _ in range(2):  # once more if it was starved
            before = _used()
            outcome = execute(command, effort.each + PATIENCE, self.core)
            fed = (_used() - before) / (effort.warm + effort.seconds)
            if fed > FED:
                break
        lines = outcome.output.splitlines()
        if parse_block(lines):
            starved = [f"flag {size} {STARVED} {fed:.2f}"] if fed <= FED else []
            self.journal.add(key, [*starved, *lines])
        else:
            self._leave_out(vm, subject, outcome.end())

    def _figure(self, vm: Compiler, subject: Subject, effort: Effort) -> VmFigure | None:
        keys = [_block(vm, subject, effort, n) for n in range(effort.vms)]
        events = [self.journal.events[key] for key in keys if key in self.journal]
        samples = [s for s in map(parse_block, events) if isinstance(s, Sample)]
        return over_vms(samples) if samples else None


def _used() -> float:
    """The seconds of processor time of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _key(vm: Compiler, subject: Subject, what: str) -> str:
    return f"{what} {vm.key} {subject.primitive} {subject.key}"


def _block(vm: Compiler, subject: Subject, effort: Effort, n: int) -> str:
    return _key(vm, subject, f"block {effort.warm:g} {effort.seconds:g} {n}")


def leaders(found: Iterable[Measured]) -> list[Pair]:
    """The fastest of our Java and of our C, for each function and VM."""
    best: dict[tuple[str, str, str], Measured] = {}
    for m in sorted(found, key=lambda m: m.figure.median):
        if m.subject.who in (OURS, C) and m.subject.leading:
            best.setdefault(_contest(m), m)
    return [(m.vm, m.subject) for m in best.values()]


def overtaken(survey: Iterable[Measured], timed: Sequence[Measured]) -> list[Pair]:
    """What has to be timed, too: at the first look it was clearly faster than the best is now."""
    best = {_contest(m): m.figure.median for m in sorted(timed, key=lambda m: -m.figure.median)}
    known = {(m.vm.key, m.subject.key) for m in timed}
    return [
        (m.vm, m.subject)
        for m in survey
        if m.subject.leading
        and (m.vm.key, m.subject.key) not in known
        and m.figure.median * (1 + APART) < best.get(_contest(m), 0)
    ]


def _contest(m: Measured) -> tuple[str, str, str]:
    return m.vm.key, m.subject.primitive, m.subject.who
