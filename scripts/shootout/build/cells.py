"""Cells: every implementation with every compiler for an ABI that it supports."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..common.paths import BUILD
from ..machine.target import of_machine
from ..registry.tree import Implementation
from .compilers import Compiler, of_compiler
from .jail import libraries

MEGABYTES = 512  # limit of a try program's address space; under an emulator there is none
NO_SECRET = "-"
TIE = "subject.o"  # ties an implementation to the harness, and is of neither


@dataclass(frozen=True)
class Cell:
    """One implementation compiled by one compiler."""

    implementation: Implementation
    compiler: Compiler

    @property
    def primitive(self) -> str:
        return self.implementation.primitive.name

    @property
    def abi(self) -> str:
        return self.compiler.abi

    @property
    def stage(self) -> Path:
        """The folder of the flat copy that is compiled."""
        return BUILD / "stage" / self.primitive / self.implementation.name.replace("/", "+")

    @property
    def folder(self) -> Path:
        """The folder of the cell's programs."""
        name = f"{self.implementation.name.replace('/', '+')}"
        return BUILD / "cells" / self.abi / self.primitive / name / self.compiler.key

    @property
    def made(self) -> Path:
        """The folder of the compiler's output, with `status` and `log`."""
        return self.folder

    def code(self) -> str:
        """A hash of the machine code: cells of an implementation with equal code run as one."""
        h = hashlib.sha256()
        for part in sorted(self.folder.glob("*.o")):
            h.update(part.name.encode() + b"\0" + hashlib.sha256(part.read_bytes()).digest())
        return h.hexdigest()[:32]

    def program(self) -> bytes:
        """The try program's bytes: when they change, the cell is tried again."""
        return (self.folder / "try").read_bytes()

    @property
    def harness(self) -> Path:
        """The folder of the timed loop, compiled by the cell's compiler."""
        return BUILD / "harness" / self.compiler.key

    @property
    def base(self) -> Path:
        """The folder of the rest of the harness, which the levels of optimization share."""
        return BUILD / "base" / self.compiler.base.key

    @property
    def subject(self) -> Path:
        """The object that ties the implementation to the harness."""
        return self.base / self.primitive / self.stage.name / TIE

    def jailed(self, seconds: int, program: str, secret: str = NO_SECRET) -> list[str]:
        """The beginning of the command that runs a program of the cell in a jail, limited to so
        many seconds of processor time; a program that is run elsewhere has no warden. The warden
        draws numbers for the program, which the secret decides."""
        path = str(self.folder / program)
        if self.compiler.runner:
            return [*self.compiler.runner, path]
        bounds = (str(seconds), str(MEGABYTES), secret, libraries(self.compiler.command))
        return [str(self.base / "warden"), *bounds, path]

    def trying(self, seconds: int, *words: str) -> list[str]:
        """The command that runs the try program, limited to so many seconds of processor time."""
        own = str(seconds) if self.compiler.runner else "0"
        return [*self.jailed(seconds, "try"), own, "0", *words]

    def lacking(self) -> frozenset[str]:
        """The extensions that the code needs and this machine lacks.

        Empty where that is not known: under an emulator, or if the system does not list them.
        """
        here = None if self.compiler.emulated else of_machine()
        return frozenset() if here is None else self.implementation.extensions() - here

    def forbidden(self) -> frozenset[str]:
        """The extensions that the code needs and the compiler's options do not enable."""
        return self.implementation.extensions() - of_compiler(self.compiler.command)

    def __str__(self) -> str:
        return f"{self.implementation.path} {self.compiler.word}"


def combine(
    implementations: Iterable[Implementation],
    compilers: Iterable[Compiler],
    only: str = "",
) -> list[Cell]:
    """The cells, implementation by implementation, with compilers that match the regex `only`."""
    chosen = [c for c in compilers if re.search(only, " ".join(c.command))]
    return [Cell(i, c) for i in implementations for c in chosen if i.runs_on(c.abi)]
