"""data/: what is there is sound and stays, and what a pull request adds has no doubts."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from hostile import FILES, REAL

from shootout.check.rules import WARNING
from shootout.collect.checked import check
from shootout.collect.inbox import present
from shootout.machine import notes
from shootout.report.machines import summarise

DATA = ROOT / "data"
RESULTS = present(DATA)
LARGE = 1_000_000  # bytes; to check such a file takes seconds
NEWEST = {file.name.split("-")[0]: file for file in RESULTS}  # of each machine that has several
CHECKED = [
    pytest.param(file, marks=[pytest.mark.whole] * (file.stat().st_size > LARGE), id=file.name)
    for file in RESULTS
    if file.stat().st_size < LARGE or file in NEWEST.values()
]
SOUND = ROOT / "tests" / "data" / "supercop-2020.data"


def beside(file: Path) -> Path:
    return file.with_name(f"{file.name}.check")


@pytest.mark.parametrize("file", CHECKED)
def test_a_file_is_sound_and_its_warnings_are_beside_it(file: Path) -> None:
    """A file without FILE.check has no warnings; `./do collect --again` writes today's. Of large
    files those that a newer one of their machine replaces were checked when they came."""
    report = check(file)
    assert report.ok, report.errors
    noted = json.loads(beside(file).read_text())["findings"] if beside(file).exists() else []
    known = {found["rule"] for found in noted if found["severity"] == WARNING}
    assert {found.rule for found in report.warnings} <= known, report.warnings


@pytest.mark.parametrize("file", sorted(DATA.glob("*.check")), ids=lambda f: f.name)
def test_findings_are_about_the_file_beside_them(file: Path) -> None:
    told = json.loads(file.read_text())
    content = file.with_name(told["file"]).read_bytes()
    assert file == beside(file.with_name(told["file"])) and told["accepted"]
    assert told["sha256"] == hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize("file", RESULTS, ids=lambda f: f.name)
def test_graphs_can_show_it(file: Path) -> None:
    found = summarise(file)
    assert found.contestants and not found.complaint
    timed = [contestant for contestant in found.contestants if not contestant.emulated]
    for contestant in timed:  # an emulator's processor has no name
        assert not contestant.microarchitecture.startswith("unknown"), contestant
    assert timed


def test_every_note_has_a_machine() -> None:
    """Those of the publisher's own; the note is optional for all others."""
    for machine in notes.read(DATA):
        assert any(file.name.startswith(f"{machine}-") for file in RESULTS), machine


# .ci/data, in a repository of its own


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A checkout with a result, whose ./do is ours."""
    if not shutil.which("git"):
        pytest.skip("git is not installed")
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "data", tmp_path / ".ci" / "data")
    (tmp_path / "do").write_text(f'#!/bin/sh\nexec {ROOT}/do "$@"\n')
    (tmp_path / "do").chmod(0o755)
    data = tmp_path / "data"
    data.mkdir()
    (data / REAL.name.replace("testbox", "older")).write_bytes(REAL.read_bytes())  # rule 14 warns
    git(tmp_path, "init", "-q", "-b", "main")
    commit(tmp_path)
    return tmp_path


def git(repository: Path, *words: str) -> None:
    subprocess.run(
        ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words],
        cwd=repository, check=True, capture_output=True,
    )  # fmt: skip


def commit(repository: Path) -> None:
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "-m", "a change")


def judged(repository: Path, base: str = "main") -> subprocess.CompletedProcess[str]:
    env = {name: text for name, text in os.environ.items() if not name.startswith("GITHUB")}
    return subprocess.run(
        [str(repository / ".ci" / "data")], capture_output=True, text=True,
        env={**env, "BASE": base, "SHOOTOUT_DATA": str(repository / "data")},
    )  # fmt: skip


def test_a_request_adds_a_file(repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "request")
    shutil.copy(SOUND, repository / "data")
    (repository / "data" / notes.FILE).write_text("some  mine\n")
    commit(repository)
    ran = judged(repository)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert SOUND.name in ran.stdout and "older" not in ran.stdout


@pytest.mark.parametrize("hostile", ["renamed", "a_microarchitecture_of_another_cpu"])
def test_a_request_with_doubts_fails(repository: Path, hostile: str) -> None:
    """A warning is enough, whatever stands beside the file."""
    git(repository, "checkout", "-q", "-b", "request")
    content = REAL.read_bytes() if hostile == "renamed" else FILES[hostile].make()
    file = repository / "data" / ("renamed.tar.gz" if hostile == "renamed" else REAL.name)
    file.write_bytes(content)
    beside(file).write_text('{"findings": [{"rule": 14, "severity": "warning"}]}')
    commit(repository)
    assert judged(repository).returncode == 1
    assert judged(repository, "").returncode == 0


def test_a_request_removes_nothing(repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "request")
    next((repository / "data").iterdir()).unlink()
    commit(repository)
    ran = judged(repository)
    assert ran.returncode == 1 and "stays" in ran.stderr
