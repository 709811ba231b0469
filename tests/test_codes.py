"""Names of implementations that were exchanged are seen at the sizes of their code."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from forgery.kinds import swap_names
from forgery.model import Run
from forgery.part import FILE, collected, found, part

RULE = 66


@pytest.fixture(scope="module")
def run() -> Run:
    return part()


@pytest.fixture(scope="module")
def data(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return collected(run, tmp_path_factory.mktemp("codes"))


def told(run: Run, folder: Path, data: Path) -> list[str]:
    return [finding.text for finding in found(run, folder, data, RULE)]


def larger(run: Run, some: Callable[[list[str]], bool]) -> Run:
    """The run with larger code of some implementations."""
    new = run.copy()
    for fields in new.before:
        if fields[6] == "objsize" and fields[-1] != "try" and some(fields):
            fields[9] = str(int(fields[9]) + 16)
    return new


def test_the_same_code_is_no_news(run: Run, data: Path, tmp_path: Path) -> None:
    assert not told(run, tmp_path, data)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_exchanged_names_are_told(run: Run, data: Path, tmp_path: Path, seed: int) -> None:
    forged = run.copy()
    assert swap_names(forged, random.Random(seed), 2)
    assert told(forged, tmp_path, data)


def test_one_implementation_of_another_size_is_told(run: Run, data: Path, tmp_path: Path) -> None:
    (text,) = told(larger(run, lambda f: f[7].endswith("sha224/opt64")), tmp_path, data)
    assert "code of sha224/opt64;" in text and FILE.name[:17] in text


def test_a_compiler_with_other_defaults_is_another_compiler(
    run: Run, data: Path, tmp_path: Path
) -> None:
    """Its version may be the same: a system's own options change all of its code."""
    assert not told(larger(run, lambda f: True), tmp_path, data)
