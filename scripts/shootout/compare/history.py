"""./do history PRIMITIVE[/IMPLEMENTATION]: the figures of machines, run by run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ..common.arguments import pattern
from ..common.errors import Usage
from ..common.terminal import warn
from ..ranking.ratio import SAME, as_dict
from ..report.doubts import MARK, notes_on
from ..report.selection import matching, result_files
from ..report.sheet import FORMS, Sheet, show
from ..report.table import short_compilers
from ..results.stats import DECIDING, Length
from .compare import CONFIDENCE, counted, interval
from .runs import History, PastRun, collect

SPARE = ("compiler", "4096 ", "576 ")  # columns that a narrow terminal can do without
HEAD = ["bytes", "A", "B", "A ", "B ", "B/A ", "from", "to", "B is"]
OF_RUN = ("file", "date", "time", "version", "counter", "unit", "grade")
HELP = """\
Shows the figures of a function, or of implementations, in each run of each
machine, from the oldest to the newest, and which runs differ:

    ./do history blake256
    ./do history blake256/avx --machine '^zen3vm$'

Without an implementation it shows the fastest of each run, at each length. Two
runs differ where the interval of the ratio of their speeds excludes 1, as for
./do compare. Linking a program again, or restarting a machine, can change a
speed by a per cent or two. Runs are of one machine if its name, its ABI and
its microarchitecture are the same; a file under a name that is another
owner's counts apart. The page draws histories: ./do page."""


def sheets(h: History) -> Iterator[Sheet]:
    """The sheet of figures, and that of changes if there are any."""
    title = f"History of {h.key.name} on {h.key.machine} {h.key.abi}"
    names = short_compilers({e.cell.compiler for run in h.runs for e in run.best.values()})
    own = [] if h.key.implementation else ["implementation"]
    grid = [["run", "version", *own, "compiler", *(f"{mlen} " for mlen in h.lengths)]]
    grid += [_line(h, run, names) for run in h.runs]
    unlike = ", unlike units" * (len(h.units) > 1)
    yield Sheet(title + unlike, grid, 3 + len(own), _notes(h), SPARE)
    if lines := list(_differing(h)):
        notes = [CONFIDENCE]
        if any(MARK in line[5] for line in lines):
            notes.append(f"{MARK} one of the two figures is doubtful, or was timed by one process")
        yield Sheet(f"{title}: runs that differ", [HEAD, *lines], 3, notes)


def _line(h: History, run: PastRun, names: Mapping[str, str]) -> list[str]:
    main = run.best.get(DECIDING) or next(iter(run.best.values()))
    own = [] if h.key.implementation else [main.cell.implementation]
    more = f" +{_programs(run) - 1}" if _programs(run) > 1 else ""
    figures = ["- "] * len(h.lengths)
    for k, mlen in enumerate(h.lengths):
        if each := run.best.get(mlen):
            figures[k] = f"{each.figure.median:.2f}{MARK if each.figure.doubts else ' '}"
    return [run.label, run.version, *own, names[main.cell.compiler] + more, *figures]


def _programs(run: PastRun) -> int:
    return len({each.cell for each in run.best.values()})


def _notes(h: History) -> list[str]:
    units = sorted({f"{run.unit} per byte{run.warning}" for run in h.runs})
    rule = "medians of each run, the fastest at each length"
    if any(_programs(run) > 1 for run in h.runs):
        rule += f"; named: at {DECIDING} bytes, +1: another one at other lengths"
    notes = [f"{'; '.join(units)}, less is faster: {rule}"]
    if len(h.units) > 1:
        kinds = [f"{run.label} in {run.unit}" for run in h.runs]
        notes.append(f"no verdict between runs in unlike units: {', '.join(kinds)}")
    if h.changes:
        notes.append(f"from run to run {counted([r.verdict for _, r in h.changes.values()])}")
    elif len(h.runs) == 1:
        notes.append("one run: nothing to compare it with")
    shown = [(n, run.label, each.figure) for run in h.runs for n, each in run.best.items()]
    return notes + notes_on(shown)


def _differing(h: History) -> Iterator[list[str]]:
    """A line for each run that differs from the one before it; of more than two, also for the
    newest if it differs from the oldest."""
    for mlen in h.lengths:
        found = [(old, new, ratio) for (n, new), (old, ratio) in h.changes.items() if n == mlen]
        timed = h.timed(mlen)
        if len(timed) > 2 and (whole := h.ratio(mlen, timed[0], timed[-1])):
            found.append((timed[0], timed[-1], whole))
        for old, new, ratio in found:
            if ratio.verdict != SAME:
                runs = h.runs[old], h.runs[new]
                both = [run.best[mlen].figure for run in runs]
                figures = [f"{figure.median:.2f} " for figure in both]
                doubtful = any(figure.doubts for figure in both)
                labels = [run.label for run in runs]
                yield [str(mlen), *labels, *figures, *interval(ratio, doubtful=doubtful)]


def records(h: History) -> dict[str, Any]:
    """A history for other programs (docs/schema.json); what is unknown is null."""
    return {
        **vars(h.key),
        "implementation": h.key.implementation or None,
        "runs": [
            {
                **{name: getattr(run, name) for name in OF_RUN},
                "figures": [_figure(h, k, mlen) for mlen in h.lengths if mlen in run.best],
            }
            for k, run in enumerate(h.runs)
        ],
    }


def _figure(h: History, k: int, mlen: Length) -> dict[str, Any]:
    best = h.runs[k].best[mlen]
    old, ratio = h.changes.get((mlen, k), (0, None))
    return {
        "mlen": mlen,
        "implementation": best.cell.implementation,
        "compiler": best.cell.compiler,
        **{q: round(getattr(best.figure, q), 4) for q in ("q1", "median", "q3")},
        "doubts": list(best.figure.doubts),
        "before": h.runs[old].file if ratio else None,
        **as_dict(ratio, 4),
        "verdict": ratio.verdict if ratio else None,
    }


def chosen(args: argparse.Namespace) -> tuple[list[History], list[str]]:
    """The histories that the command line chooses, and what is wrong with files. Raises Usage when
    there is none."""
    paths = result_files(args.files)
    histories, complaints = collect(paths, args.pattern)
    for complaint in complaints:
        warn(f"./do: {complaint}")
    if not histories:
        raise Usage(
            f"no {args.pattern} was timed in {len(paths)} result files; ./do list has the names"
        )
    return matching(histories, args.machine, lambda h: h.key.machine), complaints


def main(args: argparse.Namespace) -> int:
    """Print histories; return 1 when a file could not be read in full."""
    histories, complaints = chosen(args)
    if args.json:
        print(json.dumps({"histories": [*map(records, histories)]}, indent=1))
    else:
        show((sheet for history in histories for sheet in sheets(history)), args.format)
    return 1 if complaints else 0


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `history`."""
    parser.description = HELP
    add = parser.add_argument
    add("pattern", metavar="PATTERN", help="blake256, blake256/avx, 'blake256/*'")
    add("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    add("--machine", type=pattern, default="", metavar="REGEX", help="only machines that match")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=FORMS, default=FORMS[0])
    form.add_argument("--json", action="store_true", help="machine-readable output")
    parser.set_defaults(func=main)
