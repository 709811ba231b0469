"""What there is to do: every implementation with every compiler of an ABI it is for."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..common.paths import BUILD
from ..machine.features import of_compiler, of_machine
from ..registry.tree import Implementation
from .compilers import Compiler

MEGABYTES = 512
"""Address space that a try may take; emulators need their own, and get no limit."""


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
        """Where the copy of the implementation is compiled from."""
        return BUILD / "stage" / self.primitive / self.implementation.name.replace("/", "+")

    @property
    def folder(self) -> Path:
        """Where its programs are."""
        name = f"{self.implementation.name.replace('/', '+')}"
        return BUILD / "cells" / self.abi / self.primitive / name / self.compiler.key

    @property
    def made(self) -> Path:
        """Where what its compiler made is, with `status` and `log`."""
        return self.folder

    def code(self) -> str:
        """A hash of the machine code: equal code of one implementation runs equally."""
        h = hashlib.sha256()
        for part in sorted(self.folder.glob("*.o")):
            h.update(part.name.encode() + b"\0" + hashlib.sha256(part.read_bytes()).digest())
        return h.hexdigest()[:32]

    def program(self) -> bytes:
        """What a verdict is about: when it changes, it is tried again."""
        return (self.folder / "try").read_bytes()

    def trying(self, seconds: int, *words: str) -> list[str]:
        """The command of its try program, with a limit of processor time."""
        megabytes = 0 if self.compiler.runner else MEGABYTES
        program = [*self.compiler.runner, str(self.folder / "try")]
        return [*program, str(seconds), str(megabytes), *words]

    def lacking(self) -> frozenset[str]:
        """The extensions that the code needs and this machine does not have.

        Empty where that is not known: for an emulator, for a system that does not say.
        """
        here = None if self.compiler.emulated else of_machine()
        return frozenset() if here is None else self.implementation.extensions() - here

    def forbidden(self) -> frozenset[str]:
        """The extensions that the code needs and the compiler's options do not allow to C."""
        return self.implementation.extensions() - of_compiler(self.compiler.command)

    def __str__(self) -> str:
        return f"{self.implementation.path} {self.compiler.word}"


def combine(
    implementations: Iterable[Implementation],
    compilers: Iterable[Compiler],
    only: str = "",
) -> list[Cell]:
    """The cells, implementation by implementation; `only` is searched in the compiler."""
    chosen = [c for c in compilers if re.search(only, " ".join(c.command))]
    return [Cell(i, c) for i in implementations for c in chosen if i.runs_on(c.abi)]
