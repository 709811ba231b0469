"""./do tables FILE...: the tables of the paper, from result files."""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

from ..common.arguments import pattern
from ..results.figures import Row, overall
from ..results.reader import read
from ..results.records import Result, failures
from ..results.stats import DECIDING, LENGTHS, Length
from . import sheet
from .doubts import MARK, doubt_notes, listed
from .selection import matching, result_files
from .sheet import Sheet
from .table import Table, chosen, place, short_compilers, split

FORMS = ("terminal", "markdown", "latex", "csv", "json")
KEYS = ("machine", "abi", "primitive", "implementation", "compiler")
VALUES = ("mlen", "q1", "median", "q3", "unit", "counter", "doubts", "grade")
LEFT = 3  # columns of names; numbers follow


@dataclass(frozen=True)
class TableOptions:
    """The form of tables: `each` implementation or only the fastest; medians or all quartiles."""

    form: str = "terminal"
    each: bool = False
    quartiles: bool = False
    colour: bool = False


DEFAULT = TableOptions()


def _median(row: Row) -> float:
    return row.figures.median(DECIDING) if DECIDING in row.figures else math.inf


def _number(row: Row, mlen: Length, quartile: str = "median") -> str:
    figure = row.figures.get(mlen)
    if not figure:
        return "- "
    return f"{getattr(figure, quartile):.2f}{MARK if figure.doubts else ' '}"


def _sheet(table: Table, names: dict[str, str], options: TableOptions) -> Sheet:
    """The sheet of a table: its figures, the rule that chose them, the doubts about them."""
    head, quarters = ["function", "implementation", "compiler"], ["q1", "median", "q3"]
    if options.quartiles or options.form == "latex":
        shown = chosen(table, each=options.each)
        grid = [[*head, "bytes ", *(f"{q} " for q in quarters)]]
        for mlen, row in shown:
            cells = [row.primitive, row.implementation, names[row.compiler], f"{mlen} "]
            grid.append(cells + [_number(row, mlen, q) for q in quarters])
        rule = "the fastest at each length"
    else:
        best = overall(table.rows, per_implementation=options.each)
        best.sort(key=lambda row: (place(row.primitive), _median(row)))
        shown = [(mlen, row) for row in best for mlen in row.figures]
        grid = [[*head, *(f"{mlen} " for mlen in LENGTHS)]]
        for row in best:
            cells = [row.primitive, row.implementation, names[row.compiler]]
            grid.append(cells + [_number(row, mlen) for mlen in LENGTHS])
        rule = f"medians of the fastest at {DECIDING} bytes"
    alarms = table.alarms()
    notes = ["{} per byte{}: {}".format(*table.unit(), rule), *table.remarks()]
    notes += [f"{word}: {reason}" for word, reason in alarms.items()]
    notes += [*doubt_notes(shown), *([str(table.grade)] if table.grade else [])]
    return Sheet(table.title(), grid, len(head), notes, list(alarms))


def _failed(result: Result) -> list[str]:
    """Notes about failures, grouped by cause, and about cells that were verified, not timed."""
    cells = {a.cell for a in result.attempts}
    found, notes = failures(result.attempts), []
    for why, attempts in found.items():
        count = Counter(f"{a.primitive}/{a.implementation}" for a in attempts)
        notes.append(f"{len(attempts):5} {why}: {listed([f'{k} ({n})' for k, n in count.items()])}")
    if found:
        notes.insert(0, f"{sum(map(len, found.values()))} of {len(cells)} cells failed:")
    emulated = {a.cell for a in result.attempts if a.word == "emulated"}
    emulated -= {a.cell for attempts in found.values() for a in attempts}
    if emulated:
        notes.append(f"Cells verified under an emulator and never timed: {len(emulated)}")
    return notes


