"""Code on other machines: big-endian, strict alignment, 32 bits; foreign ones are emulated."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT
from sisters import distinct
from trying import Trying, broken, has_tables, lacking, need, need_compiler, options

from shootout.registry.tree import Implementation, implementations, primitives

MACHINES = {
    "x86": ("gcc -m32 -march=i686", ""),
    "armeabi": ("arm-linux-gnueabi-gcc", "qemu-arm"),
    "arm64": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
    "ppc32": ("powerpc-linux-gnu-gcc", "qemu-ppc -cpu 7447A"),  # a G4: AltiVec
    "ppc64": ("powerpc64le-linux-gnu-gcc", "qemu-ppc64le"),
    "riscv64": ("riscv64-linux-gnu-gcc", "qemu-riscv64"),
}
PORTABLE_ELSEWHERE = {
    "ppc64"
}  # a machine that tells of portable code nothing that riscv64 does not
NEON = "arm-linux-gnueabihf-gcc -march=armv7-a+neon"
ALL = [i for p in primitives(ROOT / "crypto_hash") for i in implementations(p)]
FIRST = distinct(ALL)
# Code that other machines do not run; and portable look-ups, which valgrind can't judge: on one.
TRACED = {(abi, i) for abi in MACHINES for i in FIRST if i.abis()}
TRACED |= {("arm64", i) for i in FIRST if not i.abis() and has_tables(i)}
CELLS = [
    (abi, i)
    for abi in MACHINES
    for i in ALL
    # test_extensions.py has the code that amd64 and x86 share, test_known_answers.py the portable.
    if (i.abis() == {"x86", *i.extensions()} if abi == "x86" else i.runs_on(abi))
    and (i.abis() or abi not in PORTABLE_ELSEWHERE)
]


@pytest.mark.parametrize(("abi", "i"), CELLS, ids=lambda x: getattr(x, "path", x))
def test_right_on_another_machine(abi: str, i: Implementation, tmp_path: Path) -> None:
    """The digests are right, and what promises constant time takes it."""
    compiler, emulator = MACHINES[abi]
    if abi == "armeabi" and "neon" in i.extensions():
        command = NEON.split()
    else:
        command = [*compiler.split(), *options(i)]
    if abi == "arm64" and not i.extensions() - {"neon"}:
        emulator += " -cpu cortex-a53"  # without AES and SHA: kills what uses them all the same
    if abi == "riscv64":  # here, too, no more than what is named
        zbb = "true" if "zbb" in i.extensions() else "false"
        emulator += f" -cpu rv64,zba=false,zbb={zbb},zbc=false,zbs=false"
    need(*emulator.split()[:1], what=f"{abi}: ")
    if not emulator and lacking(i):
        pytest.skip(f"this machine lacks {' '.join(sorted(lacking(i)))}")
    need_compiler(*command, "-static", what=f"{abi}: ")
    base = [*command, "-O2", "-static"]
    whole = [] if abi == "x86" else ["-flto"]  # test_whole_program.py has x86's, in one program
    trying = Trying([*base, *whole], tmp_path, base)
    trying.small(i, *emulator.split())
    if (abi, i) in TRACED:
        assert not broken(i, trying.traced(i, *emulator.split()))
