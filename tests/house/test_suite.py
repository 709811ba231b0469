"""The suite fails when a test fails, runs what it is asked for, and names what it leaves out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT
from looping import for_each

TESTS = """
import pytest
def test_right(record_property):
    record_property("left out", "that/one: it cannot run here")
@pytest.mark.whole
def test_elsewhere(): pass
@pytest.mark.apart
def test_apart(): pass
@pytest.mark.alone
def test_skipped(): pytest.skip("for a reason")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout with four tests."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_some.py").write_text(TESTS)
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    return tmp_path


def suite(project: Path, *words: str) -> tuple[int, str, str]:
    """The exit status, all that was said, and the last line."""
    ran = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "suite.py"), *words],
        cwd=project, capture_output=True, text=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    return ran.returncode, ran.stdout, ran.stdout.splitlines()[-1]


def test_all_is_well(project: Path) -> None:
    status, said, last = suite(project)
    assert (status, last) == (0, "2 passed, 0 failed, 1 skipped"), said
    assert "test_some.py::test_right: that/one: it cannot run here" in said
    assert "SKIPPED tests/test_some.py::test_skipped - Skipped: for a reason" in said
    assert suite(project, "tests")[2] == "3 passed, 0 failed, 1 skipped"


@pytest.mark.parametrize("wrong", ["def test_that(no): pass\ndef test_it(): assert 0", "import no"])
def test_one_failure_is_told_by_the_status(project: Path, wrong: str) -> None:
    """Of a test, of what it needs, or of a module, which hinders no other."""
    (project / "tests" / "test_other.py").write_text(f"{wrong}\n")
    status, said, last = suite(project)
    assert status == 1, said
    assert last == f"2 passed, {1 + wrong.count('test_it')} failed, 1 skipped", said


def test_a_loop_tells_all_that_is_wrong(tmp_path: Path) -> None:
    """And what it leaves out; where there is nothing to look at, it fails."""
    said: list[tuple[str, object]] = []

    def check(number: int) -> None:
        assert number != 2
        if number == 3:
            pytest.skip("three is not here")
        int("x" if number == 5 else "1")

    with pytest.raises(AssertionError, match=r"(?s)2 are wrong:\n2: Assert.*\n5: ValueError"):
        for_each([1, 2, 3, 5])(check)(lambda *pair: said.append(pair))
    assert said == [("left out", "3: three is not here")]
    for_each([1, 3])(check)(lambda *pair: None)
    with pytest.raises(AssertionError):
        for_each([])(check)(lambda *pair: None)
