"""Whether a speed depends on the layout, and on which offset: pure functions.

Groups of rounds tell noise from layout: if the speed depends on the stack's offset, rounds with
equal stacks agree, whatever their code and message, and rounds with other stacks do not.

An offset has an effect if the middles of two of its groups, of at least two rounds each, lie
further apart than SURE times the greatest distance of any round from the middle of its own group,
and than LEAST. Where rounds up to some moment differ in the same way from those behind it, nothing
is said. Whole layouts are groups, too: two offsets may matter only together, as when a store to the
stack and a load from the message are 4096 bytes apart.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Hashable, Iterator, Mapping, Sequence
from statistics import median
from typing import NamedTuple, Optional

LEAST = 0.01  # logarithm of a ratio; less is not told
SURE = 4.0  # distance of groups, in those of a round from its group
FREEDOM = 4  # rounds beside the first of each group: fewer may agree by chance
MOST = 1000  # rounds; a run has up to some twenty, and of more nothing is said
CLEARER = 2.0  # how much closer the rounds of the culprit's groups are than those of any other's


class Layout(NamedTuple):
    """The addresses of a process, modulo 4096 bytes."""

    code: int  # of crypto_hash
    stack: int  # of the frame below which it was called
    message: int


class Culprit(NamedTuple):
    """The offset that makes a difference."""

    offset: str  # one of OFFSETS
    ratio: float  # of the times of its slowest and fastest level
    slowest: int  # the level in bytes, modulo 4096
    fastest: int


class Effect(NamedTuple):
    """What grouping rounds by a key shows."""

    apart: float  # logarithm of the ratio of the slowest group to the fastest
    within: float  # the furthest that a round lies from the middle of its group
    slowest: Hashable
    fastest: Hashable


OFFSETS = Layout._fields
Layouts = Sequence[Optional[Layout]]


def spread(times: Sequence[float], layouts: Layouts) -> float:
    """How far a time depends on the layout: the largest median of a layout by the smallest.

    `times` are those of rounds in their order. 1 where only noise is seen, or a layout is unknown.
    """
    if not any(_sure(each) for each in _effects(times, layouts).values()):
        return 1.0
    every = [median(group) for group in _groups(times, layouts).values()]
    return max(every) / min(every)


def culprit(times: Sequence[float], layouts: Layouts) -> Culprit | None:
    """The one offset that makes the difference; None if none does, or if that can't be told."""
    effects = _effects(times, layouts)
    sure = {name: each for name, each in effects.items() if name in OFFSETS and _sure(each)}
    if not sure:
        return None
    name, best = min(sure.items(), key=lambda item: item[1].within)
    rivals = [each.within for other, each in effects.items() if other in OFFSETS and other != name]
    if any(each < CLEARER * max(best.within, LEAST / SURE) for each in rivals):
        return None
    assert isinstance(best.slowest, int)
    assert isinstance(best.fastest, int)
    return Culprit(name, math.exp(best.apart), best.slowest, best.fastest)


def _effects(times: Sequence[float], layouts: Layouts) -> Mapping[str, Effect]:
    """The effect of each offset, and of whole layouts; none if a change in time explains them."""
    known = [each for each in layouts if each is not None]
    if len(known) < len(times) or len(times) != len(layouts) or min(times, default=0) <= 0:
        return {}
    if len(times) > MOST:
        return {}
    logs = [math.log(time) for time in times]
    keys: dict[str, Sequence[Hashable]] = {
        name: [getattr(each, name) for each in known] for name in OFFSETS
    }
    keys["layout"] = known
    found = {name: _effect(logs, each) for name, each in keys.items()}
    if any(_sure(change, SURE / 2) for change in _changes(logs)):
        return {}
    return {name: each for name, each in found.items() if each}


def _changes(logs: Sequence[float]) -> Iterator[Effect]:
    """The effect of each moment: rounds before it are a group, and those behind it."""
    if len(logs) < FREEDOM + 2:
        return
    before, behind = list(_so_far(logs)), list(_so_far(logs[::-1]))[::-1]
    for cut in range(2, len(logs) - 1):
        first, last = before[cut - 1], behind[cut]
        yield Effect(abs(first[0] - last[0]), max(first[1], last[1]), True, False)


def _so_far(logs: Sequence[float]) -> Iterator[tuple[float, float]]:
    """The median of the first 1, 2, ... logarithms, and how far one of them lies from it."""
    ordered: list[float] = []
    for n, log in enumerate(logs, 1):
        insort(ordered, log)
        middle = (ordered[(n - 1) // 2] + ordered[n // 2]) / 2
        yield middle, max(middle - ordered[0], ordered[-1] - middle)


def _effect(logs: Sequence[float], keys: Sequence[Hashable]) -> Effect | None:
    """The effect of a key; None if too few rounds tell the noise, or have its slowest level."""
    groups = _groups(logs, keys)
    if len(logs) - len(groups) < max(FREEDOM, len(groups)):
        return None
    middles = {key: median(group) for key, group in groups.items()}
    several = [key for key, group in groups.items() if len(group) > 1]
    if len(several) < 2:
        return None
    slowest, fastest = max(several, key=middles.__getitem__), min(several, key=middles.__getitem__)
    within = max(abs(log - middles[key]) for log, key in zip(logs, keys))
    return Effect(middles[slowest] - middles[fastest], within, slowest, fastest)


def _sure(effect: Effect, times: float = SURE) -> bool:
    return effect.apart > max(LEAST, times * effect.within)


def _groups(values: Sequence[float], keys: Sequence[Hashable]) -> dict[Hashable, list[float]]:
    """The values of each key."""
    found: dict[Hashable, list[float]] = {}
    for value, key in zip(values, keys):
        found.setdefault(key, []).append(value)
    return found
