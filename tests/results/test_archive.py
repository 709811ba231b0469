"""Our own result files: whole, verified, never half, never a trap."""

from __future__ import annotations

import gzip
import io
import random
import resource
import tarfile
from pathlib import Path

import pytest

from shootout.collect.checked import check
from shootout.results import archive, gunzip
from shootout.results.reader import read
from shootout.results.records import ResultError

MEMBERS = {"data": b"some lines\n", "machine": b"cpu a fast one\n", "log": b""}


def tar(path: Path, *members: tuple[str, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as file:
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            file.addfile(info, io.BytesIO(content))
    return path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    path = tmp_path / "box.tar.gz"
    archive.write(path, MEMBERS, mtime=1_800_000_000)
    assert archive.read_members(path) == MEMBERS
    assert archive.is_archive(path)
    assert [each.name for each in tmp_path.iterdir()] == ["box.tar.gz"]


def test_equal_members_make_equal_bytes(tmp_path: Path) -> None:
    one, two = tmp_path / "one.tar.gz", tmp_path / "two.tar.gz"
    archive.write(one, MEMBERS, mtime=7)
    archive.write(two, dict(reversed(MEMBERS.items())), mtime=7)
    assert one.read_bytes() == two.read_bytes()
    with tarfile.open(one) as file:
        assert file.getnames() == ["data", "machine", "log", "MANIFEST"]
        for info in file:
            assert (info.uid, info.gid, info.uname, info.gname, info.mtime) == (0, 0, "", "", 7)


def test_nothing_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "box.tar.gz"
    path.write_bytes(b"precious")
    with pytest.raises(ResultError, match="exists already"):
        archive.write(path, MEMBERS)
    assert path.read_bytes() == b"precious"


def test_no_room(tmp_path: Path) -> None:
    noise = b"".join(i.to_bytes(4, "big") for i in range(1 << 18))
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 16, limits[1]))
    try:
        with pytest.raises(ResultError, match=r"cannot be written: .*; check disk space"):
            archive.write(tmp_path / "box.tar.gz", {"data": noise})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not list(tmp_path.iterdir())


def test_no_folder(tmp_path: Path) -> None:
    with pytest.raises(ResultError, match="No such file or directory"):
        archive.write(tmp_path / "none" / "box.tar.gz", MEMBERS)


def test_cut_off_anywhere(tmp_path: Path) -> None:
    path = tmp_path / "box.tar.gz"
    archive.write(path, MEMBERS)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        with pytest.raises(ResultError, match=r"box\.tar\.gz: "):
            archive.read_members(path)


def test_a_later_format(tmp_path: Path) -> None:
    path = tar(tmp_path / "x", ("data", b""), (archive.MANIFEST, b"shootout 3\n"))
    with pytest.raises(ResultError, match=r"'shootout 3'.*; use a newer shootout"):
        archive.read_members(path)


def test_bombs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tar(tmp_path / "x", ("data", random.Random(7).randbytes(2 * archive.MIB)))
    monkeypatch.setattr(gunzip, "MOST_OUT", archive.MIB)
    with pytest.raises(ResultError, match="inflates to more than 1 MiB"):
        archive.read_members(path)


def test_a_gzip_is_no_archive(tmp_path: Path) -> None:
    path = tmp_path / "data.gz"
    path.write_bytes(gzip.compress(gzip.compress(b"20261121 box amd64\n")))
    with pytest.raises(ResultError, match="is compressed twice"):
        read(path)
    path.write_bytes(gzip.compress(b"20261121 box amd64\n" * 40))
    assert not archive.is_archive(path)
    assert not archive.is_archive(tmp_path / "none")


def test_members_that_nobody_reads_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "box.tar.gz"
    archive.write(path, MEMBERS)
    assert [name for name, _ in archive.walk(path)] == [*MEMBERS, archive.MANIFEST]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\n<!DOCTYPE html>\n<html>sign in</html>", "a web page (perhaps the download failed)"),
        (random.Random(7).randbytes(5000), "binary data"),
        (b"PK\x03\x04" + bytes(99), "binary data"),
        (b"", "empty"),
        (b"# shootout\n\nWhich hash function is fast?\n", "text without result lines"),
    ],
)
def test_garbage_is_called_so_in_one_line(tmp_path: Path, content: bytes, what: str) -> None:
    file = tmp_path / "x.tar.gz"
    file.write_bytes(content)
    (finding,) = check(file).findings
    assert (finding.rule, finding.severity) == (2, "error")
    assert f"is {what}, not a gzip archive of results" in finding.text
    with pytest.raises(ResultError, match="not a gzip archive"):
        read(file)
