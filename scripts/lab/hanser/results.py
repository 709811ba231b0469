"""The figures of ./do java, to look up, and names for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from shootout.build.compilers import Compiler
from shootout.registry.families import SHOOTOUT
from shootout.report import doubts
from shootout.results.published import Published
from shootout.results.stats import UNSTEADY

from .against_c import PORTABLE, Rivals
from .bench import OURS, STARVED, C, Measured
from .subjects import version

NAMES = {
    "sha256": "SHA-256", "sha512": "SHA-512", "blake256": "BLAKE-256", "blake512": "BLAKE-512",
    "groestl256": "Gr\u00f8stl-256", "groestl512": "Gr\u00f8stl-512", "round3jh256": "JH-256",
    "round3jh512": "JH-512", "keccakc512": "Keccak-256", "keccakc1024": "Keccak-512",
    "skein512256": "Skein-512-256", "skein512512": "Skein-512-512",
}  # fmt: skip
PAPER = {"jvm64": "java64", "jvm32": "java32"}  # known/published's words for the ABIs of VMs
# Files of known/published: the paper itself, and sphlib's own figures.
HANSER, PORNIN = "hanser", "sphlib"
MEANING = {  # of doubts
    **doubts.MEANING,
    UNSTEADY: "VMs differ by more than a tenth",
    STARVED: "other programs had the CPU, so the code may not have been compiled",
}
BITS = {"jvm64": "64-bit", "jvm32": "32-bit"}


@dataclass(frozen=True)
class Results:
    """All figures of a run, to look up."""

    finals: Sequence[Measured]
    survey: Sequence[Measured]
    published: Sequence[Published]
    vms: Sequence[Compiler]
    rivals: Mapping[str, Rivals] = field(default_factory=dict)

    def primitives(self) -> list[str]:
        """The primitives that were timed, in the paper's order."""
        there = {m.subject.primitive for m in [*self.finals, *self.survey]}
        return [p for p in SHOOTOUT if p in there]

    def of(self, vm: Compiler, primitive: str, who: str) -> Measured | None:
        """The fastest final figure of an author's for a primitive in a VM."""
        wanted = (vm.key, primitive, who)
        found = [m for m in self.finals if m.contest == wanted and m.subject.leading]
        return min(found, key=lambda m: m.figure.median, default=None)

    def portable(self, vm: Compiler, primitive: str) -> float | None:
        """The cycles per byte of our portable C: from this run, or else from data/."""
        if here := self.of(vm, primitive, C):
            return here.figure.median
        known = self.rivals.get(vm.abi, Rivals()).by_primitive or {}
        return known[primitive].portable if primitive in known else None

    def named(self, vm: Compiler, primitive: str, name: str) -> Measured | None:
        """The figure of our implementation of this name, if necessary from the survey."""
        wanted = (vm.key, primitive, OURS)
        every = [*self.finals, *self.survey]
        return next((m for m in every if m.contest == wanted and m.subject.name == name), None)

    def printed(self, collection: str, abi: str, primitive: str) -> Published | None:
        """The published figure of a collection for a primitive in VMs of an ABI."""
        wanted = (collection, PAPER[abi], primitive)
        each = (p for p in self.published if (p.collection, p.abi, p.primitive) == wanted)
        return next(each, None)


def label(vm: Compiler) -> str:
    """The name of a VM in titles."""
    return f"{BITS[vm.abi]} VM {version(vm)} ({' '.join(vm.command)})"


def beside(results: Results, vm: Compiler) -> str:
    """The origin of the figures of C that Java is compared with."""
    origin = f"undisturbed long messages of {results.rivals.get(vm.abi, Rivals()).origin}"
    timed = any(results.of(vm, p, C) for p in results.primitives())
    return (
        f"{PORTABLE[vm.abi]}: {'alternating with Java' if timed else origin}; fastest C: {origin}"
    )


def source(figures: Iterable[Published | None]) -> str:
    """The year and the processor of published figures."""
    return next((f"{p.year} on {p.cpu}, {p.note}" for p in figures if p), "")
