"""C beside Java: our portable C by the paper's method within the same run, and the best C of data/.

C and Java take turns, so another thread on the core slows both; the figures of data/ are
undisturbed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from shootout.build.cells import Cell, combine
from shootout.build.compilers import Compiler, find_compilers, first_lines
from shootout.build.programs import COMPILE_SECONDS, build, failure
from shootout.common.errors import Trouble, Usage
from shootout.common.parallel import default_jobs
from shootout.common.paths import BUILD, MEASURE
from shootout.common.process import execute
from shootout.java.implementation import HOME
from shootout.machine import target
from shootout.machine.microarchitecture import microarchitecture
from shootout.registry.families import SHOOTOUT
from shootout.registry.tree import select
from shootout.report.machines import MachineRow, collect
from shootout.report.selection import data_files
from shootout.results.stats import LONG
from shootout.run.options import TRY_SECONDS
from shootout.run.verify import try_all

from .bench import C, Digest, Pair

# The ABIs of C that are compared with the VMs of each word size.
NATIVE = {"jvm64": ("amd64", "arm64", "ppc64", "riscv64"), "jvm32": ("x86", "armeabi", "ppc32")}
# Our best C without intrinsics or assembly for each word size.
PORTABLE = {"jvm64": "opt64", "jvm32": "opt32"}
SOURCE = HOME / "native" / "block.c"
PARTS = ("counter", "clock", "state", "system")  # to link, besides counters


class InC(NamedTuple):
    """Core cycles per byte of long messages: portable C, and the fastest C with its name."""

    portable: float | None
    fastest: float
    name: str


class Rivals(NamedTuple):
    """The figures of C that a VM of one ABI is compared with, and their origin."""

    origin: str = ""
    by_primitive: Mapping[str, InC] = {}


def here(contestants: Sequence[MachineRow], abi: str) -> MachineRow | None:
    """The newest run on this microarchitecture, on any machine; None if there is none."""
    own = microarchitecture(target.own())
    fit = [c for c in contestants if c.abi in NATIVE[abi] and c.microarchitecture == own]
    return max((c for c in fit if not c.emulated), key=_made, default=None)


def _made(run: MachineRow) -> tuple[str, str]:
    """Day and time of day, with which the names of files end."""
    return run.date, max((path.name.rsplit("-", 1)[-1] for path in run.paths), default="")


def rivals(vms: Iterable[Compiler]) -> dict[str, Rivals]:
    """The figures of C in data/ for the functions of the paper, by ABI; empty without a result."""
    contestants = collect(data_files())[0]  # ./do tables tells which files can't be read
    return {abi: _rivals(here(contestants, abi), abi) for abi in {vm.abi for vm in vms}}


def _rivals(found: MachineRow | None, abi: str) -> Rivals:
    if not found:
        return Rivals()
    figures = {}
    for primitive in SHOOTOUT:
        entry = found.entries.get(primitive, {}).get(PORTABLE[abi])
        portable = entry.best.get(LONG) if entry else None
        if best := found.fastest.get(primitive, {}).get(LONG):
            middle = portable.figure.median if portable else None
            figures[primitive] = InC(middle, best.figure.median, best.implementation)
    origin = f"{found.name}, {found.abi}, {found.microarchitecture}, {found.date}"
    return Rivals(origin, figures)


@dataclass(frozen=True)
class CDigest(Digest):
    """Portable C, timed by its own program."""

    program: Path = Path()

    def running(self, vm: Compiler, program: str, *words: str) -> list[str]:
        """The command of the program: no VM, and of Block's words neither class nor ticks."""
        return [str(self.program), *words[2:]]

    @cached_property
    def key(self) -> str:
        return hashlib.sha256(self.program.read_bytes()).hexdigest()[:24]


def natives() -> list[Compiler]:
    """The C compilers, each with its first line of options; for portable C and for JNI."""
    try:
        return [c for c in first_lines(find_compilers()[0]) if not c.emulated]
    except Trouble:
        return []


def pairs(
    primitives: Iterable[str], vms: Sequence[Compiler], natives: Sequence[Compiler]
) -> tuple[list[Pair], list[str]]:
    """The portable C of each VM's word size by each compiler, and reports of what is left out."""
    found: list[Pair] = []
    reasons = []
    cells = [(vm, cell) for vm in vms for cell in _cells(primitives, vm.abi, natives)]
    if not cells:
        return [], ["portable C is left out: no C compiler here, or no opt64 and opt32"]
    every = list(dict.fromkeys(cell for _, cell in cells))
    build(every, default_jobs(), lambda done: None)
    built = [cell for cell in every if not failure(cell)]
    verdicts = try_all(built, default_jobs(), TRY_SECONDS, lambda cell, verdict: None)
    for vm, cell in cells:
        program = _link(cell) if cell in verdicts and verdicts[cell].right else None
        if program:
            name = f"{cell.implementation.name}, {cell.compiler.word}"
            found.append((vm, CDigest(cell.primitive, C, name, "", program=program)))
        else:
            reasons.append(f"{cell} is left out beside Java: it does not compile, or is wrong")
    return found, reasons


def _cells(primitives: Iterable[str], abi: str, natives: Iterable[Compiler]) -> list[Cell]:
    some = [c for c in natives if c.abi in NATIVE[abi] and c.runner == ()]
    wanted = {f"crypto_hash/{primitive}/{PORTABLE[abi]}" for primitive in primitives}
    try:
        return combine([i for i in select([]) if i.path in wanted], some)
    except Usage:  # there is nothing but Java
        return []


def _link(cell: Cell) -> Path | None:
    """The path of a built cell's program; None if it does not link."""
    program = BUILD / "java" / "native" / cell.folder.relative_to(BUILD) / "block"
    program.parent.mkdir(parents=True, exist_ok=True)
    parts = [*PARTS, *(file.stem for file in (MEASURE / "cpucycles").glob("*.c"))]
    objects = [file for part in parts if (file := cell.base / f"{part}.o").is_file()]
    command = [
        *cell.compiler.command, "-std=gnu99", f"-I{MEASURE}", f"-I{MEASURE / 'jail'}", str(SOURCE),
        *map(str, objects), *map(str, cell.folder.glob("*.o")), "-o", str(program), "-lm",
    ]  # fmt: skip
    return None if execute(command, COMPILE_SECONDS).status else program
