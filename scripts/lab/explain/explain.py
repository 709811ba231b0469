"""./do explain A [B]: why is it as fast as it is?"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from shootout.build import programs
from shootout.build.compilers import find_compilers
from shootout.common.arguments import pattern
from shootout.common.errors import Trouble, Usage
from shootout.common.folders import alone
from shootout.common.parallel import default_jobs
from shootout.common.paths import short
from shootout.common.progress import BAR
from shootout.common.terminal import say
from shootout.report.sheet import printed

from .account import as_dict, beside, limits, of_compilers, places
from .facts import Findings, gather
from .subject import Specimen, chosen, specimens, timed

HELP = """\
Says why an implementation is as fast as it is: how many instructions of which
kinds it executes, the least time that they could take, which part of the time
comes once, and what its compilers did. Two implementations stand side by side:

    ./do explain blake256/amd64
    ./do explain blake256/amd64 blake256/opt64 --result FILE

Cycles come from a result file, by default the newest of this machine; the
rest is counted here (docs/explain.md). Java is not explained."""


def main(args: argparse.Namespace) -> int:
    """Explain one or two implementations."""
    if len(args.words) > 2:
        raise Usage("explain takes one or two implementations")
    its = timed(args.result)
    wanted = [chosen(word, its.rows, args.abi) for word in args.words]
    with alone():
        good, _ = find_compilers()
        every = [specimens(i, its, good, args.abi, args.compiler) for i in dict.fromkeys(wanted)]
        flat = [each for some in every for each in some]
        _build(flat, args.jobs)
        known = iter([gather(each, its.core(None)) for each in BAR.each("count", flat)])
        found = [[next(known) for _ in some] for some in every]
    BAR.over()
    if args.json:
        print(json.dumps({"subjects": [list(map(as_dict, one)) for one in found]}, indent=1))
        return 0
    if its.path:
        say(f"timed: {short(its.path)}", "")
    _show(found)
    return 0


def _build(every: Sequence[Specimen], jobs: int) -> None:
    """Build all specimens; Trouble, with the compiler's words, for one that does not compile."""
    cells = [each.cell for each in every]
    BAR.start("build", len(cells))
    programs.build(cells, jobs, BAR.step)
    BAR.finish()
    for cell in cells:
        if said := programs.failure(cell):
            raise Trouble(f"{cell}: does not compile: {said[0]}")


def _show(found: Sequence[Sequence[Findings]]) -> None:
    """Print the tables, and below them what is not known."""
    sheets = [beside([one[0] for one in found])]
    sheets += [of_compilers(one) for one in found if len(one) > 1]
    print("\n".join(printed(sheets, "terminal")))
    for first, *_ in found:
        say(*(f"{first.specimen.name}: {each}" for each in limits(first) + places(first)))
        say(*(f"{first.specimen.name}: not known: {each}" for each in first.unknown))


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `explain`."""
    parser.description = HELP
    add = parser.add_argument
    add("words", metavar="PRIMITIVE/IMPLEMENTATION", nargs="+")
    add("--result", type=Path, metavar="FILE", help="the result file that has the cycles")
    add("--abi", default="", metavar="ABI", help="amd64, x86, ...; default: the fastest's")
    add("--compiler", type=pattern, default="", metavar="REGEX", help="its compilers that match")
    add("--jobs", type=int, default=default_jobs(), metavar="N", help="processes that build")
    add("--json", action="store_true", help="machine-readable output")
    parser.set_defaults(func=main)
