"""The command line."""

from __future__ import annotations

import argparse
import errno
import signal
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn, cast

from lab.claims import command as claims
from lab.explain import command as explain
from lab.fleet import command as fleet
from lab.hanser import command as java
from lab.store import command as store
from lab.store import query
from lab.tune import command as tune

from . import VERSION, completion, doctor, listing, redraw, release, reproduce
from .check import command as check
from .collect import command as collect
from .collect import repack
from .common.arguments import cpu, pattern, positive, seconds
from .common.errors import Trouble, Usage
from .common.folders import claim
from .common.named import escaped
from .common.parallel import default_jobs
from .common.parser import Parser, near
from .common.paths import BUILD, DATA, GRAPHS, MINE
from .common.progress import BAR
from .common.terminal import folded, lead_nowhere, outlast_readers, say, warn
from .languages import LANGUAGES
from .registry import export, new
from .registry.sets import FINALISTS
from .report import tables
from .report.compare import command as compare
from .report.compilers import command as compilers
from .report.graphs import command as graphs
from .report.history import command as history
from .report.page import command as page
from .results import cache, sign  # fmt: skip
from .run import driver, summary
from .run.state import RunOptions
from .run.verify import SECONDS

EXAMPLES = """\
examples:
  ./do                              time the finalists, then draw graphs
  ./do --quick                      the same within minutes
  ./do run blake256 'skein*/ref'    time a part
  ./do tables --all                 figures of every implementation
  ./do compare '*/ref' '*/opt64'    ratios, with confidence intervals
  ./do COMMAND --help               the options of a command
"""


def _parser() -> Parser:
    parser = Parser(
        prog="./do",
        description="Times hash functions on this machine. With no command, runs the finalists.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"shootout {VERSION}")
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND",
        parser_class=cast("type[argparse.ArgumentParser]", Parser),
    )  # fmt: skip
    run = commands.add_parser("run", help="build, verify, time and save a part, or everything")
    run.add_argument("patterns", nargs="*", metavar="PATTERN", help="blake256, 'skein*/ref', ...")
    for p in (parser, run):
        _add_run_options(p)
    run.set_defaults(func=run_command)
    parser.set_defaults(
        func=run_command, patterns=[], set="", quick=False, compilers="", jobs=default_jobs(),
        timeout=SECONDS, cpu=None, rounds=None, machine=None, fresh=False, plain=False,
        instructions=True, constant_time=False, save=False, flags=False, budget=None,
    )  # fmt: skip
    listing.register(commands, LANGUAGES)
    doctor.register(commands)
    tables.register(commands)
    compare.register(commands)
    compilers.register(commands)
    explain.register(commands)
    history.register(commands)
    reproduce.register(commands)
    claims.register(commands)
    graphs.register(commands)
    page.register(commands)
    java.register(commands)
    check.register(commands, release.sources)
    collect.register(commands, lambda: redraw.redraw(GRAPHS))
    fleet.register(commands, _add_run_options)
    tune.register(commands)
    store.register(commands)
    query.register(commands)
    repack.register(commands)
    sign.register(commands)
    new.register(commands)
    export.register(commands)
    completion.register(commands, _parser)
    return parser


