"""List scheduling: the order in which a core would start operations if it saw them all.

It is where a search begins: an order that is good by the table, and that a core which binds
instructions to ports early still spoils.
"""

from __future__ import annotations

from collections.abc import Sequence

from shootout.common.errors import Trouble

from .core import CoreTable
from .operation import Operation, waits

AHEAD = 128  # how far an operation may move up
LOST = 100  # cycles in which nothing starts: nothing will


def heights(operations: Sequence[Operation], core: CoreTable) -> list[int]:
    """The longest way from the start of each operation to the end, in cycles."""
    result = [core.latency(operation) for operation in operations]
    before = waits(operations)
    for n in reversed(range(len(operations))):
        for i, reads in before[n]:
            way = result[n] + (core.latency(operations[i], operations[n]) if reads else 0)
            result[i] = max(result[i], way)
    return result


def schedule(
    operations: Sequence[Operation], core: CoreTable, registers: int = 0
) -> list[Operation]:
    """The operations in the order of their start, cycle by cycle, the longest way first.

    With `registers`, for code in single-assignment form, no more values than that are alive at a
    time; what nothing reads is wanted at the end. Trouble if they are too few.
    """
    before, height = waits(operations), heights(operations, core)
    users = {v: set[int]() for o in operations for v in (o.result, *o.sources)}
    for n, operation in enumerate(operations):
        for v in operation.sources:
            users[v].add(n)
    alive = {v for v in users if not v.startswith("[")} - {o.result for o in operations}
    begun: dict[int, int] = {}  # the cycles of their starts, in the order that is made
    now = idle = 0
    while len(begun) < len(operations):
        free = {port for o in operations for port in core.unit(o.kind).ports}
        started = len(begun)
        left = [n for n in range(len(operations)) if n not in begun]
        for n in sorted(left[:AHEAD], key=lambda n: (-height[n], n)):
            operation = operations[n]
            ports = core.unit(operation.kind).ports
            dying = {v for v in operation.sources if users[v] == {n}} & alive
            if (
                (ports and not free.intersection(ports))
                or (registers and len(alive - dying) >= registers)
                or any(
                    i not in begun
                    or (reads and begun[i] + core.latency(operations[i], operation) > now)
                    for i, reads in before[n]
                )
            ):
                continue
            if ports:
                free.remove(next(port for port in reversed(ports) if port in free))
            for v in operation.sources:
                users[v].discard(n)
            alive = (alive - dying) | {operation.result}
            begun[n] = now
        idle = idle + 1 if len(begun) == started else 0
        if idle > LOST:
            raise Trouble(f"{registers} registers are too few for this code: write it with more.")
        now += 1
    return [operations[n] for n in begun]
