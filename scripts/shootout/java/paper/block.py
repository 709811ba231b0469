"""The paper's method: one block again and again, and the user time of the thread."""

from __future__ import annotations

import hashlib
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ...build.compilers import Compiler
from ...results.stats import ENOUGH, UNSTEADY
from .. import make
from ..cell import running

# Bytes of a block.
BLOCKS = {
    **dict.fromkeys(("sha256", "blake256", "groestl256", "round3jh256", "round3jh512"), 64),
    **dict.fromkeys(("skein512256", "skein512512"), 64),
    **dict.fromkeys(("sha512", "blake512", "groestl512"), 128),
    "keccakc512": 136,
    "keccakc1024": 72,
}
OURS, SPHLIB, CASTLE, JDK, C = "ours", "sphlib", "Bouncy Castle", "JDK", "C"
UPDATES = 1024  # for so many Block tells the time
HERTZ = "1e9"  # ticks are nanoseconds: the clock of a line tells the core cycles of one
# What a figure depends on besides the subject.
PROGRAM = ("Block.class", "Clock.class", "Subject.class")
APART = 0.1  # between the fastest VM and the slowest, of the median: more is a doubt


@dataclass(frozen=True)
class Subject:
    """What is timed: a class, and where it is."""

    primitive: str
    who: str  # whose it is: OURS, SPHLIB, ..
    name: str  # the implementation, or the library with its version
    class_name: str
    classes: tuple[Path, ...] = ()  # folders and jars
    flags: tuple[str, ...] = ()

    def running(self, vm: Compiler, program: str, *words: str) -> list[str]:
        return running(vm, self.flags, self.classes, program, *words)

    @cached_property
    def key(self) -> str:
        """It changes when anything that is timed or that times changes."""
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
        """Seconds of a VM; starting it, looking at the clock and the end of its last updates
        are half a second."""
        return self.warm + self.seconds + 0.5


@dataclass(frozen=True)
class Sample:
    """Core cycles per byte of one VM, and what makes them doubtful."""

    speed: float
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True)
class VmFigure:
    """Core cycles per byte over the VMs."""

    low: float
    median: float
    high: float
    vms: int
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Measured:
    """A subject in a VM."""

    vm: Compiler
    subject: Subject
    figure: VmFigure
    final: bool = True  # from as many VMs as the effort asks for, not from a first look


def parse_block(lines: Iterable[str]) -> Sample | None:
    """What Block printed; nothing when it did not come to its end."""
    words = [line.split() for line in lines]
    found = {w[0]: w[1:] for w in words if w}
    if not {"blockcycles", "clock", "done"} <= found.keys():
        return None
    size, ticks = map(float, found["blockcycles"])
    speed = ticks * float(found["clock"][0]) / (UPDATES * size)
    return Sample(speed, tuple(w[2] for w in words if w and w[0] == "flag"))


def over_vms(samples: Sequence[Sample]) -> VmFigure:
    """Of those that nothing disturbed, if there are enough, else of all with the doubts."""
    sound = [s for s in samples if not s.doubts]
    used = sound if len(sound) >= min(ENOUGH, len(samples)) else list(samples)
    speeds = sorted(s.speed for s in used)
    middle = statistics.median(speeds)
    doubts = {d for s in used for d in s.doubts}
    if speeds[-1] - speeds[0] > APART * middle:
        doubts.add(UNSTEADY)
    return VmFigure(speeds[0], middle, speeds[-1], len(used), tuple(sorted(doubts)))
