"""./do graphs FILE...: the graphs, from result files."""

from __future__ import annotations

import argparse
import gc
import resource
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from ...common import parallel
from ...common.arguments import pattern
from ...common.atomic import sweep
from ...common.errors import Usage
from ...common.named import escaped
from ...common.parallel import cpus
from ...common.paths import GRAPHS, short
from ...common.terminal import say, warn
from ...registry.families import Group, in_set
from ...registry.sets import ALL, FINALISTS
from ...registry.tree import known
from ...results.curve import of_file
from .. import confirmed, sets
from ..bands import bands
from ..drawn import Drawn, key, libraries, of_files
from ..exclusions import REASONS, Choice, choose, footer
from ..machines import READING, Contestant, collect
from ..selection import matching, result_files
from ..sisters import SISTERS, pairs
from . import environment

CURVES, INSTRUCTIONS, LITERATURE = "curves", "instructions", "literature"
ENERGY = "energy"
PHASE = "draw graphs"  # on the bar
SHOOTOUTS = {"shootout": False, "java-shootout": True}  # whether it is of Java
FORMS = ("pdf", "svg")  # a job each


class Job(NamedTuple):
    """A graph to be drawn: `draw` of a module returns its paths, and complaints."""

    name: str
    module: str
    given: tuple[Any, ...]  # the arguments
    files: tuple[Path, ...] = ()  # result files that are read again


@dataclass(frozen=True)
class GraphOptions:
    files: tuple[Path, ...] = ()
    machine: str = ""  # a regular expression
    include: tuple[str, ...] = ()  # of REASONS
    only: tuple[str, ...] = ()  # names of graphs; empty for all
    set: str = FINALISTS
    output: Path = GRAPHS


def pick(contestants: list[Contestant], machine: str) -> list[Contestant]:
    """The contestants whose name matches; Usage when none of some does."""
    if not contestants:
        return []
    names = matching((c.name for c in contestants), machine)
    return [c for c in contestants if c.name in names]


def draw(options: GraphOptions | None = None) -> int:
    """Write the graphs and print their number; return 1 when a file could not be read in full."""
    options = options or GraphOptions()
    groups = list(sets.chosen(options.set))
    start = time.monotonic()
    paths = result_files(options.files)
    environment.ready()
    import_module("numpy")  # for the processes that read, which so find medians much sooner
    drawn = Drawn(options.output)
    hashes = of_files(paths)
    marks = confirmed.state(paths)
    everything = key(replace(options, files=(), output=Path()), hashes, marks, libraries())
    whole = " ".join(["graphs", options.set, options.machine, *options.include, *options.only])
    if kept := drawn.still(whole, everything):
        of = _files(len(paths))
        say(f"{of}: the {len(kept)} graphs in {options.output} are of these already")
        return 0
    each_implementation = not {CURVES, ENERGY, INSTRUCTIONS, LITERATURE, *SHOOTOUTS}.issuperset(
        options.only or ["all"]
    )
    curves = CURVES in (options.only or [CURVES])
    with closing(_read(paths, each_implementation, curves)) as read:
        found, complaints, number = next(read)
        _complain(complaints)
        choice = choose(pick(found, options.machine), options.include)
        for note in choice.notes():
            say(note)
        jobs = list(_jobs(choice, options, groups, number))
        options.output.mkdir(parents=True, exist_ok=True)
        try:
            made = _drawn(jobs, drawn, dict(hashes), read)
        finally:
            sweep(options.output)  # a killed process leaves half a graph
    written = [each for each in made if isinstance(each, Path)]
    more = {each for each in made if isinstance(each, str)}.difference(complaints)
    _complain(sorted(more))
    if not written:
        of_set = "any function" if options.set in (FINALISTS, ALL) else f"the {options.set}"
        what = f"none of {', '.join(options.only)}" if options.only else f"no figure of {of_set}"
        where = ", ".join(map(escaped, paths))
        raise Usage(f"nothing to draw: {what} in {where}")
    if not (complaints or more):
        drawn.note(whole, everything, written)
        drawn.save()
    seconds = time.monotonic() - start
    graphs = f"{len(written)} graph" + "s" * (len(written) != 1)
    readers = int(curves and len(paths) == 1)  # beside those that draw
    say(
        f"{_files(number)}, {graphs} in {short(options.output)}, "
        f"{seconds:.1f} s, peak memory {memory(cpus(len(jobs)) + readers) >> 20} MB"
    )
    return 1 if complaints or more else 0


