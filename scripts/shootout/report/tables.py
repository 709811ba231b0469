"""./do tables FILE...: the tables of the paper, from result files."""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TextIO

from ..common.arguments import pattern
from ..common.named import cell, escaped
from ..common.progress import BAR
from ..common.terminal import folded, warn, width
from ..machine.energy import per_byte
from ..ranking import promises
from ..ranking.ratio import Ratio
from ..ranking.slower import core, slower
from ..ranking.standing import Field
from ..ranking.words import cut, verdicts
from ..registry.releases import HARNESS
from ..registry.sets import ALL
from ..registry.strengths import sources_of, strengths
from ..registry.tree import implementations, primitives
from ..results.figures import Row
from ..results.reader import read
from ..results.records import Result, failures
from ..results.stats import ALL_LENGTHS, DECIDING, FURTHER, LENGTHS, TOP, Length
from . import confirmed, instructions, sets, sheet
from .doubts import LAID, MARK, doubt_notes, layout_note, listed, mark
from .exclusions import AGAIN
from .machines import READING
from .selection import matching, newest_own, result_files
from .sheet import Sheet
from .size import MEANING, size, written
from .table import Table, chosen, place, short_compilers, split
from .unit import CYCLES, GBS, NS, UNITS, converted

FORMS = ("terminal", "markdown", "latex", "csv", "json")
KEYS = ("machine", "abi", "primitive", "implementation", "compiler")
QUARTILES = ("q1", "median", "q3")
VALUES = ("mlen", *QUARTILES, "unit", "counter", "doubts", "grade", "native", "size", "energy",
          "constant", "samples", "rounds", "left_out", "date", "file", "layout",
          "culprit")  # fmt: skip
PER = {NS: "ns/byte", GBS: "GB/s"}
ENERGY = "nJ/B "
MEANT_BY_ENERGY = (
    "nJ/B: nanojoules per byte of the whole package, while one core hashed 4096 bytes again and "
    "again by the fastest implementation at that length"
)
SPARE = ("4096 ", "compiler")  # columns that a narrow terminal can do without
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
NULL = "null: a function that does nothing; its figures are what a call costs"


@dataclass(frozen=True)
class TableOptions:
    """The form of tables: `each` implementation or only the fastest; medians or all quartiles."""

    form: str = "terminal"
    each: bool = False
    quartiles: bool = False
    colour: bool = False
    unit: str = CYCLES  # of UNITS
    java: bool | None = None  # Java's tables or those of native code; None for all
    set: str = ALL
    brief: bool = False  # nothing that a figure does not need, so that it fits a small screen
    verdicts: bool = True  # whether a brief table ends in verdicts, a line for each function
    marks: Mapping[str, confirmed.Marks] = field(default_factory=dict)  # by file


DEFAULT = TableOptions()


def _tables(result: Result, options: TableOptions) -> list[Table]:
    """The tables of the options, Java's last; where there is no native code, Java's."""
    marks = options.marks.get(result.where, {})
    of_set = (replace(t, marks=marks) for t in split(result) if options.set in (ALL, t.set))
    found = sorted(of_set, key=lambda table: table.java)
    wanted = [table for table in found if options.java in (None, table.java)]
    return wanted if wanted or options.java else found


def _name(row: Row) -> str:
    """The name of the implementation, in brackets if its work is done by native code in a VM."""
    return f"[{row.implementation}]" if row.native else row.implementation


def _lines(
    shown: Sequence[tuple[Length, Row]], *, each: bool
) -> list[tuple[Row, dict[Length, Row]]]:
    """A line for each function, or `each` implementation: its rows by length.

    A line is named after the row at 1536 bytes, or else after its first; the fastest come first.
    """
    found: dict[tuple[str, str], dict[Length, Row]] = {}
    for mlen, row in shown:
        name = row.implementation if each else row.native
        found.setdefault((row.primitive, name), {})[mlen] = row
    lines = [(at.get(DECIDING, next(iter(at.values()))), at) for at in found.values()]
    return sorted(lines, key=lambda line: (place(line[0].primitive), _median(line[1])))


def _median(at: Mapping[Length, Row]) -> float:
    return at[DECIDING].figures.median(DECIDING) if DECIDING in at else math.inf


def _others(row: Row, at: Mapping[Length, Row]) -> str:
    """The number of other programs that are the fastest at some lengths: +2; empty if none is."""
    others = {each.cell for each in at.values()} - {row.cell}
    return f" +{len(others)}" if others else ""


