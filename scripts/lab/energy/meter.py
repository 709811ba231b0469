"""Energy that a program took, and counters of it."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from shootout.common.errors import Trouble

MOST_WATTS = 10_000  # of a package; more is no measurement


class NoEnergy(Trouble):
    """The reason why energy cannot be read here."""


class Meter(Protocol):
    """A counter of the energy of a processor's package."""

    def read(self) -> int:
        """The microjoules so far. Raises NoEnergy if they cannot be read."""

    def spent(self, before: int, after: int, seconds: float) -> int:
        """The microjoules between two readings. Raises NoEnergy for what is no measurement."""


def plausible(where: object, used: int, seconds: float) -> int:
    """These microjoules. Raises NoEnergy if they are none, or more than a package can take."""
    if used == 0:
        raise NoEnergy(f"{where} stands still")
    if not 0 < used <= MOST_WATTS * 1e6 * seconds:
        raise NoEnergy(f"{where} says {used / 1e6 / seconds:.0f} watts, which cannot be")
    return used


def place(cpus: Path, core: int | None) -> tuple[int, int]:
    """The numbers of the package and of the die that a CPU belongs to; 0 where none is told."""
    folder = cpus / f"cpu{core or 0}" / "topology"
    package, die = (text(folder / name) for name in ("physical_package_id", "die_id"))
    return number(package), number(die)


def text(file: Path) -> str:
    """What a file of /sys holds; empty if it cannot be read."""
    try:
        return file.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def number(text: str) -> int:
    """The decimal number, or 0."""
    return int(text) if text.isdecimal() else 0


class Energy(NamedTuple):
    """The energy of a processor's package while one core hashed again and again."""

    mlen: int  # bytes
    calls: int
    microjoules: int
    microseconds: int
    idle: int  # microwatts of the package while nothing was asked of it

    @property
    def per_byte(self) -> float:
        """Nanojoules per byte."""
        return 1000 * self.microjoules / (self.calls * self.mlen)

    @property
    def watts(self) -> float:
        return self.microjoules / self.microseconds


def per_byte(loops: Sequence[Energy]) -> float | None:
    """Nanojoules per byte: the median of the loops; None if nothing was measured."""
    return statistics.median(loop.per_byte for loop in loops) if loops else None


def watts(loops: Sequence[Energy]) -> float | None:
    """The watts of the package meanwhile: the median of the loops."""
    return statistics.median(loop.watts for loop in loops) if loops else None
