"""./do history PRIMITIVE[/IMPLEMENTATION]: the figures of machines, run by run."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from ...common.arguments import pattern
from ...common.errors import Usage
from ...common.paths import MINE
from ...common.terminal import say, warn
from .. import packages
from ..selection import matching, result_files
from ..sheet import coloured, printed
from .records import as_csv, as_json
from .runs import History, collect
from .sheets import sheets

FORMS = ("terminal", "markdown", "csv")
HELP = """\
Shows the figures of a function, or of implementations, in each run of each
machine, from the oldest to the newest, and which runs differ:

    ./do history blake256
    ./do history blake256/avx2 --machine '^zen3vm$'
    ./do history 'blake256/*' --graph

Without an implementation it is the fastest of each run, at each length. Two
runs differ where the interval of the ratio of their speeds excludes 1, as for
./do compare. Linking a program again, or restarting a machine, can change a
speed by a per cent or two. Runs are of one machine if its name, its ABI and
its microarchitecture are the same; a file under a name that is another
owner's counts apart."""


def chosen(args: argparse.Namespace) -> tuple[list[History], list[str]]:
    """The histories that the command line chooses, and what is wrong with files.

    Raises Usage when there is none.
    """
    paths = result_files(args.files)
    histories, complaints = collect(paths, args.pattern)
    if not histories:
        for complaint in complaints:
            warn(f"./do: {complaint}")
        raise Usage(
            f"no {args.pattern} was timed in {len(paths)} result files; ./do list has the names"
        )
    if args.machine:
        names = matching((h.key.machine for h in histories), args.machine)
        histories = [h for h in histories if h.key.machine in names]
    return histories, complaints


def main(args: argparse.Namespace) -> int:
    """Print histories; return 1 when a file could not be read in full."""
    histories, complaints = chosen(args)
    for complaint in complaints:
        warn(f"./do: {complaint}")
    if args.json:
        print(json.dumps(as_json(histories), indent=1))
    elif args.format == "csv":
        sys.stdout.write(as_csv(histories))
    else:
        every = [sheet for history in histories for sheet in sheets(history)]
        print("\n".join(printed(every, args.format, colour=coloured())).rstrip())
    if args.graph:
        apart = args.json or args.format == "csv"  # standard output is for another program
        for path in draw(histories, args.pattern, args.output):
            (warn if apart else say)(f"drawn: {path}")
    return 1 if complaints else 0


def draw(histories: Sequence[History], name: str, folder: Path) -> list[Path]:
    """Draw the histories that have several runs; return the paths."""
    several = [h for h in histories if len(h.runs) > 1]
    if not several:
        raise Usage(f"nothing to draw: no machine has two runs of {name}")
    packages.ready()
    from . import picture  # matplotlib is there only now

    folder.mkdir(parents=True, exist_ok=True)
    return picture.draw(several, name, folder)


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = HELP
    add = parser.add_argument
    add("pattern", metavar="PATTERN", help="blake256, blake256/avx2, 'blake256/*'")
    add("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    add("--machine", type=pattern, default="", metavar="REGEX", help="only machines that match")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--format", choices=FORMS, default=FORMS[0])
    form.add_argument("--json", action="store_true", help="machine-readable output")
    add("--graph", action="store_true", help="draw it, too, as PDF and SVG")
    add(
        "--output", type=Path, default=MINE, metavar="DIR", help="of --graph; default: graphs/mine/"
    )
    parser.set_defaults(func=main)
