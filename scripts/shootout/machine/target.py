"""The facts about this machine that affect timing, and none that tell whose machine it is.

They are read from /proc and /sys on Linux, and sysctl tells some on macOS and FreeBSD; a fact that
can't be read is `unknown`.
"""

from __future__ import annotations

import ctypes
import errno
import functools
import os
import platform
import re
import socket
import struct
from pathlib import Path

from ..common.privacy import clean
from ..common.terminal import warn
from . import hwcap, remote, sysctl
from .cpu import Cpu
from .microarchitecture import identify

CPU = Path("/sys/devices/system/cpu")
APPLE = 0x61  # the implementer in Arm's registers
CACHES = 8  # at most so many are looked at; no CPU has more than five
KIND = "SHOOTOUT_NODE_KIND"  # set by the job of a fleet
# The number of a batch job, its partition and the kind of its node; never the name of the node.
JOB = {"slurm-job": "SLURM_JOB_ID", "slurm-partition": "SLURM_JOB_PARTITION", "node-kind": KIND}
KINDS = {"Data": "d", "Instruction": "i", "Unified": ""}


def read(path: Path) -> str:
    """The contents of a small file of /proc or /sys on one line; empty when it can't be read."""
    return " ".join(remote.text(path).split())


def numbered(cpus: str) -> list[int]:
    """The numbers of a list of CPUs such as 0,18 or 0-3; none if it is no such list."""
    if not re.fullmatch(r"\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*", cpus):
        return []
    ends = ([int(n) for n in part.split("-")] for part in cpus.split(","))
    return [cpu for part in ends for cpu in range(part[0], part[-1] + 1)]


def caches(core: int) -> set[str]:
    """The caches of a CPU with their sizes, as in L1d=48K, L2=2048K."""
    found = set()
    for index in range(CACHES):
        folder = CPU / f"cpu{core}/cache/index{index}"
        level, kind, size = (read(folder / name) for name in ("level", "type", "size"))
        if not level:
            break
        found |= cache(level, kind, size)
    return found


def cache(level: str, kind: str, size: str) -> set[str]:
    """A cache in our words, as in L1d=48K; none if Linux does not tell what it is."""
    letter = KINDS.get(kind)
    known = letter is not None and re.fullmatch(r"\d+K", size)
    return {f"L{level}{letter}={size}"} if known else set()


def own(core: int | None = None) -> Cpu:
    """The processor of this machine, with its caches."""
    told = sysctl.values() if remote.is_here() else {}
    part = sysctl.part(told)
    apple = None if part is None else Cpu.arm(APPLE, part, hwcap.of_sysctl(told))
    return (apple or cpu(remote.cpuinfo(core), core)).also(caches(core or 0) or sysctl.caches(told))


def cpu(info: dict[str, str], core: int | None = None) -> Cpu:
    """The processor's identity, from the fields of /proc/cpuinfo."""
    if "cpu family" in info and "vendor_id" in info:
        small = core in numbered(read(Path("/sys/devices/cpu_atom/cpus")))  # of a hybrid
        features = {*info.get("flags", "").split(), *(["e-core"] if small else [])}
        return Cpu.x86(
            info["vendor_id"], int(info["cpu family"]), int(info["model"]),
            int(info.get("stepping", "0") or 0), frozenset(features),
        )  # fmt: skip
    if "CPU part" in info:
        numbers = [
            int(info.get(f"CPU {name}", "0"), 0)
            for name in ("implementer", "part", "variant", "revision")
        ]
        features = set(info.get("Features", "").split())
        return Cpu.arm(
            numbers[0], numbers[1], frozenset(features), variant=numbers[2], revision=numbers[3]
        )
    if "revision" in info and "cpu" in info:
        pvr = re.search(r"pvr (\w+) (\w+)", info["revision"])
        return Cpu.ppc(int(pvr.group(1) + pvr.group(2), 16) if pvr else 0, info["cpu"])
    if "uarch" in info or "marchid" in info:
        return Cpu.riscv(info.get("uarch", ""), info.get("mvendorid", ""), info.get("marchid", ""))
    return Cpu("unknown", f"unknown-{platform.machine() or 'cpu'}", ())


def siblings(core: int) -> str:
    """The CPUs that share this one's core, itself included: `0` or `0,4`."""
    return read(CPU / f"cpu{core}/topology/thread_siblings_list")


def boost() -> str:
    """Whether the system allows the clock to rise above its nominal value: on, off or unknown."""
    for file, on in (("cpufreq/boost", "1"), ("intel_pstate/no_turbo", "0")):
        value = read(CPU / file)
        if value:
            return "on" if value == on else "off"
    return "unknown"


def stolen() -> dict[str, int]:
    """The time that the hypervisor gave to others, in clock ticks, by CPU."""
    return _stat(8)


def steal() -> str:
    """The fraction of all time since the system started that the hypervisor gave to others."""
    total = sum(_stat(column).get("cpu", 0) for column in range(1, 9))
    return f"{stolen().get('cpu', 0) / total:.1%} since the start" if total else "unknown"


def _stat(column: int) -> dict[str, int]:
    lines = [line.split() for line in remote.text(Path("/proc/stat")).splitlines()]
    return {w[0]: int(w[column]) for w in lines if w[0].startswith("cpu") and len(w) > column}


