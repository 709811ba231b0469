"""The search: operations are moved, a few at a time; what is no worse is kept.

It can be stopped at any time and goes on from its state, a file. Orders are judged by the machine
at hand, or by the model of a core.
"""

from __future__ import annotations

import contextlib
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
from .order import arranged, makers, nearest
from .stopwatch import BATCH, Function, Readings, Stopwatch, TrialBuilds, discard

Ordered = list[Operation]

FEW, MANY = 12, 40  # readings of a first look, and of a comparison at one place
DOUBTFUL = 1.004  # a first look above it ends a candidate's trial
EQUAL = 1.0002  # up to it a candidate takes over: on a plain, a search must wander
WORSE = 1.02  # no place may lose as much
MOVED = (1, 1, 2, 3, 6)  # operations that are moved in one try
NEAR = 0.7  # of the moves are short
CHAIN = 0.2  # that another operation of a chain moves along
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

    batch = 1

    def __init__(self, core: CoreTable, generator: Generator) -> None:
        self.core, self.generator = core, generator
        self.first = self.best = 0.0

    def begin(self, order: Sequence[Operation]) -> float:
        """Take an order as the best; the cycles that it takes."""
        self.first = self.best = cycles(order, self.core)
        return self.best

    def gain(self) -> float:
        """What the best takes of the first."""
        return self.best / self.first

    def better(self, orders: Sequence[Ordered]) -> tuple[Ordered, float] | None:
        """One of the orders that is as good as the best or better, and its cycles; it is then the
        best."""
        for order in orders:
            now = cycles(order, self.core)
            with contextlib.suppress(ValueError):  # too few registers
                if now <= self.best and self.generator.text(order):
                    self.best = now
                    return order, now
        return None


class MachineJudge:
    """Judges by time, between candidates and best in turn, at several places of code and stack."""

    batch = BATCH

    def __init__(self, generator: Generator, trials: TrialBuilds, stopwatch: Stopwatch) -> None:
        self.generator, self.trials, self.stopwatch = generator, trials, stopwatch
        self.first, self.best = list[Function](), list[Function]()
        first = arranged(generator.operations, generator.committed())
        self.right = stopwatch.digests(self._built(first)[0])

    def begin(self, order: Sequence[Operation]) -> float:
        self.first = self.best = self._built(order)
        self._check(self.best[0])
        return statistics.median(r.cycles for r in self._compared(self.best))

    def better(self, orders: Sequence[Ordered]) -> tuple[Ordered, float] | None:
        """Look at all at one place; the fastest is compared at all places if it may be better."""
        texts: dict[str, Ordered] = {}
        for order in orders:
            with contextlib.suppress(ValueError):  # the generator cannot make this one
                texts[self.generator.text(order)] = order
        if not texts:
            return None
        looks = self.trials.batch([*texts])
        best, *times = self.stopwatch.compare([self.best[0], *looks], FEW).medians
        discard(looks)
        least, text = min(zip(times, texts))
        if least > DOUBTFUL * best:
            return None
        built = self.trials.build(text)
        seen = self._compared(built)
        ratios = [readings.ratio for readings in seen]
        if statistics.mean(ratios) > EQUAL or max(ratios) > WORSE:
            discard(built)
            return None
        self._check(built[0])
        if self.best is not self.first:
            discard(self.best)
        self.best = built
        return texts[text], statistics.median(readings.cycles for readings in seen)

    def gain(self) -> float:
        """In turn, for a clock that moves makes cycles of different times differ."""
        return statistics.median(1 / readings.ratio for readings in self._compared(self.first))

    def _built(self, order: Sequence[Operation]) -> list[Function]:
        return self.trials.build(self.generator.text(order))

    def _compared(self, built: Sequence[Function]) -> list[Readings]:
        return [self.stopwatch.compare(pair, MANY) for pair in zip(self.best, built)]

    def _check(self, made: Function) -> None:
        if self.stopwatch.digests(made) != self.right:
            raise Trouble(
                f"{made[0]}: other digests. The generator's operations() lack a dependency."
            )


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
    """The order with a few operations moved, each with its kin in other rounds, and some with a
    chain of those that they wait for."""
    place = {operation.name: float(at) for at, operation in enumerate(order)}
    kin, made = dict[str, list[str]](), makers(order)
    kin_of = {operation.name: operation.kin for operation in order}
    for operation in order:
        kin.setdefault(operation.kin, []).append(operation.name)
    period = len(order) / max(len(names) for names in kin.values())
    for _ in range(chance.choice(MOVED)):
        names = kin[chance.choice(sorted(kin))]
        last = chance.choice(names)
        while chance.random() < CHAIN and (before := [*filter(None, made[last])]):
            last = chance.choice(before)
            names = [*dict.fromkeys([*names, *kin[kin_of[last]]])]
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
) -> float:
    """Improve the order in `state` for so many seconds, or tries if they are given; what it then
    takes of the cycles it began with.

    `others` are orders that are tried first.
    """
    best = arranged(operations, state.names)
    state.best = judge.begin(best)
    state.begin = state.begin or state.best
    first = [arranged(operations, names) for names in others]
    chance = random.Random(state.seed + state.tries)
    started, spent, last = clock(), state.seconds, state.tries
    while clock() - started < seconds and not 0 < tries <= state.tries - last:
        many = min(judge.batch, last + tries - state.tries) if tries else judge.batch
        some = [first.pop(0) if first else mutated(best, chance) for _ in range(many)]
        state.tries += many
        if found := judge.better([each for each in some if each != best]):
            best, state.best = found
            state.names = [operation.name for operation in best]
            state.kept += 1
        state.seconds = spent + clock() - started
        tell(state)
    return judge.gain()
