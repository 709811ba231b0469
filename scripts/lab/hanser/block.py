"""The paper's method: one block is hashed repeatedly, and the thread's user time counts."""

from __future__ import annotations

import hashlib
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from shootout.build.compilers import Compiler
from shootout.java import make
from shootout.java.cell import running
from shootout.registry.vm import native
from shootout.results.stats import ENOUGH, UNSTEADY

# Block sizes in bytes.
BLOCKS = {
    **dict.fromkeys(("sha256", "blake256", "groestl256", "round3jh256", "round3jh512"), 64),
    **dict.fromkeys(("skein512256", "skein512512"), 64),
    **dict.fromkeys(("sha512", "blake512", "groestl512"), 128),
    "keccakc512": 136,
    "keccakc1024": 72,
}
OURS, SPHLIB, CASTLE, JDK, C = "ours", "sphlib", "Bouncy Castle", "JDK", "C"
UPDATES = 1024  # calls of update() for which Block prints the time
HERTZ = "1e9"  # ticks in a second: they are nanoseconds
# The classes that a figure depends on besides the subject's own.
PROGRAM = ("Block.class", "Clock.class", "Subject.class")
PLAIN = "javaplain"  # the unoptimised form of each of ours
STARVED = "starved"  # the doubt about a VM that had too little of the CPU to become fast
APART = 0.1  # fraction of the median: if VMs are farther apart, the figure is doubtful


@dataclass(frozen=True)
class Subject:
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


@dataclass(frozen=True)
class Effort:
    """Seconds to warm up and to measure, and in how many fresh VMs."""

    warm: float
    seconds: float
    vms: int

    @property
    def each(self) -> float:
        """The seconds that a VM takes: half a second for its start, the clock and its end."""
        return self.warm + self.seconds + 0.5


@dataclass(frozen=True)
class Sample:
    """Core cycles per byte in one VM, and the doubts about them."""

    speed: float
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True)
class VmFigure:
    """Core cycles per byte over several VMs: least, median, greatest."""

    low: float
    median: float
    high: float
    vms: int
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Measured:
    """A subject with its figure in a VM."""

    vm: Compiler
    subject: Subject
    figure: VmFigure
    final: bool = True  # whether all VMs of the full effort were run, not just the survey's


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