def _drawn(
    jobs: Sequence[Job], drawn: Drawn, hashes: Mapping[str, str], read: Generator[Any, None, None]
) -> list[Path | str]:
    """The files and complaints of all jobs. Those whose data are as before are not drawn again.

    `hashes` are those of the result files, by their paths. The curves of a single file come
    from `read`, and are drawn by this process.
    """
    keys = [key(job, [hashes[str(file)] for file in job.files], libraries()) for job in jobs]
    kept = [drawn.still(job.name, its) for job, its in zip(jobs, keys)]
    made: list[Path | str] = [file for files in kept for file in files]
    left = [(job, its) for job, its, files in zip(jobs, keys, kept) if not files]
    here = [each for each in left if each[0].module == CURVES and len(hashes) == 1]
    if not here:
        read.close()
    others = [each for each in left if each not in here]
    work = [job for job, _ in others]
    try:
        with closing(parallel.each(_call, work, cpus(len(work)), phase=PHASE)) as new:
            # Other processes begin with the first, so that they draw while this one does.
            for job, its in [*others[:1], *here, *others[1:]]:
                some = _call(job, next(read)) if (job, its) in here else next(new)
                made += some
                written = [each for each in some if isinstance(each, Path)]
                if len(written) == len(some):
                    drawn.note(job.name, its, written)
    finally:
        drawn.save()
    return made


def _files(number: int) -> str:
    return f"{number} result file" + "s" * (number != 1)


def _read(paths: Sequence[Path], entries: bool, curves: bool) -> Generator[Any, None, None]:
    """The contestants of all files, complaints, and the number of files; then the curves of a
    single file, by its path.

    Files are read in other processes: the memory that reading takes, three times that of the
    rest, would not be given back, and each process that draws would inherit it. Meanwhile this
    one loads matplotlib for all that draw.
    """
    if len(paths) > 1:
        yield *collect(paths, entries=entries, meanwhile=_load), len(paths)
        return
    with closing(_apart(partial(of_file, paths[0]))) as later:
        if curves:
            next(later)
        with closing(_apart(partial(collect, paths, entries=entries), READING)) as made:
            next(made)
            _load()
            (found,) = made  # its process ends before others draw
        yield *found, 1
        rest = list(later) if curves else []
    for each in rest:
        while True:  # several sets have a graph of the curves each
            yield {paths[0]: each}


def _apart(step: Callable[[], Any], phase: str = "") -> Generator[Any, None, None]:
    """Something as soon as a process has begun, then what `step` returns there."""
    steps: list[Callable[[], Any]] = [bool, step]
    return parallel.each(_run, steps, 1, gc.disable, phase=phase, apart=True)


def _load() -> None:
    """Load matplotlib for all processes that draw, which then share its memory."""
    import_module(".drawing", __package__)
    gc.freeze()  # a collection would look at all its objects, and so copy them for a process


def _run(step: Callable[[], Any]) -> Any:
    return step()


def _complain(complaints: Iterable[str]) -> None:
    for complaint in complaints:
        warn(f"./do: {complaint}")


