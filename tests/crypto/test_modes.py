"""Modes of processors that a call leaves changed are named, on other machines than x86, too."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, copy_of
from trying import MACHINES, Trying, need, need_compiler

from shootout.registry.tree import Implementation, Primitive

NAMES = {
    "armeabi": "changes FPSCR", "arm64": "changes FPCR", "ppc32": "changes FPSCR",
    "ppc64": "changes FPSCR", "riscv64": "changes fcsr",
}  # fmt: skip
SWITCHES = {"arm64": "changes a mode of the processor"}


def outcome(abi: str, folder: Path, cpu: str = "", *more: str) -> str:
    """What `try` says of modes.c there."""
    compiler, emulator = MACHINES[abi]
    need(*emulator.split()[:1], what=f"{abi}: ")
    need_compiler(*compiler.split(), "-static", what=f"{abi}: ")
    home = folder / "sha256" / "modes"
    copy_of("sha256/opt32", home, {"int crypto_hash(": "int right("})
    for file in ("modes.c", "faults/fault.h"):
        (home / Path(file).name).write_text((ROOT / "tests" / file).read_text())
    program = Trying([*compiler.split(), "-O2", "-static", *more], folder / "made").build(
        Implementation(Primitive("sha256", folder), "modes", home)
    )
    ran = subprocess.run(
        [*emulator.split(), *cpu.split(), str(program), "0", "0", "small"],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert ran.returncode == 111, ran.stdout
    return ran.stdout


@pytest.mark.parametrize("abi", NAMES)
def test_a_mode_of_floating_point_is_named(abi: str, tmp_path: Path) -> None:
    assert outcome(abi, tmp_path).endswith(f" {NAMES[abi]}\n")


@pytest.mark.parametrize("abi", SWITCHES)
def test_a_switch_is_named(abi: str, tmp_path: Path) -> None:
    assert outcome(abi, tmp_path, "-cpu max", "-DSWITCH").endswith(f" {SWITCHES[abi]}\n")
