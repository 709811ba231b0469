"""Cells of Java: an implementation on a VM."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..build.cells import Cell, combine
from ..build.compilers import Compiler
from ..common.paths import BUILD
from ..registry.tree import Implementation
from . import make, vms
from .implementation import JavaImplementation

# Little memory, for none is allocated in the loops, and no files left behind.
QUIETLY = ("-Xmx256m", "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash")
PORTABLE = "-XX:-UseSHA"  # changes what the JDK does, so it is only for code that calls it


def running(
    vm: Compiler, flags: Iterable[str], classes: Iterable[Path], program: str, *words: str
) -> list[str]:
    """The command of a program of java/shootout in a VM, with further classes on its path, none
    of which takes the place of one of ours."""
    path = ":".join(map(str, [make.HARNESS, *classes]))
    own = [*QUIETLY, f"-XX:ErrorFile={BUILD}/java/crash"]
    return [*vm.runner, *own, *flags, "-cp", path, f"shootout.{program}", *words]


@dataclass(frozen=True)
class JavaCell(Cell):
    """A cell whose compiler is a VM; all VMs share the classes that javac made."""

    implementation: JavaImplementation

    @property
    def made(self) -> Path:
        return make.folder(self.implementation)

    def code(self) -> str:
        h = hashlib.sha256(self.compiler.key.encode())
        h.update(self.program())
        return h.hexdigest()[:32]

    def program(self) -> bytes:
        """The bytes of the classes, of the library, and of the program that tries them."""
        files = [*self.made.rglob("*.class"), *self.made.rglob("*.so")]
        files += make.HARNESS.rglob("*.class")
        return b"".join(hashlib.sha256(f.read_bytes()).digest() for f in sorted(files))

    def running(self, program: str, *words: str) -> list[str]:
        """The command of a program of java/shootout on this cell's class."""
        flags = (*self.implementation.flags(), f"-Djava.library.path={self.made / self.abi}")
        return running(self.compiler, flags, [self.made / "classes"], program, *words)

    def trying(self, seconds: int, *words: str) -> list[str]:
        return self.running("Try", str(seconds), self.implementation.class_name, *words)

    def lacking(self) -> frozenset[str]:
        """The missing extensions, modules of the VM named by `javaflags`, and C compiler."""
        missing = super().lacking() | self.implementation.refused()
        flags = self.implementation.flags()
        if flags and not vms.takes(self.compiler.runner, flags):
            missing |= {flags[-1]}
        return missing

    def forbidden(self) -> frozenset[str]:
        """The empty set: VMs have no options that forbid instructions."""
        return frozenset()


def java_cells(
    implementations: Iterable[Implementation], machines: Sequence[Compiler], only: str = ""
) -> list[JavaCell]:
    """The cells of the Java implementations among these, each on every VM that it is for."""
    return [
        JavaCell(i, c.compiler)
        for i in implementations if isinstance(i, JavaImplementation)
        for c in combine([i], [m for m in machines if i.native or PORTABLE not in m.command], only)
    ]  # fmt: skip