def _jobs(
    choice: Choice, options: GraphOptions, groups: Sequence[Group], number: int
) -> Iterator[Job]:
    """The graphs to be drawn, the longest work first."""
    text = footer(choice.shown, number)
    machines = [c for each in bands(choice.shown).values() for c in each]
    tried = {p for c in machines for p in c.entries} - {"null"}
    timed = {p for c in machines for p in c.fastest} - {"null"}
    primitives = tried if options.only else timed or tried
    light = [replace(c, entries={}) for c in machines]
    # Functions without a set are beside the finalists.
    drawn = [g for g in groups if g.name == FINALISTS or not timed.isdisjoint(g.primitives)]

    def asked(name: str) -> bool:
        return not options.only or name in options.only

    for group in drawn if asked(CURVES) else ():
        files = tuple(dict.fromkeys(path for c in machines for path in c.paths))
        yield Job(group.stem(CURVES), "curves", (light, options.output, text, group), files)
    for name, java in SHOOTOUTS.items():
        half = choice.of(java)
        if asked(name) and half.shown:
            bare = replace(half, shown=tuple(replace(c, entries={}) for c in half.shown))
            said = footer(bare.shown, number)
            for group in drawn:
                for form in FORMS[: 2 - java]:
                    given = (bare, options.output, said, group, java, form)
                    yield Job(f"{group.stem(name)}.{form}", "shootout", given)
    every = [*choice.shown, *(c for some in choice.left_out.values() for c in some)]
    counted = [replace(c, fastest={}, entries={}) for c in every if c.instructions]
    if asked(INSTRUCTIONS) and counted:
        yield Job(INSTRUCTIONS, "instructions", (counted, options.output))
    if asked(ENERGY):
        yield Job(ENERGY, ".power.energy", (light, options.output))
    if asked(LITERATURE):
        yield Job(LITERATURE, "literature", (options.output,))
    if asked(SISTERS) and any(group.name == SISTERS for group in drawn):
        both = {p for pair in pairs() for p in (pair.small, pair.big)}
        beside = [
            replace(c, fastest={}, entries={p: c.entries[p] for p in both & c.entries.keys()})
            for c in machines
        ]
        yield Job(SISTERS, "sisters", (beside, options.output, text))
    if not options.only:
        # A file has any names: those that the tree does not know would be as many pictures.
        primitives = {
            p for p in primitives & known() if any(in_set(p, group.name) for group in groups)
        }
    own = {CURVES, ENERGY, INSTRUCTIONS, LITERATURE, SISTERS, *SHOOTOUTS}
    own |= {group.stem(graph) for group in groups for graph in own}
    for primitive in sorted(filter(asked, primitives - own)):
        some = [
            replace(c, fastest={}, entries={primitive: c.entries[primitive]})
            for c in machines
            if primitive in c.entries
        ]
        yield Job(primitive, "function", (some, primitive, options.output, text))


def _call(job: Job, *more: Any) -> Sequence[Path | str]:
    """Draw. The module, and with it matplotlib, is loaded only now."""
    module = import_module(f".{job.module}", __package__)
    made: Sequence[Path | str] = module.draw(*job.given, *more)
    return made


def memory(workers: int) -> int:
    """An upper bound of the memory used, in bytes: the peaks of this process and its workers."""
    unit = 1 if sys.platform == "darwin" else 1024
    here, children = (
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return (here + workers * children) * unit


def main(args: argparse.Namespace) -> int:
    return draw(
        GraphOptions(
            tuple(args.files), args.machine, tuple(args.include), tuple(args.only),
            args.set, args.output,
        )
    )  # fmt: skip


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `graphs` to the command line."""
    parser = subparsers.add_parser("graphs", help="draw the figures of result files")
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    add("--machine", type=pattern, default="", metavar="REGEX", help="only machines that match")
    add(
        "--include", choices=REASONS, action="append", default=[],
        help="show machines that are left out for this reason",
    )  # fmt: skip
    add(
        "--only", action="append", default=[], metavar="GRAPH",
        help="only this: shootout, java-shootout, energy, instructions, literature, curves, "
        "sisters or a primitive",
    )  # fmt: skip
    sets.add_option(parser, FINALISTS)
    add("--output", type=Path, default=GRAPHS, metavar="DIR", help="default: graphs/")
    parser.set_defaults(func=main)
