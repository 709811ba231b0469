"""Implementations that claim constant time have it: no branch or index depends on the message."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from trying import lacking, need, options, staged

from shootout.registry.tree import Implementation, implementations, primitives

GOALS = {"goal-constbranch", "goal-constindex"}
# Extensions that valgrind 3.19 does not know, besides all of AVX-512.
UNKNOWN = {"sha", "vaes", "gfni"}
AMD64 = [
    i for p in primitives(ROOT / "crypto_hash") for i in implementations(p) if i.runs_on("amd64")
]
CLAIMING = [i for i in AMD64 if all((i.folder / goal).exists() for goal in GOALS)]
TABLES = [i for i in AMD64 if i.name == "opt64" and i.primitive.name.startswith("groestl")]


def complaints(i: Implementation, folder: Path) -> str:
    """Valgrind's output about the program."""
    need("valgrind", "gcc")
    strange = {w for w in i.extensions() if w in UNKNOWN or w.startswith("avx512")}
    if strange:
        pytest.skip(f"valgrind does not know {' '.join(sorted(strange))}")
    if lacking(i):
        pytest.skip(f"this machine lacks {' '.join(sorted(lacking(i)))}")
    command = ["gcc", "-O2", "-g", "-march=x86-64", *options(i), "-o", "secret"]
    command += staged(i, folder)
    made = subprocess.run(
        [*command, str(ROOT / "tests/constant_time.c")], cwd=folder, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    ran = subprocess.run(
        ["valgrind", "-q", "--error-exitcode=9", "./secret"],
        cwd=folder, capture_output=True, text=True, errors="replace", timeout=300,
    )  # fmt: skip
    assert ran.returncode in (0, 9), ran.stderr
    return ran.stderr


@pytest.mark.parametrize("i", CLAIMING, ids=lambda i: i.path[12:])
def test_no_branch_and_no_index_depends_on_the_message(i: Implementation, tmp_path: Path) -> None:
    assert complaints(i, tmp_path) == ""


@pytest.mark.parametrize("i", TABLES[:1], ids=lambda i: i.path[12:])
def test_a_table_is_seen(i: Implementation, tmp_path: Path) -> None:
    assert "uninitialised value" in complaints(i, tmp_path)
