"""Runs forged with all sums remade are mostly found, and honest ones are not accused.

A sample, for seconds: docs/check.md has the rates of a larger one, and says which runs set limits.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from conftest import ROOT
from forgery.kinds import KINDS
from forgery.model import File
from forgery.rates import accused, findings, forged, part, share, table, told

from shootout.check.traces import groups
from shootout.run.rounds import GROUP, SAMPLES
from shootout.run.timing import Effort

FILE = ROOT / "data" / "graniterapids2-vm-20261122-173743.tar.gz"
SEED, SEEDS = 1001, int(os.environ.get("SHOOTOUT_FORGED_RUNS", "1"))
HONEST = 8 * SEEDS


@pytest.fixture(scope="module")
def files() -> list[File]:
    return [File(FILE)]


def test_most_forged_runs_are_found(files: list[File], tmp_path: Path) -> None:
    found = forged(files, range(SEED, SEED + SEEDS), tmp_path, strengths=1)
    print(f"\n{table(found)}")
    assert {kind for kind, _ in found} > set(KINDS) - {"flags removed", "flags removed, smoothed"}
    hits, tries = share(each for its in found.values() for each in its)
    assert hits >= tries / 2, table(found)


def test_honest_runs_are_not_accused(files: list[File], tmp_path: Path) -> None:
    seeds = range(SEED, SEED + HONEST)
    found = accused(files, seeds, tmp_path, curves=False)
    assert len(found) >= HONEST / 2
    # That more than half of the lines have a flag (54) is true of a run drawn so.
    false = [rules - {54} for rules in found]
    assert share(false)[0] <= len(found) / 100, told(found)


def test_a_run_that_is_written_again_is_as_it_was(files: list[File], tmp_path: Path) -> None:
    assert not findings(part(files[0], random.Random(1)), tmp_path, tmp_path)


def test_what_is_known_of_measuring_is_what_is_measured() -> None:
    six = Effort(1, 1, 1, 1, 1).samples
    assert (GROUP, SAMPLES, six) == (groups.SECONDS, groups.CURVE, groups.SIX)
