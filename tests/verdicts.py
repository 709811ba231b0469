"""Are verdicts right, and how often is there one? Made-up samples of known speed.

Functions are made up for each true ratio, with the noise of real result files: each made-up program
has the undisturbed rounds of a real one, drawn anew, so that it has its modes and outliers; all
programs of a function share a drift. They are timed as in a run: three rounds, seven if they are
close, more as long as they are contested.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from shootout.ranking.ratio import Ratio, Speed, Spread, ratio, speed
from shootout.ranking.standing import SLOWER, SMALL, shared, verdict
from shootout.results.figures import rows_of
from shootout.results.reader import read
from shootout.results.stats import Length, middle
from shootout.run.policy import CLOSE, NEAR
from shootout.run.timing import FULL

LENGTHS: tuple[Length, ...] = (8, 64, 1536)
ROUNDS = 6  # undisturbed rounds of a program whose noise can be drawn anew
DRIFT = 0.003  # logarithm; the random walk of a machine from round to round
SEED = 20


@dataclass(frozen=True)
class Noise:
    """The noise of a machine at a length: deviations of each program's rounds; their spread."""

    programs: tuple[tuple[float, ...], ...]
    spread: float


def noises(paths: Iterable[Path]) -> list[Noise]:
    """The noise of each machine, ABI and length in result files."""
    found = []
    for path in paths:
        rows = [row for row in rows_of(read(path, curves=False).blocks) if row.primitive != "null"]
        for abi in sorted({row.abi for row in rows}):
            its = [row for row in rows if row.abi == abi]
            spread = Spread(its)
            for mlen in LENGTHS:
                speeds = [s for row in its if (s := speed(row.figures, mlen))]
                clean = [list(s.logs.values()) for s in speeds if not s.disturbed]
                programs = tuple(
                    tuple(log - middle(logs) for log in logs)
                    for logs in clean
                    if len(logs) >= ROUNDS
                )
                if len(programs) > 10:
                    found.append(Noise(programs, spread(mlen)))
    return found


@dataclass(eq=False)
class Program:
    """A made-up program: its true time as a logarithm, its noise, and its rounds so far."""

    true: float
    noise: Sequence[float]
    logs: dict[Hashable, float] = field(default_factory=dict)

    def time(self, number: int, drift: float, chance: random.Random) -> None:
        self.logs[number] = self.true + drift + chance.choice(self.noise)

    @property
    def speed(self) -> Speed:
        return Speed(self.logs)


class Function:
    """A made-up function: implementations with their true ratios, each with several compilers."""

    def __init__(
        self, chance: random.Random, noise: Noise, ratios: Sequence[float], compilers: int
    ) -> None:
        self.chance, self.spread = chance, noise.spread
        self.cells = [
            [Program(math.log(each), chance.choice(noise.programs)) for _ in range(compilers)]
            for each in ratios
        ]
        self.drift = 0.0
        self.rounds = 0

    def time(self, programs: Sequence[Program], count: int) -> None:
        """Time programs side by side, for so many rounds."""
        for _ in range(count):
            self.rounds += 1
            self.drift += self.chance.gauss(0, DRIFT)
            for program in programs:
                program.time(self.rounds, self.drift, self.chance)

    def best(self) -> list[Program]:
        """The program of each implementation with the least time, the fastest first."""
        best = [min(cells, key=lambda p: p.speed.middle) for cells in self.cells]
        return sorted(best, key=lambda p: p.speed.middle)

    def rivals(self) -> list[tuple[Program, Ratio]]:
        first, *others = self.best()
        tail = shared([math.exp(each.speed.middle) for each in (first, *others)])
        return [(each, ratio(first.speed, each.speed, self.spread, tail=tail)) for each in others]

    def run(self) -> None:
        """Time everything as a run does."""
        every = [program for cells in self.cells for program in cells]
        self.time(every, FULL.survey)
        least = min(program.speed.middle for program in every)
        close = [p for p in every if p.speed.middle <= least + math.log(CLOSE)]
        near = [p for p in self.best() if p.speed.middle <= least + math.log(NEAR)]
        self.time(close + [p for p in near if p not in close], FULL.finals - FULL.survey)
        for more in FULL.looks:
            contested = [p for p, found in self.rivals() if _contested(found)]
            if contested:
                self.time([self.best()[0], *contested], more)


def _contested(found: Ratio) -> bool:
    return verdict(found) != SLOWER and found.value >= SMALL


def judged(function: Function) -> Iterable[tuple[str, int]]:
    """Of each pair with the fastest whether it is right, wrong or undecided, and its rounds."""
    first = function.best()[0]
    for program, found in function.rivals():
        right = "right" if math.exp(program.true - first.true) > 1.0001 else "wrong"
        yield right if verdict(found) == SLOWER else "undecided", found.rounds


def simulate(
    known: Sequence[Noise], count: int, true: float, compilers: int
) -> tuple[Counter[str], float]:
    """The verdicts on pairs of this true ratio, and their rounds on average."""
    chance = random.Random(f"{SEED} {true} {compilers}")
    found: Counter[str] = Counter()
    rounds = 0
    for _ in range(count):
        function = Function(chance, chance.choice(known), (1.0, true), compilers)
        function.run()
        for said, taken in judged(function):
            found[said] += 1
            rounds += taken
    return found, rounds / count


def crowd(known: Sequence[Noise], count: int) -> Counter[str]:
    """The verdicts on functions of six implementations that are equally fast: wrong if any is."""
    chance = random.Random(f"{SEED} crowd")
    found: Counter[str] = Counter()
    for _ in range(count):
        function = Function(chance, chance.choice(known), (1.0,) * 6, 3)
        function.run()
        found["wrong" if any(said == "wrong" for said, _ in judged(function)) else "right"] += 1
    return found
