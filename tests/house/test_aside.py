"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import resource
from pathlib import Path

import pytest

from shootout.common import atomic


class TestAside:
    def test_what_a_killed_one_left_is_swept(self, tmp_path: Path) -> None:
        (tmp_path / f"{atomic.PREFIX}0123").write_bytes(b"half")
        atomic.sweep(tmp_path)
        assert not list(tmp_path.iterdir())
        with atomic.appear(tmp_path / "whole") as file:
            file.write(b"whole")
            other = [f.name for f in tmp_path.iterdir()]
            assert len(other) == 1 and other[0].startswith(atomic.PREFIX)
            atomic.sweep(tmp_path)
            assert [f.name for f in tmp_path.iterdir()] == other, "somebody is at work on it"
        assert [f.name for f in tmp_path.iterdir()] == ["whole"]

    def test_a_name_is_taken_meanwhile(self, tmp_path: Path) -> None:
        with pytest.raises(FileExistsError), atomic.appear(tmp_path / "x") as file:
            file.write(b"mine")
            (tmp_path / "x").write_bytes(b"theirs")
        assert (tmp_path / "x").read_bytes() == b"theirs"
        assert len(list(tmp_path.iterdir())) == 1

    def test_where_there_are_no_links(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def link(*_: object) -> None:
            raise PermissionError(1, "Operation not permitted")

        monkeypatch.setattr(os, "link", link)
        with atomic.appear(tmp_path / "x") as file:
            file.write(b"mine")
        assert (tmp_path / "x").read_bytes() == b"mine"
        with pytest.raises(FileExistsError), atomic.appear(tmp_path / "x") as file:
            file.write(b"yours")
        assert [f.name for f in tmp_path.iterdir()] == ["x"]

    def test_what_fails_leaves_nothing(self, tmp_path: Path) -> None:
        with pytest.raises(ValueError), atomic.appear(tmp_path / "x"):
            raise ValueError
        assert not list(tmp_path.iterdir())

    def test_what_has_no_room_is_named(self, tmp_path: Path) -> None:
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 12, limits[1]))
        try:
            with pytest.raises(OSError) as failed, atomic.appear(tmp_path / "x") as file:
                file.write(bytes(1 << 16))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert failed.value.filename == str(tmp_path / "x")
        assert not list(tmp_path.iterdir())
        with pytest.raises(FileNotFoundError) as absent, atomic.appear(tmp_path / "y" / "x"):
            pass
        assert absent.value.filename == str(tmp_path / "y" / "x")
