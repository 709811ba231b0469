"""The same code takes the same cycles wherever its microarchitecture is the same."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from forgery.kinds import PARTS, change_clocks, scale_clocks_carefully
from forgery.model import Run
from forgery.part import PRIMITIVES, collected, found, part

from shootout.check.rules import WARNING

RULE = 67


@pytest.fixture(scope="module")
def run() -> Run:
    return part()


@pytest.fixture(scope="module")
def data(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return collected(run, tmp_path_factory.mktemp("clock"))


def told(run: Run, folder: Path, data: Path) -> list[str]:
    findings = found(run, folder, data, RULE)
    assert all(finding.severity == WARNING for finding in findings)
    return [finding.text for finding in findings]


def clocked(run: Run, factor: float) -> Run:
    """The run with all clocks, and so all figures, by a factor."""
    new = run.copy()
    change_clocks(new, new.blocks, factor, careful=True)
    return new


@pytest.mark.parametrize("strength", [0, 2])
def test_a_clock_that_was_changed_is_told(
    run: Run, data: Path, tmp_path: Path, strength: int
) -> None:
    forged = run.copy()
    assert scale_clocks_carefully(forged, random.Random(1), strength)
    (text,) = told(forged, tmp_path, data)
    ratio = re.search(r"are ([\d.]+) times those of graniterapids2-vm in ", text)
    assert ratio and float(ratio[1]) == pytest.approx(1 - PARTS[strength], rel=0.005)


@pytest.mark.parametrize("factor", [0.98, 1.0, 1.3])
def test_what_is_as_fast_or_slower_is_no_news(
    run: Run, data: Path, tmp_path: Path, factor: float
) -> None:
    assert not told(clocked(run, factor), tmp_path, data)


def test_figures_of_other_code_are_not_compared(run: Run, data: Path, tmp_path: Path) -> None:
    """A run of fewer functions has too few figures to tell a clock by."""
    few = clocked(run, 0.8)
    few.blocks = [block for block in few.blocks if block.primitive in PRIMITIVES[:2]]
    assert not told(few, tmp_path, data)
