"""./do energy: nanojoules per byte of the fastest C of each function."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from statistics import median

from shootout.build.cells import Cell
from shootout.commands.languages import LANGUAGES
from shootout.common.arguments import cpu, pattern, positive
from shootout.common.errors import Trouble
from shootout.common.parallel import default_jobs
from shootout.common.progress import BAR
from shootout.common.terminal import say
from shootout.results.figures import Row, fastest, rows_of
from shootout.results.reader import read
from shootout.run import driver
from shootout.run.options import RunOptions
from shootout.run.state import Run

from . import loops, powercap
from .loops import Energy

HELP = """\
Builds, verifies and times the functions, as ./do run --quick does; then the
fastest C of each function at 4096 bytes loops for a second, three times, while
the counter of the processor's package is read (RAPL: Intel and AMD on Linux).
If it may not be read, the message says how to permit it. Nothing is saved."""


def measured(run: Run, chosen: list[loops.Loop]) -> list[dict[str, object]]:
    """The energy of each loop's function: a record each, in the order of the loops."""
    taken: dict[loops.Loop, list[Energy]] = {loop: [] for loop in chosen}
    why: dict[loops.Loop, str] = {}
    meter = powercap.find(run.core)
    run.progress.start("measure energy", len(chosen) * loops.ROUNDS)
    for loop, one in loops.measure(chosen, meter, run.core, run.progress.step):
        if isinstance(one, str):
            why[loop] = one
        else:
            taken[loop].append(one)
    run.progress.finish()
    return [
        {
            "primitive": loop.cell.primitive, "implementation": loop.cell.implementation.name,
            "abi": loop.cell.abi, "compiler": " ".join(loop.cell.compiler.command),
            "mlen": loops.MLEN,
            "nanojoules_per_byte": median(each.per_byte for each in some) if some else None,
            "watts": median(each.watts for each in some) if some else None,
            "idle_watts": some[0].idle / 1e6 if some else None, "loops": len(some),
            "doubt": why.get(loop, ""),
        }
        for loop, some in taken.items()
    ]  # fmt: skip


def candidates(run: Run, rows: Iterable[Row]) -> Iterator[loops.Loop]:
    """The fastest C of each function and ABI at 4096 bytes, linked to loop."""
    cells = {(str(cell), cell.abi): cell for cell in run.verdicts if type(cell) is Cell}
    for row in rows:
        path = f"crypto_hash/{row.primitive}/{row.implementation}"
        cell = cells.get((f"{path} {row.compiler}", row.abi))
        if cell and cell.primitive != "null" and row.persecond:
            loops.link(cell)
            ticks = row.figures.median(loops.MLEN) * loops.MLEN / (row.clock or 1.0)
            counter = run.counters[cell.abi].best
            yield loops.Loop(cell, counter.name, counter.persecond, ticks / row.persecond)


def table(found: list[dict[str, object]]) -> list[str]:
    """The records as lines of a table."""
    lines = [f"{'function':15}{'implementation':22}{'abi':8}{'nJ/B':>8}{'W':>7}{'idle W':>8}"]
    for each in found:
        numbers = (each["nanojoules_per_byte"], each["watts"], each["idle_watts"])
        shown = ["-" if n is None else f"{n:.2f}" for n in numbers]
        name = f"{each['primitive']!s:15}{each['implementation']!s:22}{each['abi']!s:8}"
        doubt = f"  {each['loops']} of {loops.ROUNDS} loops: {each['doubt']}"
        lines.append(f"{name}{shown[0]:>8}{shown[1]:>7}{shown[2]:>8}" + doubt * bool(each["doubt"]))
    return lines


def main(args: argparse.Namespace) -> int:
    """Measure and print."""
    try:
        powercap.find(args.cpu)
    except powercap.NoEnergy as error:
        raise Trouble(f"energy cannot be measured here: {error}") from None
    options = RunOptions(
        patterns=tuple(args.patterns), set=args.set, quick=True, again=True, beside=False,
        compilers=args.compilers, jobs=args.jobs, cpu=args.cpu, plain=args.plain,
    )  # fmt: skip
    run, path = driver.execute(options, LANGUAGES, lambda *_: None)
    if not path:
        raise Trouble("nothing could be timed here; the lines above say why.")
    rows = fastest(rows_of(read(path, curves=False).blocks), loops.MLEN)
    found = measured(run, list(candidates(run, rows)))
    BAR.over()
    if args.json:
        print(json.dumps(found, indent=2))
    else:
        say(*table(found))
    return 0 if any(each["loops"] for each in found) else 1


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `energy`."""
    parser.description = HELP
    add = parser.add_argument
    add("patterns", nargs="*", metavar="PATTERN", help="blake256, 'skein*/ref', ...")
    add("--set", default="", metavar="SET", help="set of functions (default: paper and today)")
    add("--compilers", type=pattern, default="", metavar="REGEX", help="only these compilers")
    add("--jobs", type=positive, default=default_jobs(), metavar="N", help="processes that build")
    add("--cpu", type=cpu, metavar="N", help="the CPU to time on (default: the last one)")
    add("--plain", action="store_true", help="no progress bar")
    add("--json", action="store_true", help="machine-readable output")
    parser.set_defaults(func=main)
