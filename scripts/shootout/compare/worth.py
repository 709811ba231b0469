"""./do compilers [FILE]: the best and the worst compiler of each implementation."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..common.errors import Usage
from ..common.progress import BAR
from ..ranking.lines import LineChoice, choices
from ..ranking.words import number
from ..registry.tree import matches
from ..report.machines import READING
from ..report.selection import newest_own, result_files
from ..report.sheet import FORMS, Sheet, show
from ..report.table import Table, place, short_compilers, split
from ..results.reader import read
from ..results.records import Result
from .sides import parted

HELP = """\
Prints for each implementation which compiler line made it the fastest and which
the slowest:

    ./do compilers
    ./do compilers FILE 'blake*' '*/opt64'

Times are of 1536 bytes."""


def of_lines(table: Table, found: Sequence[LineChoice]) -> Sheet:
    """The sheet of lines: the best and the worst of each implementation."""
    names = short_compilers(row.compiler for row in table.rows)
    grid = [["function", "implementation", "best", "worst", "times "]]
    for choice in sorted(found, key=lambda c: (place(c.best.primitive), c.best.implementation)):
        best, worst = choice.best, choice.worst
        cells = [best.primitive, best.implementation, names[best.compiler], names[worst.compiler]]
        grid.append([*cells, f"{number(choice.ratio)} "])
    notes = ["time with the worst line, as a multiple of the best, at 1536 bytes"]
    return Sheet(f"{table.title()}: best and worst compiler", grid, 4, notes)


def chosen(result: Result, patterns: Sequence[str]) -> list[Table]:
    """The tables of a file that patterns leave something of, Java's left out."""
    blocks = tuple(
        b
        for b in result.blocks
        if not patterns or any(matches(p, b.primitive, b.implementation) for p in patterns)
    )
    some = Result(result.where, blocks, facts=result.facts)
    return [table for table in split(some) if not table.java]


def main(args: argparse.Namespace) -> int:
    """Print the tables of one file."""
    named, patterns = parted(args.words)
    if len(named) > 1:
        raise Usage(f"compilers takes one result file, not {len(named)}")
    own = named[0] if named else newest_own() or result_files()[-1]
    (result,) = (read(path, curves=False) for path in BAR.each(READING, [own]))
    every = ((table, choices(table.rows)) for table in chosen(result, patterns))
    sheets = [of_lines(table, lines) for table, lines in every if lines]
    if not sheets:
        raise Usage("nothing to compare: no implementation was compiled by two compilers")
    show(sheets, args.format)
    return 0


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = HELP
    parser.add_argument("words", metavar="FILE|PATTERN", nargs="*")
    parser.add_argument("--format", choices=FORMS, default=FORMS[0])
    parser.set_defaults(func=main)
