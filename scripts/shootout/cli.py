"""The command line."""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Sequence

from . import compare, doctor, driver, environment, export, graphs, listing, page, summary, tables
from .errors import Trouble, Usage
from .run import Options
from .verify import SECONDS, default_jobs


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./do", description="Times hash functions on this machine. Without a word: everything."
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser("run", help="build, verify, time and save a part, or everything")
    run.add_argument("patterns", nargs="*", metavar="PATTERN", help="blake256, 'skein*/ref', ...")
    for p in (parser, run):
        _add_run_options(p)
    run.set_defaults(func=run_command)
    parser.set_defaults(func=run_command, patterns=[])
    listing.register(commands)
    doctor.register(commands)
    tables.register(commands)
    compare.register(commands)
    graphs.register(commands)
    page.register(commands)
    export.register(commands)
    return parser


def _pattern(text: str) -> str:
    try:
        re.compile(text)
    except re.error as e:
        raise argparse.ArgumentTypeError(f"{text!r} is no regular expression: {e}") from e
    return text


def _cpu(text: str) -> int:
    usable = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if not text.isdigit() or int(text) not in usable:
        names = " ".join(map(str, usable)) or "none can be chosen on this system"
        raise argparse.ArgumentTypeError(f"{text!r} is no CPU this process may use: {names}")
    return int(text)


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def _add_run_options(p: argparse.ArgumentParser) -> None:
    p.add_argument("--quick", action="store_true", help="one line of each compiler, no curves")
    p.add_argument(
        "--compilers", type=_pattern, default="", metavar="REGEX", help="only compilers that match"
    )
    p.add_argument(
        "--jobs", type=_positive, default=default_jobs(), metavar="N", help="to build with"
    )
    p.add_argument(
        "--timeout",
        type=_positive,
        default=SECONDS,
        metavar="SECONDS",
        help="of a test's processor time",
    )
    p.add_argument("--cpu", type=_cpu, metavar="N", help="the CPU to time on")
    p.add_argument("--rounds", type=_positive, metavar="N", help="rounds over every program")
    p.add_argument("--machine", metavar="NAME", help="the machine's name in the result")
    p.add_argument("--fresh", action="store_true", help="forget an interrupted run")
    p.add_argument("--plain", action="store_true", help="no progress bar")


def run_command(args: argparse.Namespace) -> int:
    """./do and ./do run: the pipeline, then its summary."""
    options = Options(
        patterns=tuple(args.patterns), quick=args.quick, compilers=args.compilers,
        jobs=args.jobs, timeout=args.timeout, cpu=args.cpu, rounds=args.rounds,
        machine=args.machine, fresh=args.fresh, plain=args.plain,
    )  # fmt: skip
    run, path = driver.execute(options)
    status = summary.print_summary(run, path)
    if path and args.command is None:
        sys.stdout.flush()
        environment.draw()
    return status


def main(argv: Sequence[str] | None = None) -> int:
    """Returns the exit status: 0 well, 1 something failed, 2 wrong usage, 130 interrupted."""
    args = _parser().parse_args(argv)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
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
            "\n./do: interrupted. What is done is kept; ./do goes on from there.", file=sys.stderr
        )
        return 130
    except BrokenPipeError:  # the reader of a table has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as e:
        print(
            f"./do: {e.filename or ''}: {e.strerror}. Make room or rights there.", file=sys.stderr
        )
        return 1
