"""The tables of the paper, from result files: ./do tables FILE..."""

from __future__ import annotations

import argparse
import csv
import io
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TextIO

from . import paths as places
from . import stats
from .errors import Usage
from .lines import Result, failures
from .reader import read
from .stats import DECIDING, LENGTHS, SHOOTOUT, Length, Row

FORMS = ("terminal", "markdown", "csv", "json")
KEYS = ("machine", "abi", "primitive", "implementation", "compiler")
VALUES = ("mlen", "q1", "median", "q3", "unit", "counter", "doubts")
LEFT = 3  # columns of names; numbers follow
MARK = "?"
MEANING = {
    stats.BENT: "the lengths behind it imply an impossible cost of a short message",
    "broken": "the process ended before it was done",
    "coarse": "the counter's steps are too large for so short a time",
    "drift": "the clock moved against the counter during the round",
    "overread": "the implementation reads beyond its input",
    "shared": "another thread was busy on the same core",
    "stolen": "the hypervisor took the core away",
    "switched": "the process was interrupted or moved",
    stats.UNSTEADY: f"the medians of the rounds differ by more than {stats.APART:.0%}",
}
NAMED = 6  # the most names a note lists before it counts the rest
# What the counters of SUPERCOP and libcpucycles count, and a warning; the first that matches.
COUNTERS = (
    ("vct|mftb|time|tod|mono|tick|stck|mach|zero", "ticks", ", not core cycles"),
    ("tsc|(amd64|x86)cpu", "TSC ticks", ", not core cycles"),
    ("pmc|perf|cycle|cortex|armv8|1176|mips|-cc", "core cycles", ""),
    ("", "ticks", ", which may not be core cycles"),
)


@dataclass(frozen=True)
class Options:
    """How to render: `each` implementation or only the fastest, medians or all quartiles."""

    form: str = "terminal"
    each: bool = False
    quartiles: bool = False


DEFAULT = Options()


@dataclass(frozen=True)
class Table:
    """What was timed on one machine in one ABI."""

    machine: str
    abi: str
    counter: str
    converted: bool
    rows: tuple[Row, ...]

    def unit(self) -> tuple[str, str]:
        """What a figure counts per byte, and a warning where that is not the core's clock."""
        if self.converted:
            return "core cycles", ""
        return next((unit, but) for name, unit, but in COUNTERS if re.search(name, self.counter))

    def title(self) -> str:
        """What, when, and from which counter by what ratio."""
        title = f"{self.machine} {self.abi}, {max(row.date for row in self.rows)}, {self.counter}"
        ratios = sorted(row.clock for row in self.rows if row.clock)
        if not ratios:
            return f"{title} not converted"
        least, most = f"{ratios[0]:.3f}", f"{ratios[-1]:.3f}"
        ratio = least if least == most else f"{least} to {most}"
        return f"{title} converted by {ratio} core cycles per tick"


def split(result: Result) -> list[Table]:
    """A table for each machine and ABI in a file."""
    found: dict[tuple[str, str, str, bool], list[Row]] = {}
    for row in stats.rows(result.blocks):
        key = (row.machine, row.abi, row.counter, row.clock is not None)
        found.setdefault(key, []).append(row)
    return [Table(*key, tuple(rows)) for key, rows in found.items()]


def _place(primitive: str) -> tuple[int, str]:
    """Sorts functions: those of the paper in its order, then others, the null hash last."""
    order = [*SHOOTOUT, primitive] if primitive != "null" else [*SHOOTOUT, "", primitive]
    return order.index(primitive), primitive


def shorten(compilers: Iterable[str]) -> dict[str, str]:
    """Of each compiler line its command, -O level and what not all lines of the command have."""
    lines = {compiler: compiler.split("_") for compiler in compilers}
    common: dict[str, set[str]] = {}
    for command, *options in lines.values():
        common.setdefault(command, set(options)).intersection_update(options)
    return {
        compiler: " ".join(
            [command, *(o for o in options if o.startswith("-O") or o not in common[command])]
        )
        for compiler, (command, *options) in lines.items()
    }


def chosen(table: Table, *, each: bool = False) -> list[tuple[Length, Row]]:
    """The paper's rule: at each length only the fastest counts, of a function or with `each`
    of an implementation."""
    found = [
        (mlen, row)
        for mlen in LENGTHS
        for row in stats.fastest(table.rows, mlen, per_implementation=each)
    ]
    return sorted(
        found, key=lambda f: (_place(f[1].primitive), f[1].implementation if each else "")
    )


def _median(row: Row) -> float:
    return row.figures[DECIDING].median if DECIDING in row.figures else math.inf


def _number(row: Row, mlen: Length, quartile: str = "median") -> str:
    figure = row.figures.get(mlen)
    if not figure:
        return "- "
    return f"{getattr(figure, quartile):.2f}{MARK if figure.doubts else ' '}"


