"""The pipeline of a run: its stages over parts, then a result file.

A part has cells of one language, and those that run here are of one ABI. These come first, the
machine's own ABI before all, until they are timed and told; then those that only an emulator
runs, which take longest.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timezone
from pathlib import Path

from ..build import constanttime, emulated
from ..build.cells import Cell
from ..build.programs import failure
from ..build.symbols import sizes
from ..common import parallel
from ..common.errors import Usage
from ..common.folders import alone
from ..common.grouped import grouped
from ..common.journal import Journal
from ..common.named import escaped
from ..common.paths import BUILD
from ..common.progress import BAR, Forecast, Rate
from ..machine import elf, naming, target
from ..registry.releases import clock_doubt
from ..registry.tree import Implementation, misnamed, select
from ..results.records import COLD, Result
from ..results.stats import needed, papers
from .budget import TimeBudget
from .language import Language, Part
from .measurements import Measurements, unusable
from .options import RunOptions
from .saving import forget_saved, save, save_whole, timing_facts
from .sources import of_harness
from .spare import ahead
from .state import Run, Whole
from .verdicts import distinct, judge, refuse

# Is given the timings of a part as soon as they are known, and whether these are first figures.
Tell = Callable[[Result, bool], object]


def execute(
    options: RunOptions,
    languages: Sequence[Language],
    tell: Tell,
    after: Mapping[str, Rate] | None = None,
    early: Callable[[], object] = bool,
) -> tuple[Run, Path | None]:
    """Run the pipeline; return the run and its result file, None when nothing was right.

    The next call continues an interrupted run: programs and verdicts stay in build/, samples
    in the journal. `after` has the phases that follow the run; `early` does what of these it can.
    """
    began = time.monotonic()
    with alone():
        if doubt := clock_doubt(datetime.now(timezone.utc)):
            BAR.say(doubt)
        kind = "quick" if options.quick else "some" if options.patterns else "run"
        pace = BUILD / "pace" / f"{kind}.json"
        BAR.plain, BAR.quiet, BAR.forecast = options.plain, False, Forecast(pace)
        run = Run(options, BAR, time.strftime("%Y%m%d-%H%M%S", time.gmtime()))
        parts = plan(run, languages)
        if budget := _budget(run, began, after or {}):
            parts = reduce(run, budget, parts)
        for phases, units in [*((p.phases, len(p.cells)) for p in parts), (after or {}, 1)]:
            run.progress.plan(phases, units, options.quick)
        run.core = target.quiet_core() if options.cpu is None else options.cpu
        run.facts = target.facts(run.core)
        measured = resume(run)
        refuse(run)
        try:
            timed = go_through(run, parts, measured, budget, tell, early)
        except KeyboardInterrupt:
            save_whole(run, measured, of_harness())
            raise
        count_instructions(run)
        trace(run)
        if not timed:
            run.progress.finish()
            return run, None
        run.progress.start("save", 1)
        path = save(run, measured, of_harness())
        run.progress.finish()
        if budget:
            run.progress.say(budget.spent(run.cut))
        return run, path


def _budget(run: Run, began: float, after: Mapping[str, Rate]) -> TimeBudget | None:
    """The time that the run may take, less what follows it; None if it may take any."""
    if run.options.budget is None:
        return None
    rates = [run.progress.forecast.rate(name) or rate for name, rate in after.items()]
    later = sum(rate.steps * rate.seconds for rate in rates)
    return TimeBudget(run.options.budget, began, later, run.progress.forecast)


def go_through(
    run: Run, parts: Sequence[Part], measured: Measurements, budget: TimeBudget | None, tell: Tell,
    early: Callable[[], object],
) -> int:  # fmt: skip
    """Build, judge and time part by part; the number of cells that were timed."""
    timed, before = 0, {key for key, lines in measured.journal.events.items() if lines}
    for number, part in enumerate(parts):
        # Of the same language, parts use the same lists and the same harness in build/.
        others = [p for p in parts[number + 1 :] if p.language is not part.language]
        if not number and not part.emulated and not before:
            tell_figures(run, part.language.look(run, part.cells), part.cells, tell, True)
            _beside(run, others)
        part.language.build(run, part.cells)
        part.language.count(run, part.cells)
        judge(run, part.cells, list(part.phases)[1])
        cells = distinct(run, part.cells)
        for cell, files in sizes([c for c in part.cells if not failure(c)]).items():
            for name, n in run.verdicts[cell].costs.items():
                if name != COLD or not part.emulated:
                    files[name] = 0, 0, n
            run.lines += [run.recorder.objsize(cell, *found, name) for name, found in files.items()]
        announce(run, part, cells)
        timed += sum(cell.primitive != "null" for cell in cells)
        if budget and not part.emulated:
            run.deadline = budget.deadline(parts[number:])
        # The null hash is timed even if it is alone in this part, if parts that follow are timed.
        if timed or any(not each.emulated for each in parts[number + 1 :]):
            _beside(run, others)
            with ahead(run, others, early):
                measure(run, measured, part, cells, tell)
            run.whole = Whole({*measured.keys}, len(run.lines), [*run.whole.cells, *part.cells])
    if before:
        used = len(before & measured.keys)
        run.progress.say(f"of {len(before)} measurements of before {used} are used")
    return timed


def _beside(run: Run, others: Sequence[Part]) -> None:
    """Take out of the time left what is built and verified on spare CPUs, if there are any."""
    run.progress.drop(name for p in others if run.spare for name in [*p.phases][:2])


def reduce(run: Run, budget: TimeBudget, parts: Sequence[Part]) -> list[Part]:
    """The parts that there is time for; the run has no other cells then."""
    run.progress.end = budget.began + budget.seconds
    chosen, left_out = budget.fit(parts)
    run.cells = [cell for part in chosen for cell in part.cells]
    run.progress.say(budget.told(chosen, left_out))
    return chosen


def plan(run: Run, languages: Sequence[Language]) -> list[Part]:
    """Find the compilers and the parts of the run; raise Usage if there is nothing to do."""
    kinds = [language.kind for language in languages]
    implementations = select(list(run.options.patterns), kinds=kinds, group=run.options.set)
    for name in misnamed(kinds=kinds):
        run.progress.say(
            f"left out: {escaped(name):.120}: names of folders have letters, digits and ._-"
        )
    for language in languages:
        own = [i for i in implementations if language.owns(i)]
        run.take(language.plan(run, own))
    choose_abis(run)
    if all(cell.primitive == "null" for cell in run.cells):
        raise Usage(_nothing(run))
    run.progress.finish()
    run.machine = naming.name(run.options.machine)
    run.progress.say(_planned(run, implementations))
    if elf.userland_emulated():
        run.progress.say(
            "all programs here are emulated (another processor's kernel runs them): "
            "they are verified, not timed"
        )
    return list(_parts(run, languages))


def choose_abis(run: Run) -> None:
    """Leave out cells of other ABIs than was asked for, or that only an emulator runs: unless all
    are emulated, or they are named by ABI, or as code that is for no other."""
    every, asked = {c.abi for c in run.cells}, run.options
    native = {c.implementation for c in run.cells if not c.compiler.emulated}
    names = bool(asked.abi) or len(native) < 2  # one is the null hash
    code = any("/" in pattern for pattern in asked.patterns)

    def wanted(cell: Cell) -> bool:
        if asked.abi not in ("", "all"):
            return cell.abi == asked.abi
        named = names or (code and cell.implementation not in native)
        return named or not cell.compiler.emulated

    run.cells = [cell for cell in run.cells if wanted(cell)]
    if left_out := sorted(every - {c.abi for c in run.cells}):
        run.notes.append(f"ABIs that were not asked for: {', '.join(left_out)} (--abi all)")


def _parts(run: Run, languages: Sequence[Language]) -> Iterator[Part]:
    # Compilers for the machine's own ABI are the first in okcompilers/.
    abis = dict.fromkeys(c.abi for c in run.compilers if not c.emulated)
    for language in languages:
        own = [cell for cell in run.cells if language.owns(cell.implementation)]
        for abi in abis:
            if cells := [c for c in own if c.abi == abi and not c.compiler.emulated]:
                yield Part(language, cells)
    for language in languages:
        foreign = [c for c in run.cells if c.compiler.emulated and language.owns(c.implementation)]
        if foreign:
            yield Part(language, foreign, emulated=True)


def _nothing(run: Run) -> str:
    """The message if there is no cell, with the reason."""
    if run.unsupported:
        lacking = sorted(set().union(*(c.lacking() for c in run.unsupported)))
        why = f"this machine lacks extensions that these implementations need: {' '.join(lacking)}"
    else:
        why = "no compiler that works here is for these implementations"
        if run.options.abi:
            why += f" and --abi {run.options.abi}"
        if run.options.compilers:
            why += f" and matches {run.options.compilers!r}"
    return f"nothing to do: {why}. `./do list` shows what is there."


def _planned(run: Run, implementations: Sequence[Implementation]) -> str:
    used = {c.compiler for c in run.cells if c.primitive != "null"}
    compilers = [c for c in run.compilers if c in used]
    abis = ", ".join(dict.fromkeys(c.abi for c in compilers))
    functions = {i.primitive for i in implementations}
    counted = (functions, "function"), (implementations, "implementation"), (compilers, "compiler")
    numbers = [_number(len(its), what) for its, what in counted]
    return f"{', '.join(numbers)} ({abis}): {_number(len(run.cells), 'program')}"


def _number(n: int, what: str) -> str:
    return f"{n} {what}" + "s" * (n != 1)


def count_instructions(run: Run) -> None:
    """Count the instructions of cells that were verified under an emulator, and record them."""
    twins = _twins(run, [c for c in run.verdicts if c.compiler.emulated and c.compiler.runner])
    if not twins:
        return
    works = [(cells[0], tuple(sorted(papers(cells[0].primitive)))) for cells in twins]
    untold, workers = 0, min(run.options.jobs, len(works))
    counted = parallel.each(emulated.count_cell, works, workers, phase="count instructions")
    for counts, cells in zip(counted, twins):
        untold += not counts
        run.lines += [run.recorder.instructions(cell, counts) for cell in cells if counts]
    if untold:
        why = f"no whole log came through /dev/stdout in {emulated.SECONDS} s"
        run.notes.append(f"instructions not counted of {untold} programs: {why}")


def trace(run: Run) -> None:
    """Trace the code that promises constant time, if that is asked, and record what came of it."""
    if not run.options.constant_time:
        return
    promising = (c for c in run.verdicts if type(c) is Cell and constanttime.claimed(c))
    twins = _twins(run, promising)
    native = next((c.command for c in run.compilers if not c.runner), ())
    firsts = [cells[0] for cells in twins]
    found = {}
    for one, cells in zip(constanttime.trace_all(firsts, native, run.options.jobs), twins):
        found[cells[0]] = one
        if one.instructions:
            run.lines += [run.recorder.constanttime(cell, one) for cell in cells]
    run.notes += constanttime.told(found)


def _twins(run: Run, cells: Iterable[Cell]) -> list[list[Cell]]:
    """Those of the cells that are right, each machine code of an implementation in a list."""
    right = (cell for cell in cells if run.verdicts[cell].right)
    same = grouped(right, lambda c: (c.abi, c.implementation.path, run.verdicts[c].code))
    return list(same.values())


def announce(run: Run, part: Part, cells: Sequence[Cell]) -> None:
    """Print how many cells of a part are right, and how many of them will be timed."""
    tried = [cell for cell in part.cells if cell.primitive != "null"]
    if not tried:
        return
    verdicts = [run.verdicts[cell] for cell in tried]
    right, failed = sum(v.right for v in verdicts), sum(v.failed for v in verdicts)
    other = len(verdicts) - right - failed
    others = f", not supported here {other}" if other else ""
    chosen = sum(cell.primitive != "null" for cell in cells)
    rest = "not timed" if part.emulated else f"{chosen} to time"
    where = "emulated" if part.emulated else tried[0].abi
    run.progress.say(
        f"{part.language.name}, {where}: right {right}, failed {failed}{others}; {rest}"
    )


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
    if kept := sum(bool(lines) for lines in journal.events.values()):
        run.progress.say(f"{kept} measurements of before are kept (--fresh starts over)")
    more = frozenset(run.options.lengths)
    return Measurements(journal, run.recorder, run.counters, wanted=lambda p: needed(p) | more)


def measure(
    run: Run, measured: Measurements, part: Part, cells: Sequence[Cell], tell: Tell
) -> None:
    """Time the cells of a part, and tell their figures before the curves are timed."""
    if not cells:
        return
    part.language.time(run, measured, cells)
    tell_figures(run, measured, cells, tell, False)
    part.language.curves(run, measured, cells)
    run.progress.finish()


def tell_figures(
    run: Run, measured: Measurements | None, cells: Sequence[Cell], tell: Tell, first: bool
) -> None:
    """Tell the timings of the cells' ABIs so far, if there are any but the null hash's."""
    abis = {cell.abi for cell in cells if cell.primitive != "null"}
    if measured and measured.keys and abis:
        tell(measured.result({**run.facts, **timing_facts(run)}, abis), first)
    run.progress.finish()
