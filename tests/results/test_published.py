"""Figures from the literature: all are read, all have a source, none was changed."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from pathlib import Path

import pytest

from shootout.common.errors import Trouble
from shootout.machine import microarchitecture
from shootout.registry.families import SHOOTOUT
from shootout.results.published import COLUMNS, FOLDER, SOURCES, Published, load, load_sources
from shootout.results.stats import LONG

# The digests of the figures as they were collected from their sources.
COLLECTED = {
    "cryptogams": "c55cfacfe6491cf910c411213f5f302c0dc154c4d23845ae2e48b5a7b05a8933",
    "ebash": "20db84a533618da7660b53fdc8876240e1a841662ee18ed653fd0b4a2cf81bfb",
    "hacl": "e06b0e43bed5d0d335db904ad4ed4e39345d88a6a44c96390fb7993df08a831d",
    "scorpion": "e955ae225ba043f66d96e00cb9e19f30a11c142c398c39e4f045e855f1bfe3f8",
    "sphlib": "c38388d02709979c19a7648bd7c16cc9aa9164334b05796943cb2c6268d7248f",
}
# What known/microarchitectures has no name for, or the source tells too little of.
NAMELESS = {"BCM3302", "Core 2", "unknown"}


@pytest.fixture(scope="module")
def figures() -> list[Published]:
    return load()


def test_every_row_is_read(figures: list[Published]) -> None:
    found = Counter(figure.collection for figure in figures)
    rows = {
        path.stem: len(path.read_text(encoding="utf-8").splitlines()) - 1
        for path in FOLDER.glob("*.csv")
        if path.name != SOURCES
    }
    assert found == rows
    assert found["hanser"] == 24


def test_every_source_is_named_and_used(figures: list[Published]) -> None:
    assert {figure.source.key for figure in figures} == set(load_sources(FOLDER / SOURCES))
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"`{path.name}`" in readme for path in FOLDER.glob("*.csv"))


def test_what_is_second_hand_or_long_only_says_so(figures: list[Published]) -> None:
    assert {f.collection for f in figures if f.source.second_hand} == {"ebash"}
    only = {f.collection for f in figures if f.source.long_only}
    assert only == {"cryptogams", "hanser", "sphlib"}
    assert all(f.mlen == LONG for f in figures if f.collection in only)


def test_microarchitectures_are_those_of_the_table(figures: list[Published]) -> None:
    assert {f.microarchitecture for f in figures} - set(microarchitecture.order()) == NAMELESS


def test_functions_are_those_of_the_paper(figures: list[Published]) -> None:
    others = {figure.primitive for figure in figures} - set(SHOOTOUT)
    assert others == {"jh256", "jh512"}
    assert all("35.5 rounds" in f.note for f in figures if f.primitive in others)


def test_hanser(figures: list[Published]) -> None:
    java = {(f.primitive, f.abi): f.median for f in figures if f.collection == "hanser"}
    assert java["sha512", "java32"] == 60.1
    assert java["keccakc512", "java64"] == 21.7
    assert java["skein512512", "java32"] == 54.0


@pytest.mark.parametrize(("collection", "digest"), COLLECTED.items())
def test_nothing_was_changed(collection: str, digest: str) -> None:
    """Names of machines and notes may get better; a figure stays as it was printed."""
    same = ("machine", "abi", "cpu", "year", "primitive", "mlen", "q1", "median", "q3")
    rows = csv.DictReader((FOLDER / f"{collection}.csv").read_text().splitlines())
    text = "".join(",".join(row[key] for key in same) + "\n" for row in rows)
    assert hashlib.sha256(text.encode()).hexdigest() == digest


GOOD = {
    "machine": "box", "microarchitecture": "Zen", "abi": "amd64", "cpu": "", "year": "2012",
    "primitive": "sha256", "mlen": "64", "q1": "1", "median": "2", "q3": "3",
    "source": "me", "note": "",
}  # fmt: skip


def write(folder: Path, *rows: dict[str, str]) -> None:
    (folder / SOURCES).write_text("source,hand,lengths,text\nme,author,all,a\nit,author,long,b\n")
    with (folder / "some.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def test_a_row(tmp_path: Path) -> None:
    write(tmp_path, GOOD, {**GOOD, "mlen": "long", "q1": "", "q3": "", "year": ""})
    first, second = load(tmp_path)
    assert (first.collection, first.year, first.mlen) == ("some", 2012, 64)
    assert (first.q1, first.median, first.q3, first.source.text) == (1, 2, 3, "a")
    assert (second.year, second.mlen, second.q1, second.q3) == (None, LONG, None, None)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"machine": ""}, "has no machine"),
        ({"median": ""}, "has no median"),
        ({"mlen": "0"}, "'0' is neither bytes nor long"),
        ({"median": "fast"}, "'fast' is not a speed"),
        ({"median": "nan"}, "'nan' is not a speed"),
        ({"q3": "-1"}, "'-1' is not a speed"),
        ({"q3": ""}, "has only one quartile"),
        ({"q1": "2.5"}, "its quartiles are out of order"),
        ({"year": "12"}, "'12' is not a year"),
        ({"source": "hearsay"}, "'hearsay' is not in sources.csv"),
        ({"source": "it"}, "it has long messages only, says sources.csv"),
        ({"note": "\x1b[31m"}, "has an unprintable character"),
        ({"mlen": "8"}, "repeats the figure of line 2"),
    ],
)
def test_malformed_rows(wrong: dict[str, str], complaint: str, tmp_path: Path) -> None:
    write(tmp_path, {**GOOD, "mlen": "8"}, {**GOOD, **wrong})
    with pytest.raises(Trouble) as error:
        load(tmp_path)
    expected = f"{tmp_path / 'some.csv'}, line 3: {complaint}; README.md beside it explains"
    assert str(error.value).startswith(expected)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("machine\n", "line 1: the columns are not machine,microarchitecture,"),
        (f"{','.join(COLUMNS)}\nbox,Zen\n", "line 2: has 2 fields of 12"),
    ],
)
def test_malformed_files(text: str, complaint: str, tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "some.csv").write_text(text)
    with pytest.raises(Trouble, match=complaint):
        load(tmp_path)


@pytest.mark.parametrize("row", ["me,author,all,again", "you,nobody,all,x", "you,author,some,x"])
def test_malformed_sources(row: str, tmp_path: Path) -> None:
    write(tmp_path)
    with (tmp_path / SOURCES).open("a") as file:
        file.write(f"{row}\n")
    with pytest.raises(Trouble, match=r"sources\.csv, line 4: "):
        load(tmp_path)
