"""What commands keep of result files: the same as what is computed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.registry.sets import ALL
from shootout.report import machines
from shootout.report.machines import summarise
from shootout.report.page import contents
from shootout.results import cache, curve, reader
from shootout.results.figures import rows_of
from shootout.results.records import ResultError

DATA = ROOT / "data"
RUN = min(DATA.glob("*.tar.gz"), key=lambda file: file.stat().st_size)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    cache.enable(tmp_path / "cache")
    yield tmp_path / "cache"
    cache.enable(None)


def never(*_: object, **__: object) -> None:
    pytest.fail("what was kept is computed again")


def test_a_file_is_computed_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, curves, own = reader.read(RUN, curves=False), curve.of_file(RUN, ALL), summarise(RUN)
    rows = [(r.cell, dict(r.figures)) for r in rows_of(first.blocks)]
    for module, name in ((reader, "Reader"), (machines, "contestants")):
        monkeypatch.setattr(module, name, never)
    again = reader.read(RUN, curves=False)
    assert (again, curve.of_file(RUN, ALL), summarise(RUN)) == (first, curves, own)
    assert [(r.cell, dict(r.figures)) for r in rows_of(again.blocks)] == rows
    assert len(rows_of(list(again.blocks[:4]))) < len(rows) and len(list(folder.iterdir())) == 3


def test_page_and_graphs_read_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.enable(None)
    apart = summarise(RUN), contents.summarise(RUN)
    cache.enable(folder)
    page = contents.summarise(RUN)
    monkeypatch.setattr(reader, "Reader", never)
    assert (summarise(RUN), page, contents.summarise(RUN)) == (*apart, apart[1])


def test_nothing_is_kept_unless_a_command_asks(tmp_path: Path) -> None:
    reader.read(RUN, curves=False)
    assert not list(tmp_path.iterdir())


def test_another_content_and_a_damaged_file(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "data"
    whole = (ROOT / "tests" / "data" / "supercop-2026.data").read_bytes()
    file.write_bytes(whole)
    blocks = reader.read(file, curves=False).blocks
    file.write_bytes(whole[:-9])
    for _ in range(2):
        with pytest.raises(ResultError, match="cut off"):
            reader.read(file, curves=False)
    assert len(list(folder.iterdir())) == 1, "what is damaged is not kept"
    file.write_bytes(whole)
    assert reader.read(file, curves=False).blocks == blocks


@pytest.mark.parametrize("content", [b"", b"x" * 99])
def test_a_broken_entry_is_made_again(folder: Path, content: bytes) -> None:
    first = reader.read(RUN, curves=False)
    (entry,) = folder.iterdir()
    entry.write_bytes(content)
    assert reader.read(RUN, curves=False) == first
    assert entry.stat().st_size > 1000


def test_the_folder_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST", 3000)
    for n in range(5):
        cache.kept(f"{n}", RUN, lambda: b"x" * 1000)
    assert sum(each.stat().st_size for each in folder.iterdir()) <= 3000
    assert cache.kept("4", RUN, lambda: b"other") == b"x" * 1000
    assert len(cache.kept("5", RUN, lambda: b"x" * 4000)) == 4000


def test_no_folder_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache.enable(tmp_path / "file" / "cache")
    assert cache.kept("x", RUN, lambda: 1) == 1
    cache.enable(None)
