"""What compilers are worth."""

from __future__ import annotations

from conftest import ROOT

from shootout.ranking.lines import choices
from shootout.report.table import split
from shootout.results.reader import read
from shootout.results.stats import DECIDING

FILE = ROOT / "data" / "zen3vm-20261121-190549.tar.gz"


def test_choices_are_those_of_the_medians() -> None:
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
