"""The energy of a processor's package, as Linux counts it among the events of perf (RAPL).

The event source `power` is a folder with its number, `type`; with an event, `events/energy-pkg`,
and the joules of a count, `energy-pkg.scale`; and with a CPU of each package, `cpumask`. Whoever
may not read powercap may have been allowed this.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import re
import struct
from dataclasses import dataclass
from pathlib import Path

from shootout.machine import remote
from shootout.machine.target import numbered

from .meter import NoEnergy, place, plausible, text
from .powercap import CPU

EVENTS = Path(os.environ.get("SHOOTOUT_EVENTS", "/sys/bus/event_source/devices"))
EVENT = "energy-pkg"
CALLS = {"x86_64": 298, "i686": 336}  # numbers of perf_event_open; RAPL is of x86 alone
SIZE = 64  # bytes of struct perf_event_attr in its first version, which every Linux takes
COUNT = 8  # bytes of a count
ALLOW = "as root: sysctl kernel.perf_event_paranoid=0, until the next start"


@dataclass(frozen=True)
class Event:
    """A package's counter, opened; the file is closed when the process ends."""

    name: str
    file: int
    scale: float  # joules of a count

    def read(self) -> int:
        """The microjoules so far. Raises NoEnergy if they cannot be read."""
        try:
            count = os.read(self.file, COUNT)
        except OSError as error:
            raise NoEnergy(f"{self.name}: {error.strerror}") from error
        if len(count) != COUNT:
            raise NoEnergy(f"{self.name} counts no longer")
        return round(int.from_bytes(count, "little") * self.scale * 1e6)

    def spent(self, before: int, after: int, seconds: float) -> int:
        """The microjoules between two readings; Linux sees to it that the count never begins anew.

        Raises NoEnergy for what is no measurement.
        """
        if after < before:
            raise NoEnergy(f"{self.name} went back")
        return plausible(self.name, after - before, seconds)


def find(core: int | None, root: Path = EVENTS, cpus: Path = CPU) -> Event:
    """The counter of the package, or of the die, that a CPU belongs to. Raises NoEnergy."""
    if not remote.is_here():
        raise NoEnergy("programs run on another machine")
    source = root / "power"
    if not source.is_dir():
        raise NoEnergy(f"there is no {source}")
    kind, scale = text(source / "type"), text(source / "events" / f"{EVENT}.scale")
    event = text(source / "events" / EVENT)
    code = re.fullmatch(r"event=(0x[0-9a-f]{1,8})", event)
    if not kind.isdecimal() or len(kind) > 9:
        raise NoEnergy(f"{source / 'type'} holds {kind[:20]!r}, which is no number")
    if not code:
        raise NoEnergy(f"{source / 'events' / EVENT} holds {event[:20]!r}, which is no event")
    if not re.fullmatch(r"\d\.?\d*e-\d{1,2}", scale):
        raise NoEnergy(f"{source / 'events' / EVENT}.scale holds {scale[:20]!r}, not joules")
    counts = numbered(text(source / "cpumask"))
    near = [cpu for cpu in counts if place(cpus, cpu) == place(cpus, core)]
    near += [cpu for cpu in counts if place(cpus, cpu)[0] == place(cpus, core)[0]]
    if not near:
        raise NoEnergy(f"{source / 'cpumask'} has no CPU of package {place(cpus, core)[0]}")
    name = f"the event power/{EVENT}/"
    opened = Event(name, _open(name, int(kind), int(code[1], 16), near[0]), float(scale))
    opened.read()
    return opened


def _open(name: str, kind: int, code: int, cpu: int) -> int:
    """Ask Linux to count this for a CPU, whatever runs there; a file. Raises NoEnergy."""
    machine = platform.machine()
    if machine not in CALLS:
        raise NoEnergy(f"how to ask for {name} on {machine} is not known")
    about = struct.pack("=IIQ", kind, SIZE, code).ljust(SIZE, b"\0")
    system = ctypes.CDLL(None, use_errno=True)
    file = int(system.syscall(CALLS[machine], about, -1, cpu, -1, 0))
    if file < 0:
        failed = ctypes.get_errno()
        todo = f"; {ALLOW}" if failed in (errno.EACCES, errno.EPERM) else ""
        raise NoEnergy(f"{name}: {os.strerror(failed)}{todo}")
    os.set_inheritable(file, False)
    return file
