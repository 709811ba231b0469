"""The instruction-set extensions that this machine has."""

from __future__ import annotations

import ctypes
import functools
import platform
import struct
from pathlib import Path

from . import hwcap, remote, sysctl


def of_flags(info: dict[str, str]) -> frozenset[str] | None:
    """The extensions listed by the fields of /proc/cpuinfo; None when none is listed."""
    return hwcap.of_cpuinfo(info) or None


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
