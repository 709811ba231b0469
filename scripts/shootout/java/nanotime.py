"""System.nanoTime as a counter of ticks, in the frequency of the counter that C is timed with."""

from __future__ import annotations

from ..common.errors import Trouble
from ..common.process import execute
from ..machine.counter import Counters, parse_doctor
from .cell import JavaCell

SECONDS = 60  # wall time of java/shootout's Doctor


def probe(cell: JavaCell, hertz: int, core: int | None) -> Counters:
    """The counters of the cell's VM, probed on the core that will be timed."""
    outcome = execute(cell.running("Doctor", str(hertz)), SECONDS, core)
    words = [w for w in outcome.lines if w[0] in ("counter", "clock", "pace", "alone")]
    try:
        found = parse_doctor(words)
    except (ValueError, IndexError) as e:
        raise Trouble(f"java/shootout's Doctor printed {outcome.output!r}: {e}") from e
    if outcome.status or not found.fit:
        raise Trouble(
            f"{' '.join(cell.compiler.command)}: {outcome.end()} when its clock was looked at. "
            "Leave this VM out with --compilers."
        )
    return found
