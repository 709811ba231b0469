"""First figures: the likely winners of each function, built, verified and timed before all else.

The likeliest has a line as soon as it is timed; when its rivals are, too, there is a table. Both
are told and then forgotten: what a file has is timed in the rounds of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..build import programs
from ..build.cells import Cell
from ..common.journal import Journal
from ..common.paths import BUILD
from ..ranking.beside import likely
from ..registry.sets import called
from ..results.figures import Row
from ..results.stats import FURTHER, LONG
from .measurements import Measurements
from .state import Run
from .verdicts import to_try
from .verify import try_all

PHASE = "first figures"
MANY = 150  # programs whose first table takes a minute


def choose(run: Run, cells: Sequence[Cell]) -> list[list[Cell]]:
    """The likeliest winner of each function, then their rivals; none where the table is not far."""
    found = likely(cells) if len(cells) >= MANY and not run.options.budget else []
    return [[cell for its in found for cell in its[some]] for some in (slice(1), slice(1, None))]


def build(run: Run, cells: Sequence[Cell]) -> None:
    """Make the programs of the cells."""
    run.progress.start(PHASE, 2 * len(cells))
    programs.build([*cells], run.options.jobs, lambda n: run.progress.step(n))


def apart(run: Run) -> Measurements:
    """Where first figures are kept: the run's own journal has none of them."""
    file = BUILD / "run" / "first"
    file.unlink(missing_ok=True)
    return Measurements(Journal.open(file), run.recorder, run.counters)


def look(
    run: Run, cells: Sequence[Cell], measured: Measurements, time: Callable[[Cell], None]
) -> None:
    """Verify built cells, `time` each that is right once, and print a line of new functions.

    Whoever fails here fails again when all are tried, and is told then.
    """
    known = {row.primitive for row in measured.rows()}
    found = try_all(to_try(cells)[0], run.options.jobs, run.options.timeout)
    run.verdicts.update(found)
    right = [cell for cell in cells if cell in found and found[cell].right]
    if right and not known:
        run.progress.say("first figures, provisional: cycles/byte of 64 bytes, of 1536, long")
    for cell in right:
        time(cell)
        for row in measured.rows():
            if row.primitive == cell.primitive and row.primitive not in known:
                run.progress.say(_told(row))
    run.progress.finish()


def _told(row: Row) -> str:
    medians = row.figures.medians
    lengths = (64, 1536, LONG if LONG in medians else FURTHER[0])
    figures = "".join(f"{medians[n]:8.2f}" if n in medians else " " * 8 for n in lengths)
    return f"    {called(row.primitive):16}{figures}  {row.implementation}"
