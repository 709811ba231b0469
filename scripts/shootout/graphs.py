"""The graphs, from result files: ./do graphs FILE..."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from . import environment
from . import paths as places
from .contestants import Contestant, collect
from .errors import Usage
from .exclusions import REASONS, choose
from .stats import SHOOTOUT

SHOOTOUT_GRAPH, CURVES = "shootout", "curves"
OUTPUT = places.DATA.with_name("graphs")  # beside data/, wherever that is


@dataclass(frozen=True)
class Options:
    files: tuple[Path, ...] = ()
    machine: str = ""  # a regular expression
    include: tuple[str, ...] = ()  # of REASONS
    only: tuple[str, ...] = ()  # graphs
    output: Path = OUTPUT


def sources(files: Sequence[Path]) -> list[Path]:
    """The files named, or all of data/, each once."""
    found = list(files) or [
        path
        for pattern in ("*.tar.gz", "*.data", "*.data.gz")
        for path in sorted(places.DATA.glob(pattern))
    ]
    if not found:
        raise Usage(f"no result files in {places.DATA}; name one, or run ./do first")
    return list(dict.fromkeys(found))


def pick(contestants: list[Contestant], machine: str) -> list[Contestant]:
    """Those whose name matches. Usage names them all when none does."""
    found = [c for c in contestants if re.search(machine, c.name)]
    if contestants and not found:
        names = ", ".join(sorted({c.name for c in contestants}))
        raise Usage(f"no machine matches {machine!r}; there are {names}")
    return found


def draw(options: Options | None = None) -> int:
    """Writes the graphs, says which. Returns 1 when a file could not be read, or only in part."""
    options = options or Options()
    environment.ready()
    from . import shootout_graph

    start = time.monotonic()
    paths = sources(options.files)
    found, complaints = collect(paths)
    for complaint in complaints:
        print(f"./do: {complaint}", file=sys.stderr)
    found = pick(found, options.machine)
    choice = choose(found, options.include)
    for note in choice.notes():
        print(note)
    options.output.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []

    def graph(name: str, make: Callable[[], list[Path]]) -> None:
        if not options.only or name in options.only:
            written.extend(make())

    footer = shootout_graph.footer(choice.shown, len(paths))
    graph(SHOOTOUT_GRAPH, lambda: shootout_graph.draw(choice, options.output, footer))
    if not written:
        raise Usage("nothing to draw: no figure of " + " or ".join(options.only or SHOOTOUT))
    seconds = time.monotonic() - start
    print(f"{len(paths)} files, {len(written)} graphs in {options.output}, {seconds:.1f} s")
    return 1 if complaints else 0


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no regular expression: {error}") from error
    return text


def main(args: argparse.Namespace) -> int:
    return draw(
        Options(tuple(args.files), args.machine, tuple(args.include), tuple(args.only), args.output)
    )


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `graphs` to the command line."""
    parser = subparsers.add_parser("graphs", help="draw the figures of result files")
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    add("--machine", type=_pattern, default="", metavar="REGEX", help="only machines that match")
    add(
        "--include", choices=REASONS, action="append", default=[],
        help="machines that the shootout leaves out for this reason",
    )  # fmt: skip
    add(
        "--only", action="append", default=[], metavar="GRAPH",
        help="shootout, curves or a primitive's name",
    )  # fmt: skip
    add("--output", type=Path, default=OUTPUT, metavar="DIR", help="default: graphs/")
    parser.set_defaults(func=main)
