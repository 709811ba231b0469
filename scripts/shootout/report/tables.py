"""./do tables FILE...: the tables of the paper, from result files."""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from ..common.grouped import grouped
from ..common.named import escaped
from ..common.paths import FUNCTIONS
from ..common.progress import BAR
from ..common.terminal import folded, warn, width
from ..ranking import promises
from ..ranking.words import cut, verdicts
from ..registry.families import shown_in
from ..registry.releases import HARNESS
from ..registry.sets import ALL, DEFAULT, PAPERS, called, known, level, sources_of
from ..results.figures import Row, every_length
from ..results.reader import read
from ..results.records import BESIDE, Result, failures
from ..results.stats import ALL_LENGTHS, DECIDING, FURTHER, Length, lengths_of
from . import counts, sheet
from .conversion import CYCLES, GBS, UNITS, converted
from .doubts import LAID, MARK, layout_note, listed, mark, notes_on
from .exclusions import AGAIN
from .exported import as_csv, as_json
from .exported import records as records
from .machines import READING
from .selection import add_set, newest, newest_own, of_set, result_files
from .sheet import Sheet
from .size import MEANING, written
from .table import PLAIN, Table, chosen, joined, place, short_compilers, tables_of
from .table import TableOptions as TableOptions

FORMS = (*sheet.FORMS, "csv", "json")
SIZE = "size "
# Columns that a narrow terminal can do without.
SPARE = ("cold ", "stack ", "4096 ", "compiler", SIZE, "65536 ", "output ", "security ", "576 ")
SPREAD = "spread"
WORST = f"{SPREAD}: half of the distance between the quartiles, at the worst length"
# What a brief table has, each with its explanation.
SIGNS = (
    (" +", "+1: another leads elsewhere"),
    (SPREAD, f"{SPREAD}: (q3-q1)/2"),
    (MARK, f"{MARK} doubtful"),
    (LAID, f"{LAID} depends on the layout"),
)
MORE = "more: ./do tables"
# Columns that need an explanation.
COLUMNS = {
    promises.COLUMN: promises.MEANING,
    SIZE: MEANING,
    "stack ": "stack: bytes that a call with 4096 bytes writes there",
    "cold ": "cold: nanoseconds of a call with 1536 bytes, some, with code and data in no cache",
}
Grid = list[list[str]]
At = Mapping[Length, Row]  # the rows of a line
Cells = Callable[[Row, At], str]  # makes the cell of a line
NULL = "null: a function that does nothing; its figures are what a call costs"


def _name(row: Row) -> str:
    """The name of the implementation, in brackets if its work is done by native code in a VM."""
    return f"[{row.implementation}]" if row.native else row.implementation


def _lines(shown: Sequence[tuple[Length, Row]], *, each: bool) -> list[tuple[Row, At]]:
    """A line for each function, or `each` implementation: its rows by length.

    A line is named after the row at 1536 bytes, or else after its first; the fastest come first.
    """
    found: dict[tuple[str, str], dict[Length, Row]] = {}
    for mlen, row in shown:
        name = row.implementation if each else row.native
        found.setdefault((row.primitive, name), {})[mlen] = row
    lines = [(at.get(DECIDING, next(iter(at.values()))), at) for at in found.values()]
    return sorted(lines, key=lambda line: (place(line[0].primitive), _median(line[1])))


def _grid(columns: Mapping[str, Cells], lines: Sequence[tuple[Row, At]], name: str) -> Grid:
    """The head and the lines; those of the default by security, a rule between two levels."""
    grid = [[*columns]]
    if name != DEFAULT:
        return [*grid, *([cell(*line) for cell in columns.values()] for line in lines)]
    levels = grouped(lines, lambda line: level(FUNCTIONS / line[0].primitive))
    for bits in sorted(levels):
        some = sorted(levels[bits], key=lambda line: _median(line[1]))
        grid += [[sheet.RULE] * len(columns)]
        grid += [[cell(*line) for cell in columns.values()] for line in some]
    return grid


def _median(at: At) -> float:
    return at[DECIDING].figures.median(DECIDING) if DECIDING in at else math.inf


def _others(row: Row, at: At, what: str = "cell") -> str:
    """The number of other programs that are the fastest at some lengths: +2; empty if none is."""
    others = {getattr(each, what) for each in at.values()} - {getattr(row, what)}
    return f" +{len(others)}" if others else ""


