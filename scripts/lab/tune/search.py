"""The search: operations are moved, a few at a time; what is no worse is kept.

It can be stopped at any time and goes on from its state, a file.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from shootout.common.atomic import appear
from shootout.common.errors import Trouble

from .judge import Judge
from .operation import Operation
from .order import arranged, nearest

MOVED = (1, 1, 2, 3, 6)  # operations that are moved in one try
NEAR = 0.7  # of the moves are short
SHORT = 4.0  # places: the standard deviation of a short move


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
