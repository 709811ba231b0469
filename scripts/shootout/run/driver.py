"""The pipeline of a run, stage by stage: cells, programs, verdicts, samples, a result file."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from ..build import instructions
from ..build.cells import Cell
from ..build.programs import failure, sizes
from ..common.errors import Usage
from ..common.journal import Journal
from ..common.lock import alone
from ..common.paths import BUILD
from ..common.progress import Progress
from ..machine import naming, target
from ..registry.tree import Implementation, select
from .language import Language
from .measurements import Measurements, unusable
from .saving import forget_saved, save
from .sources import of_harness
from .state import Run, RunOptions
from .timing import six
from .verdicts import distinct, judge


def execute(options: RunOptions, languages: Sequence[Language]) -> tuple[Run, Path | None]:
    """Run the pipeline; return the run and its result file, None when nothing was right.

    The next call continues an interrupted run: programs and verdicts stay in build/, samples
    in the journal.
    """
    with alone():
        date = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
        run = Run(options, Progress(options.plain), date)
        plan(run, languages)
        build(run, languages)
        count(run, languages)
        judge(run)
        cells = distinct(run)
        record_sizes(run)
        count_instructions(run)
        announce(run, cells)
        if not any(c.primitive != "null" for c in cells):
            return run, None
        measured = resume(run)
        measure(run, measured, languages, cells)
        return run, save(run, measured, of_harness(languages))


def of(language: Language, cells: Sequence[Cell]) -> list[Cell]:
    """The cells that are in a language."""
    return [cell for cell in cells if language.owns(cell.implementation)]


def plan(run: Run, languages: Sequence[Language]) -> None:
    """Find the compilers, and the cells that this machine can run; raise Usage if there is none."""
    patterns = list(run.options.patterns)
    implementations = select(
        patterns, kinds=[language.kind for language in languages], group=run.options.set
    )
    for language in languages:
        own = [i for i in implementations if language.owns(i)]
        run.take(language.plan(run, own))
    if all(cell.primitive == "null" for cell in run.cells):
        raise Usage(_nothing(run))
    run.machine = naming.name(run.options.machine)
    run.progress.say(_planned(run, implementations))


def _nothing(run: Run) -> str:
    """The message if there is no cell, with the reason."""
    if run.unsupported:
        lacking = sorted(set().union(*(c.lacking() for c in run.unsupported)))
        why = f"this machine lacks extensions that these implementations need: {' '.join(lacking)}"
    else:
        why = "no compiler that works here is for these implementations"
        if run.options.compilers:
            why += f" and matches {run.options.compilers!r}"
    return f"nothing to do: {why}. `./do list` shows what is there."


def _planned(run: Run, implementations: Sequence[Implementation]) -> str:
    compilers = dict.fromkeys(c.compiler for c in run.cells if c.primitive != "null")
    abis = ", ".join(
        f"{sum(c.abi == abi for c in compilers)} for {abi}"
        for abi in dict.fromkeys(c.abi for c in compilers)
    )
    primitives = len({i.primitive for i in implementations})
    return (
        f"{primitives} primitives, {len(implementations)} implementations, "
        f"{len(compilers)} compilers ({abis}): {len(run.cells)} programs"
    )


def build(run: Run, languages: Sequence[Language]) -> None:
    """Compile everything that is not compiled yet."""
    for language in languages:
        language.build(run, of(language, run.cells))


def count(run: Run, languages: Sequence[Language]) -> None:
    """Choose the CPU to time on, and find its counters."""
    asked = run.options.cpu
    run.core = target.quiet_core() if asked is None else asked
    run.facts = target.facts(run.core)
    for language in languages:
        language.count(run, of(language, run.cells))


def record_sizes(run: Run) -> None:
    """Record the sizes of the programs and of their objects."""
    for cell, files in sizes([c for c in run.cells if not failure(c)]).items():
        run.lines += [run.recorder.objsize(cell, *found, name) for name, found in files.items()]


def count_instructions(run: Run) -> None:
    """Count the instructions of cells that were verified under an emulator, and record them."""
    if not run.options.instructions:
        return
    if foreign := _not_emulated(run):
        why = "no cross compiler, or no qemu-user, works here (docs/boards.md)"
        run.progress.say(f"instructions not counted for {', '.join(foreign)}: {why}")
    twins: dict[tuple[str, str, str], list[Cell]] = {}
    for cell, verdict in run.verdicts.items():
        if cell.compiler.emulated and verdict.right:
            code = (cell.abi, cell.implementation.path, verdict.code)
            twins.setdefault(code, []).append(cell)
    if not twins:
        return
    run.progress.start("count instructions", len(twins))
    works = [(cells[0], tuple(map(int, six(cells[0].primitive)))) for cells in twins.values()]
    untold = 0
    for cells, counts in zip(twins.values(), instructions.count_all(works, run.options.jobs)):
        run.progress.step()
        untold += not counts
        run.lines += [run.recorder.instructions(cell, counts) for cell in cells if counts]
    run.progress.finish()
    if untold:
        run.progress.say(f"instructions not counted: {untold} programs are too slow to be logged")


def _not_emulated(run: Run) -> list[str]:
    """The ABIs of cross compilers none of which works here; none if a part was chosen."""
    refused = {r.file[len("c-") :] for r in run.refused if "-linux-" in " ".join(r.command)}
    chosen = run.options.compilers or run.options.patterns
    return [] if chosen else sorted(refused - {c.abi for c in run.compilers})


def announce(run: Run, cells: Sequence[Cell]) -> None:
    """Print how many cells are right, and how many of them will be timed."""
    right = sum(v.right for v in run.verdicts.values())
    failed = sum(v.failed for v in run.verdicts.values())
    other = len(run.verdicts) - right - failed
    others = f", not supported here {other}" if other else ""
    run.progress.say(f"right {right}, failed {failed}{others}; {len(cells)} to time")


def resume(run: Run) -> Measurements:
    """Open the journal, in which an interrupted run may have left measurements."""
    journal = Journal.open(BUILD / "run" / "journal", run.options.fresh)
    forget_saved(journal)
    if unreadable := unusable(journal.events):
        journal.forget(unreadable)
        run.progress.say(
            f"{len(unreadable)} measurements of before can't be read and are made again: "
            + " ".join(sorted(unreadable)[0].split()[2:3])
        )
    if journal.events:
        run.progress.say(
            f"continuing an interrupted run: it has {len(journal.events)} measurements "
            "(--fresh starts over)"
        )
    return Measurements(journal, run.recorder, run.counters)


def measure(
    run: Run, measured: Measurements, languages: Sequence[Language], cells: Sequence[Cell]
) -> None:
    """Time the cells, language by language."""
    for language in languages:
        language.time(run, measured, of(language, cells))
    run.progress.finish()
