"""Instructions per byte of implementations for machines that are not here, under qemu.

    python3 tests/instructions.py ABI IMPLEMENTATION...
    python3 tests/instructions.py armeabi sha256/armeabi sha256/opt32

Counted as ./do counts them, of one call for 4096 bytes.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "scripts"))

from trying import Trying

from shootout.build import emulated
from shootout.build.compilers import commands
from shootout.registry.tree import Implementation, select

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


def main(arguments: Sequence[str]) -> int:
    """Prints a line for each implementation and compiler."""
    if len(arguments) < 2 or arguments[0] not in EMULATORS:
        print(__doc__)
        return 2
    abi, *patterns = arguments
    for i in select(patterns):
        for command in lines(abi) if i.runs_on(abi) else []:
            per_byte = count(i, command, abi)
            said = "does not compile" if per_byte is None else f"{per_byte:.2f}"
            short = re.sub(r" -f.*", "", " ".join(command))
            print(f"{i.path[12:]:30} {said:>16}  {short}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
