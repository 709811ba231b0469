"""Portable code on other machines: big-endian, strict alignment, 32 bits, under emulation."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT
from trying import Trying, need, need_compiler

from shootout.registry.tree import Implementation, implementations, primitives

MACHINES = {
    "armeabi": ("arm-linux-gnueabi-gcc", "qemu-arm"),
    "arm64": ("aarch64-linux-gnu-gcc", "qemu-aarch64"),
    "ppc32": ("powerpc-linux-gnu-gcc", "qemu-ppc -cpu 7447A"),  # a G4: AltiVec
    "riscv64": ("riscv64-linux-gnu-gcc", "qemu-riscv64"),
}
NEON = "arm-linux-gnueabihf-gcc -march=armv7-a+neon"
ALL = [i for p in primitives(ROOT / "crypto_hash") for i in implementations(p)]
CELLS = [(abi, i) for abi in MACHINES for i in ALL if i.runs_on(abi)]


@pytest.mark.parametrize(("abi", "i"), CELLS, ids=lambda x: getattr(x, "path", x))
def test_right_under_emulation(abi: str, i: Implementation, tmp_path: Path) -> None:
    compiler, emulator = MACHINES[abi]
    compiler = NEON if "neon" in i.extensions() else compiler
    command = [*compiler.split(), *(["-maltivec"] if "altivec" in i.extensions() else [])]
    need(emulator.split()[0], what=f"{abi}: ")
    need_compiler(*command, "-static", what=f"{abi}: ")
    Trying([*command, "-O2", "-static"], tmp_path).small(i, *emulator.split())
