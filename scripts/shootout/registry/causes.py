"""The doubts about figures: their names, who sets them, what they mean."""

from __future__ import annotations

from typing import NamedTuple

# The doubts of the statistics, each with its limit.
# Unsteady: the quartiles of the rounds are further apart than this part of their median.
UNSTEADY, APART = "unsteady", 0.02
FEW, ENOUGH = "few", 3  # undisturbed rounds needed where others were disturbed
# Inconsistent: the fixed cost implied by a slope is out of range by this part of the cycles at TOP.
INCONSISTENT, ROOM = "inconsistent", 0.02
STOLEN, SHARED, DRIFT = "stolen", "shared", "drift"

TIMER, DRIVER, STATS = "the program that times", "the driver", "the statistics"


class Doubt(NamedTuple):
    """A cause of doubts; those of timer and driver stand as flags in result files."""

    by: str  # who sets it
    words: str


DOUBTS = {
    INCONSISTENT: Doubt(STATS, "the cost per byte contradicts the shorter lengths"),
    "broken": Doubt(DRIVER, "the process ended before it was done"),
    "changes": Doubt(DRIVER, "the answer changed while it was timed"),
    DRIFT: Doubt(TIMER, "the clock moved against the counter during the round"),
    SHARED: Doubt(TIMER, "another thread was busy on the same core"),
    STOLEN: Doubt(TIMER, "the hypervisor took the core away"),
    "switched": Doubt(TIMER, "the process was interrupted or moved"),
    FEW: Doubt(STATS, f"fewer than {ENOUGH} rounds were not disturbed"),
    "uneven": Doubt(TIMER, "the same work took different times within a round"),
    UNSTEADY: Doubt(STATS, f"the rounds disagree by more than {APART:.0%}"),
}
# Those that stand in result files, and of these the ones of a program that times.
FLAGGED = "|".join(name for name, doubt in DOUBTS.items() if doubt.by != STATS)
TIMED = "|".join(name for name, doubt in DOUBTS.items() if doubt.by == TIMER)
