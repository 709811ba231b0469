"""A run in the time one has: what is left out, when timing stops, how precise it may be.

What is of most use comes first: every implementation once, then those that may be the fastest,
then curves. Programs that there is no time for are left out before anything is built.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..build.cells import Cell
from ..common.progress import Forecast, Rate, duration
from ..ranking.ratio import usual_error
from .language import Part

BEFORE = 2  # phases of a part before it is timed: building, verifying
MOST = 0.6  # of the budget, for all that is done before the fastest are timed again
END, PART = 2.0, 0.06  # seconds for saving and checking the file: so many, or a part of all
FINALISTS = 0.3  # part of the programs that may be the fastest, usually
ROUNDS = 20  # more say little
# What is left out, the least useful first.
EMULATED, LINES = "what only an emulator runs", "all lines of a compiler but the first"
OTHERS, COMPILERS = "other ABIs and languages", "all compilers but the first"
LESS = (EMULATED, LINES, OTHERS, COMPILERS)


@dataclass(frozen=True)
class TimeBudget:
    """The time of a run, of which `after` is for what follows it: drawing."""

    seconds: float
    began: float  # by time.monotonic()
    after: float
    forecast: Forecast

    @property
    def end(self) -> float:
        """When the timing has to end."""
        return self.began + self.seconds - self.after - max(END, PART * self.seconds)

    def _rate(self, part: Part, number: int) -> Rate:
        """The rate of a phase of a part, the first being 0."""
        name = list(part.phases)[number]
        return self.forecast.rate(name) or part.phases[name]

    def before(self, parts: Sequence[Part]) -> float:
        """The seconds that parts take until they can be timed."""
        rates = ((p, self._rate(p, k)) for p in parts for k in range(BEFORE))
        return sum(len(part.cells) * rate.steps * rate.seconds for part, rate in rates)

    def once(self, parts: Sequence[Part]) -> float:
        """The seconds of one round over all programs."""
        timed = (part for part in parts if not part.emulated)
        return sum(len(part.cells) * self._rate(part, BEFORE).seconds for part in timed)

    def fit(self, parts: Sequence[Part]) -> tuple[list[Part], list[str]]:
        """The parts that there is time for, and what was left out."""
        left_out: list[str] = []
        chosen = list(parts)
        for what in LESS:
            if self.before(chosen) + self.once(chosen) <= MOST * (self.end - time.monotonic()):
                break
            fewer = without(what, chosen)
            if gone := sum(len(p.cells) for p in chosen) - sum(len(p.cells) for p in fewer):
                left_out.append(f"{what} ({gone} programs)")
                chosen = fewer
        return chosen, left_out

    def deadline(self, parts: Sequence[Part]) -> float:
        """When the timing of the first of the parts that are left has to stop."""
        now = time.monotonic()
        timed = [len(part.cells) for part in parts if not part.emulated]
        left = max(0.0, self.end - now - self.before(parts[1:]))
        return now + left * len(parts[0].cells) / sum(timed)

    def told(self, parts: Sequence[Part], left_out: Sequence[str]) -> str:
        """What will be done, and how precise it may be."""
        once = self.once(parts)
        left = self.end - time.monotonic() - self.before(parts) - once
        rounds = 1 + max(0, math.floor(left / max(FINALISTS * once, 0.1)))
        rounds = min(rounds, ROUNDS)
        error = f"about {usual_error(rounds):.1%}"
        times = "once" if rounds == 1 else f"some {rounds} times"
        said = f"budget of {duration(self.seconds)}: each program once, the fastest {times}"
        said += f"; a ratio of two is then known to {error}"
        return "; ".join([said, *(f"left out: {what}" for what in left_out)])

    def spent(self, cut: dict[str, int]) -> str:
        """What the run took, and what it did not get to."""
        took = duration(time.monotonic() - self.began)
        missed = ", ".join(f"{phase} ({count} processes)" for phase, count in cut.items())
        said = f"took {took} of {duration(self.seconds)}"
        return f"{said}; cut short: {missed}" if missed else said


def without(what: str, parts: Sequence[Part]) -> list[Part]:
    """The parts without one of LESS."""
    if what == EMULATED:
        return [part for part in parts if not part.emulated]
    if what == OTHERS:
        return [*parts[:1]]  # C for the machine's own ABI, if there is any
    found = []
    for part in parts:
        first: dict[tuple[str, str, str], Cell] = {}
        for cell in part.cells:
            compiler = cell.compiler.command[0] if what == LINES else ""
            first.setdefault((cell.implementation.path, cell.abi, compiler), cell)
        found.append(replace(part, cells=list(first.values())))
    return found
