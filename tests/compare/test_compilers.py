"""What compilers and options are worth."""

from __future__ import annotations

import pytest
from conftest import ROOT

from shootout.ranking.lines import change, choices, effects, together
from shootout.report.table import split
from shootout.results.reader import read
from shootout.results.stats import DECIDING

FILE = ROOT / "data" / "zen3vm-20261121-190549.tar.gz"


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ("gcc_-O3", "gcc_-O2", ("gcc", "-O3", "-O2")),
        ("gcc_-O3_-g", "gcc_-g_-O3_-funroll-loops", ("gcc", "", "-funroll-loops")),
        ("gcc_-march=native_-O3", "gcc_-march=x86-64-v3_-O3",
         ("gcc", "-march=native", "-march=x86-64-v3")),
        ("gcc_-O3", "clang_-O3", None),
        ("gcc_-O3", "gcc_-O3", None),
        ("gcc_-O3_-a", "gcc_-O2_-b", None),
        ("gcc_-O3", "gcc_-flto", None),  # no option of the same kind
    ],
)  # fmt: skip
def test_one_option_apart(before: str, after: str, found: tuple[str, ...] | None) -> None:
    assert change(before, after) == found


def test_choices_and_effects_are_those_of_the_medians() -> None:
    """By the figures of a file of ours, computed anew."""
    for table in split(read(FILE, curves=False)):
        if table.java:
            continue
        rows = [r for r in table.rows if r.primitive != "null" and DECIDING in r.figures.medians]
        by_cell = {r.cell: r.figures for r in rows}
        for choice in choices(rows):
            key = (choice.best.primitive, choice.best.implementation)
            its = [r.figures.median(DECIDING) for r in rows
                   if (r.primitive, r.implementation) == key]  # fmt: skip
            assert by_cell[choice.best].median(DECIDING) == min(its)
            assert by_cell[choice.worst].median(DECIDING) == max(its)
        found = effects(rows)
        assert {(e.before, e.after) for e in found} >= {("-O3", "-O2"), ("-O3", "-Os")}
        for effect in found:
            for cell, value in effect.ratios:
                before = cell.compiler.replace(f"_{effect.after}_", f"_{effect.before}_")
                one, other = by_cell[cell._replace(compiler=before)], by_cell[cell]
                assert one is not other
                assert value == pytest.approx(other.median(DECIDING) / one.median(DECIDING))
            assert sum(effect.count(1.02)) == len(effect.ratios)
        parts = [
            effects([r for r in rows if r.primitive == p]) for p in {r.primitive for r in rows}
        ]
        assert together(effect for part in parts for effect in part) == found
