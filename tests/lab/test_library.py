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

from lab.library.choices import FILE, parsed, text
from lab.library.choose import _ordered, _scores, functions
from lab.library.write import write
from shootout.cli import main
from shootout.common.errors import Trouble

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
    assert made.returncode == 0, made.stdout[-2000:] + made.stderr
    assert not made.stderr, "warnings"
    yield folder
    shutil.rmtree(folder)


def make(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "-s", "CC=gcc", *words], cwd=folder, capture_output=True, text=True, timeout=600
    )


@pytest.mark.parametrize("core", [*sorted({core.name for core in CORES}), "nobody"])
def test_answers_are_right_whichever_core_is_forced(tree: Path, core: str) -> None:
    ran = subprocess.run(
        ["./check.run"], cwd=tree, env={**os.environ, "SHOOTOUT_CORE": core},
        capture_output=True, text=True,
    )  # fmt: skip
    assert re.fullmatch(r"[1-9]\d+ answers, 0 wrong\n", ran.stdout), ran.stdout
    assert ran.returncode == 0


def test_a_wrong_answer_is_noticed(tree: Path) -> None:
    file = tree / "answers.inc"
    said = file.read_text()
    file.write_text(re.sub(r'"[0-9a-f]{2}(?=[0-9a-f]*"\},)', '"zz', said, count=1))
    made = make(tree, "CFLAGS=-O1", "check")
    file.write_text(said)
    assert made.returncode and ", 1 wrong" in made.stdout


def test_only_the_interface_is_exported(tree: Path) -> None:
    told = subprocess.run(
        ["nm", "-D", "--defined-only", "libshootout.so"],
        cwd=tree, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = {line.split()[-1].partition("@")[0] for line in told.stdout.splitlines()}
    names = {f"shootout_{name}" for core in CORES for name in core.choices}
    assert found - {"SHOOTOUT_1"} == names | {"shootout_implementation"}


def test_python_may_call_it_as_the_documentation_says(tree: Path) -> None:
    page = (ROOT / "docs/library.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    told = subprocess.run(
        [sys.executable, "-c", example], cwd=tree, capture_output=True, text=True, check=True
    )
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


def test_the_file_of_choices_is_read_as_it_was_written() -> None:
    assert parsed(text(CORES), KNOWN) == CORES


def test_a_choice_that_is_not_there_is_told() -> None:
    with pytest.raises(Trouble, match=r"choices, line 2: 'sha0'"):
        parsed("core a amd64 b\nsha0 ref gcc 1 2 3 -\n", KNOWN)


def test_of_level_implementations_the_one_for_fewer_extensions_is_chosen() -> None:
    times = {"avx2": 2.0, "shani": 2.004, "amd64": 3.0}
    scores = _scores({8: times, 64: times})
    order = _ordered(scores, KNOWN["sha256"], dict.fromkeys(times, 1))
    assert order == ["shani", "avx2", "amd64"]


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["library", "--into", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
