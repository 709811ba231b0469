"""Instructions of what is verified under an emulator: exact, recorded, checked, shown."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, do, pinned
from instructions import EMULATORS, lines
from trying import Trying, need, need_compiler

from shootout.build import emulated
from shootout.collect.checked import check
from shootout.registry.tree import select
from shootout.report.counts import figures as figures_of
from shootout.report.exported import records
from shootout.results.reader import read

LENGTHS = (8, 64, 576, 1536, 2048, 4096)
ARM = "arm-linux-gnueabihf-gcc"
ASKED = rf"^(gcc -march=native .*|{ARM} -march=armv7-a\+neon )-O2 "
RUN = ("run", "--quick", "--plain", "--rounds=1", "--machine=b", "--abi=all", "--compilers", ASKED)


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The result of a run of sha256 with gcc and a cross compiler."""
    need("qemu-arm", "gcc")
    need_compiler(ARM)
    home = tmp_path_factory.mktemp("counted")
    tree = home / "tree"
    pinned("sha256", tree / "sha256")
    for name in ("opt32", "armeabi"):
        copy_of(f"sha256/{name}", tree / "sha256" / name)
    ran = do(*RUN, home=home, tree=tree)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    (file,) = (home / "data").iterdir()
    return file


def one_by_one() -> str:
    """The option that makes qemu translate every instruction alone, whose name has changed."""
    said = subprocess.run(["qemu-arm", "-help"], capture_output=True, text=True).stdout
    found = re.search(r"^-(one-insn-per-tb|singlestep)\b", said, re.MULTILINE)
    if not found:
        pytest.skip("this qemu-arm does not translate instructions one by one")
    return found[0]


@pytest.mark.parametrize("name", ["sha256/opt64", "sha256/opt32"])
def test_blocks_are_as_exact_as_single_instructions(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Code for NEON in Thumb has instructions of two lengths, some that no disassembler knows."""
    need("qemu-arm")
    need_compiler(ARM)
    single = one_by_one()
    command = next(c for c in lines("armeabi") if c[1] == "-march=armv7-a+neon")
    program = Trying([*command, "-static"], tmp_path).build(select([name])[0])
    blocks = emulated.count(EMULATORS["armeabi"], program, LENGTHS)
    monkeypatch.setattr(emulated, "LOGGING", (single, *emulated.LOGGING))
    assert blocks == emulated.count(EMULATORS["armeabi"], program, LENGTHS)
    assert list(blocks) == list(LENGTHS) and min(blocks.values()) > 0


def test_a_program_without_marks_is_not_counted() -> None:
    need("qemu-x86_64")
    assert emulated.count(("qemu-x86_64",), Path("/bin/true"), LENGTHS) == {}


@pytest.mark.parametrize("size", [1, 7, 100])
def test_a_log_is_read_in_any_pieces(size: int) -> None:
    mark = b"Trace 0: 0x1 [0/2/3] calls_mark\n"
    a, b = b"Trace 0: 0xaa [0/1/2] f\n", b"Trace 1: 0xb [0/1/2] \n"
    log = b"OP:\n\n ---- 01\n x\n\n" + mark + b"OP:\n ld\n\n ---- 02\n\n ---- 03\n\n" + a
    log += b"OP:\n\n ---- 09\n\nOP:\n\n ---- 04\n\n ---- 05\n\n ---- 06\n\n" + b
    log += mark + mark + a + b + b + a + mark + b"done\n"
    tally = emulated.Tally()
    for at in range(0, len(log), size):
        tally.feed(log[at : at + size])
    # The block of a mark belongs to what stands before it.
    assert tally.between == [1, 2 + 3 + 1, 1, 2 + 3 + 3 + 2 + 1, 0]
    assert list(tally.calls()) == [5]


def test_counts_are_recorded_of_what_is_not_timed(counted: Path) -> None:
    result = read(counted, curves=False)
    assert {c.implementation for c in result.instructions} == {"armeabi", "opt32"}
    assert {c.abi for c in result.instructions} == {"armeabi"}
    assert not any(block.abi == "armeabi" for block in result.blocks)
    for cell, counts in result.instructions.items():
        assert list(counts) == list(LENGTHS)
        figures = figures_of(cell.primitive, counts)
        assert figures["long"] == (counts[4096] - counts[2048]) / 2048
        assert figures[8] == counts[8] / 8
        # A block has 64 rounds of at least six operations, for 64 bytes.
        assert 6 < figures["long"] < figures[4096] < figures[1536] < figures[64] < figures[8]
    report = check(counted)
    assert report.ok, report.findings


def test_counts_are_told_apart_from_cycles(counted: Path) -> None:
    rows = [row for row in records(read(counted, curves=False)) if row["abi"] == "armeabi"]
    assert {(row["unit"], row["counter"]) for row in rows} == {("instructions/byte", "qemu-user")}
    assert len({row["mlen"] for row in rows if row["primitive"] == "sha256"}) == 6


def test_counts_are_drawn(counted: Path, tmp_path: Path) -> None:
    words = ("graphs", counted, "--only", "instructions", "--output", tmp_path)
    subprocess.run([sys.executable, "-m", "shootout", *words], check=True, env={
        "PYTHONPATH": str(ROOT / "scripts"), "SHOOTOUT_BUILD": str(tmp_path / "build"),
    })  # fmt: skip
    assert (tmp_path / "instructions.pdf").read_bytes().startswith(b"%PDF")
