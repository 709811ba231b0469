"""Cycles of straight-line code on the model of a core.

The model knows what makes orders count: each cycle so many instructions enter the window, and each
is bound to the port that has the fewest waiting, before it is known when its operands will be
there. On its port the oldest one that is ready starts first. Loads wait for nothing but the store
of their place, for their addresses are known long before.
"""

from __future__ import annotations

from collections.abc import Sequence

from .core import Core
from .operation import Operation, waits


def cycles(operations: Sequence[Operation], core: Core) -> int:
    """Cycles from the first instruction's entry to the last result."""
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
