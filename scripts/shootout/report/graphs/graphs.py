"""./do graphs FILE...: the graphs, from result files."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ...common import parallel
from ...common.arguments import pattern
from ...common.atomic import sweep
from ...common.errors import Usage
from ...common.named import escaped
from ...common.paths import GRAPHS, MINE, short
from ...common.terminal import say, warn
from ...registry.families import PAPER, Group, in_set, pictured
from ...registry.sets import ALL, DEFAULT, TODAY
from ...registry.tree import known
from .. import literature, packages
from ..bands import bands
from ..drawn import Drawn, key, libraries, of_files
from ..exclusions import Selection, choose, plural
from ..machines import MachineRow, collect
from ..selection import add_set, matching, of_set, result_files

CURVES, INSTRUCTIONS, LITERATURE = "curves", "instructions", "literature"
SHOOTOUTS = {"shootout": False, "java-shootout": True}  # whether it is of Java
# Graphs that do not show each implementation.
OF_ALL = {*SHOOTOUTS, INSTRUCTIONS, LITERATURE, CURVES}
FORMS = ("pdf", "svg")  # a job each
PHASE = "draw graphs"  # on the bar


class Picture(NamedTuple):
    """A graph to be drawn: `draw` of a module returns its paths, and complaints."""

    name: str
    module: str
    given: tuple[Any, ...]  # the arguments


@dataclass(frozen=True)
class GraphOptions:
    files: tuple[Path, ...] = ()
    machine: str = ""  # a regular expression
    only: tuple[str, ...] = ()  # names of graphs; empty for all
    set: str = DEFAULT
    output: Path = GRAPHS
    run: Path | None = None  # whose machine alone has curves and implementations drawn


def draw(options: GraphOptions | None = None) -> int:
    """Write the graphs and print their number; return 1 when a file could not be read in full."""
    options = options or GraphOptions()
    start, groups = time.monotonic(), list(of_set(options.set))
    paths = result_files(options.files)
    packages.ready()
    drawn = Drawn(options.output)
    source = plural(len(paths), "result file")
    whole = f"graphs {(options.set, options.machine, options.only)}"
    its = key(of_files(paths), libraries())
    if kept := drawn.still(whole, its):
        say(f"{source}: the {len(kept)} graphs in {options.output} are of these already")
        return 0
    alone = SHOOTOUTS.keys() >= {*(options.only or [""])}  # else implementations are drawn, too
    found, complaints = collect(paths, options.set if alone else ALL)
    for complaint in complaints:
        warn(f"./do: {complaint}")
    choice = choose(matching(found, options.machine, lambda c: c.name))
    for note in choice.notes():
        say(note)
    options.output.mkdir(parents=True, exist_ok=True)
    try:
        made = _made(list(_jobs(choice, options, groups)))
    finally:
        sweep(options.output)  # a killed process leaves half a graph
    written = [each for each in made if isinstance(each, Path)]
    more = {each for each in made if isinstance(each, str)}.difference(complaints)
    for each in sorted(more):
        warn(f"./do: {each}")
    if not written:
        functions = "any function" if options.set in (DEFAULT, ALL) else f"the {options.set}"
        what = f"none of {', '.join(options.only)}" if options.only else f"no figure of {functions}"
        raise Usage(f"nothing to draw: {what} in {source if paths[1:] else escaped(paths[0])}")
    if not (complaints or more):
        drawn.note(whole, its, written)
    graphs = plural(len(written), "graph")
    say(f"{source}, {graphs} in {short(options.output)}, {time.monotonic() - start:.1f} s")
    return 1 if complaints or more else 0


def _made(jobs: Sequence[Picture]) -> list[Path | str]:
    """The files and complaints of all jobs."""
    import_module(".drawing", __package__)  # once for all processes, which then share its memory
    with closing(parallel.each(_call, jobs, parallel.cpus(len(jobs)), phase=PHASE)) as made:
        return [each for some in made for each in some]


def _call(job: Picture) -> Sequence[Path | str]:
    return list(import_module(f".{job.module}", __package__).draw(*job.given))


def _jobs(choice: Selection, options: GraphOptions, groups: Sequence[Group]) -> Iterator[Picture]:
    """The graphs to be drawn, the longest work first."""
    folder = options.output
    machines = [c for each in bands(choice.shown).values() for c in each]
    timed = {p for c in machines for p in c.fastest} - {"null"}
    # Functions without a set are beside the paper's.
    shown = [g for g in groups if g.name == PAPER.name or not timed.isdisjoint(g.primitives)]

    def asked(name: str) -> bool:
        return not options.only or name in options.only

    own = [c for c in machines if options.run in c.paths] or machines  # a trial is not in data/
    for group in shown if asked(CURVES) else ():
        yield Picture(group.stem(CURVES), "curves", (own, folder, group))
    for name, java in SHOOTOUTS.items():
        half = choice.of(java)
        for group in shown if asked(name) and half.shown else ():
            alone = java or group.name != TODAY or options.files or options.machine
            cited = [] if alone else literature.contestants()
            for form in FORMS[: 2 - java]:
                given = (half, folder, pictured(group), java, form, cited)
                yield Picture(f"{group.stem(name)}.{form}", "shootout", given)
    every = [*choice.shown, *(c for some in choice.left_out.values() for c in some)]
    emulated = [c for c in every if c.instructions]
    if asked(INSTRUCTIONS) and emulated:
        yield Picture(INSTRUCTIONS, "instruction_pages", (emulated, folder))
    if asked(LITERATURE):
        yield Picture(LITERATURE, "literature_pages", (folder,))
    others = OF_ALL | {group.stem(graph) for group in groups for graph in OF_ALL}
    functions = _primitives(machines, timed, options.only, groups) - others
    for primitive in sorted(filter(asked, functions)):
        yield Picture(primitive, "function", (own, primitive, folder))


def _primitives(
    machines: Iterable[MachineRow], timed: set[str], only: Sequence[str], groups: Iterable[Group]
) -> set[str]:
    """The functions with a graph each; those that are not timed if they are asked for, or if none
    is. A file has any names: those that the tree does not know would be as many pictures."""
    tried = {p for c in machines for p in c.entries} - {"null"}
    if only:
        return tried
    return {p for p in (timed or tried) & known() if any(in_set(p, g.name) for g in groups)}


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `graphs`."""
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    add("--machine", type=pattern, default="", metavar="REGEX", help="only machines that match")
    add(
        "--only", action="append", default=[], metavar="GRAPH",
        help="only this: shootout, java-shootout, instructions, literature, curves or a primitive",
    )  # fmt: skip
    add_set(parser, DEFAULT)
    add(
        "--output", type=Path, metavar="DIR",
        help="default: graphs/, or graphs/mine/ for chosen files",
    )  # fmt: skip

    def main(args: argparse.Namespace) -> int:
        files, only = tuple(args.files), tuple(args.only)
        output = args.output or (MINE if files else GRAPHS)
        return draw(GraphOptions(files, args.machine, only, args.set, output))

    parser.set_defaults(func=main)
