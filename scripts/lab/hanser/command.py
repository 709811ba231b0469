"""./do java: the paper's measurements and tables, repeated."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from shootout.common.arguments import cpu, pattern
from shootout.common.lock import alone
from shootout.common.paths import GRAPHS
from shootout.machine import target
from shootout.machine.microarchitecture import identify
from shootout.report import packages

from . import report
from .stages import PaperOptions, measure, prepare


def run(options: PaperOptions, output: Path) -> int:
    """Measure, write and print the paths; return 1 when a subject was wrong."""
    with alone():
        prepared = prepare(options)
        packages.ready()
        results, more = measure(prepared)
        origin = _origin(prepared.bench.core)
        written = report.write(results, more, output, options.quick, origin)
    print("\n".join(f"{path}" for path in written))
    return 1 if prepared.bench.wrong else 0


def _origin(core: int | None) -> str:
    """When and where the run ended; what earlier runs measured of the same code is in it, too."""
    cpu = f"CPU {core}" if core is not None else "any CPU"
    day = time.strftime("%Y-%m-%d", time.gmtime())
    return f"Measurements ended on {day}, on {cpu} ({identify(target.own())})."


def main(args: argparse.Namespace) -> int:
    options = PaperOptions(
        tuple(args.patterns), args.vm, args.all, args.quick, args.fresh, args.plain, args.cpu
    )
    return run(options, args.output)


def register(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("patterns", nargs="*", metavar="PATTERN", help="blake256, 'skein*/java', ...")
    add("--vm", type=pattern, default="", metavar="REGEX", help="VMs that match: java25, graal")
    add("--all", action="store_true", help="each of our implementations, not only the fastest")
    add("--quick", action="store_true", help="one VM and a short time for each figure")
    add("--fresh", action="store_true", help="measure everything again")
    add("--plain", action="store_true", help="no progress bar")
    add("--cpu", type=cpu, metavar="N", help="the CPU to time on; default: the last one")
    add("--output", type=Path, default=GRAPHS, metavar="DIR", help="default: graphs/")
    parser.set_defaults(func=main)
