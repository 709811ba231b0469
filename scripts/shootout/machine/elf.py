"""What processor a program is for, and whether this one runs it itself or has it emulated.

An emulator that the system starts by itself (binfmt_misc) shows in nothing that a program prints.
"""

from __future__ import annotations

import contextlib
import functools
import platform
import subprocess
import sys
from pathlib import Path

X86, AMD64, ARM, ARM64 = 3, 62, 40, 183  # e_machine
# Those that a processor runs itself, by what Python calls it; a program for itself for all others.
RUNS = {"x86_64": {X86, AMD64}, "i686": {X86}, "i586": {X86}, "aarch64": {ARM, ARM64}}


def machine(program: Path) -> tuple[int, int]:
    """The e_machine of a program, and 1 if it is little-endian; zeros if it is no ELF."""
    with program.open("rb") as f:
        head = f.read(20)
    if head[:4] != b"\x7fELF":
        return 0, 0
    return head[18] * 256 + head[19] if head[5] == 2 else head[19] * 256 + head[18], head[5]


def foreign(program: Path) -> bool:
    """Whether this processor cannot run a program, even if the system has it emulated."""
    found, _ = machine(program)
    return bool(found) and found not in RUNS.get(platform.machine(), {found})


@functools.cache
def userland_emulated() -> bool:
    """Whether all that runs here is emulated, as in a container for another processor: the kernel
    says that another process is the emulator, while a process itself is told what it expects."""
    with (
        contextlib.suppress(OSError),
        subprocess.Popen(
            [sys.executable, "-S", "-c", "input()"],
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as other,
    ):
        return foreign(Path(f"/proc/{other.pid}/exe"))
    return False
