"""Figures from the literature: all are read, all have a source, none was changed."""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter

import pytest

from shootout.machine import microarchitecture
from shootout.registry.families import ORDER
from shootout.registry.sets import told_of
from shootout.results.published import FOLDER, SOURCES, Published, load, load_sources, rows
from shootout.results.stats import LONG

# The digest of the figures as they were collected from their sources.
COLLECTED = "61255f435f6770745374109d54568a55d02860469eda17043ef62cf924537c0a"
# What known/microarchitectures has no name for, or the source tells too little of.
NAMELESS = {"BCM3302", "Core 2", "unknown", "z15"}


@pytest.fixture(scope="module")
def figures() -> list[Published]:
    return load()


def test_every_row_is_read(figures: list[Published]) -> None:
    assert Counter(figure.collection for figure in figures) == {
        path.stem: len([*rows(path)]) for path in FOLDER.glob("*.csv") if path.name != SOURCES
    }


def test_every_source_is_named_and_used(figures: list[Published]) -> None:
    assert {figure.source.key for figure in figures} == set(load_sources(FOLDER / SOURCES))
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert all(f"`{path.name}`" in readme for path in FOLDER.glob("*.csv"))


def test_what_is_second_hand_says_so(figures: list[Published]) -> None:
    assert {f.collection for f in figures if f.source.second_hand} == {"ebash"}


def test_microarchitectures_are_those_of_the_table(figures: list[Published]) -> None:
    assert {f.microarchitecture for f in figures} - set(microarchitecture.order()) == NAMELESS


def test_functions_are_those_of_the_tree(figures: list[Published]) -> None:
    others = {figure.primitive for figure in figures} - set(ORDER)
    assert others == {"jh256", "jh512"}
    assert all("35.5 rounds" in f.note for f in figures if f.primitive in others)
    trees = {f.primitive for f in figures if f.mlen == LONG}.intersection(told_of("trees"))
    assert not trees, "whose last byte costs another thing at 1 MiB"


def test_nothing_was_changed() -> None:
    """Names of microarchitectures and notes may get better; a figure stays as it was printed."""
    same = ("machine", "abi", "cpu", "year", "primitive", "mlen", "q1", "median", "q3")
    files = [path for path in sorted(FOLDER.glob("*.csv")) if path.name != SOURCES]
    text = "".join(",".join(r[key] for key in same) + "\n" for path in files for r in rows(path))
    assert hashlib.sha256(text.encode()).hexdigest() == COLLECTED


NEEDED = ("machine", "microarchitecture", "abi", "primitive", "mlen", "median", "source")


def test_every_row_has_its_form(figures: list[Published]) -> None:
    files = [path for path in FOLDER.glob("*.csv") if path.name != SOURCES]
    for row in (row for path in files for row in rows(path)):
        assert None not in row and None not in row.values() and all(row[name] for name in NEEDED)
        assert all(value.isprintable() for value in row.values()), row
        assert re.fullmatch(r"(\d{4})?", row["year"]), row
        assert re.fullmatch(r"long|[1-9]\d*", row["mlen"]), row
        speeds = [float(row[name]) for name in ("q1", "median", "q3") if row[name]]
        assert len(speeds) != 2 and speeds == sorted(speeds), row
        assert speeds[0] > 0 and speeds[-1] < math.inf, row
    names = Counter((f.collection, f.machine, f.abi, f.primitive, f.mlen) for f in figures)
    assert max(names.values()) == 1, names.most_common(1)
    sources = list(rows(FOLDER / SOURCES))
    assert len({row["source"] for row in sources}) == len(sources)
    for row in sources:
        assert row["hand"] in ("author", "raw", "quoted") and row["lengths"] in ("long", "all")
        assert row["source"] and row["text"] and None not in row
