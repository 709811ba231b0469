"""The summary of a run: the table, the failures by cause, and what to do with the file."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ..build.cells import Cell
from ..build.programs import failure
from ..collect.checked import Report, check
from ..common.grouped import grouped
from ..common.paths import NOTES, TRIALS, short
from ..common.progress import BAR
from ..common.terminal import folded, say, width
from ..ranking.words import cut, own, verdicts
from ..registry.tree import is_named, origin
from ..report import tables
from ..report.answer import of_rows
from ..report.doubts import listed
from ..report.exclusions import plural
from ..report.table import split
from ..report.tables import TableOptions
from ..results.figures import rows_of
from ..results.reader import read
from ..results.records import Result
from ..run.state import Run


def causes(run: Run) -> dict[str, list[str]]:
    """The failures by cause: the implementation, how many of its compilers, and where."""
    failed = ((cell, verdict) for cell, verdict in run.verdicts.items() if verdict.failed)
    return {
        cause: [
            f"{what}, {plural(len(same), 'compiler')}: {same[0][1].where}"
            for what, same in grouped(some, lambda f: f"{_name(f[0])} ({f[0].abi})").items()
        ]
        for cause, some in sorted(grouped(failed, lambda f: f[1].cause).items())
    }


def _name(cell: Cell) -> str:
    return f"{cell.primitive}/{cell.implementation.name}"


def _by_word(said: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """The names of which each word is said, each once."""
    return {
        word: list(dict.fromkeys(name for _, name in some))
        for word, some in grouped(said, lambda pair: pair[0]).items()
    }


def left_out(run: Run) -> list[str]:
    """Lines about programs that could not be tried here: the reason, and how many there are."""
    found = _by_word(
        (f"{verdict.cause}, {verdict.where}", _name(cell))
        for cell, verdict in run.verdicts.items()
        if not verdict.right and not verdict.failed
    )
    return [f"{why}: {listed(names)}" for why, names in found.items()]


def flagged(run: Run) -> dict[str, list[str]]:
    """The doubts of try that are no failures, by their first word."""
    right = ((cell, verdict) for cell, verdict in run.verdicts.items() if verdict.right)
    return _by_word((flag.split()[0], _name(cell)) for cell, v in right for flag in v.flags)


Names = Mapping[tuple[str, str], str]  # primitive and implementation: what it came from
FEW = 3  # lines of notes that do not hide the rest
FIGURE, SPREAD = re.compile(r"\d+\.\d+"), re.compile(r"\u00b1\d+\.\d%$")
FLAGS = {
    "mmx": "leaves registers of MMX or x87 in use",
    "overread": "reads beyond its input",
    "tiles": "leaves tiles (AMX) in use",
    "underread": "reads before its input",
    "refuses": "returns an error for long messages, so some tests were not compared",
    "skipped": "too slow to be tried at every length",
    "uppers": "leaves upper halves of vector registers dirty, which slows what runs next",
    "unchecked": "its primitive has no checksum of some tests, so they were not compared",
}


def submission(report: Report) -> list[str]:
    """Lines about the run's file: what ./do check found wrong, then whether it can be sent in."""
    shown = short(report.file)
    if TRIALS in report.file.parents:
        errors = map(str, report.of("error"))
        return [*errors, f"a trial, not among the results (--save puts one there): {shown}"]
    wrong = [str(found) for found in report.findings if found not in report.of("note")]
    if len(wrong) > FEW:
        wrong = [f"{len(wrong)} findings: ./do check {shown}"]
    if report.ok:
        way = "by hand, not by pull request: " * bool(report.warnings)
        return [*wrong, f"ready to submit: {shown} ({way}docs/submit.md)"]
    return [*wrong, f"saved, but not fit to submit: {shown}; ./do check tells why"]


def found(timed: Result, named: Names) -> list[str]:
    """The answer of a run, if a line can give it, and the grade: those of the first ABI.

    Of several functions it is which is the fastest; of one, where `named` code or all of it stands.
    """
    tables = split(timed)
    abi = tables[0].abi
    rows = [row for table in tables if table.abi == abi for row in table.rows]
    if not (answer := of_rows(rows)):
        each = own(rows, named) or verdicts(rows)
        answer = cut(each[0], width()) if len(each) == 1 else ""
    grades = {table.abi: table.grade for table in tables[::-1] if table.grade}
    others = [f"; {a}: {g.letter}" for a, g in grades.items() if g.letter != grades[abi].letter]
    more = "".join(others)
    return [*filter(None, [answer]), grades[abi].brief(width() - len(more)) + more]


