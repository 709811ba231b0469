"""A short run whose energy a made-up counter may tell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import do

from shootout.report.tables import summary
from shootout.results.reader import read
from shootout.results.records import Result

ONE = "^gcc -march=native -mtune=native -O2 "
WORDS = ("run", "--quick", "--plain", "--machine", "m", "--compilers", ONE)


def ran(home: Path, tree: Path) -> tuple[str, Result]:
    """Run it; what it said, and its result."""
    done = do(*WORDS, home=home, tree=tree)
    assert done.returncode == 0, done.stderr
    (file,) = [*(home / "data").glob("*.tar.gz"), *home.rglob("trials/*.tar.gz")]
    return done.stdout + done.stderr, read(file)


def agrees(home: Path, tree: Path, watts: float) -> None:
    """Run it; the lines of energy and the column of tables have to tell these watts."""
    said, result = ran(home, tree)
    assert "energy is not measured" not in said
    loops = [loop for each in result.energy.values() for loop in each]
    if not loops:
        why = re.search(r"a loop does not count: .*", said)
        assert why, said
        pytest.skip(f"the machine is busy: {why[0]}")
    assert all(loop.watts == pytest.approx(watts, rel=0.3) for loop in loops)
    assert "nJ/B" in summary(result)
