"""Sheets of figures with the same text for a terminal and in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from ..common.terminal import folded
from ..common.terminal import width as terminal_width

FORMS = ("terminal", "markdown")
RULE = "\u2500"  # a cell of it is a line as wide as its column


@dataclass(frozen=True)
class Sheet:
    """A table with notes: `grid` begins with the head; the first `names` columns are text.

    `spare` are the heads of columns that a narrow terminal can do without, the first one first.
    """

    title: str
    grid: Sequence[Sequence[str]]
    names: int
    notes: Sequence[str] = ()
    spare: Sequence[str] = ()
    tight: bool = False  # for a small screen: no empty lines within, and no word on what is spared


def terminal(sheet: Sheet) -> list[str]:
    """The lines of the sheet for a terminal.

    A table that is wider than the terminal has narrower gaps, then loses spare columns, which
    a note tells. If that is not enough, names stand above the figures.
    """
    title = folded(sheet.title)
    lines, spared = _fitting(sheet, terminal_width())
    notes = list(sheet.notes)
    if sheet.tight:
        return ["", title, *lines, *map(folded, notes)]
    if spared:
        left_out = f"left out in {terminal_width()} columns: {', '.join(map(str.strip, spared))}"
        notes.append(f"{left_out}; a wider terminal or --format markdown has all")
    return [title, "", *lines, "", *map(folded, notes), ""]


def _fitting(sheet: Sheet, most: int) -> tuple[list[str], Sequence[str]]:
    """The lines of the table in at most so many columns, and the heads that are left out."""
    head = list(sheet.grid[0])
    spare = [each for each in sheet.spare if each in head]
    ways = [each for count in range(len(spare) + 1) for each in combinations(spare, count)]
    for form, left_out, gap in product((_aligned, _below_names), ways, (2, 1)):
        kept = [i for i, each in enumerate(head) if each not in left_out]
        grid = [[line[i] for i in kept] for line in sheet.grid]
        lines = form(grid, sum(i < sheet.names for i in kept), gap)
        if max(map(len, lines)) <= most:
            break
    return lines, left_out


def _aligned(grid: Sequence[Sequence[str]], names: int, gap: int) -> list[str]:
    """The lines of a grid: columns of names to the left, of figures to the right."""
    widths = [max(map(len, column)) for column in zip(*grid)]
    grid = [
        [cell * width if cell == RULE else cell for cell, width in zip(line, widths)]
        for line in grid
    ]
    return [
        (" " * gap)
        .join(
            cell.ljust(width) if i < names else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths))
        )
        .rstrip()
        for line in grid
    ]


def _below_names(grid: Sequence[Sequence[str]], names: int, gap: int) -> list[str]:
    """The lines of a grid with names above figures; equal names are printed once."""
    figures = _aligned([line[names:] for line in grid], 0, gap)
    found, before = list[str](), ""
    for line, rest in zip(grid, figures):
        own = ", ".join(filter(None, line[:names])) if line[0] != RULE else before
        if own != before:
            found.append(folded(own))
        before = own
        found.append(f"    {rest}")
    return found


def markdown(sheet: Sheet) -> list[str]:
    """The lines of the sheet in Markdown."""
    rule = [":--" if i < sheet.names else "--:" for i in range(len(sheet.grid[0]))]
    head, *lines = ([_md(cell.strip()) for cell in line] for line in sheet.grid)
    table = ["| " + " | ".join(line) + " |" for line in (head, rule, *lines)]
    return [
        f"### {_md(sheet.title)}",
        "",
        *table,
        "",
        *(f"- {_md(note)}" for note in sheet.notes),
        "",
    ]


def _md(text: str) -> str:
    return re.sub(r"([\\`*<|\[])", r"\\\1", text)


def printed(sheets: Iterable[Sheet], form: str) -> list[str]:
    """The lines of the sheets in one of FORMS."""
    if form == "terminal":
        return [line for each in sheets for line in terminal(each)]
    return [line for each in sheets for line in markdown(each)]


def show(sheets: Iterable[Sheet], form: str) -> None:
    """Print the sheets in one of FORMS."""
    print("\n".join(printed(sheets, form)).rstrip())
