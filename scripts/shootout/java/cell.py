"""One Java implementation on one VM."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..build.cells import Cell, combine
from ..build.compilers import Compiler
from ..common.paths import BUILD
from ..registry.tree import Implementation
from . import make, native, vms
from .implementation import JavaImplementation

QUIETLY = ("-Xmx256m", "-XX:-UsePerfData", "-XX:-CreateCoredumpOnCrash")
"""Little memory, for none is allocated in the loops, and no files behind."""


def running(
    vm: Compiler, flags: Iterable[str], classes: Iterable[Path], program: str, *words: str
) -> list[str]:
    """The command of one of java/shootout's programs in a VM, with classes to look at."""
    path = ":".join(map(str, [*classes, make.HARNESS]))
    own = [*QUIETLY, f"-XX:ErrorFile={BUILD}/java/crash"]
    return [*vm.runner, *own, *flags, "-cp", path, f"shootout.{program}", *words]


@dataclass(frozen=True)
class JavaCell(Cell):
    """Its compiler is the VM; what javac made is the same for all of them."""

    implementation: JavaImplementation

    @property
    def made(self) -> Path:
        return make.folder(self.implementation)

    def code(self) -> str:
        h = hashlib.sha256(self.compiler.key.encode())
        h.update(self.program())
        return h.hexdigest()[:32]

    def program(self) -> bytes:
        """The classes, the library, and what tries them."""
        files = [*self.made.rglob("*.class"), *self.made.rglob("*.so")]
        files += make.HARNESS.rglob("*.class")
        return b"".join(hashlib.sha256(f.read_bytes()).digest() for f in sorted(files))

    def running(self, program: str, *words: str) -> list[str]:
        """The command of one of java/shootout's programs, on this cell's class."""
        library = native.place(self.made, self.abi)
        flags = (*self.implementation.flags(), f"-Djava.library.path={library}")
        return running(self.compiler, flags, [self.made / "classes"], program, *words)

    def trying(self, seconds: int, *words: str) -> list[str]:
        return self.running("Try", str(seconds), self.implementation.class_name, *words)

    def lacking(self) -> frozenset[str]:
        """Extensions of the machine; modules of the VM that javaflags names; a C compiler."""
        missing = super().lacking()
        flags = self.implementation.flags()
        if flags and not vms.takes(self.compiler.runner, flags):
            missing |= {flags[-1]}
        return missing

    def forbidden(self) -> frozenset[str]:
        """VMs have no options that keep instructions from code."""
        return frozenset()


def java_cells(
    implementations: Iterable[Implementation], machines: Iterable[Compiler], only: str = ""
) -> list[JavaCell]:
    """Every Java implementation among these on every VM that it is for."""
    java = [i for i in implementations if isinstance(i, JavaImplementation)]
    planned = combine(java, machines, only)
    return [JavaCell(c.implementation, c.compiler) for c in planned]  # type: ignore[arg-type]
