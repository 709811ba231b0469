"""Our portable C by the paper's method, to be compared with Java within one run.

C and Java take turns, so another thread on the core slows both; the figures of data/ are
undisturbed.
"""

from __future__ import annotations

import hashlib
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from shootout.build.cells import Cell, combine
from shootout.build.compilers import Compiler, find_compilers, first_lines
from shootout.build.programs import COMPILE_SECONDS, build
from shootout.common.errors import Trouble, Usage
from shootout.common.parallel import default_jobs
from shootout.common.paths import BUILD
from shootout.java.implementation import HOME
from shootout.registry.tree import select
from shootout.run.options import TRY_SECONDS
from shootout.run.verify import built, try_all

from .against_c import NATIVE, PORTABLE
from .bench import Pair
from .block import C, Subject

SOURCE = HOME / "native" / "block.c"
MEASURE = HOME.parent / "measure"
PARTS = (
    "counter",
    "clock",
    "state",
    "system",
)  # objects to link, besides counters


@dataclass(frozen=True)
class CSubject(Subject):
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
    cells = {vm: _cells(primitives, vm.abi, natives) for vm in vms}
    every = list(dict.fromkeys(cell for some in cells.values() for cell in some))
    if not every:
        return [], ["portable C is left out: no C compiler here, or no opt64 and opt32"]
    build(every, default_jobs(), lambda done: None)
    verdicts = try_all(built(every), default_jobs(), TRY_SECONDS, lambda cell, verdict: None)
    for vm, some in cells.items():
        for cell in some:
            program = _link(cell) if cell in verdicts and verdicts[cell].right else None
            if program:
                name = f"{cell.implementation.name}, {cell.compiler.word}"
                primitive = cell.implementation.primitive.name
                found.append((vm, CSubject(primitive, C, name, "", program=program)))
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
    named = [cell.base / f"{file.stem}.o" for file in (MEASURE / "cpucycles").glob("*.c")]
    counters = [file for file in named if file.is_file()]  # those of the ABI
    parts = [cell.base / f"{part}.o" for part in PARTS]
    objects = [*parts, *counters, *cell.folder.glob("*.o")]
    command = [
        *cell.compiler.command, "-std=gnu99", f"-I{MEASURE}", str(SOURCE), *map(str, objects),
        "-o", str(program), "-lm",
    ]  # fmt: skip
    ran = subprocess.run(command, capture_output=True, timeout=COMPILE_SECONDS, check=False)
    return None if ran.returncode else program
