"""Implementations that claim constant time have it: no branch or index depends on the message."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import ROOT, Shared, asked
from sisters import distinct
from trying import compiled, lacking, need, options, staged

from shootout.registry.sets import further
from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation, implementations, primitives

PROGRAM = ROOT / "tests" / "constant_time.c"
GOALS = {"goal-constbranch", "goal-constindex"}
# Extensions that valgrind 3.19 does not know, besides all of AVX-512.
UNKNOWN = {"sha", "vaes", "gfni"}
AMD64 = [
    i for p in primitives(ROOT / "crypto_hash") for i in implementations(p) if i.runs_on("amd64")
]
CLAIMING = [i for i in distinct(AMD64) if all((i.folder / goal).exists() for goal in GOALS)]
TABLES = [i for i in AMD64 if i.name == "opt64" and i.primitive.name.startswith("groestl")]


def unknown(i: Implementation) -> str:
    """Why valgrind here can't run an implementation; empty when it can."""
    strange = {w for w in i.extensions() if w in UNKNOWN or w.startswith("avx512")}
    if strange:
        return f"valgrind does not know {' '.join(sorted(strange))}"
    return f"this machine lacks {' '.join(sorted(lacking(i)))}" if lacking(i) else ""


def complaints(subjects: Sequence[Implementation], folder: Path) -> dict[str, str]:
    """What valgrind says about each, by its path, in one run of all."""
    command = ["gcc", "-O2", "-g1", "-march=x86-64"]  # lines suffice, variables take as long again

    def objects(i: Implementation) -> list[str]:
        home = folder / i.path
        compiled([*command, *options(i)], home, *staged(i, home), "-c")
        return [str(file) for file in home.glob("*.o")]

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        each = list(pool.map(objects, subjects))
    names = [namespace(i) for i in subjects]
    trees = [int(bool(further(i.primitive.set))) for i in subjects]
    lines = (f"SUBJECT({name}, {tree})\n" for name, tree in zip(names, trees))
    (folder / "subjects.inc").write_text("".join(lines))
    program = [str(PROGRAM), *(file for files in each for file in files)]
    compiled(command, folder, f"-I{folder}", "-o", "secret", *program)
    ran = subprocess.run(
        ["valgrind", "-q", "--error-exitcode=9", "--error-limit=no", "./secret"],
        cwd=folder, capture_output=True, text=True, errors="replace", timeout=600,
    )  # fmt: skip
    assert ran.returncode in (0, 9), ran.stderr
    before, *parts = re.split(r"^\*\*\d+\*\* subject (\w+)\n", ran.stderr, flags=re.M)
    said = dict(zip(parts[::2], parts[1::2]))
    assert (before, list(said)) == ("", [*names, "end"]), ran.stderr
    return {i.path: said[name] for i, name in zip(subjects, names)}


@pytest.fixture(scope="module")
def said(request: pytest.FixtureRequest, shared: Shared) -> dict[str, str]:
    """What valgrind says about all that are asked for."""
    need("valgrind", "gcc")
    subjects = [i for i in asked(request) if not unknown(i)]
    folder = shared.folder("constant-time")
    found: dict[str, str] = shared.data("complaints", lambda: complaints(subjects, folder))
    return found


@pytest.mark.parametrize("i", CLAIMING, ids=lambda i: i.path[12:])
def test_no_branch_and_no_index_depends_on_the_message(
    i: Implementation, said: dict[str, str]
) -> None:
    if reason := unknown(i):
        pytest.skip(reason)
    assert said[i.path] == ""


@pytest.mark.parametrize("i", TABLES[:1], ids=lambda i: i.path[12:])
def test_a_table_is_seen(i: Implementation, tmp_path: Path) -> None:
    """It is complained about, and the next one is not."""
    need("valgrind", "gcc")
    other = next(i for i in CLAIMING if i.name == "ref" or i.name == "opt32")
    said = complaints([i, other], tmp_path)
    assert "uninitialised value" in said[i.path]
    assert said[other.path] == ""
