"""Folders in a place where everybody may make some."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, do

from shootout.common.errors import Trouble
from shootout.common.folders import claim

STRANGER = 65534  # nobody
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can play another user")


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    """A place like /tmp."""
    place = tmp_path / "shared"
    place.mkdir()
    place.chmod(0o1777)
    return place


def test_what_is_missing_is_made_for_us_alone(shared: Path) -> None:
    claim(shared / "mine" / "build")
    assert (shared / "mine").stat().st_mode & 0o777 == 0o700
    claim(shared / "mine" / "build")  # and is ours the next time


def test_where_nobody_else_comes_nothing_is_made(tmp_path: Path) -> None:
    claim(tmp_path / "build")
    assert not (tmp_path / "build").exists()


@pytest.mark.parametrize("mode", [0o700, 0o755, 0o775, 0o777])
def test_honest_folders_are_left_alone(mode: int, shared: Path, tmp_path: Path) -> None:
    """Of an earlier run, of a group, of a file system on which everything has all rights."""
    for place in [tmp_path / "mount", *([] if mode == 0o777 else [shared])]:
        place.mkdir(exist_ok=True)
        place.chmod(0o1777 if place == shared else 0o777)
        (place / "build").mkdir()
        (place / "build").chmod(mode)
        claim(place / "build")
        assert (place / "build").stat().st_mode & 0o777 == mode


def test_links_and_open_folders_there_are_refused(shared: Path, tmp_path: Path) -> None:
    (shared / "link").symlink_to(tmp_path)
    (shared / "open").mkdir()
    (shared / "open").chmod(0o777)
    for name in ("link", "open"):
        with pytest.raises(Trouble, match=f"{name}: not a folder of ours alone"):
            claim(shared / name / "build")


@AS_ROOT
def test_a_stranger_was_there_first(shared: Path, tmp_path: Path) -> None:
    """His programs in build/ would be ours."""
    (shared / "build").mkdir(0o755)
    os.chown(shared / "build", STRANGER, STRANGER)
    done = do("run", "--quick", "sha256/ref", home=tmp_path, SHOOTOUT_BUILD=str(shared / "build"))
    assert done.returncode == 1 and "build: not a folder of ours alone" in done.stderr
    assert not [*(shared / "build").iterdir()]


@AS_ROOT
@pytest.mark.parametrize("kind", ["folder", "link", "open", ""])
def test_a_job_of_a_fleet_finds_a_folder_on_its_node(
    kind: str, shared: Path, tmp_path: Path
) -> None:
    """Another user of the node made it first, and may change what is unpacked in it."""
    fleet, work = tmp_path / "fleet", shared / f"shootout-{os.getuid()}-zen"
    (fleet / "zen").mkdir(parents=True)
    owned = tmp_path / "owned"
    theirs = tmp_path / "theirs" if kind == "link" else work
    for folder in (theirs, tmp_path / "ours"):
        folder.mkdir()
        (folder / "do").write_text(f"#!/bin/sh\ntouch {owned}\n")
        (folder / "do").chmod(0o755)
    words = ["tar", "-cf", str(fleet / "source.tar"), "-C", str(tmp_path / "ours"), "."]
    subprocess.run(words, check=True)
    if kind == "link":
        work.symlink_to(theirs)
    elif kind == "folder":
        os.chown(work, STRANGER, STRANGER)
    elif kind == "open":
        work.chmod(0o777)
    environment = {**os.environ, "SLURM_TMPDIR": str(shared), "PYTHONPATH": str(ROOT / "scripts")}
    words = [sys.executable, "-m", "lab.fleet.job", str(fleet), "zen", "m"]
    done = subprocess.run(words, env=environment, capture_output=True, text=True)
    assert owned.exists() == (kind == "") and done.returncode == 1
    assert ("not a folder of ours alone" in done.stdout) == bool(kind)
