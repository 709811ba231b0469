"""Values that a probe can print: measure/clock.c divides a known number by whole ticks.

A clock is 6000 * rounds operations over a number of ticks, a pace is such a quotient over the
clock. Rounds are one of few numbers, chosen by the grain of the counter. Between two such values
there are many others with as many digits, which only somebody who makes up numbers writes.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..evidence import Reading

OPERATIONS = 6000  # of the middle three of five looks, each two rounds of a thousand
# The grains that the two bursts last, for each thousand operations of a round; also in clock.c.
CLOCK_GRAINS, PACE_GRAINS = 150, 75
CLOCK_DIGIT, PACE_DIGIT = 5e-6, 5e-4  # half of the last decimal
SLACK = 1.05  # in parts of that: the binary fraction is not exact
TELLING = 0.6  # probability that a made-up value is one of them, at most, or nothing is said
MOST_ROUNDS = 1 << 20


def ladder() -> list[int]:
    """The rounds that clock.c chooses among."""
    rounds, found = 3, []
    while rounds < MOST_ROUNDS:
        found.append(rounds)
        rounds += (rounds + 3) // 4
    return found


LADDER = ladder()


def rungs(least: float) -> list[int]:
    """The rounds chosen where so many are needed, and those chosen where a burst seemed longer."""
    above = next((i for i, each in enumerate(LADDER) if each >= least), len(LADDER) - 1)
    return LADDER[max(0, above - 1) : above + 1][::-1]


def misses(ticks: float, room: float, step: int) -> bool:
    """Whether a number of ticks, known to within `room`, can't be a multiple of the step."""
    return abs(ticks - step * round(ticks / step)) > room * SLACK + 1e-9


def strays(readings: Sequence[Reading], grain: float, step: float) -> list[Reading]:
    """The readings whose clock or pace cannot have been probed; none where that cannot be told."""
    whole = int(step) if step.is_integer() else 1
    odd: dict[tuple[float, float], bool] = {}  # the same few recur
    clocks: dict[float, bool] = {}
    for pace, clock, _ in readings:
        both = pace * clock
        if (pace, clock) in odd or not (math.isfinite(both) and both > 0):
            continue
        if clock not in clocks:
            rounds = rungs(CLOCK_GRAINS * grain * clock / 1000)
            clocks[clock] = _off(clock, CLOCK_DIGIT / clock, rounds, whole)
        if not (off := clocks[clock]):
            room = PACE_DIGIT / pace + CLOCK_DIGIT / clock
            off = _off(both, room, rungs(PACE_GRAINS * grain * both / 1000), whole)
        odd[pace, clock] = off
    return [each for each in readings if odd.get((each.pace, each.clock))]


def _off(speed: float, room: float, rounds: Sequence[int], step: int) -> bool:
    """Whether no number of ticks gives this speed, which is known up to a part of it."""
    chance, off = 0.0, True
    for each in rounds:
        ticks = OPERATIONS * each / speed
        chance += 2 * ticks * room / step
        off &= misses(ticks, ticks * room, step)
    return off and chance < TELLING
