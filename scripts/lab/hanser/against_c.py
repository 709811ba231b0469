"""The best C on this microarchitecture, from the newest result in data/ that has it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shootout.machine import target
from shootout.machine.microarchitecture import microarchitecture
from shootout.registry.families import SHOOTOUT
from shootout.report.machines import MachineRow, collect
from shootout.report.selection import data_files
from shootout.results.stats import LONG

# The ABIs of C that are compared with the VMs of each word size.
NATIVE = {"jvm64": ("amd64", "arm64", "ppc64", "riscv64"), "jvm32": ("x86", "armeabi", "ppc32")}
# Our best C without intrinsics or assembly for each word size.
PORTABLE = {"jvm64": "opt64", "jvm32": "opt32"}


@dataclass(frozen=True)
class InC:
    """Core cycles per byte of long messages: portable C, and the fastest C with its name."""

    portable: float | None
    fastest: float
    name: str


@dataclass(frozen=True)
class Rivals:
    """The figures of C that a VM of one ABI is compared with, and their origin."""

    origin: str = ""
    by_primitive: dict[str, InC] | None = None


def here(contestants: Sequence[MachineRow], abi: str) -> MachineRow | None:
    """The newest run on this microarchitecture, on any machine; None if there is none."""
    own = microarchitecture(target.own())
    fit = [c for c in contestants if c.abi in NATIVE[abi] and c.microarchitecture == own]
    return max((c for c in fit if not c.emulated), key=_made, default=None)


def _made(run: MachineRow) -> tuple[str, str]:
    """Day and time of day, with which the names of files end."""
    return run.date, max((path.name.rsplit("-", 1)[-1] for path in run.paths), default="")


def rivals(abi: str, contestants: Sequence[MachineRow]) -> Rivals:
    """The figures of C for the functions of the paper; empty where there is no result."""
    found = here(contestants, abi)
    if not found:
        return Rivals()
    figures = {}
    for primitive in SHOOTOUT:
        best = found.fastest.get(primitive, {}).get(LONG)
        entry = found.entries.get(primitive, {}).get(PORTABLE[abi])
        portable = entry.best.get(LONG) if entry else None
        if best:
            middle = portable.figure.median if portable else None
            figures[primitive] = InC(middle, best.figure.median, best.implementation)
    origin = f"{found.name}, {found.abi}, {found.microarchitecture}, {found.date}"
    return Rivals(origin, figures)


def results() -> list[MachineRow]:
    """The contestants of data/; ./do tables tells which files can't be read."""
    return collect(data_files())[0]
