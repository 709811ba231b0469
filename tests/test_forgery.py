"""Runs forged with all sums remade are mostly found, and honest ones are not accused.

A sample, for seconds: docs/check.md has the rates of a larger one, and says which runs set limits.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from pathlib import Path

import pytest
from conftest import ROOT
from forgery.honest import resampled
from forgery.kinds import KINDS
from forgery.model import File
from forgery.rates import table, told, trials
from forgery.record import Record
from forgery.trials import HONEST, Bench, Files, Outcome, Trial, findings, opened, part, share

from shootout.check.traces import groups
from shootout.run.rounds import GROUP, SAMPLES
from shootout.run.timing import Effort

FILE = ROOT / "data" / "graniterapids2-vm-20261122-173743.tar.gz"
SUPERCOP = ROOT / "tests" / "data" / "supercop-2020.data"
SEED, SEEDS = 1001, int(os.environ.get("SHOOTOUT_FORGED_RUNS", "1"))
HONEST_PARTS = 4 * SEEDS


@pytest.fixture(scope="module")
def files() -> Files:
    return opened([FILE])


def outcomes(bench: Bench, tried: Iterable[Trial]) -> list[Outcome]:
    return [outcome for trial in tried for outcome in bench.do(trial)]


def test_most_forged_runs_are_found(files: Files, tmp_path: Path) -> None:
    bench = Bench(files, tmp_path, tmp_path, strengths=1)
    found = outcomes(bench, trials(range(SEED, SEED + SEEDS)))
    print(f"\n{table(found)}")
    kinds = {each.trial.kind for each in found}
    assert kinds > set(KINDS) - {"flags removed", "flags removed, smoothed"}
    hits, tries = share(found)
    assert hits >= tries / 2, table(found)


def test_honest_runs_are_not_accused(files: Files, tmp_path: Path) -> None:
    bench = Bench(files, tmp_path, tmp_path, curves=False)
    found = outcomes(bench, map(Trial, range(SEED, SEED + HONEST_PARTS)))
    assert len(found) >= HONEST_PARTS
    # That more than half of the lines have a flag (54) is true of a run drawn so.
    false = [outcome for outcome in found if {*outcome.rules} - {54}]
    assert len(false) <= len(found) / 100, told(found)


def test_runs_of_supercop_drawn_anew_are_not_accused(tmp_path: Path) -> None:
    bench = Bench(opened([SUPERCOP]), tmp_path, tmp_path)
    found = outcomes(bench, [Trial(SEED), Trial(SEED, whole=True)])
    assert found and not share(found)[0], told(found)


def test_a_run_that_is_written_again_is_as_it_was(files: Files, tmp_path: Path) -> None:
    assert isinstance(files[0], File)
    assert not findings(part(files[0], random.Random(1)), tmp_path, tmp_path)


def test_rounds_drawn_anew_have_the_layouts_of_their_numbers(
    quick_run: Path, tmp_path: Path
) -> None:
    file = File(quick_run)
    run = file.run(file.groups)
    other = resampled(run, random.Random(1))
    assert other and all(block.layout for block in other.blocks)
    new = findings(other, tmp_path, tmp_path) - findings(run, tmp_path, tmp_path)
    assert not {11, 12, 27} & new, "what lines have, their order, one layout a round"


def test_trials_go_on_where_they_were_stopped(tmp_path: Path) -> None:
    file = tmp_path / "a.tar.gz"
    file.write_bytes(b"one")
    path = tmp_path / "record"
    tried = Trial(1, "names swapped"), Trial(2, HONEST, whole=True)
    found = [[Outcome("a", tried[0], 2, [66], [])], []]
    record = Record(path, [file])
    for trial, outcomes in zip(tried, found):
        record.add(trial, outcomes)
    with path.open("a") as cut:
        cut.write('[[3, "')
    assert Record(path, [file]).outcomes == dict(zip(tried, found))
    file.write_bytes(b"two")
    with pytest.raises(SystemExit, match="other files"):
        Record(path, [file])


def test_what_is_known_of_measuring_is_what_is_measured() -> None:
    six = Effort(1, 1, 1, 1, 1).samples
    assert (GROUP, SAMPLES, six) == (groups.SECONDS, groups.CURVE, groups.SIX)
