"""The command line."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Sequence

from . import redraw
from .check import command as check
from .collect import command as collect
from .collect import repack
from .common.arguments import cpu, pattern, positive
from .common.errors import Trouble, Usage
from .common.parallel import default_jobs
from .common.paths import GRAPHS, MINE
from .java.paper import command as java
from .languages import LANGUAGES
from .registry import export
from .registry.sets import FINALISTS
from .report import tables
from .report.compare import command as compare
from .report.graphs import command as graphs
from .report.page import command as page
from .results import sign  # fmt: skip
from .run import doctor, driver, listing, summary
from .run.state import RunOptions
from .run.verify import SECONDS


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./do",
        description="Times hash functions on this machine; without a command, the finalists.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser("run", help="build, verify, time and save a part, or everything")
    run.add_argument("patterns", nargs="*", metavar="PATTERN", help="blake256, 'skein*/ref', ...")
    for p in (parser, run):
        _add_run_options(p)
    run.set_defaults(func=run_command)
    parser.set_defaults(
        func=run_command, patterns=[], set="", quick=False, compilers="", jobs=default_jobs(),
        timeout=SECONDS, cpu=None, rounds=None, machine=None, fresh=False, plain=False,
        instructions=True,
    )  # fmt: skip
    listing.register(commands, LANGUAGES)
    doctor.register(commands)
    tables.register(commands)
    compare.register(commands)
    graphs.register(commands)
    page.register(commands)
    java.register(commands)
    check.register(commands)
    collect.register(commands, lambda: redraw.redraw(GRAPHS))
    repack.register(commands)
    sign.register(commands)
    export.register(commands)
    return parser


def _add_run_options(p: argparse.ArgumentParser) -> None:
    """Add the options of a run, before and after the word `run`; `_parser` sets the defaults."""

    def add(name: str, kind: Callable[[str], object], metavar: str, text: str) -> None:
        p.add_argument(name, type=kind, default=argparse.SUPPRESS, metavar=metavar, help=text)

    def flag(name: str, text: str) -> None:
        p.add_argument(name, action="store_true", default=argparse.SUPPRESS, help=text)

    flag("--quick", "one line of each compiler, fewer rounds, no curves")
    add("--set", str, "SET", "of functions: finalists, alternates, ... or all; the finalists")
    add("--compilers", pattern, "REGEX", "only compilers that match")
    add("--jobs", positive, "N", "to build and verify with; all CPUs")
    add("--timeout", positive, "SECONDS", f"of a test's processor time; {SECONDS}")
    add("--cpu", cpu, "N", "the CPU to time on; the last one")
    add("--rounds", positive, "N", "rounds over every program")
    add("--machine", str, "NAME", "the machine's name in results; it is remembered")
    flag("--fresh", "forget an interrupted run")
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
        instructions=args.instructions,
    )  # fmt: skip
    run, path = driver.execute(options, LANGUAGES)
    status = summary.print_summary(run, path)
    if path and args.command is None:
        sys.stdout.flush()
        redraw.redraw(MINE, options.set or FINALISTS)
    return status


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return 0, 1 if something failed, 2 for wrong usage, 130 if interrupted."""
    args = _parser().parse_args(argv)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        status: int = args.func(args)
        sys.stdout.flush()
        return status
    except Usage as e:
        print(f"./do: {e}", file=sys.stderr)
        return 2
    except Trouble as e:
        print(f"./do: {e}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(
            "\n./do: interrupted. Finished work is kept; ./do continues from there.",
            file=sys.stderr,
        )
        return 130
    except BrokenPipeError:  # the reader of a table has seen enough
        _silence()
        return 0
    except OSError as e:
        name = e.filename2 or e.filename  # of two it is the copy that has no room
        where = f"{name}: " if isinstance(name, str) else ""
        try:
            sys.stdout.flush()
        except OSError:
            where = "standard output: "
            _silence()
        print(f"./do: {where}{e.strerror}. Check disk space and permissions.", file=sys.stderr)
        return 1


def _silence() -> None:
    """Lead what standard output still holds to nowhere: at its end Python would write it again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
