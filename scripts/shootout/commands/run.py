"""./do and ./do run: the pipeline, then its summary, and what shows the results."""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from functools import partial

from ..common.parallel import default_jobs
from ..common.paths import MINE, short
from ..common.progress import BAR
from ..common.terminal import say
from ..registry.sets import DEFAULT
from ..results.records import Result
from ..run import driver
from ..run.options import RunOptions, add_options
from . import redraw, summary
from .languages import LANGUAGES


def main(args: argparse.Namespace) -> int:
    """Build, verify, time and save; tell, the answer last; without a command, draw as well."""
    given = {field.name: getattr(args, field.name) for field in fields(RunOptions)}
    given.update(patterns=tuple(args.patterns), jobs=args.jobs or default_jobs())
    options = RunOptions(**given)
    told: list[str] = []

    def tell(result: Result, first: bool) -> None:
        if first:
            BAR.tell("provisional: likely winners of each function, each timed once")
        text = summary.tell(result, options.patterns, first=not (first or told))
        told.extend([text] * (not first))  # first figures are forgotten

    draws, name = args.command is None, options.set or DEFAULT
    early = partial(redraw.early, name) if draws else bool
    run, path = driver.execute(options, LANGUAGES, tell, redraw.PHASES if draws else {}, early)
    status, ending = summary.print_summary(run, path, "\n".join(told))
    try:
        if path and draws:
            sys.stdout.flush()
            redraw.redraw(MINE, name, path)
    finally:  # whoever stops the drawing has a file all the same
        if path:
            ending.insert(-1, redraw.shown(MINE) if draws else f"draw it: ./do page {short(path)}")
        say(*ending)
    BAR.over()
    return status


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "patterns", nargs="*", metavar="PATTERN", help="blake256, 'skein*/ref', ..."
    )
    add_options(parser)
    parser.set_defaults(func=main)
