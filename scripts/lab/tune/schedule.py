"""List scheduling: the order in which a core would start operations if it saw them all.

It is where a search begins: an order that is good by the table, and that a core which binds
instructions to ports early still spoils.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from shootout.common.errors import Trouble

from .core import Core
from .operation import Operation, waits

AHEAD = 128  # how far an operation may move up


def heights(operations: Sequence[Operation], core: Core) -> list[int]:
    """The longest way from the start of each operation to the end, in cycles."""
    result = [core.latency(operation) for operation in operations]
    before = waits(operations)
    for n in reversed(range(len(operations))):
        for i, reads in before[n]:
            way = result[n] + (core.latency(operations[i], operations[n]) if reads else 0)
            result[i] = max(result[i], way)
    return result


def schedule(
    operations: Sequence[Operation],
    core: Core,
    registers: int = 0,
    outputs: Collection[str] = (),
) -> list[Operation]:
    """The operations in the order of their start, cycle by cycle, the longest way first.

    With `registers`, for code in single-assignment form, no more values than that are alive at a
    time; `outputs` are those that are wanted after the end.
    """
    before = waits(operations)
    height = heights(operations, core)
    users = {v: set[int]() for o in operations for v in (o.result, *o.sources)}
    for n, operation in enumerate(operations):
        for v in operation.sources:
            users[v].add(n)
    for v in outputs:
        users.setdefault(v, set()).add(-1)
    made = {operation.result for operation in operations}
    alive = {v for v in users if v not in made and not v.startswith("[")}
    begun: dict[int, int] = {}
    order: list[int] = []
    left = list(range(len(operations)))
    now = idle = 0
    while left:
        free = {port for o in operations for port in core.unit(o.kind).ports}
        before_this = len(order)
        for n in sorted(left[:AHEAD], key=lambda n: (-height[n], n)):
            operation = operations[n]
            ports = core.unit(operation.kind).ports
            if ports and not free.intersection(ports):
                continue
            if any(
                i not in begun
                or (reads and begun[i] + core.latency(operations[i], operation) > now)
                for i, reads in before[n]
            ):
                continue
            dying = {v for v in operation.sources if users[v] == {n}} & alive
            if registers and len(alive - dying) >= registers:
                continue
            if ports:
                free.remove(next(port for port in reversed(ports) if port in free))
            for v in operation.sources:
                users[v].discard(n)
            alive = (alive - dying) | {operation.result}
            begun[n] = now
            order.append(n)
        idle = idle + 1 if len(order) == before_this else 0
        if idle > 100:
            raise Trouble(f"{registers} registers are too few for this code: write it with more.")
        left = [n for n in left if n not in begun]
        now += 1
    return [operations[n] for n in order]