def noted(notes: Sequence[str], patterns: Sequence[str]) -> list[str]:
    """The notes to print: all, but where they would fill a terminal the place that has them.

    Whoever names an implementation wants to read what is odd about it.
    """
    lines = folded("\n".join(notes)).splitlines()
    if len(lines) <= FEW or width() == sys.maxsize or any("/" in each for each in patterns):
        return [*notes]
    NOTES.write_text("\n".join([*notes, ""]), encoding="utf-8")
    return [f"{len(notes)} notes on what was left out or looks odd: {short(NOTES)}"]


def tell(result: Result, patterns: Sequence[str] = (), *, first: bool = True) -> str:
    """Print the tables of timings at once, while the run goes on; return their text."""
    text = _tables(replace(result, attempts=(), instructions={}), patterns, first=first)
    BAR.tell(text.rstrip("\n"))
    return text


def _tables(result: Result, patterns: Sequence[str], *, first: bool) -> str:
    """The tables of timings: where patterns name implementations, of each, and where they stand.

    Where they do not, only the `first` tables of a run have verdicts.
    """
    if not (named := _named(result, patterns)):
        return tables.summary(result, TableOptions(brief=True, verdicts=first))
    each = TableOptions(each=True)
    lines = [folded(line) for table in split(result) for line in own(table.rows, named)]
    return "\n".join([tables.summary(replace(result, sizes={}), each), *lines, ""])


def _named(result: Result, patterns: Sequence[str]) -> Names:
    """The implementations that patterns name, each with what it came from."""
    return {
        (row.primitive, row.implementation): origin(row.primitive, row.implementation)
        for row in rows_of(result.blocks)
        if any(is_named(pattern, row.primitive, row.implementation) for pattern in patterns)
    }


def _anew(text: str, told: str) -> str:
    """The table, if the whole run made other figures of the same samples than were told.

    The usual pace and the clock's range are known best at the end of a run. That moves a figure by
    less than a hundredth, and with it a verdict or the grade: of these nothing is told again.
    """
    old = _rows(told)

    def near(row: Sequence[float], its: Sequence[float]) -> bool:
        return all(abs(a - b) <= 0.01 * max(a, b) + 0.01 for a, b in zip(row, its))

    new = _rows(text)
    same = all(any(words == each and near(row, its) for each, its in old) for words, row in new)
    return "" if same else text


def _rows(text: str) -> list[tuple[list[str], list[float]]]:
    """The words and the figures of the lines of tables, without the spread that ends them."""
    lines = [line.partition("\u00b1")[0] for line in text.splitlines() if SPREAD.search(line)]
    return [(FIGURE.sub("", each).split(), [*map(float, FIGURE.findall(each))]) for each in lines]


def print_summary(run: Run, path: Path | None, told: str = "") -> tuple[int, list[str]]:
    """Print the summary; return the exit status of the run, and the lines that it ends with.

    `told` are the tables that were printed already.
    """
    notes, ending = [*run.notes], list[str]()
    if path:
        timed = replace(read(path, curves=False), attempts=(), instructions={})
        for k, abi in enumerate(dict.fromkeys(block.abi for block in timed.blocks)):
            blocks = tuple(block for block in timed.blocks if block.abi == abi)
            text = _tables(replace(timed, blocks=blocks), run.options.patterns, first=k == 0)
            print(_anew(text, told), end="")
    notes += left_out(run)
    failed = causes(run)
    for cause, names in failed.items():
        say(f"\nfailed: {cause}", *(f"    {name}" for name in names))
    distrusted = ((cause, f"{_name(c)} ({c.abi})") for c, (cause, _) in run.broken.items())
    for cause, names in _by_word(distrusted).items():
        say(f"\nfailed while timed: {cause}", f"    {', '.join(names)}")
    notes += [f"note: {FLAGS.get(word, word)}: {listed(of)}" for word, of in flagged(run).items()]
    emulated = [c for c in run.cells if c.compiler.emulated and run.verdicts[c].right]
    if emulated:
        notes.append(f"verified under emulation, not timed: {len(emulated)} programs")
    report = None
    if path:
        (report,) = map(check, run.progress.each("check", [path]))
        if TRIALS not in path.parents:  # whoever tries out code knows that it is new
            notes += map(str, report.of("note"))
    say("", *noted(notes, run.options.patterns))
    say(*(f"left out: {each}" for each in run.left_out()))
    if report:
        *wrong, last = submission(report)
        say(*wrong)
        ending = [*found(timed, _named(timed, run.options.patterns)), last]
    else:
        why = "nothing can be timed here" if emulated else "nothing was right"
        ending = [f"{why}, so no file was written"]
    broken = [c for c in run.cells if failure(c) and run.verdicts[c].right]
    good = report.ok if report else bool(emulated)
    return (1 if failed or broken or run.broken or not good else 0), ending
