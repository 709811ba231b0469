"""The energy of a processor's package, as Linux counts it below /sys/class/powercap (RAPL).

A zone is a folder with the microjoules so far, `energy_uj`, which begin at zero again behind
`max_energy_range_uj`. Since Linux 5.10 only root may read them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from shootout.machine import remote

from .meter import NoEnergy, number, place, plausible, text

POWERCAP = Path(os.environ.get("SHOOTOUT_POWERCAP", "/sys/class/powercap"))
CPU = Path("/sys/devices/system/cpu")
ENERGY, RANGE, NAME = "energy_uj", "max_energy_range_uj", "name"


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

        Raises NoEnergy for what is no measurement: none at all, or more than a package can take.
        """
        used = after - before
        if used < 0 and not self.range:
            raise NoEnergy(f"{self.folder / ENERGY} went back, and {RANGE} is missing")
        if used < 0:
            used += self.range
        return plausible(self.folder / ENERGY, used, seconds)


def find(core: int | None, root: Path = POWERCAP, cpus: Path = CPU) -> Zone:
    """The zone of the package, or of the die, that a CPU belongs to. Raises NoEnergy if none is."""
    if not remote.is_here():
        raise NoEnergy("programs run on another machine")
    if not root.is_dir():
        raise NoEnergy(f"there is no {root}, as on most virtual machines")
    package, die = place(cpus, core)
    # Two drivers may have a zone of this name. Sorted, intel-rapl comes after intel-rapl-mmio, and
    # the last one counts. Zones of cores, memory and platform have other names.
    named = {text(folder / NAME): folder for folder in sorted(root.glob("*:*"))}
    for name in (f"package-{package}-die-{die}", f"package-{package}"):
        if name in named:
            zone = Zone(named[name], number(text(named[name] / RANGE)))
            zone.read()
            return zone
    others = f", only {', '.join(named)[:80]}" if named else ""
    raise NoEnergy(f"{root} has no zone named package-{package}{others}")


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