def _number(table: Table, row: Row, mlen: Length, options: TableOptions) -> str:
    timed = row.figures.get(mlen)
    figure = converted(timed, options.unit, table.hertz) if timed else None
    if not figure:
        return "- "
    digits = 3 if options.unit == GBS else 2
    return f"{figure.median:.{digits}f}{mark(figure)}"


def _unit(table: Table, options: TableOptions) -> str:
    """The unit in words, with the clock that it was converted by."""
    if options.unit == CYCLES:
        return "{} per byte{}, less is faster".format(*table.unit())
    if not table.hertz:
        return f"{UNITS[options.unit]}: unknown, for the file does not tell the rate of its counter"
    what = "clock" if table.unit()[0] == "core cycles" else "counter"
    clock = f"{table.hertz / 1e9:.3f} GHz, the recorded {what}"
    return (
        f"{UNITS[options.unit]} at {clock}, {'more' if options.unit == GBS else 'less'} is faster"
    )


def _spread(at: At) -> str:
    """Half of the interquartile range, in parts of the median where that is largest.

    Slopes of the null function may be 0, and less.
    """
    figures = [row.figures[mlen] for mlen, row in at.items()]
    worst = max(((f.q3 - f.q1) / 2 / f.median for f in figures if f.median > 0), default=math.inf)
    return f"\u00b1{worst:.1%}" if worst < 1 else ">100%"


def _columns(
    table: Table, options: TableOptions, shown: Sequence[tuple[Length, Row]], names: dict[str, str]
) -> dict[str, Cells]:
    """The columns of a table: what makes the cell of a line, by the head."""

    def number(mlen: Length) -> Cells:
        return lambda _, at: _number(table, at[mlen], mlen, options) if mlen in at else "- "

    timed = {mlen for mlen, _ in shown}
    usual = {n for n in lengths_of(table.set) if n in timed or n not in FURTHER}
    wanted = usual | timed.difference(ALL_LENGTHS)
    lengths = [n for n in every_length(table.rows) if n in wanted]
    figures = {f"{mlen} ": number(mlen) for mlen in lengths}
    figures[SPREAD] = lambda _, at: _spread(at)
    named = str if options.each else called
    found: dict[str, Cells] = {"function": lambda row, _: named(row.primitive)}
    if options.brief:
        led = "implementation"
        return {**found, led: lambda row, at: _name(row) + _others(row, at, led), **figures}
    found["implementation"] = lambda row, _: _name(row)
    found["compiler"] = lambda row, at: names[row.compiler] + _others(row, at)
    found.update(figures)
    if strong := known(row.primitive for _, row in shown):
        unknown = "-", "-"
        found["output "] = lambda row, _: f"{strong.get(row.primitive, unknown)[0]} "
        found["security "] = lambda row, _: f"{strong.get(row.primitive, unknown)[1]} "
    if options.each and table.promises:
        found[promises.COLUMN] = lambda row, _: f"{table.promises.get(row.cell, '-')} "
    if options.each and table.sizes:
        found[SIZE] = lambda row, _: f"{written(table.sizes.get(row.cell, {}))} "
        recorded = {name for files in table.sizes.values() for name in files}
        found |= {f"{name} ": _cost(table, name) for name in BESIDE if name in recorded}
    return found


def _cost(table: Table, name: str) -> Cells:
    return lambda row, _: f"{table.sizes.get(row.cell, {}).get(name, '-')} "


def _said(table: Table) -> list[str]:
    """The verdicts; the table of the paper has told those of its functions."""
    told = (PAPERS,) if table.set == DEFAULT else ()
    return verdicts(row for row in table.rows if shown_in(row.primitive) not in told)


def _brief(table: Table, options: TableOptions) -> Sheet:
    """The sheet that a run ends with: what fits a screen and a half, a function in each line."""
    shown = [(mlen, row) for mlen, row in chosen(table) if row.primitive != "null"]
    columns = _columns(table, options, shown, {})
    lines = _lines(shown, each=False)
    grid = _grid(columns, lines, table.set)
    text = "".join(cell for line in grid for cell in line)
    signs = [what for sign, what in SIGNS if sign in text]
    told = _said(table) if options.verdicts else []
    laid = layout_note((mlen, row.primitive, row.figures[mlen]) for mlen, row in shown)
    notes = [cut(each, width()) for each in (*told, *laid)]
    notes += [table.grade.brief(width())] if table.grade else []
    title = f"{table.whose()}: {_unit(table, options)}, fastest per length"
    more = "; ".join([*signs, MORE])
    return Sheet(title, grid, 2, [*notes, more], SPARE, tight=True)


