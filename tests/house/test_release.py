"""The digest of the harness is that of what measures; a version is released once."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from conftest import ROOT, copy_of

from lab import release
from shootout.common.errors import Trouble
from shootout.common.version import VERSION
from shootout.registry.releases import HARNESS, RELEASES, releases
from shootout.results import archive
from shootout.results.reader import read
from shootout.run.sources import harness

SHOOTOUT = "scripts/shootout"
FILES = {file.relative_to(ROOT).as_posix() for file in harness()}


def made(top: Path) -> subprocess.CompletedProcess[str]:
    """The output of `make release` in a checkout."""
    environment = {**os.environ, "PYTHONPATH": str(top / "scripts"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("SHOOTOUT_CRYPTO_HASH", None)
    return subprocess.run(
        [sys.executable, "-m", "lab.release"],
        env=environment, capture_output=True, text=True, timeout=60,
    )  # fmt: skip


def printed(top: Path) -> dict[str, str]:
    """Names and digests that `make release` prints."""
    done = made(top)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines()]
    assert {version for version, _, _ in lines} == {VERSION}
    return {name: found for _, name, found in lines}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with one implementation and no release."""
    top = tmp_path_factory.mktemp("checkout")
    for folder in ("scripts", "measure", "java"):
        shutil.copytree(ROOT / folder, top / folder, ignore=shutil.ignore_patterns("__pycache__"))
    copy_of("sha256/ref", top / "crypto_hash" / "sha256" / "ref")
    (top / SHOOTOUT / "known" / "releases").unlink()
    return top


@pytest.fixture(scope="module")
def before(checkout: Path) -> dict[str, str]:
    return printed(checkout)


def changed(top: Path, file: str) -> Mapping[str, str]:
    """The digests while a file has one more line."""
    path = top / file
    before = path.read_bytes()
    path.write_bytes(before + b"\n")
    try:
        return printed(top)
    finally:
        path.write_bytes(before)


@pytest.mark.parametrize(
    "file",
    [
        f"{SHOOTOUT}/report/graphs/drawing.py", f"{SHOOTOUT}/report/tables.py",
        f"{SHOOTOUT}/check/rules/right.py", "scripts/lab/hanser/steps.py",
        f"{SHOOTOUT}/commands/summary.py", f"{SHOOTOUT}/registry/tree.py",
        f"{SHOOTOUT}/known/floors", "java/peers/Sphlib.java",
    ],
)  # fmt: skip
def test_a_graph_or_a_rule_may_change(checkout: Path, before: Mapping[str, str], file: str) -> None:
    assert changed(checkout, file) == before


@pytest.mark.parametrize(
    "file",
    [
        "measure/measure.c", "measure/include/crypto_int32.h", "java/shootout/Measure.java",
        f"{SHOOTOUT}/run/policy.py", f"{SHOOTOUT}/run/driver.py", f"{SHOOTOUT}/java/java.py",
        f"{SHOOTOUT}/build/programs.py", f"{SHOOTOUT}/machine/counter.py",
        f"{SHOOTOUT}/layout/plan.py", f"{SHOOTOUT}/results/archive.py",
    ],
)  # fmt: skip
def test_what_measures_is_the_harness(checkout: Path, before: Mapping[str, str], file: str) -> None:
    after = changed(checkout, file)
    assert after["harness"] != before["harness"]
    assert {**after, "harness": ""} == {**before, "harness": ""}


def test_an_implementation_is_not_the_harness(checkout: Path, before: dict[str, str]) -> None:
    after = changed(checkout, "crypto_hash/sha256/ref/api.h")
    assert before["harness"] == after["harness"]
    assert before["crypto_hash/sha256/ref"] != after["crypto_hash/sha256/ref"]


def test_all_that_builds_runs_and_records_is_in() -> None:
    """Whole packages, and of the results what writes them; nothing that only shows something."""
    names = {"common/version.py"}
    names |= {f"results/{name}.py" for name in ("archive", "columns", "sections")}
    for package in ("build", "java", "layout", "machine", "run"):
        names |= {f"{package}/{file.name}" for file in (ROOT / SHOOTOUT / package).glob("*.py")}
    assert {file for file in FILES if file.endswith(".py")} == {f"{SHOOTOUT}/{n}" for n in names}
    tops = {file.partition("/")[0] for file in FILES if not file.endswith(".py")}
    assert tops == {"measure", "java"}


def test_a_version_is_released_once(checkout: Path) -> None:
    file = checkout / SHOOTOUT / "known" / "releases"
    file.write_text(made(checkout).stdout)
    try:
        again = made(checkout)
        assert again.returncode == 1 and again.stdout == ""
        assert f"{VERSION} is released already" in again.stderr and "Traceback" not in again.stderr
    finally:
        file.unlink()
    known = {"harness": {"aa": "1"}, "x": {"bb": "1"}}
    assert release.lines(known, {"harness": "aa", "x": "bb", "y": "cc"}) == [
        f"{VERSION} harness aa",
        f"{VERSION} y cc",
    ]


def test_releases_of_before_are_known(tmp_path: Path) -> None:
    """Results name the harness they were made with, of which some versions had several."""
    file = tmp_path / "releases"
    file.write_text("1 harness aa bb\n1 x cc\n2 harness dd\n2 x cc ee\n")
    known = releases(file)
    assert known["harness"] == {"aa": "1", "bb": "1", "dd": "2"}
    assert known["x"] == {"cc": "1", "ee": "2"}
    file.write_text("1 harness\n")
    with pytest.raises(Trouble, match="line 1: not RELEASE NAME SHA-256"):
        releases(file)


def test_the_list_has_one_line_a_version_and_name() -> None:
    names = [tuple(line.split()[:2]) for line in RELEASES.read_text().splitlines()]
    assert len(names) == len(set(names))


def test_a_release_from_now_on_is_a_run() -> None:
    """data/ has a whole result of exactly the sources of each; so they were run before."""
    told = [line.split() for line in RELEASES.read_text().splitlines()]
    harness = {version: found for version, name, found, *_ in told if name == HARNESS}
    versions = list(dict.fromkeys(version for version, *_ in told))
    facts = b"".join(archive.read_members(f)["machine"] for f in (ROOT / "data").glob("*.tar.gz"))
    for version in versions[versions.index("20261125") + 1 :]:
        assert f"\n{HARNESS} {harness[version]}\n".encode() in facts, f"data/ has no {version}"


def test_a_file_of_other_sources_is_no_release() -> None:
    (file,) = (ROOT / "data").glob("graniterapids2-vm-20261123-123020.tar.gz")
    assert release.unproven(file, {"harness": "0"}) == "it is not of these sources"
    own = {"harness": str(read(file, curves=False).facts[HARNESS])}
    lacking = "it is no whole run: no curves of asconhash256"  # nor of the others of today
    assert release.unproven(file, own).startswith(lacking)
    (part,) = (ROOT / "data").glob("graniterapids2-vm-20261123-092624.tar.gz")
    own = {"harness": str(read(part, curves=False).facts[HARNESS])}
    assert release.unproven(part, own).startswith("it is no whole run: no curves of ")
