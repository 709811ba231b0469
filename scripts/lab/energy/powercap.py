"""The energy of a processor's package, as Linux counts it below /sys/class/powercap (RAPL).

A zone is a folder with the microjoules so far, `energy_uj`, which begin at zero again after
`max_energy_range_uj`. Since Linux 5.10 only root may read them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.named import told
from shootout.machine import remote

POWERCAP = Path(os.environ.get("SHOOTOUT_POWERCAP", "/sys/class/powercap"))
CPU = Path("/sys/devices/system/cpu")
ENERGY, RANGE, NAME = "energy_uj", "max_energy_range_uj", "name"
MOST_WATTS = 10_000  # of a package; more is no measurement


class NoEnergy(Trouble):
    """The reason why energy cannot be read here."""


@dataclass(frozen=True)
class Zone:
    """A package's counter."""

    folder: Path
    range: int  # microjoules; 0 if it is not known

    def read(self) -> int:
        """The microjoules so far. Raises NoEnergy if they cannot be read."""
        return _number(self.folder / ENERGY)

    def spent(self, before: int, after: int, seconds: float) -> int:
        """The microjoules between two readings, of which the counter may have begun anew once.
        Raises NoEnergy for what is no measurement: none at all, or more than a package can take."""
        used, file = after - before, self.folder / ENERGY
        if used < 0 and not self.range:
            raise NoEnergy(f"{file} went back, and {RANGE} is missing")
        if used < 0:
            used += self.range
        if used == 0:
            raise NoEnergy(f"{file} stands still")
        if not 0 < used <= MOST_WATTS * 1e6 * seconds:
            raise NoEnergy(f"{file} says {used / 1e6 / seconds:.0f} watts, which cannot be")
        return used


def find(core: int | None, root: Path = POWERCAP, cpus: Path = CPU) -> Zone:
    """The zone of the package, or of the die, that a CPU belongs to. Raises NoEnergy if none is."""
    if not remote.is_here():
        raise NoEnergy("programs run on another machine")
    if not root.is_dir():
        raise NoEnergy(f"there is no {root}, as on most virtual machines")
    package, die = place(cpus, core)
    # Two drivers may have a zone of this name. Sorted, intel-rapl comes after intel-rapl-mmio, and
    # the last one counts. Zones of cores, memory and platform have other names.
    named = {told(folder / NAME).strip(): folder for folder in sorted(root.glob("*:*"))}
    for name in (f"package-{package}-die-{die}", f"package-{package}"):
        if name in named:
            zone = Zone(named[name], _told_number(named[name] / RANGE))
            zone.read()
            return zone
    others = f", only {', '.join(named)[:80]}" if named else ""
    raise NoEnergy(f"{root} has no zone named package-{package}{others}")


def place(cpus: Path, core: int | None) -> tuple[int, int]:
    """The numbers of the package and of the die that a CPU belongs to; 0 where none is told."""
    folder = cpus / f"cpu{core or 0}" / "topology"
    return _told_number(folder / "physical_package_id"), _told_number(folder / "die_id")


def _told_number(file: Path) -> int:
    """The decimal number in a file, or 0."""
    text = told(file).strip()
    return int(text) if text.isdecimal() else 0


def _number(file: Path) -> int:
    try:
        found = file.read_text(encoding="ascii", errors="replace").strip()
    except PermissionError:
        todo = f"as root: chmod a+r {file}, until the next start"
        raise NoEnergy(f"{file} may not be read; {todo}") from None
    except OSError as error:
        raise NoEnergy(f"{file}: {error.strerror}") from error
    if not found.isdecimal() or len(found) > 19:
        raise NoEnergy(f"{file} holds {found[:20]!r}, which is no number of microjoules")
    return int(found)
