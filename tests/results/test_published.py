"""Figures from the literature: all are read, all have a source, none was changed."""

from __future__ import annotations

import csv
import hashlib
import math
import re
from collections import Counter

import pytest

from shootout.machine import microarchitecture
from shootout.registry.families import SHOOTOUT
from shootout.results.published import FOLDER, SOURCES, Published, load, load_sources, rows
from shootout.results.stats import LONG

# The digests of the figures as they were collected from their sources.
COLLECTED = {
    "cryptogams": "c55cfacfe6491cf910c411213f5f302c0dc154c4d23845ae2e48b5a7b05a8933",
    "ebash": "20db84a533618da7660b53fdc8876240e1a841662ee18ed653fd0b4a2cf81bfb",
    "hacl": "e06b0e43bed5d0d335db904ad4ed4e39345d88a6a44c96390fb7993df08a831d",
    "hanser": "b72c5f11ba8f110b6d2af47cd6ad714b04724bb99f750f644dd6cc5b7abef5e4",
    "hanser-sphlib": "12931ae801b3b0321ead314b6537f1419187ee78308f807b417aedebae9830f3",
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
    assert found["hanser"] == found["hanser-sphlib"] == 24


def test_every_source_is_named_and_used(figures: list[Published]) -> None:
    assert {figure.source.key for figure in figures} == set(load_sources(FOLDER / SOURCES))
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"`{path.name}`" in readme for path in FOLDER.glob("*.csv"))


def test_what_is_second_hand_or_long_only_says_so(figures: list[Published]) -> None:
    assert {f.collection for f in figures if f.source.second_hand} == {"ebash"}
    only = {f.collection for f in figures if f.source.long_only}
    assert only == {"cryptogams", "hanser", "hanser-sphlib", "sphlib"}
    assert all(f.mlen == LONG for f in figures if f.collection in only)


def test_microarchitectures_are_those_of_the_table(figures: list[Published]) -> None:
    assert {f.microarchitecture for f in figures} - set(microarchitecture.order()) == NAMELESS


def test_functions_are_those_of_the_paper(figures: list[Published]) -> None:
    others = {figure.primitive for figure in figures} - set(SHOOTOUT)
    assert others == {"jh256", "jh512"}
    assert all("35.5 rounds" in f.note for f in figures if f.primitive in others)


@pytest.mark.parametrize(("collection", "digest"), COLLECTED.items())
def test_nothing_was_changed(collection: str, digest: str) -> None:
    """Names of machines and notes may get better; a figure stays as it was printed."""
    same = ("machine", "abi", "cpu", "year", "primitive", "mlen", "q1", "median", "q3")
    rows = csv.DictReader((FOLDER / f"{collection}.csv").read_text().splitlines())
    text = "".join(",".join(row[key] for key in same) + "\n" for row in rows)
    assert hashlib.sha256(text.encode()).hexdigest() == digest


NEEDED = ("machine", "microarchitecture", "abi", "primitive", "mlen", "median", "source")


def wrong(row: dict[str, str]) -> str:
    """What a row of figures lacks; empty if it has all."""
    if None in row or None in row.values() or not all(row[name] for name in NEEDED):
        return "too many or too few fields"
    if not all(value.isprintable() for value in row.values()):
        return "an unprintable character"
    if not re.fullmatch(r"(\d{4})?", row["year"]) or not re.fullmatch(
        "long|[1-9]\\d*", row["mlen"]
    ):
        return "a year or a length of another form"
    speeds = [float(row[name]) for name in ("q1", "median", "q3") if row[name]]
    rising = all(low <= high for low, high in zip(speeds, speeds[1:]))
    if len(speeds) == 2 or not rising or not all(0 < each < math.inf for each in speeds):
        return "no speeds, or quartiles out of order"
    return ""


def test_every_row_has_its_form(figures: list[Published]) -> None:
    files = [path for path in FOLDER.glob("*.csv") if path.name != SOURCES]
    assert [path.name for path in files for row in rows(path) if wrong(row)] == []
    names = Counter((f.collection, f.machine, f.abi, f.primitive, f.mlen) for f in figures)
    assert max(names.values()) == 1, names.most_common(1)
    sources = list(rows(FOLDER / SOURCES))
    assert len({row["source"] for row in sources}) == len(sources)
    for row in sources:
        assert row["hand"] in ("author", "raw", "quoted") and row["lengths"] in ("long", "all")
        assert row["source"] and row["text"] and None not in row


GOOD = {
    "machine": "box", "microarchitecture": "Zen", "abi": "amd64", "cpu": "", "year": "2012",
    "primitive": "sha256", "mlen": "64", "q1": "1", "median": "2", "q3": "3",
    "source": "me", "note": "",
}  # fmt: skip


@pytest.mark.parametrize("fault", [
    {"machine": ""}, {"median": ""}, {"mlen": "0"}, {"median": "nan"}, {"q1": "-1"}, {"q3": ""},
    {"q1": "2.5"}, {"year": "12"}, {"note": "\x1b[31m"}, {"more": None},
])  # fmt: skip
def test_other_forms_are_found(fault: dict[str, str]) -> None:
    assert wrong({**GOOD, **fault}) and not wrong(GOOD)
