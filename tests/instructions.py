"""Instructions per byte of implementations for machines that are not here, under qemu.

Counted as ./do counts them, of one call for 4096 bytes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from trying import Trying

from shootout.build import emulated
from shootout.build.compilers import commands
from shootout.registry.tree import Implementation

TESTS = Path(__file__).resolve().parent
EMULATORS = {
    "armeabi": ("qemu-arm",),
    "arm64": ("qemu-aarch64", "-cpu", "max"),
    "ppc32": ("qemu-ppc", "-cpu", "7447A"),  # a G4: AltiVec
    "ppc64": ("qemu-ppc64le",),
    "riscv64": ("qemu-riscv64", "-cpu", "rv64,zbb=true"),
}
MLEN = 4096


def lines(abi: str) -> list[tuple[str, ...]]:
    """The compiler commands for an ABI that is not this machine's."""
    return commands(TESTS.parent / "okcompilers" / f"c-{abi}")


def count(i: Implementation, command: Sequence[str], abi: str, mlen: int = MLEN) -> float | None:
    """Instructions per byte; None where the command does not compile the implementation."""
    with tempfile.TemporaryDirectory() as made:
        try:
            program = Trying([*command, "-static"], Path(made)).build(i)
        except AssertionError:
            return None
        return emulated.count(EMULATORS[abi], program, [mlen])[mlen] / mlen