def _number(
    table: Table, row: Row, mlen: Length, options: TableOptions, quartile: str = "median"
) -> str:
    timed = row.figures.get(mlen)
    figure = converted(timed, options.unit, table.hertz) if timed else None
    if not figure:
        return "- "
    digits = 3 if options.unit == GBS else 2
    sign = confirmed.sign(table.mark(row, mlen)) if quartile == "median" else ""
    return f"{sign}{getattr(figure, quartile):.{digits}f}{mark(figure)}"


def _unit(table: Table, options: TableOptions) -> str:
    """The unit in words, with the clock that it was converted by."""
    if options.unit == CYCLES:
        return "{} per byte{}".format(*table.unit())
    if not table.hertz:
        return f"{UNITS[options.unit]}: unknown, for the file does not tell the rate of its counter"
    what = "clock" if table.unit()[0] == "core cycles" else "counter"
    return f"{UNITS[options.unit]} at {table.hertz / 1e9:.3f} GHz, the recorded {what}"


def _spread(at: Mapping[Length, Row]) -> str:
    """Half of the interquartile range, in parts of the median where that is largest.

    Slopes of the null function may be 0, and less.
    """
    figures = [row.figures[mlen] for mlen, row in at.items()]
    worst = max(((f.q3 - f.q1) / 2 / f.median for f in figures if f.median > 0), default=math.inf)
    return f"\u00b1{worst:.1%}" if worst < 1 else ">100%"


def _brief(table: Table, options: TableOptions) -> Sheet:
    """The sheet that a run ends with: what fits a screen and a half, a function in each line."""
    shown = [(mlen, row) for mlen, row in chosen(table) if row.primitive != "null"]
    timed = {mlen for mlen, _ in shown}
    columns = [mlen for mlen in ALL_LENGTHS if mlen in timed or mlen not in FURTHER]
    grid = [["function", "implementation", *(f"{mlen} " for mlen in columns), SPREAD]]
    for row, at in _lines(shown, each=False):
        others = len({each.implementation for each in at.values()} - {row.implementation})
        name = _name(row) + (f" +{others}" if others else "")
        figures = [_number(table, at[n], n, options) if n in at else "- " for n in columns]
        grid.append([row.primitive, name, *figures, _spread(at)])
    text = "".join(cell for line in grid for cell in line)
    signs = [what for sign, what in SIGNS if sign in text]
    told = [cut(each, width()) for each in verdicts(table.rows)] if options.verdicts else []
    laid = layout_note((mlen, row.primitive, row.figures[mlen]) for mlen, row in shown)
    told += [cut(each, width()) for each in laid]
    notes = [*told, *([table.grade.brief(width())] if table.grade else [])]
    title = f"{table.whose()}: {_unit(table, options)}, fastest per length"
    more = "; ".join([*signs, MORE])
    return Sheet(title, grid, 2, [*notes, more], list(table.alarms()), ("4096 ",), tight=True)


def _sheet(table: Table, names: dict[str, str], options: TableOptions) -> Sheet:
    """The sheet of a table: its figures, the rule that chose them, the doubts about them."""
    if options.brief:
        return _brief(table, options)
    head, quarters = ["function", "implementation", "compiler"], ["q1", "median", "q3"]
    shown = chosen(table, each=options.each)
    rule = "medians of the fastest at each length"
    if options.quartiles or options.form == "latex":
        grid = [[*head, "bytes ", *(f"{q} " for q in quarters)]]
        for mlen, row in shown:
            cells = [row.primitive, _name(row), names[row.compiler], f"{mlen} "]
            grid.append(cells + [_number(table, row, mlen, options, q) for q in quarters])
        rule = "the fastest at each length"
    else:
        constant = [promises.COLUMN] if options.each and table.promises else []
        size = ["size "] if options.each and table.sizes else []
        timed = {mlen for mlen, _ in shown}
        columns = [mlen for mlen in ALL_LENGTHS if mlen in timed or mlen not in FURTHER]
        strong = strengths(row.primitive for _, row in shown)
        facts = ["output ", "security "] if strong else []
        joules = {row.cell: _joules(table, row) for _, row in shown}
        energy = [ENERGY] if any(joules.values()) else []
        grid = [
            [*head, *(f"{mlen} " for mlen in columns), SPREAD, *facts, *energy, *constant, *size]
        ]
        for row, at in _lines(shown, each=options.each):
            cells = [row.primitive, _name(row), names[row.compiler] + _others(row, at)]
            cells += [
                _number(table, at[mlen], mlen, options) if mlen in at else "- " for mlen in columns
            ]
            cells.append(_spread(at))
            cells += strong.get(row.primitive, ["- ", "- "]) if strong else []
            cells += [joules[at.get(TOP, row).cell] or "- " for _ in energy]
            cells += [f"{table.promises.get(row.cell, '-')} " for _ in constant]
            grid.append(cells + [f"{written(table.sizes.get(row.cell, {}))} " for _ in size])
        if any(_others(row, at) for row, at in _lines(shown, each=options.each)):
            rule += f"; {instructions.NAMED}"
        rule += f"; {WORST}"
    alarms = table.alarms()
    notes = [f"{_unit(table, options)}: {rule}", *verdicts(table.rows)]
    notes += table.remarks()
    if options.each and HARNESS in table.facts:  # implementations of ours
        notes += [f"slower than portable C: {what}" for what in _slower(table)]
    notes += [f"left out, it cannot be: {what}" for what in table.impossible]
    notes += sources_of(row.primitive for _, row in shown)
    notes += [NULL] if any(row.primitive == "null" for _, row in shown) else []
    notes += [MEANT_BY_ENERGY] if ENERGY in grid[0] else []
    notes += [promises.MEANING] if promises.COLUMN in grid[0] else []
    notes += [MEANING] if any("size " in head for head in grid[:1]) else []
    notes += [f"{word}: {reason}" for word, reason in alarms.items()]
    native = {_name(row): row.native for _, row in shown if row.native}
    notes += [f"{name} is not Java: {what}" for name, what in native.items()]
    notes += confirmed.legend(table.mark(row, mlen) for mlen, row in shown)
    notes += [*doubt_notes(shown, each=options.each), *([str(table.grade)] if table.grade else [])]
    notes += [AGAIN] if HARNESS in table.facts else []
    return Sheet(table.title(), grid, len(head), notes, list(alarms), SPARE)


