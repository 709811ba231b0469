"""The figures of ./do java, to look up, and names for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Union

from shootout.build.compilers import Compiler
from shootout.registry.causes import UNSTEADY
from shootout.registry.families import SHOOTOUT
from shootout.report.doubts import MARK
from shootout.report.doubts import MEANING as DOUBTS
from shootout.results.published import Published

from .against_c import PORTABLE, Rivals
from .bench import OURS, STARVED, C, Measured
from .subjects import version

PAPER = {"jvm64": "java64", "jvm32": "java32"}  # known/published's words for the ABIs of VMs
# Files of known/published: the paper itself, sphlib by its method, and sphlib's own figures.
HANSER, ITS_SPHLIB, PORNIN = COLLECTIONS = "hanser", "hanser-sphlib", "sphlib"
MEANING = {  # of doubts
    **DOUBTS,
    UNSTEADY: "VMs differ by more than a tenth",
    STARVED: "other programs had the CPU, so the code may not have been compiled",
}
BITS = {"jvm64": "64-bit", "jvm32": "32-bit"}
Speed = Union[Measured, Published, float, None]


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
        known = self.in_c(vm).by_primitive.get(primitive)
        return known.portable if known else None

    def in_c(self, vm: Compiler) -> Rivals:
        """What a VM is compared with; empty without a result in data/."""
        return self.rivals.get(vm.abi, Rivals())

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
    origin = f"undisturbed long messages of {results.in_c(vm).origin}"
    timed = any(results.of(vm, p, C) for p in results.primitives())
    portable = "alternating with Java" if timed else origin
    return f"{PORTABLE[vm.abi]}: {portable}; fastest C: {origin}"


def source(figures: Iterable[Published | None]) -> str:
    """The year and the processor of published figures."""
    return next((f"{p.year} on {p.cpu}, {p.note}" for p in figures if p), "")


def speed(one: Speed) -> float | None:
    """The core cycles per byte."""
    if isinstance(one, Measured):
        return one.figure.median
    return one.median if isinstance(one, Published) else one


def number(one: Speed) -> str:
    """The speed as text, with a mark if it is doubtful; a dash if there is none."""
    found = speed(one)
    doubted = isinstance(one, Measured) and one.figure.doubts
    return f"{found:.1f}{MARK if doubted else ' '}" if found else "- "


def ratio(over: Speed, under: Speed) -> str:
    """The quotient as text; a dash without both numbers."""
    a, b = speed(over), speed(under)
    return f"{a / b:.2f} " if a and b else "- "


def doubts(used: Iterable[tuple[str, str, Measured]]) -> list[str]:
    """A note for each doubt, with the authors and the names of the figures that have it."""
    found: dict[str, dict[str, dict[str, None]]] = {}
    for whose, name, m in used:
        for doubt in m.figure.doubts:
            found.setdefault(doubt, {}).setdefault(whose, {})[name] = None
    return [
        f"{MARK} {doubt}, {MEANING[doubt]}: "
        + "; ".join(f"{whose} {', '.join(names)}".strip() for whose, names in groups.items())
        for doubt, groups in sorted(found.items())
    ]