def summary(result: Result, options: TableOptions = DEFAULT) -> str:
    """All tables of a result and then its failures, for a terminal, in Markdown or in LaTeX."""
    names = short_compilers(
        [r.compiler for r in result.blocks] + [a.compiler for a in result.attempts]
    )
    sheets = (_sheet(table, names, options) for table in split(result))
    lines = sheet.printed(sheets, options.form, colour=options.colour)
    if not lines:
        missing = f"{result.where}: no timings"
        lines = [sheet.tex(missing) if options.form == "latex" else missing, ""]
    failed = _failed(result)
    if options.form == "latex":
        failed = sheet.itemized(failed)
    elif failed and options.form == "markdown":
        failed = ["```", *failed, "```"]
    return "\n".join([*lines, *failed]).rstrip() + "\n"


def records(result: Result, options: TableOptions = DEFAULT) -> list[dict[str, Any]]:
    """A record for each figure: at each length that of the fastest cell, with full names."""
    return [
        {
            **{key: getattr(row, key) for key in KEYS},
            "mlen": mlen,
            **{q: round(getattr(row.figures[mlen], q), 4) for q in ("q1", "median", "q3")},
            "unit": f"{table.unit()[0]}/byte",
            "counter": table.counter,
            "doubts": " ".join(row.figures[mlen].doubts),
            "left_out": " ".join(row.figures[mlen].left_out),
            "samples": row.figures[mlen].samples,
            "rounds": row.figures[mlen].rounds,
            "grade": table.grade.letter if table.grade else "",
        }
        for table in split(result)
        for mlen, row in chosen(table, each=options.each)
    ]


def render(results: Sequence[Result], options: TableOptions = DEFAULT) -> str:
    """The text of the results in the form of the options."""
    if options.form not in ("csv", "json"):
        text = "\n".join(summary(result, options) for result in results)
        whole = options.form == "latex"
        return sheet.PREAMBLE + text + sheet.POSTAMBLE if whole else text
    figures = [record for result in results for record in records(result, options)]
    if options.form == "csv":
        out = io.StringIO()
        writer = csv.DictWriter(out, [*KEYS, *VALUES], extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(figures)
        return out.getvalue()
    failed = [
        {"cause": why, **attempt._asdict()}
        for result in results
        for why, attempts in failures(result.attempts).items()
        for attempt in attempts
    ]
    return json.dumps({"figures": figures, "failures": failed}, indent=1) + "\n"


def of_machines(results: Sequence[Result], regex: str) -> list[Result]:
    """The results reduced to machines whose name matches; those with no such machine go."""
    names = {b.machine for r in results for b in r.blocks}
    chosen = matching(names | {a.machine for r in results for a in r.attempts}, regex)
    found = []
    for result in results:
        blocks = tuple(b for b in result.blocks if b.machine in chosen)
        attempts = tuple(a for a in result.attempts if a.machine in chosen)
        if blocks or attempts:
            found.append(replace(result, blocks=blocks, attempts=attempts))
    return found


def tables(
    paths: Sequence[Path],
    options: TableOptions = DEFAULT,
    out: TextIO | None = None,
    machine: str = "",
) -> int:
    """Print the tables of result files, of a damaged one as far as it could be read.

    Returns the exit status: 1 when a file is damaged.
    """
    results = [read(path, curves=False, keep=True) for path in paths]
    complaints = [str(result.complaint) for result in results if result.complaint]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if machine:
        results = of_machines(results, machine)
    (out or sys.stdout).write(render(results, options))
    return 1 if complaints else 0


def main(args: argparse.Namespace) -> int:
    options = TableOptions(args.format, args.all, args.quartiles, sheet.coloured())
    return tables(result_files(args.files), options, machine=args.machine)


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `tables` to the command line."""
    parser = subparsers.add_parser("tables", help="print the figures of result files")
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    add("--format", choices=FORMS, default=FORMS[0], help="latex always has the quartiles")
    add("--machine", type=pattern, default="", metavar="REGEX", help="only machines that match")
    add("--all", action="store_true", help="every implementation, not only the fastest")
    add("--quartiles", action="store_true", help="three figures for each length")
    parser.set_defaults(func=main)
