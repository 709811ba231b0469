"""./do claims FILE...: what the papers state, then and now."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Sequence
from pathlib import Path

from shootout.common.arguments import pattern
from shootout.common.errors import Usage
from shootout.common.terminal import folded, warn
from shootout.report import exclusions, literature, machines
from shootout.report.selection import matching, result_files
from shootout.report.sheet import printed

from . import java_csv
from .papers import load
from .told import as_dict, html, sheets
from .verdict import Judged, judge

FORMS = ("terminal", "markdown", "html")
HELP = """\
Computes the statements of the two papers of 2012 from result files, and says
on which machines they still hold:

    ./do claims
    ./do claims --only keccak
    ./do claims --machine '^zen3vm$' --format markdown

The list is scripts/shootout/known/claims. Figures are medians of the fastest
implementations, as in the tables, each from the newest run of the machine that
has it. A maximum or minimum is followed by its function. A ? marks a value that
rests on a doubtful figure. Machines that the graphs leave out are left out
here, too. Of machines of the same core the best run counts; others, and runs of
grade D, are in brackets. Without a FILE the machine "./do java" has the figures
of graphs/java.csv, by the method of the paper on Java, and the literature is
judged where a statement needs no more than the figures of one machine."""
MARKS = "?: rests on a doubtful figure; in brackets: not counted; more: ./do claims --help"


def chosen(
    files: Sequence[Path], machine: str = "", more: bool = True, only: str = ""
) -> tuple[list[Judged], list[str], list[str]]:
    """All claims on the machines of these files; complaints about files; notes on machines.

    With `more` the figures of graphs/java.csv are a machine, too, and so are those of the
    literature. Raises Usage if no machine matches, or no claim.
    """
    every = load()
    claims = [claim for claim in every if re.search(only, claim.id)]
    if not claims:
        there = ", ".join(claim.id for claim in every)
        raise Usage(f"no claim matches {only!r}; there are {there}")
    contestants, complaints = machines.collect(files)
    contestants += [*java_csv.contestants(), *literature.contestants()] if more else []
    choice = exclusions.choose(matching(contestants, machine, lambda c: c.name))
    ordered = sorted(choice.shown, key=lambda c: (c.name, c.abi))
    return [judge(claim, ordered) for claim in claims], complaints, choice.notes()


def main(args: argparse.Namespace) -> int:
    """Print the claims; return 1 when a file could not be read in full."""
    judged, complaints, notes = chosen(
        result_files(args.files), args.machine, more=not args.files, only=args.only
    )
    for complaint in complaints:
        warn(f"./do: {complaint}")
    if args.json:
        print(json.dumps({"claims": [as_dict(each) for each in judged]}, indent=1))
    elif args.format == "html":
        print(html(judged, notes))
    else:
        lines, said = printed(sheets(judged), args.format), [*notes, MARKS]
        lines += map(folded, said) if args.format == FORMS[0] else said
        print("\n".join(lines).rstrip())
    return 1 if complaints else 0


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = HELP
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    add("--only", type=pattern, default="", metavar="REGEX", help="only claims that match")
    add("--machine", type=pattern, default="", metavar="REGEX", help="only machines that match")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=FORMS, default=FORMS[0])
    form.add_argument("--json", action="store_true", help="machine-readable output")
    parser.set_defaults(func=main)