def hypervisor(info: dict[str, str]) -> str:
    """The hypervisor of a virtual machine, or its vendor; else `yes` or `none seen`."""
    kind = read(Path("/sys/hypervisor/type"))
    if kind:
        return kind
    if "hypervisor" in info.get("flags", "").split():
        maker = read(Path("/sys/class/dmi/id/sys_vendor"))
        return maker or "yes"
    return "none seen"


def facts(core: int | None) -> dict[str, str]:
    """The facts of `./do doctor` and of result files, in this order, about the CPU timed on."""
    info = remote.cpuinfo(core)
    identity = own(core)
    told = sysctl.values() if remote.is_here() else {}
    folder = f"cpu{core or 0}"
    cpus = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not remote.is_here():
        cpus = remote.text(Path("/proc/stat")).count("\ncpu")
    found = {
        "cpu": info.get("model name")
        or info.get("cpu")
        or sysctl.name(told)
        or platform.processor()
        or "unknown",
        "cpuid": identity.word,
        "microarchitecture": str(identify(identity)),
        "features": info.get("flags")
        or info.get("Features")
        or info.get("isa")
        or " ".join(sorted(hwcap.of_sysctl(told)))
        or "unknown",
        "caches": " ".join(sorted(caches(core or 0) or sysctl.caches(told))) or "unknown",
        "cpus": str(cpus),
        **({"kinds-of-cores": sysctl.kinds(told)} if sysctl.kinds(told) else {}),
        "smt": {"0": "off", "1": "on"}.get(read(CPU / "smt/active"), "unknown"),
        "siblings": siblings(core or 0) or "unknown",
        "boost": boost(),
        "governor": read(CPU / folder / "cpufreq/scaling_governor") or "unknown",
        "hypervisor": hypervisor(info),
        "clocksource": read(
            Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        )
        or "unknown",
        "perf_event_paranoid": read(Path("/proc/sys/kernel/perf_event_paranoid")) or "unknown",
        "kernel": kernel(),
        "load": load_average(),
        "steal": steal(),
        "python": platform.python_version(),
        **{fact: os.environ[name] for fact, name in JOB.items() if os.environ.get(name)},
    }
    return {key: clean(value) for key, value in found.items()}


def quiet_core() -> int | None:
    """The last CPU that this process may use, as the system's own work tends to the first, and
    that no other ./do of this machine has chosen; None for a board, where $DEVICE has to see to it.
    """
    if not remote.is_here() or not hasattr(os, "sched_getaffinity"):
        return None
    last, *others = sorted(os.sched_getaffinity(0), reverse=True)
    if _chosen(last):
        return last
    core = next(filter(_chosen, others), last)
    where = f"this one on CPU {core}" if core != last else "as this one does: both are disturbed"
    warn(f"another ./do times on CPU {last}, {where}")
    return core


CHOSEN: dict[int, socket.socket] = {}


def _chosen(core: int) -> bool:
    """Whether it is ours until we end: a socket's name without a file is known to all clones."""
    if core not in CHOSEN:
        CHOSEN[core] = socket.socket(socket.AF_UNIX)
        try:
            CHOSEN[core].bind(f"\0shootout-cpu-{core}")
        except OSError as error:  # another system has no such names
            if error.errno == errno.EADDRINUSE:
                CHOSEN.pop(core).close()
    return core in CHOSEN


def kernel() -> str:
    """Name, version and machine of the operating system."""
    if not remote.is_here():
        files = (Path("/proc/sys/kernel") / name for name in ("ostype", "osrelease"))
        name, release = map(read, files)
        return f"{name} {_numbers(release)}"
    return f"{platform.system()} {_numbers(platform.release())} {platform.machine()}"


def load_average() -> str:
    """The mean number of runnable processes over one, five and fifteen minutes."""
    if not remote.is_here():
        return " ".join(read(Path("/proc/loadavg")).split()[:3])
    return " ".join(f"{x:.2f}" for x in os.getloadavg())


def _numbers(release: str) -> str:
    """The leading numbers, 6.1.0 for 6.1.0-alices-own: the builder chose the rest."""
    found = re.match(r"\d+(?:\.\d+)*", release)
    return found[0] if found else "unknown"


@functools.cache
def of_machine() -> frozenset[str] | None:
    """The extensions of this machine; None where the system does not list them."""
    found = hwcap.of_cpuinfo(remote.cpuinfo())
    if remote.is_here():
        found |= hwcap.of_auxv(_auxiliary(), platform.machine())
        found |= hwcap.of_hwprobe(_probed())
        found |= hwcap.of_sysctl(sysctl.values())
    return found or None


def _auxiliary() -> bytes:
    """The vector of numbers that Linux hands to each program; empty on other systems."""
    try:
        return Path("/proc/self/auxv").read_bytes()
    except OSError:
        return b""


def _probed() -> bytes:
    """A pair of riscv_hwprobe, filled in by Linux from 6.4 on; empty on other systems."""
    if platform.system() != "Linux" or platform.machine() != "riscv64":
        return b""
    pair = ctypes.create_string_buffer(struct.pack("<qQ", hwcap.IMA_EXT_0, 0), 16)
    words = map(ctypes.c_long, (hwcap.HWPROBE, ctypes.addressof(pair), 1, 0, 0, 0))
    return b"" if ctypes.CDLL(None).syscall(*words) else pair.raw
