"""The order of machines in the graphs, and the places of labels beside their rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ..common.grouped import grouped
from ..machine import microarchitecture
from ..registry.families import ORDER
from ..results.stats import ALL_LENGTHS, Length
from .machines import Key, MachineRow


def overall(contestants: Sequence[MachineRow]) -> dict[Key, float]:
    """The slowness of each machine: the mean log ratio of its figures to the mean of all.

    A machine that lacks some functions is compared by those that it has.
    """
    logs: dict[tuple[str, Length], dict[Key, float]] = {}
    for c in contestants:
        for primitive in ORDER:
            for mlen in ALL_LENGTHS:
                figure = c.figure(primitive, mlen)
                if figure and figure.median > 0:
                    logs.setdefault((primitive, mlen), {})[c.key] = math.log(figure.median)
    scores: dict[Key, list[float]] = {c.key: [] for c in contestants}
    for values in logs.values():
        mean = sum(values.values()) / len(values)
        for key, value in values.items():
            scores[key].append(value - mean)
    return {key: sum(each) / max(len(each), 1) for key, each in scores.items()}


def bands(contestants: Sequence[MachineRow]) -> dict[str, list[MachineRow]]:
    """The machines by band, the fastest first: core by core, VMs last.

    Cores are in the order of known/microarchitectures, so that relatives are neighbours, and the
    ABIs of one are beside each other. A part of a name (Core 2) stands with the first that has it.
    """
    score, order = overall(contestants), microarchitecture.order()

    def place(c: MachineRow) -> tuple[bool, int, str]:
        its = (i for i, name in enumerate(order) if name.startswith(c.microarchitecture))
        return c.java, next(its, len(order)), c.band

    found = grouped(sorted(contestants, key=place), lambda c: c.band)
    return {name: sorted(each, key=lambda c: (score[c.key], c.key)) for name, each in found.items()}


def spread(wanted: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Places for labels of height `apart`, as near to the ascending `wanted` as possible.

    They minimise the squared distances, and are within the limits if there is room: isotonic
    regression (pool adjacent violators) of the places minus the heights of the labels below.
    """
    pools: list[tuple[float, int]] = []
    for i, place in enumerate(wanted):
        pools.append((place - i * apart, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            (b, n), (a, m) = pools.pop(), pools.pop()
            pools.append(((a * m + b * n) / (m + n), m + n))
    highest = high - (len(wanted) - 1) * apart
    free = [max(low, min(place, highest)) for place, number in pools for _ in range(number)]
    return [place + i * apart for i, place in enumerate(free)]