def _joules(table: Table, row: Row) -> str:
    """The nanojoules per byte of a cell; empty if they were not measured."""
    found = per_byte(table.energy.get(row.cell, ()))
    return "" if found is None else f"{found:.2f} "


def _slower(table: Table) -> list[str]:
    """Lines about hand-tuned code that is slower than portable C."""
    ours = [i for primitive in primitives() for i in implementations(primitive)]
    return slower(table.rows, ours, core(table.facts))


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
        [r.compiler for r in result.blocks]
        + [a.compiler for a in result.attempts]
        + [cell.compiler for cell in result.instructions]
    )
    sheets = (_sheet(table, names, options) for table in _tables(result, options))
    lines = sheet.printed(sheets, options.form, colour=options.colour)
    if not options.java:
        counted = instructions.sheets(result, names, each=options.each)
        lines += sheet.printed(counted, options.form, colour=options.colour)
    if not lines:
        missing = f"{escaped(result.where)}: no timings{' of Java' if options.java else ''}"
        lines = [sheet.tex(missing) if options.form == "latex" else folded(missing), ""]
    failed = _failed(result)
    if options.form == "latex":
        failed = sheet.itemized(failed)
    elif failed and options.form == "markdown":
        failed = ["```", *failed, "```"]
    else:
        failed = list(map(folded, failed))
    return "\n".join([*lines, *failed]).rstrip() + "\n"


def records(result: Result, options: TableOptions = DEFAULT) -> list[dict[str, Any]]:
    """A record for each figure: at each length that of the fastest cell, with full names."""
    timed = [
        {
            **{key: getattr(row, key) for key in KEYS},
            "mlen": mlen,
            "file": result.where,
            "date": row.date,
            **{q: round(getattr(figure, q), 4) for q in QUARTILES},
            "unit": f"{table.unit()[0]}/byte" if options.unit == CYCLES else PER[options.unit],
            "counter": table.counter,
            "doubts": " ".join(row.figures[mlen].doubts),
            "left_out": " ".join(row.figures[mlen].left_out),
            "layout": round(row.figures[mlen].layout, 4),
            "culprit": row.figures[mlen].culprit,
            "samples": row.figures[mlen].samples,
            "rounds": row.figures[mlen].rounds,
            "grade": table.grade.letter if table.grade else "",
            "native": row.native,
            "size": size(table.sizes.get(row.cell, {})),
            "energy": per_byte(table.energy.get(row.cell, ())) if mlen == TOP else None,
            "constant": table.promises.get(row.cell, ""),
            **({confirmed.COLUMN: mark} if (mark := table.mark(row, mlen)) else {}),
        }
        for table in _tables(result, options)
        for mlen, row in chosen(table, each=options.each)
        if (figure := converted(row.figures[mlen], options.unit, table.hertz))
    ]
    return timed if options.java else [*timed, *_counted(result, options)]


