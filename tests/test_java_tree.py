"""Rules over every Java implementation: it compiles without a warning, is right, and is small."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.build.compilers import Compiler
from shootout.java import make, vms
from shootout.java.cell import JavaCell
from shootout.java.implementation import JavaImplementation
from shootout.registry.tree import Implementation, implementations, primitives
from shootout.run.verify import execute_try, verdict_of

KINDS = (JavaImplementation,)
ALL = [
    i
    for p in primitives(ROOT / "crypto_hash", KINDS)
    for i in implementations(p, KINDS)
    if isinstance(i, JavaImplementation)
]
HUGE = 8000
"""Bytes of a method's byte code, above which HotSpot does not compile it."""
INCUBATES = re.compile(r"warning: using incubating module\(s\): .*|1 warning")

every = pytest.mark.parametrize("i", ALL, ids=lambda i: i.path[12:])
pytestmark = pytest.mark.skipif(not shutil.which("javac"), reason="no javac")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """All of them, compiled as a run does, elsewhere."""
    top = tmp_path_factory.mktemp("tree")
    gcc = shutil.which("gcc")
    abi = "amd64" if os.uname().machine == "x86_64" else os.uname().machine
    natives = [Compiler((gcc, "-O2", "-fPIC"), abi, "1")] if gcc else []
    with pytest.MonkeyPatch.context() as patch:
        for name in ("MADE", "HARNESS", "SOURCE"):
            patch.setattr(make, name, top / name.lower())
        make.build(ALL, vms.compiler_here(), natives, os.cpu_count() or 1, lambda: None)
        yield


@pytest.fixture(scope="module")
def machines() -> list[Compiler]:
    """The VMs that are found here, each with one choice of its compilers."""
    return vms.available()[0]


@every
def test_compiles_without_a_warning(compiled: None, i: JavaImplementation) -> None:
    log = (make.folder(i) / "log").read_text().splitlines()
    assert [line for line in log if not INCUBATES.fullmatch(line)] == []
    assert (make.folder(i) / "status").read_text() == "0\n"


@every
def test_is_right_on_every_vm(
    compiled: None, machines: list[Compiler], i: JavaImplementation
) -> None:
    tried = 0
    for machine in machines:
        cell = JavaCell(i, machine)
        if i.runs_on(machine.abi) and not cell.lacking():
            # All tests on the first VM; the others differ in their compilers.
            words = ("small",) if tried else ()
            verdict = verdict_of(execute_try(cell, 60, *words), i.primitive.checksums())
            assert verdict.right, f"{machine.word}: {verdict.cause} ({verdict.where})"
            tried += 1
    if not tried:
        pytest.skip(f"no VM here for {i.path}")


@every
def test_methods_are_compiled(compiled: None, i: JavaImplementation) -> None:
    classes = sorted((make.folder(i) / "classes").rglob("*.class"))
    said = subprocess.run(
        ["javap", "-c", "-p", *map(str, classes)], capture_output=True, text=True, check=True
    ).stdout
    method, longest = "", {}
    for line in said.splitlines():
        if line.startswith("  ") and line.endswith(";"):
            method = line.strip()
        elif found := re.match(r" +(\d+): \w", line):
            longest[method] = int(found[1])
    long = {m: n for m, n in longest.items() if n > HUGE and m != "static {};"}
    assert longest and not long


@every
def test_a_folder_is_whole(i: Implementation) -> None:
    assert (i.folder / "implementors").read_text().strip()
    assert {"small", "big"} <= set(i.primitive.checksums())
    assert not [f for f in i.folder.glob("*.java") if f.is_symlink()]
    for file in i.folder.glob("*.java"):
        text = file.read_text()
        assert text.startswith("/* SPDX-License-Identifier: CC0-1.0 */\n")
        assert f"package {i.path.replace('/', '.')};" in text
        assert max(map(len, text.splitlines())) <= 100, file


def test_supercop_does_not_see_them(tmp_path: Path) -> None:
    seen = {i.folder for p in primitives(ROOT / "crypto_hash") for i in implementations(p)}
    assert not seen & {i.folder for i in ALL}
