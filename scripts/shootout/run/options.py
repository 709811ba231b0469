"""The options of a run, which ./do takes with the word `run` and without it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import asdict, dataclass

from ..common.arguments import cpu, lengths, pattern, positive, seconds

TRY_SECONDS = 60  # processor time of a test, by default


@dataclass(frozen=True)
class RunOptions:
    """The options of a run, from the command line."""

    patterns: tuple[str, ...] = ()
    set: str = ""  # of primitives; the default if it is not given and there are no patterns
    quick: bool = False
    compilers: str = ""
    abi: str = ""  # the only one, or "all"; by default those that run here
    jobs: int = 1
    timeout: int = TRY_SECONDS
    cpu: int | None = None
    rounds: int | None = None
    lengths: tuple[int, ...] = ()  # of messages in bytes, besides the usual ones
    machine: str | None = None
    fresh: bool = False
    plain: bool = False
    constant_time: bool = False  # whether code that promises constant time is traced
    save: bool = False  # a trial among the results
    beside: bool = True  # whether code that is tried out is timed beside the fastest
    budget: float | None = None  # seconds within which the run shall end
    again: bool = False  # a figure is timed again, which is never a result


# Of the command line, where no number of jobs stands for all CPUs.
DEFAULTS = {**asdict(RunOptions()), "jobs": None}


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run, before or after the word `run`; DEFAULTS are for the first."""

    def add(name: str, kind: Callable[[str], object], metavar: str, text: str) -> None:
        parser.add_argument(name, type=kind, default=argparse.SUPPRESS, metavar=metavar, help=text)

    def flag(name: str, text: str) -> None:
        parser.add_argument(name, action="store_true", default=argparse.SUPPRESS, help=text)

    flag("--quick", "one set of flags per compiler, fewer rounds, no curves")
    add("--set", str, "SET", "set of functions: default (paper, today), more, ..., all")
    add("--compilers", pattern, "REGEX", "only compilers that match (default: all)")
    add("--abi", str, "ABI", "only this one; all: those that are emulated, too (default: none)")
    add("--jobs", positive, "N", "processes that build and verify (default: all CPUs)")
    add("--timeout", positive, "SECONDS", f"processor time of a test (default: {TRY_SECONDS})")
    add("--cpu", cpu, "N", "the CPU to time on (default: the last one)")
    add("--rounds", positive, "N", "rounds over every program (default: 3, with --quick 1)")
    add("--lengths", lengths, "N,N,...", "bytes of further messages, beside the usual lengths")
    add("--machine", str, "NAME", "the machine's name in results (default: asked once)")
    add("--budget", seconds, "TIME", "end within this time: 90s, 5m, 1h; the most useful first")
    flag("--constant-time", "trace code that promises constant time (docs/implementations.md)")
    flag("--save", "store a trial of unreleased code in data/, among the results")
    flag("--fresh", "start over instead of resuming an interrupted run")
    flag("--plain", "no progress bar")