def _counted(result: Result, options: TableOptions) -> list[dict[str, Any]]:
    """A record for each count of instructions: at each length of the cell with the fewest."""
    traced = promises.outcomes(result.attempts)
    blank = dict.fromkeys(("doubts", "left_out", "grade", "native", "culprit"), "")
    return [
        {
            **c.cell._asdict(),
            "mlen": mlen,
            "file": result.where,
            "date": "",
            **dict.fromkeys(QUARTILES, round(c.figures[mlen], 4)),
            "unit": instructions.UNIT,
            "counter": instructions.COUNTED,
            **blank,
            "samples": 1,
            "rounds": 1,
            "size": size(result.sizes.get(c.cell, {})),
            "energy": None,
            "constant": traced.get(c.cell, ""),
        }
        for cells in instructions.by_set(instructions.counted(result)).values()
        for mlen in LENGTHS
        for c in instructions.fewest(cells, mlen, each=options.each).values()
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
        keys = [*KEYS, *VALUES, *[confirmed.COLUMN] * any(confirmed.COLUMN in f for f in figures)]
        writer = csv.DictWriter(out, keys, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows({key: cell(value) for key, value in each.items()} for each in figures)
        return out.getvalue()
    failed = [
        {"cause": why, **attempt._asdict()}
        for result in results
        for why, attempts in failures(result.attempts).items()
        for attempt in attempts
    ]
    told = [record for result in results for record in _verdicts(result, options)]
    files = [{"file": result.where, "facts": dict(result.facts)} for result in results]
    every = {"files": files, "figures": figures, "verdicts": told, "failures": failed}
    return json.dumps(every, indent=1) + "\n"


def _verdicts(result: Result, options: TableOptions) -> list[dict[str, Any]]:
    """A record for each implementation that is not the fastest, at each length: its verdict."""
    return [
        {
            "machine": table.machine,
            "abi": table.abi,
            "primitive": primitive,
            "mlen": standing.mlen,
            "fastest": standing.first.implementation,
            "implementation": rival.name,
            "verdict": rival.verdict,
            **_interval(rival.ratio),
        }
        for table in _tables(result, options)
        for field in [Field(table.rows)]
        for primitive in field.primitives()
        for standing in field.standings(primitive)
        for rival in standing.rivals
    ]


def _interval(ratio: Ratio | None) -> dict[str, Any]:
    """The time of an implementation in that of the fastest, with the ends of its interval."""
    if ratio is None:
        return {"ratio": None, "low": None, "high": None, "rounds": 0}
    ends = {name: round(getattr(ratio, name), 4) for name in ("low", "high")}
    return {"ratio": round(ratio.value, 4), **ends, "rounds": ratio.rounds}


def of_machines(results: Sequence[Result], regex: str) -> list[Result]:
    """The results reduced to machines whose name matches; those with no such machine go."""
    names = {b.machine for r in results for b in r.blocks}
    chosen = matching(names | {a.machine for r in results for a in r.attempts}, regex)
    found = []
    for result in results:
        blocks = tuple(b for b in result.blocks if b.machine in chosen)
        attempts = tuple(a for a in result.attempts if a.machine in chosen)
        if blocks or attempts:
            counts = {c: n for c, n in result.instructions.items() if c.machine in chosen}
            found.append(replace(result, blocks=blocks, attempts=attempts, instructions=counts))
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
    results = [read(path, curves=False, keep=True) for path in BAR.each(READING, paths)]
    complaints = [str(result.complaint) for result in results if result.complaint]
    for complaint in complaints:
        warn(complaint)
    if machine:
        results = of_machines(results, machine)
    options = replace(options, marks=confirmed.marks(paths))
    (out or sys.stdout).write(render(results, options))
    return 1 if complaints else 0


def main(args: argparse.Namespace) -> int:
    list(sets.chosen(args.set))  # refuses the name of no set
    options = TableOptions(
        args.format, args.all, args.quartiles, sheet.coloured(), args.unit, args.java, args.set
    )  # fmt: skip
    own = None if args.files or args.machine else newest_own()
    files = [own] if own else result_files(args.files)
    return tables(files, options, machine=args.machine)


def register(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add(
        "files",
        metavar="FILE",
        nargs="*",
        type=Path,
        help="default: the newest of this machine, or else all of data/",
    )
    add("--format", choices=FORMS, default=FORMS[0], help="latex always has the quartiles")
    add("--machine", type=pattern, default="", metavar="REGEX", help="only machines that match")
    sets.add_option(parser, ALL)
    add("--all", action="store_true", help="every implementation, not only the fastest")
    add("--java", action="store_true", help="Java's figures, not those of native code")
    add("--quartiles", action="store_true", help="three figures for each length")
    add("--unit", choices=UNITS, default=CYCLES, help="of a byte, from the core's recorded clock")
    parser.set_defaults(func=main)