def _render(table: Table, names: dict[str, str], options: Options) -> list[str]:
    """The lines of a table: its cells, the rule they follow, each doubt with its figures."""
    head, quarters = ["function", "implementation", "compiler"], ["q1", "median", "q3"]
    if options.quartiles:
        shown = chosen(table, each=options.each)
        grid = [[*head, "bytes ", *(f"{q} " for q in quarters)]]
        for mlen, row in shown:
            cells = [row.primitive, row.implementation, names[row.compiler], f"{mlen} "]
            grid.append(cells + [_number(row, mlen, q) for q in quarters])
        rule = "the fastest at each length"
    else:
        best = stats.overall(table.rows, per_implementation=options.each)
        best.sort(key=lambda row: (_place(row.primitive), _median(row)))
        shown = [(mlen, row) for row in best for mlen in row.figures]
        grid = [[*head, *(f"{mlen} " for mlen in LENGTHS)]]
        for row in best:
            cells = [row.primitive, row.implementation, names[row.compiler]]
            grid.append(cells + [_number(row, mlen) for mlen in LENGTHS])
        rule = f"medians of the fastest at {DECIDING} bytes"
    notes = ["{} per byte{}: {}".format(*table.unit(), rule), *_doubts(shown)]
    if options.form == "markdown":
        notes = [f"- {note}" for note in notes]
        return [f"### {table.title()}", "", *_markdown(grid), "", *notes, ""]
    return [table.title(), "", *_plain(grid), "", *notes, ""]


def _doubts(shown: Iterable[tuple[Length, Row]]) -> list[str]:
    """A note for each doubt, with the figures it is about."""
    doubts: dict[str, dict[str, list[str]]] = {}
    left_out: set[str] = set()
    for mlen, row in shown:
        left_out.update(row.figures[mlen].left_out)
        for doubt in row.figures[mlen].doubts:
            doubts.setdefault(doubt, {}).setdefault(row.primitive, []).append(str(mlen))
    notes = []
    for doubt, where in sorted(doubts.items()):
        meaning = f", {MEANING[doubt]}" if doubt in MEANING else ""
        names = _listed([f"{name} {'/'.join(lengths)}" for name, lengths in where.items()])
        notes.append(f"{MARK} {doubt}{meaning}: {names}")
    if left_out:
        notes.append(f"rounds left out because they were flagged: {', '.join(sorted(left_out))}")
    return notes


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more


def _plain(grid: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*grid)]
    return [
        "  ".join(
            cell.ljust(width) if i < LEFT else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths))
        ).rstrip()
        for line in grid
    ]


def _markdown(grid: Sequence[Sequence[str]]) -> list[str]:
    rule = [":--" if i < LEFT else "--:" for i in range(len(grid[0]))]
    escaped = [[cell.strip().replace("|", "\\|") for cell in line] for line in grid]
    return ["| " + " | ".join(line) + " |" for line in (escaped[0], rule, *escaped[1:])]


def _failed(result: Result) -> list[str]:
    """Failures grouped by cause, and what could only be verified."""
    cells = {a.cell for a in result.attempts}
    found, notes = failures(result.attempts), []
    for why, attempts in found.items():
        count = Counter(f"{a.primitive}/{a.implementation}" for a in attempts)
        notes.append(
            f"{len(attempts):5} {why}: {_listed([f'{k} ({n})' for k, n in count.items()])}"
        )
    if found:
        notes.insert(0, f"{sum(map(len, found.values()))} of {len(cells)} cells failed:")
    emulated = {a.cell for a in result.attempts if a.word == "emulated"}
    emulated -= {a.cell for attempts in found.values() for a in attempts}
    if emulated:
        notes.append(f"Cells verified under an emulator and never timed: {len(emulated)}")
    return notes


def summary(result: Result, options: Options = DEFAULT) -> str:
    """All tables of a result, then its failures, for a terminal or in Markdown."""
    names = shorten([r.compiler for r in result.blocks] + [a.compiler for a in result.attempts])
    lines = [line for table in split(result) for line in _render(table, names, options)]
    if not lines:
        lines = [f"{result.where}: no timings", ""]
    failed = _failed(result)
    lines += ["```", *failed, "```"] if failed and options.form == "markdown" else failed
    return "\n".join(lines).rstrip() + "\n"


def records(result: Result, options: Options = DEFAULT) -> list[dict[str, Any]]:
    """A record for each figure, the fastest cell's at each length, nothing shortened."""
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
        }
        for table in split(result)
        for mlen, row in chosen(table, each=options.each)
    ]


def render(results: Sequence[Result], options: Options = DEFAULT) -> str:
    """The results in the form asked for."""
    if options.form in ("terminal", "markdown"):
        return "\n".join(summary(result, options) for result in results)
    figures = [record for result in results for record in records(result, options)]
    if options.form == "csv":
        out = io.StringIO()
        writer = csv.DictWriter(out, [*KEYS, *VALUES], extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(figures)
        return out.getvalue()
    failed = [
        {"cause": why, **asdict(attempt)}
        for result in results
        for why, attempts in failures(result.attempts).items()
        for attempt in attempts
    ]
    return json.dumps({"figures": figures, "failures": failed}, indent=1) + "\n"


def tables(paths: Sequence[Path], options: Options = DEFAULT, out: TextIO | None = None) -> int:
    """Print the tables of result files; of a damaged one what could be read, and status 1."""
    results = [read(path, stats.needed, keep=True) for path in paths]
    (out or sys.stdout).write(render(results, options))
    complaints = [str(result.complaint) for result in results if result.complaint]
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    return 1 if complaints else 0


def main(args: argparse.Namespace) -> int:
    files = args.files or sorted(places.DATA.glob("*.tar.gz"))
    if not files:
        raise Usage(f"no result files in {places.DATA}; name one, or run ./do first")
    return tables(files, Options(args.format, args.all, args.quartiles))


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `tables` to the command line."""
    parser = subparsers.add_parser("tables", help="print the figures of result files")
    parser.add_argument("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    parser.add_argument("--format", choices=FORMS, default=FORMS[0])
    parser.add_argument("--all", action="store_true", help="every implementation, not the fastest")
    parser.add_argument("--quartiles", action="store_true", help="three figures a length")
    parser.set_defaults(func=main)
