"""The interface of a language, its methods in the order in which a run calls them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..build.cells import Cell, combine
from ..build.compilers import Compiler, Refused
from ..common.progress import Rate
from ..registry.tree import Implementation
from .measurements import Measurements
from .state import Run


class Language(ABC):
    """A kind of implementations, with its compilers."""

    name: ClassVar[str]
    kind: ClassVar[type[Implementation]]
    # Its phases as the bar names them, with their steps for each cell and seconds for each step:
    # the compilation, the trial, then each timing. The rates are those of two cores of 2026, and
    # count only until a machine has its own.
    phases: ClassVar[Mapping[str, Rate]]

    def owns(self, implementation: Implementation) -> bool:
        """Whether an implementation is in this language."""
        return type(implementation) is self.kind

    def left_out(self) -> str:
        """The reason why this language is left out here; empty when it is not."""
        return ""

    @abstractmethod
    def compilers(self) -> tuple[list[Compiler], list[Refused]]:
        """The compilers of okcompilers that work here, and the others."""

    def describe(self, compiler: Compiler) -> str:
        """A compiler in a line of text: ABI, command, version."""
        return f"{compiler.abi:8} {' '.join(compiler.command)}  [{compiler.version}]"

    def cells(
        self, implementations: Iterable[Implementation], compilers: Iterable[Compiler]
    ) -> Sequence[Cell]:
        """The cells of this language's implementations: each with every compiler it is for."""
        return combine(implementations, compilers)

    @abstractmethod
    def plan(self, run: Run, implementations: Sequence[Implementation]) -> Sequence[Cell]:
        """The cells of a run, given this language's implementations.

        Adds the compilers that were found, and those that were refused, to the run.
        """

    def look(self, run: Run, cells: Sequence[Cell]) -> Measurements | None:
        """The first figures of a few of the cells, if they are told before all are built."""
        return None

    @abstractmethod
    def build(self, run: Run, cells: Sequence[Cell]) -> None:
        """Compile everything that the cells need and that is not compiled yet."""

    @abstractmethod
    def count(self, run: Run, cells: Sequence[Cell]) -> None:
        """Find the best counter for each ABI of the cells, on the run's core."""

    @abstractmethod
    def time(self, run: Run, measured: Measurements, cells: Sequence[Cell]) -> None:
        """Time the cells, which are right and run here, as often as their figures need."""

    def curves(self, run: Run, measured: Measurements, cells: Sequence[Cell]) -> None:  # noqa: B027
        """Time the cells at many more lengths; a language may have no curves."""


# The phases of cells that only an emulator runs, as in `Language.phases`.
EMULATED = {
    "build": Rate(1, 0.3),
    "verify under emulation": Rate(1, 0.7),
    "count instructions": Rate(0.5, 1.2),
}


@dataclass(frozen=True)
class Part:
    """Cells of a language: those of an ABI that run here, or those that only an emulator runs."""

    language: Language
    cells: list[Cell]
    emulated: bool = False

    @property
    def phases(self) -> Mapping[str, Rate]:
        """The phases of the part, as in `Language.phases`."""
        return EMULATED if self.emulated else self.language.phases
