# SPDX-License-Identifier: CC0-1.0
"""From a list of vector operations to scheduled assembly: what the generators of JH share.

A program is a list of operations in single-assignment form. It is the body of a loop: what its
inputs are in one turn, its outputs are in the next. `schedule` puts it in the order in which a
machine of four logic pipes, two of which shift and shuffle, would start it when it knew
everything, the longest way to the end first. A processor binds an operation to a pipe before it
knows when the operands will be there, and in this order it binds well: out-of-order execution
alone does not make up for another one. `allocate` then gives registers in that order.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Union

Value = Union[int, str]  # a result, or the text of an operand: a register held fast, memory


@dataclass(frozen=True)
class Op:
    name: str
    sources: tuple[Value, ...]
    result: int
    immediate: str = ""

    @property
    def shuffles(self) -> bool:
        return not any(part in self.name for part in ("and", "or", "tern", "add", "blend"))

    @property
    def commutes(self) -> bool:
        return self.name in ("pand", "por", "pxor")

    @property
    def latency(self) -> int:
        return {"perm2i128": 5, "prold": 2}.get(self.name, 1)

    @property
    def reads(self) -> set[int]:
        return {v for v in self.sources if isinstance(v, int)}


class Program:
    def __init__(self, inputs: int) -> None:
        self.inputs = list(range(inputs))
        self.outputs: list[int] = []
        self.ops: list[Op] = []

    def op(self, name: str, *sources: Value, immediate: str = "") -> int:
        result = len(self.inputs) + len(self.ops)
        self.ops.append(Op(name, sources, result, immediate))
        return result


def heights(p: Program) -> dict[int, int]:
    """The longest way from each value to the end of the next turn."""
    tail = dict.fromkeys(p.outputs, 0)
    for _ in range(2):
        height = dict(tail)
        for op in reversed(p.ops):
            way = height.get(op.result, 0) + op.latency
            for v in op.reads:
                height[v] = max(height.get(v, 0), way)
        tail = {out: height[i] for i, out in zip(p.inputs, p.outputs)}
    return height


def schedule(p: Program, registers: int, pipes: int = 3, shufflers: int = 2) -> list[Op]:
    """An order in which no more than so many values are held at a time."""
    height = heights(p)
    readers: dict[int, set[int]] = {v: {-1} for v in p.outputs}
    for op in p.ops:
        for v in op.reads:
            readers.setdefault(v, set()).add(op.result)
    ready = dict.fromkeys(p.inputs, 0)
    live = set(p.inputs)
    left = sorted(p.ops, key=lambda op: -height.get(op.result, 0) - op.latency)
    order: list[Op] = []
    cycle = 0
    while left:
        free, free_shufflers = pipes, shufflers
        for op in list(left):
            if not free or any(ready.get(v, cycle + 1) > cycle for v in op.reads):
                continue
            dying = {v for v in op.reads if readers[v] == {op.result}}
            if (op.shuffles and not free_shufflers) or len(live - dying) >= registers:
                continue
            free -= 1
            free_shufflers -= op.shuffles
            for v in op.reads:
                readers[v].discard(op.result)
            live = (live - dying) | {op.result}
            ready[op.result] = cycle + op.latency
            order.append(op)
            left.remove(op)
        cycle += 1
        if cycle > 100 * len(p.ops):
            raise ValueError("too few registers")
    return order


def copied(to: str, source: str, v: str) -> str:
    return f"{v}movdqa{'64' * to.startswith('zmm')} {to}, {source}"


def instructions(op: Op, words: list[str], to: str, v: str) -> list[str]:
    """One, with a v before its name or none, and a copy where it would overwrite an operand."""
    tail = [op.immediate] if op.immediate else []
    separate = op.name in ("pshufd", "pshuflw", "pshufhw")  # where it puts the result
    if separate or (v and op.name != "pternlogq"):
        return [f"{v}{op.name} " + ", ".join([to, *words, *tail])]
    copy = [copied(to, words[0], v)] if to != words[0] else []
    return [*copy, f"{v}{op.name} " + ", ".join([to, *words[1:], *tail])]


def moves(pairs: list[tuple[int, int]], spare: int, register: str, v: str) -> list[str]:
    """Values to where the next turn wants them, all at once."""
    lines = []
    pairs = [(a, b) for a, b in pairs if a != b]
    while pairs:
        sources = [a for a, _ in pairs]
        a, b = next(((a, b) for a, b in pairs if b not in sources), (pairs[0][1], spare))
        lines.append(copied(f"{register}{b}", f"{register}{a}", v))
        pairs = [(b if x == a and b == spare else x, y) for x, y in pairs if (x, y) != (a, b)]
    return lines


def newest_first(op: Op, sources: list[Value], position: dict[int, int]) -> tuple[list[Value], str]:
    """The operands of pternlogq in another order, memory last, and the table for it. On a Zen 4
    this operation is fast when the operand that it overwrites is the one that came last."""
    order = sorted(sources, key=lambda v: -position.get(v, -1) if isinstance(v, int) else 1000)
    old = [order.index(v) for v in sources]
    table = 0
    for n in range(8):
        bits = [n >> (2 - i) & 1 for i in old]
        table |= (int(op.immediate, 16) >> (4 * bits[0] + 2 * bits[1] + bits[2]) & 1) << n
    return order, f"0x{table:02x}"


def allocate(p: Program, order: list[Op], register: str, count: int, v: str) -> list[str]:
    """The instructions: with a v, of three operands, else of two, the first of which changes."""
    last = {x: n for n, op in enumerate(order) for x in op.reads}
    last.update(dict.fromkeys(p.outputs, len(order)))
    home = dict(zip(p.outputs, p.inputs))
    place = {x: x for x in p.inputs}
    free = list(range(len(p.inputs), count))
    lines = []
    position = {op.result: n for n, op in enumerate(order)}
    for n, op in enumerate(order):
        overwrites = not v or op.name == "pternlogq"
        dying = {x for x in op.reads if last[x] == n}
        sources = list(op.sources)
        if op.commutes:  # memory comes second, and first what may change
            sources.sort(key=lambda x: (isinstance(x, str), x not in dying))
        if op.name == "pternlogq":
            sources, table = newest_first(op, sources, position)
            op = replace(op, immediate=table)
        free = sorted(place[x] for x in dying) + free
        kept = {place[x] for x in sources[1:] if overwrites and isinstance(x, int)}
        best = [home.get(op.result, -1)]
        first = sources[0]
        if overwrites and isinstance(first, int) and first in dying:
            best = [place[first]]
        new = next(r for r in best + free if r in free and r not in kept)
        free.remove(new)
        words = [x if isinstance(x, str) else f"{register}{place[x]}" for x in sources]
        lines += instructions(op, words, f"{register}{new}", v)
        place[op.result] = new
    return lines + moves([(place[x], home[x]) for x in p.outputs], free[-1], register, v)
