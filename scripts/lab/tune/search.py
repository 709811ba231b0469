"""The search: operations are moved, a few at a time; what is no worse is kept.

It can be stopped at any time and goes on from its state, a file. Orders are judged by the machine
at hand, or by the model of a core.
"""

from __future__ import annotations

import json
import random
import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Union

from shootout.common.atomic import appear
from shootout.common.errors import Trouble

from .core import CoreTable
from .generator import Generator
from .operation import Operation, waits
from .order import arranged, nearest
from .stopwatch import Readings, Stopwatch, TrialBuilds, discard

FEW, MANY = 12, 40  # readings of a first look, and of a comparison at one place
DOUBTFUL = 1.004  # a first look above it ends a candidate's trial
EQUAL = 1.0002  # up to it a candidate takes over: on a plain, a search must wander
WORSE = 1.02  # no place may lose as much
MOVED = (1, 1, 2, 3, 6)  # operations that are moved in one try
NEAR = 0.7  # of the moves are short
SHORT = 4.0  # places: the standard deviation of a short move


def cycles(operations: Sequence[Operation], core: CoreTable) -> int:
    """Cycles from the first instruction's entry to the last result, on the model of a core.

    The model knows what makes orders count: each cycle so many instructions enter the window, and
    each is bound to the port that has the fewest waiting, before it is known when its operands will
    be there. On its port the oldest one that is ready starts first. Loads wait for nothing but the
    store of their place, for their addresses are known long before.
    """
    begun: list[int] = []
    left: list[int] = []  # when an instruction has left the window, in their order
    busy: dict[str, set[int]] = {}
    end = 0
    before = waits(operations)
    for n, operation in enumerate(operations):
        unit = core.unit(operation.kind)
        enter = n // core.width
        if n >= core.window:
            enter = max(enter, left[n - core.window])
        start = enter + 1
        for i, reads in before[n]:
            if reads:
                start = max(start, begun[i] + core.latency(operations[i], operation))
        if unit.ports:
            loads = [(sum(t > enter for t in busy.setdefault(p, set())), p) for p in unit.ports]
            slots = busy[min(loads)[1]]
            while start in slots:
                start += 1
            slots.add(start)
        done = start + core.latency(operation)
        begun.append(start)
        end = max(end, done)
        left.append(max(done, left[-1] if left else 0))
    return end


class ModelJudge:
    """Judges by the model of a core: the same on every machine."""

    def __init__(self, core: CoreTable, generator: Generator) -> None:
        self.core, self.generator = core, generator
        self.best = 0.0

    def begin(self, order: Sequence[Operation]) -> float:
        """Take an order as the best; the cycles that it takes."""
        self.best = cycles(order, self.core)
        return self.best

    def better(self, order: Sequence[Operation]) -> float | None:
        """The cycles of an order that is as good as the best or better; it is then the best."""
        now = cycles(order, self.core)
        if now > self.best:
            return None
        try:
            self.generator.text(order)
        except ValueError:  # too few registers
            return None
        self.best = now
        return now


class MachineJudge:
    """Judges by time, between candidate and best in turn, at several places of code and stack."""

    def __init__(self, generator: Generator, trials: TrialBuilds, stopwatch: Stopwatch) -> None:
        self.generator, self.trials, self.stopwatch = generator, trials, stopwatch
        self.best: list[Path] = []
        first = arranged(generator.operations, generator.committed())
        self.right = stopwatch.digests(self._built(first)[0])

    def begin(self, order: Sequence[Operation]) -> float:
        discard(self.best)
        self.best = self._built(order)
        self._check(self.best[0])
        return statistics.median(r.cycles for r in self._compared(self.best))

    def better(self, order: Sequence[Operation]) -> float | None:
        try:
            built = self._built(order)
        except ValueError:  # the generator cannot make this one
            return None
        first = self.stopwatch.compare(self.best[0], built[0], FEW)
        seen = self._compared(built) if first.ratio <= DOUBTFUL else [first]
        ratios = [readings.ratio for readings in seen]
        if statistics.mean(ratios) > EQUAL or max(ratios) > WORSE:
            discard(built)
            return None
        self._check(built[0])
        discard(self.best)
        self.best = built
        return statistics.median(readings.cycles for readings in seen)

    def _built(self, order: Sequence[Operation]) -> list[Path]:
        return self.trials.build(self.generator.text(order))

    def _compared(self, built: Sequence[Path]) -> list[Readings]:
        return [self.stopwatch.compare(a, b, MANY) for a, b in zip(self.best, built)]

    def _check(self, file: Path) -> None:
        if self.stopwatch.digests(file) != self.right:
            raise Trouble(f"{file}: other digests. The generator's operations() lack a dependency.")


Judge = Union[ModelJudge, MachineJudge]


@dataclass
class SearchState:
    """What a search knows; it is kept in a file."""

    seed: int
    begin: float = 0.0  # cycles of the order it began with
    best: float = 0.0  # cycles of the best
    names: list[str] = field(default_factory=list)  # the best order
    tries: int = 0
    kept: int = 0
    seconds: float = 0.0

    def save(self, file: Path) -> None:
        """Replace the file, whole or not at all."""
        file.parent.mkdir(parents=True, exist_ok=True)
        with appear(file, replace=True) as out:
            out.write(json.dumps(asdict(self)).encode())


def load(file: Path) -> SearchState:
    """The state in a file."""
    try:
        return SearchState(**json.loads(file.read_text()))
    except (ValueError, TypeError) as error:
        raise Trouble(f"{file}: not the state of a search. Start over with --fresh.") from error


def mutated(order: Sequence[Operation], chance: random.Random) -> list[Operation]:
    """The order with a few operations moved, each with its kin in other rounds."""
    place = {operation.name: float(at) for at, operation in enumerate(order)}
    kin: dict[str, list[str]] = {}
    for operation in order:
        kin.setdefault(operation.kin, []).append(operation.name)
    period = len(order) / max(len(names) for names in kin.values())
    for _ in range(chance.choice(MOVED)):
        names = kin[chance.choice(sorted(kin))]
        far = chance.uniform(-period / 2, period / 2)
        by = chance.gauss(0, SHORT) if chance.random() < NEAR else far
        for name in names:
            place[name] += by
    return nearest(order, place)


def search(
    operations: Sequence[Operation],
    state: SearchState,
    judge: Judge,
    clock: Callable[[], float],
    seconds: float,
    tries: int = 0,
    tell: Callable[[SearchState], None] = lambda state: None,
    others: Iterable[Sequence[str]] = (),
) -> None:
    """Improve the order in `state` for so many seconds, or tries if they are given.

    `others` are orders that are tried first.
    """
    best = arranged(operations, state.names)
    state.best = judge.begin(best)
    state.begin = state.begin or state.best
    first = [arranged(operations, names) for names in others]
    chance = random.Random(state.seed + state.tries)
    started, spent, last = clock(), state.seconds, state.tries
    while clock() - started < seconds and not 0 < tries <= state.tries - last:
        candidate = first.pop(0) if first else mutated(best, chance)
        state.tries += 1
        if candidate != best and (found := judge.better(candidate)) is not None:
            best, state.best = candidate, found
            state.names = [operation.name for operation in best]
            state.kept += 1
        state.seconds = spent + clock() - started
        tell(state)
