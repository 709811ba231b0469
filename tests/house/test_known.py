"""What is known to pass is not run again, and a byte of what it depends on makes it unknown."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

TESTS = """
from pathlib import Path
import pytest
from helper import EXPECTED
from shootout.registry.tree import implementations, primitives
HERE = Path(__file__).resolve().parents[1]
ALL = [i for p in primitives(HERE / "crypto_hash") for i in implementations(p)]

@pytest.mark.parametrize("i", ALL, ids=lambda i: i.path)
def test_one(i):
    assert (i.folder / "hash.c").read_text() != "wrong" and EXPECTED

def test_all():
    assert (HERE / "README.md").exists()

@pytest.mark.alone
def test_skipped():
    pytest.skip("for a reason")
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checkout with three implementations of two functions, and four tests."""
    for folder in ("tests", "measure", "scripts"):
        (tmp_path / folder).mkdir()
    for name in ("one/ref", "one/fast", "two/ref"):
        folder = tmp_path / "crypto_hash" / name
        folder.mkdir(parents=True)
        (folder / "api.h").write_text("#define CRYPTO_BYTES 32\n")
        (folder / "hash.c").write_text(name)
    (tmp_path / "README.md").write_text("one")
    (tmp_path / "measure" / "try.c").write_text("one")
    (tmp_path / "tests" / "helper.py").write_text("EXPECTED = 1\n")
    (tmp_path / "tests" / "test_other.py").write_text("def test_it(): pass\n")
    (tmp_path / "tests" / "test_some.py").write_text(TESTS)
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    return tmp_path


def run(project: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own in the project."""
    paths = os.pathsep.join([str(ROOT / "scripts"), str(ROOT / "tests")])
    return subprocess.run(
        [sys.executable, *words], cwd=project, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip


def passed(project: Path, *words: str) -> tuple[int, int]:
    """How many tests ran and passed, how many were known, when all pass or are skipped."""
    ran = run(project, "-m", "pytest", "-q", "-p", "known", *words)
    assert ran.returncode in (0, 5), ran.stdout + ran.stderr
    found = [re.search(rf"(\d+) {what}", ran.stdout) for what in ("passed", "deselected")]
    first, second = (int(each[1]) if each else 0 for each in found)
    return first, second


def suite(project: Path, *words: str) -> tuple[int, int, list[int]]:
    """The exit status of a whole run, how many were known, and the last line's numbers."""
    ran = run(project, str(ROOT / "tests" / "suite.py"), *words)
    *_, before, last = ran.stdout.splitlines()
    numbers = re.fullmatch(r"(\d+) passed, (\d+) failed, (\d+) skipped", last)
    assert numbers, ran.stdout + ran.stderr
    known = re.match(r"(\d+) known from before", before)
    return ran.returncode, int(known[1]) if known else 0, [int(n) for n in numbers.groups()]


def test_a_byte_makes_it_unknown(project: Path) -> None:
    assert passed(project) == (5, 0)
    assert passed(project) == (0, 5)
    for file, again in {
        "crypto_hash/one/ref/hash.c": 4,  # both of the function, and those that look at all
        "crypto_hash/two/ref/hash.c": 3,
        "measure/try.c": 5,
        "tests/helper.py": 5,
        "tests/test_some.py": 4,
        "tests/test_other.py": 1,
        "README.md": 2,
    }.items():
        with (project / file).open("a") as f:
            f.write("\n")
        assert passed(project) == (again, 5 - again), file
    assert passed(project) == (0, 5)
    assert passed(project, "--fresh") == (5, 0)


def test_what_failed_is_never_known(project: Path) -> None:
    """Both calls still run, the last line sums up, and the status tells."""
    hash_c, other = project / "crypto_hash/one/ref/hash.c", project / "tests/test_other.py"
    whole, wrong = "def test_it(): pass\n", "def test_it(): pass\ndef test_that(no): pass\n"
    hash_c.write_text("wrong")
    other.write_text(wrong)
    assert suite(project) == (1, 0, [4, 2, 1])
    other.write_text(whole)
    assert suite(project) == (1, 3, [1, 1, 1]), "what is skipped is named each time"
    other.write_text("import nosuch\n")
    assert suite(project) == (1, 3, [0, 2, 1]), "a module that is no Python hinders no other"
    other.write_text(whole)
    hash_c.write_text("one/ref")
    assert suite(project) == (0, 1, [4, 0, 1])
    assert suite(project) == (0, 5, [0, 0, 1])