def _add_run_options(p: argparse.ArgumentParser) -> None:
    """Add the options of a run, before and after the word `run`; `_parser` sets the defaults."""

    def add(name: str, kind: Callable[[str], object], metavar: str, text: str) -> None:
        p.add_argument(name, type=kind, default=argparse.SUPPRESS, metavar=metavar, help=text)

    def flag(name: str, text: str) -> None:
        p.add_argument(name, action="store_true", default=argparse.SUPPRESS, help=text)

    flag("--quick", "one set of flags per compiler, fewer rounds, no curves")
    add("--set", str, "SET", "set of functions: finalists (default), alternates, ..., all")
    add("--compilers", pattern, "REGEX", "only compilers that match (default: all)")
    add("--jobs", positive, "N", "processes that build and verify (default: all CPUs)")
    add("--timeout", positive, "SECONDS", f"processor time of a test (default: {SECONDS})")
    add("--cpu", cpu, "N", "the CPU to time on (default: the last one)")
    add("--rounds", positive, "N", "rounds over every program (default: 3, with --quick 1)")
    add("--machine", str, "NAME", "the machine's name in results (default: asked once)")
    add("--budget", seconds, "TIME", "end within this time: 90s, 5m, 1h; the most useful first")
    flag("--flags", "more compiler lines, each with one other option (./do compilers)")
    flag("--constant-time", "trace code that promises constant time (docs/implementations.md)")
    flag("--save", "store a trial of unreleased code in data/, among the results")
    flag("--fresh", "start over instead of resuming an interrupted run")
    flag("--plain", "no progress bar")
    p.add_argument(
        "--no-instructions", dest="instructions", action="store_false", default=argparse.SUPPRESS,
        help="do not count the instructions of what is verified under an emulator",
    )  # fmt: skip


def run_command(args: argparse.Namespace) -> int:
    """./do and ./do run: the pipeline, then its summary."""
    options = RunOptions(
        patterns=tuple(args.patterns), set=args.set, quick=args.quick, compilers=args.compilers,
        jobs=args.jobs, timeout=args.timeout, cpu=args.cpu, rounds=args.rounds,
        machine=args.machine, fresh=args.fresh, plain=args.plain,
        instructions=args.instructions, constant_time=args.constant_time, save=args.save,
        flags=args.flags, budget=args.budget,
    )  # fmt: skip
    told: list[str] = []
    draws = args.command is None
    run, path = driver.execute(
        options,
        LANGUAGES,
        lambda result: told.append(summary.tell(result, options.patterns, first=not told)),
        redraw.PHASES if draws else {},
    )
    status = summary.print_summary(run, path, "\n".join(told))
    if path and draws:
        sys.stdout.flush()
        redraw.redraw(MINE, options.set or FINALISTS, quiet=True)
        say(*redraw.ending(MINE))
    BAR.over()
    return status


def _unknown(parser: Parser, args: argparse.Namespace, word: str) -> NoReturn:
    """End because of a word that the command does not take."""
    of = parser.parsers().get(args.command, parser) if args.command else parser
    assert isinstance(of, Parser)
    if word.startswith("-"):
        of.exit_with(f"{word}: no such option{near(word, of.known_options())}")
    of.exit_with(f"{word}: one word too many")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return 0, 1 if something failed, 2 for wrong usage, 130 if interrupted."""
    parser = _parser()
    try:
        args, more = parser.parse_known_args(argv)
    except SystemExit:  # it has printed its help
        try:
            sys.stdout.flush()
        except OSError as e:
            lead_nowhere(sys.stdout.fileno())
            warn(f"./do: standard output: {e.strerror}. Check disk space and permissions.")
            return 1
        raise
    if more:
        _unknown(parser, args, more[0])
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if args.func is run_command:
        outlast_readers()
    BAR.watch(args.command or "run")
    try:
        for folder in (BUILD, DATA):
            claim(folder)
        cache.enable(BUILD / "cache")
        status: int = args.func(args)
        sys.stdout.flush()
        return status
    except Usage as e:
        warn(f"./do: {e}")
        return 2
    except Trouble as e:
        warn(f"./do: {e}")
        return 1
    except KeyboardInterrupt:
        said = "./do: interrupted. Finished work is kept; ./do continues from there."
        print(f"\n{folded(said)}", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader has seen enough
        lead_nowhere(sys.stdout.fileno())
        return 0
    except OSError as e:
        name = e.filename2 or e.filename  # of two it is the copy that has no room
        if isinstance(name, str):
            where = f"{escaped(name)}: "
        else:  # files that get a name tell it
            where = "" if e.errno == errno.ENOENT else "standard output or a temporary file: "
        try:
            sys.stdout.flush()
        except OSError:
            where = "standard output: "
            lead_nowhere(sys.stdout.fileno())
        warn(f"./do: {where}{e.strerror}. Check disk space and permissions.")
        return 1