def _sheet(table: Table, names: dict[str, str], options: TableOptions) -> Sheet:
    """The sheet of a table: its figures, the rule that chose them, the doubts about them."""
    if options.brief:
        return _brief(table, options)
    shown = chosen(table, each=options.each)
    shown = [(mlen, row) for mlen, row in shown if options.each or row.primitive != "null"]
    columns, lines = _columns(table, options, shown, names), _lines(shown, each=options.each)
    grid = _grid(columns, lines, table.set)
    named = f"; {counts.NAMED}" * any(_others(*line) for line in lines)
    rule = f"medians of the fastest at each length{named}; {WORST}"
    notes = [f"{_unit(table, options)}: {rule}", *_notes(table, options, shown, grid[0])]
    return Sheet(table.title(), grid, 3, notes, SPARE)


def _notes(
    table: Table, options: TableOptions, shown: Sequence[tuple[Length, Row]], head: Sequence[str]
) -> list[str]:
    """The notes below a table, but for the rule: on functions, columns, the machine, doubts."""
    notes = [*_said(table), *table.remarks()]
    notes += [f"left out, it cannot be: {what}" for what in table.impossible]
    notes += sources_of(row.primitive for _, row in shown)
    notes += [NULL] if any(row.primitive == "null" for _, row in shown) else []
    notes += [meaning for column, meaning in COLUMNS.items() if column in head]
    native = {_name(row): row.native for _, row in shown if row.native}
    notes += [f"{name} is not Java: {what}" for name, what in native.items()]
    notes += notes_on(
        (mlen, row.primitive + f"/{row.implementation}" * options.each, row.figures[mlen])
        for mlen, row in shown
    )
    notes += [str(table.grade)] if table.grade else []
    return [*notes, *([AGAIN] if HARNESS in table.facts else [])]


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


def summary(result: Result, options: TableOptions = PLAIN) -> str:
    """All tables of a result and then its failures, for a terminal or in Markdown."""
    names = short_compilers(
        [r.compiler for r in result.blocks] + [a.compiler for a in result.attempts]
    )
    shown = tables_of(result, options)
    if not options.each:  # the null hash is no function that is looked for
        shown = [t for t in joined(shown) if any(row.primitive != "null" for row in t.rows)]
    sheets = (_sheet(table, names, options) for table in shown)
    lines = sheet.printed(sheets, options.form)
    if not lines:
        missing = f"{escaped(result.where)}: no timings{' of Java' if options.java else ''}"
        lines = [folded(missing), ""]
    failed = _failed(result)
    if failed and options.form == "markdown":
        failed = ["```", *failed, "```"]
    else:
        failed = list(map(folded, failed))
    return "\n".join([*lines, *failed]).rstrip() + "\n"


def render(results: Sequence[Result], options: TableOptions = PLAIN) -> str:
    """The text of the results in the form of the options."""
    if options.form in ("csv", "json"):
        return (as_csv if options.form == "csv" else as_json)(results, options)
    return "\n".join(summary(result, options) for result in results)


def tables(paths: Sequence[Path], options: TableOptions = PLAIN, out: TextIO | None = None) -> int:
    """Print the tables of result files, of a damaged one as far as it could be read. Returns the
    exit status: 1 when a file is damaged."""
    results = [read(path, curves=False, keep=True) for path in BAR.each(READING, paths)]
    complaints = [str(result.complaint) for result in results if result.complaint]
    for complaint in complaints:
        warn(complaint)
    (out or sys.stdout).write(render(results, options))
    return 1 if complaints else 0


def main(args: argparse.Namespace) -> int:
    list(of_set(args.set))  # refuses the name of no set
    own = None if args.files else newest_own()
    brief = not (args.files or own or args.all)  # for those without a result one screen
    name = PAPERS if brief and args.set == ALL else args.set
    options = TableOptions(args.format, args.all, args.unit, args.java, name, brief, False)
    return tables(result_files(args.files) if args.files else [own or newest()], options)


def register(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", type=Path, help="default: the newest of this machine")
    add("--format", choices=FORMS, default=FORMS[0])
    add_set(parser, ALL)
    add("--all", action="store_true", help="every implementation, not only the fastest")
    add("--java", action="store_true", help="Java's figures, not those of native code")
    add("--unit", choices=UNITS, default=CYCLES, help="of a byte, from the core's recorded clock")
    parser.set_defaults(func=main)
