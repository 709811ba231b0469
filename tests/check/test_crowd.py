"""A file is compared with the machines of its kind that were collected before."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from hostile.making import MEMBERS
from synthetic import clocked

from shootout.check import collected
from shootout.collect.checked import Report, check
from shootout.collect.inbox import collect
from shootout.results import archive

FACTORS = (0.96, 1.0, 1.03, 1.07)


def made(folder: Path, name: str, factor: float) -> Path:
    file = folder / f"{name}-20261121-045950.tar.gz"
    folder.mkdir(exist_ok=True)
    archive.write(file, clocked(MEMBERS, name, factor))
    return file


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four machines of one microarchitecture, collected."""
    top = tmp_path_factory.mktemp("crowd")
    files = [made(top / "inbox", f"box{i}", factor) for i, factor in enumerate(FACTORS)]
    assert collect(files, top / "data")["accepted"] == len(FACTORS)
    return top / "data"


def told(report: Report) -> dict[int, str]:
    assert report.ok, report.errors
    return {f.rule: f.severity for f in report.findings if f.rule == 51}


@pytest.mark.parametrize(("factor", "rules"), [
    (0.5, {51: "warning"}), (0.9, {}), (1.0, {}), (1.2, {}), (2.0, {}),
])  # fmt: skip
def test_what_is_much_faster_than_the_others_is_told(
    data: Path, tmp_path: Path, factor: float, rules: dict[int, str]
) -> None:
    assert told(check(made(tmp_path, "stranger", factor), data)) == rules


@pytest.mark.parametrize(("many", "name", "rules"), [
    (2, "stranger", {}), (3, "stranger", {51: "warning"}), (3, "box0", {}),
])  # fmt: skip
def test_three_machines_besides_its_own_are_enough(
    data: Path, tmp_path: Path, many: int, name: str, rules: dict[int, str]
) -> None:
    few = tmp_path / "data"
    few.mkdir()
    for i in range(many):
        shutil.copy(next(data.glob(f"box{i}-*.check")), few)
    assert told(check(made(tmp_path, name, 0.5), few)) == rules


def test_a_figure_of_nothing_is_none(data: Path, tmp_path: Path) -> None:
    """The null function may cost less than what figures are rounded to."""
    zeros = tmp_path / "data"
    zeros.mkdir()
    for file in data.glob("*.check"):
        told_before = json.loads(file.read_text())
        figures = [[*figure[:4], 0.0] for figure in told_before["figures"]]
        (zeros / file.name).write_text(json.dumps({**told_before, "figures": figures}))
    assert told(check(made(tmp_path, "stranger", 1.0), zeros)) == {}
    tiny = check(made(tmp_path, "tiny", 1e-5), zeros)
    assert tiny.figures is not None and all(figure[4] > 0 for figure in tiny.figures)


def test_no_result_file_is_read_again(data: Path, tmp_path: Path) -> None:
    """The .check files alone are read, and those in another form are skipped."""
    kept = shutil.copytree(data, tmp_path / "data", ignore=shutil.ignore_patterns("*.gz"))
    (kept / "broken.check").write_text("{")
    (kept / "older.check").write_text(json.dumps({"machine": "old", "findings": []}))
    assert told(check(made(tmp_path, "stranger", 0.5), kept)) == {51: "warning"}


def test_machines_that_differ_much_excuse_more() -> None:
    assert collected.far(1.6, [1.0, 1.01, 0.99]) == pytest.approx(1.6)
    assert collected.far(1.6, [1.0, 1.5, 0.7]) == 1
    assert collected.far(0.6, [1.0, 1.01, 0.99]) == pytest.approx(0.6)
    assert collected.far(0.7, [1.0, 1.01, 0.99]) == 1
