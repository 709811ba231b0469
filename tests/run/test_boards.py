"""$DEVICE: programs run elsewhere. The board is qemu-arm, behind a script as in docs/boards.md."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from trying import need, need_compiler

from shootout.results.reader import read

ON_BOARD = """#!/bin/sh
# Programs of other machines do not run on the board; neither are its files this machine's.
program=$1
shift
case $(od -An -t x1 -j 18 -N 1 "$program") in
*28*) ;;
*) exit 126 ;;
esac
if [ "$1" = /proc/cpuinfo ]; then
    printf 'processor\\t: 0\\nFeatures\\t: half thumb edsp\\nCPU implementer\\t: 0x41\\n'
    printf 'CPU part\\t: 0xb76\\nCPU variant\\t: 0x0\\nCPU revision\\t: 7\\n'
    exit
fi
exec qemu-arm -L /usr/arm-linux-gnueabi "$program" "$@"
"""


@pytest.fixture(autouse=True)
def installed() -> None:
    need("qemu-arm")
    need_compiler("arm-linux-gnueabi-gcc")


def test_a_board_is_tried_timed_and_described(tmp_path: Path) -> None:
    script = tmp_path / "on-board"
    script.write_text(ON_BOARD)
    script.chmod(0o755)
    (tmp_path / "okcompilers").mkdir()
    lines = "gcc -O2\narm-linux-gnueabi-gcc -march=armv6 -O2\n"
    (tmp_path / "okcompilers" / "c").write_text(lines)
    ran = subprocess.run(
        [ROOT / "do", "run", "--save", "sha256/opt32", "--quick", "--machine=board", "--plain"],
        capture_output=True, text=True, timeout=300,
        env={
            "PATH": "/usr/bin:/bin",
            "DEVICE": str(script),
            "SHOOTOUT_BUILD": f"{tmp_path}/build",
            "SHOOTOUT_DATA": f"{tmp_path}/data",
            "SHOOTOUT_OKCOMPILERS": f"{tmp_path}/okcompilers",
        },
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "1 compiler (armeabi): 2 programs" in ran.stderr
    (file,) = (tmp_path / "data").glob("*.tar.gz")
    result = read(file, curves=False)
    assert {(b.machine, b.abi) for b in result.blocks} == {("board", "armeabi")}
    assert result.facts["microarchitecture"] == "ARM11"
    assert not any(a.word == "emulated" for a in result.attempts)
