"""./do repack: a smaller file says the same, but for curves that are to be left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, do
from summing import summed
from test_columns import CURVE, SIX, text_of

from shootout.check.command import check
from shootout.collect.repack import repack
from shootout.common.errors import Trouble
from shootout.results import archive
from shootout.results.figures import rows_of
from shootout.results.reader import read

RUN = max((ROOT / "data").glob("*.tar.gz"))


def packed(folder: Path, *, sums: bool, curve: list[str] = CURVE) -> Path:
    """A file with curves in lines, as older versions wrote them."""
    lines = [text_of(each).decode().splitlines() for each in (SIX, curve)]
    texts = ["\n".join([*(summed(each) if sums else each), ""]).encode() for each in lines]
    path = folder / "box-20261121-000000.tar.gz"
    archive.write(path, {"data": texts[0], "curves": texts[1], "machine": b"cpu x\n"})
    return path


@pytest.mark.parametrize("sums", [True, False])
def test_curves_are_put_in_columns(tmp_path: Path, sums: bool) -> None:
    old = packed(tmp_path, sums=sums)
    before, members = archive.read_members(old), repack(old)
    assert members["data"] == before["data"] and members["machine"] == before["machine"]
    assert b"\nlengths 0 4096 8\n" in members["curves"]
    assert (b" sum " in members["curves"]) == sums
    new = tmp_path / "new" / old.name
    new.parent.mkdir()
    archive.write(new, members)
    assert read(new).blocks == read(old).blocks
    assert repack(new) == members, "what is small stays as it is"


def test_curves_are_left_out_where_the_cell_has_other_blocks(tmp_path: Path) -> None:
    old = packed(tmp_path, sums=True)
    members = repack(old, curves=False)
    assert "curves" not in members and members["data"] == archive.read_members(old)["data"]
    assert members["machine"] == b"cpu x\n"


def test_the_only_block_of_a_cell_stays(tmp_path: Path) -> None:
    other = [line.replace("sha256/ref", "sha256/fast") for line in CURVE]
    members = repack(packed(tmp_path, sums=True, curve=other), curves=False)
    assert b"crypto_hash/sha256/fast" in members["curves"]


def test_a_run_without_its_curves_is_still_sound(tmp_path: Path) -> None:
    ran = do("repack", str(RUN), "--into", str(tmp_path), "--without-curves", home=tmp_path)
    assert ran.returncode == 0, ran.stderr
    old, new = read(RUN, curves=False), read(tmp_path / RUN.name, curves=False)
    assert rows_of(new.blocks) == rows_of(old.blocks) and new.attempts == old.attempts
    assert new.facts == old.facts
    report = check(tmp_path / RUN.name)
    assert report.ok, report.errors
    again = do("repack", str(RUN), "--into", str(tmp_path), home=tmp_path)
    assert again.returncode == 1 and "never replaced" in again.stderr


def test_a_damaged_file(tmp_path: Path) -> None:
    file = packed(tmp_path, sums=True)
    file.write_bytes(file.read_bytes()[:-100])
    with pytest.raises(Trouble):
        repack(file)
    ran = do("repack", str(file), "--into", str(tmp_path / "none"), home=tmp_path)
    assert ran.returncode == 1 and "Traceback" not in ran.stderr
