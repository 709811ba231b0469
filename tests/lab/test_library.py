"""./do library: the tree is built as a user builds it, and answers as it should on every core."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from lab.library.choices import FILE, parsed
from lab.library.choose import functions
from lab.library.write import write
from shootout.cli import main

KNOWN = functions()
CORES = parsed(FILE.read_text(encoding="utf-8"), KNOWN)
# What every processor of an ABI has, as far as code asks for it
BASELINE = {"amd64": {"mmx", "sse", "sse2"}, "arm64": {"neon"}}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The tree with its library, for the ABI of this machine."""
    if not shutil.which("gcc"):
        pytest.skip("no gcc")
    folder = tmp_path_factory.mktemp("library") / "tree"
    write(folder, CORES, KNOWN)
    made = make(folder, "CFLAGS=-O1", "all", "check")
    assert (made.returncode, made.stderr) == (0, ""), made.stdout[-2000:]
    yield folder
    shutil.rmtree(folder)


def run(folder: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    every = {**os.environ, **env}
    return subprocess.run(words, cwd=folder, env=every, capture_output=True, text=True, timeout=600)


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "make", "-s", "CC=gcc", *words)


def test_it_answers_on_arm64(tmp_path: Path) -> None:
    if not (shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64")):
        pytest.skip("no gcc for arm64, or no qemu")
    write(tmp_path / "tree", CORES, KNOWN)
    emulated = "RUN=qemu-aarch64 -L /usr/aarch64-linux-gnu"
    made = make(tmp_path / "tree", "CC=aarch64-linux-gnu-gcc", "CFLAGS=-O1", emulated, "check")
    assert re.fullmatch(r"[1-9]\d+ answers, 0 wrong\n", made.stdout), made.stdout + made.stderr


def test_hashsum_says_what_coreutils_say(tree: Path, tmp_path: Path) -> None:
    names = ["a", "b\n\\c"]
    for name in names:
        (tmp_path / name).write_text(name * 999)
    for function, program in (("sha256", "sha256sum"), ("blake2b", "b2sum")):
        ours = run(tmp_path, str(tree / "hashsum"), "-a", function, *names)
        assert ours.stdout == run(tmp_path, program, "--tag", *names).stdout != ""
    (tmp_path / "sums").write_text(ours.stdout)
    assert run(tmp_path, str(tree / "hashsum"), "-c", "sums").returncode == 0
    (tmp_path / "a").write_text("changed")
    found = run(tmp_path, str(tree / "hashsum"), "-c", "sums")
    assert (found.returncode, found.stdout) == (1, "a: FAILED\n\\b\\n\\\\c: OK\n")


@pytest.mark.parametrize("core", [*sorted({core.name for core in CORES}), "nobody"])
def test_answers_are_right_whichever_core_is_forced(tree: Path, core: str) -> None:
    ran = run(tree, "./check.run", SHOOTOUT_CORE=core)
    assert re.fullmatch(r"[1-9]\d+ answers, 0 wrong\n", ran.stdout), ran.stdout


def test_a_wrong_answer_is_noticed(tree: Path) -> None:
    file = tree / "answers.inc"
    said = file.read_text()
    file.write_text(re.sub(r'"[0-9a-f]{2}(?=[0-9a-f]*"\},)', '"zz', said, count=1))
    made = make(tree, "CFLAGS=-O1", "check")
    file.write_text(said)
    assert made.returncode and ", 1 wrong" in made.stdout


def test_only_the_interface_is_exported(tree: Path) -> None:
    told = run(tree, "nm", "-D", "--defined-only", "libshootout.so")
    found = {line.split()[-1].partition("@")[0] for line in told.stdout.splitlines()}
    names = {f"shootout_{name}" for core in CORES for name in core.choices}
    assert found - {"SHOOTOUT_1"} == names | {"shootout_implementation"}


def test_python_may_call_it_as_the_documentation_says(tree: Path) -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    told = run(tree, sys.executable, "-c", example)
    assert told.stdout.startswith("ba7816bf8f01cfea414140de5dae2223")  # FIPS 180-4's abc


def test_every_core_ends_with_code_that_all_processors_of_its_abi_run() -> None:
    for core in CORES:
        for function, some in core.choices.items():
            last = some[-1].words - BASELINE.get(core.abi, set())
            assert not last, f"{core.name} {core.abi} {function} needs {last}"


def test_every_abi_has_all_functions() -> None:
    for abi in {core.abi for core in CORES}:
        there = {name for core in CORES if core.abi == abi for name in core.choices}
        assert there == set(KNOWN), abi


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "--into", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main(["library"]) == 2
