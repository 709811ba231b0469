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

from dataclasses import dataclass
from typing import Union

Value = Union[int, str]  # a result, or the text of an operand: a register held fast, memory
Bits = tuple[Value, int]  # a value, and 1 when it is stored complemented


@dataclass(frozen=True)
class Op:
    name: str
    sources: tuple[Value, ...]
    result: int
    immediate: str = ""

    @property
    def shuffles(self) -> bool:
        return not any(part in self.name for part in ("and", "or", "add", "blend", "mov"))

    @property
    def commutes(self) -> bool:
        return self.name in ("pand", "por", "pxor")

    @property
    def latency(self) -> int:
        return 5 if "perm2" in self.name else 1

    @property
    def reads(self) -> set[int]:
        return {v for v in self.sources if isinstance(v, int)}


class Program:
    def __init__(self, inputs: int) -> None:
        self.inputs = list(range(inputs))
        self.outputs: list[int] = []
        self.ops: list[Op] = []

    def op(self, name: str, *sources: Value, immediate: str = "") -> int:
        if name == "pandn" and isinstance(sources[0], str):  # memory can only come second
            sources = (self.op("movdqa", sources[0]), *sources[1:])
        result = len(self.inputs) + len(self.ops)
        self.ops.append(Op(name, sources, result, immediate))
        return result


class Logic:
    """Logic on values some of which are stored complemented: the S-box of JH costs no complement
    when each "and" is one of `and`, `andn` and `or`, as the signs of its operands require."""

    def __init__(self, program: Program) -> None:
        self.op = program.op

    def xor(self, x: Bits, y: Bits) -> Bits:
        return self.op("pxor", x[0], y[0]), x[1] ^ y[1]

    def both(self, x: Bits, y: Bits) -> Bits:
        if x[1] and y[1]:
            return self.op("por", x[0], y[0]), 1
        x, y = (y, x) if y[1] else (x, y)
        return self.op("pandn" if x[1] else "pand", x[0], y[0]), 0

    def but(self, x: Bits, y: Bits) -> Bits:
        return self.both(x, (y[0], 1 - y[1]))

    def sbox(self, x: list[Bits], k: Bits, short: bool) -> list[Bits]:
        """S_0 where the bit of k is 0, S_1 where it is 1. The shortest form has 19 operations, and
        the last results, those of b and d, are nine deep; with one more they are seven deep."""
        a, b, c, d = x
        xor, both, but = self.xor, self.both, self.but
        a1 = xor(a, but(k, c))
        t = xor(k, both(a1, b))
        e = xor(d, but(c, b))  # the complement of d after its first step
        a2 = xor(a1, but(c, d))
        b1 = xor(b, both(a2, c) if short else but(c, xor(a, d)))
        c1 = xor(c, both(a2, e))
        a3 = xor(a2, but(e, b1))  # this and the next to be complemented
        d1 = xor(e, both(b1, c1))
        a4, d2 = (a3[0], 1 - a3[1]), (d1[0], 1 - d1[1])
        return [a4, xor(b1, both(t, a4)), xor(c1, t), d2]


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


def instructions(op: Op, words: list[str], to: str, three: bool) -> list[str]:
    tail = [op.immediate] if op.immediate else []
    if three:
        return [f"v{op.name} " + ", ".join([to, *words, *tail])]
    if op.name == "movdqa" or (op.name.startswith("pshuf") and tail):
        return [f"{op.name} " + ", ".join([to, *words, *tail])]
    copy = [f"movdqa {to}, {words[0]}"] if to != words[0] else []
    return [*copy, f"{op.name} " + ", ".join([to, *words[1:], *tail])]


def moves(pairs: list[tuple[int, int]], spare: int, register: str, three: bool) -> list[str]:
    """Values to where the next turn wants them, all at once."""
    lines = []
    pairs = [(a, b) for a, b in pairs if a != b]
    while pairs:
        sources = [a for a, _ in pairs]
        a, b = next(((a, b) for a, b in pairs if b not in sources), (pairs[0][1], spare))
        lines.append(f"{'v' * three}movdqa {register}{b}, {register}{a}")
        pairs = [(b if x == a and b == spare else x, y) for x, y in pairs if (x, y) != (a, b)]
    return lines


def allocate(p: Program, order: list[Op], register: str, count: int, three: bool) -> list[str]:
    """The instructions: of three operands, or of two, the first of which changes."""
    last = {v: n for n, op in enumerate(order) for v in op.reads}
    last.update(dict.fromkeys(p.outputs, len(order)))
    home = dict(zip(p.outputs, p.inputs))
    place = {v: v for v in p.inputs}
    free = list(range(len(p.inputs), count))
    lines = []
    for n, op in enumerate(order):
        dying = {v for v in op.reads if last[v] == n}
        sources = list(op.sources)
        if op.commutes:  # memory comes second, and first what may change
            sources.sort(key=lambda v: (isinstance(v, str), v not in dying))
        free = sorted(place[v] for v in dying) + free
        kept = set() if three else {place[v] for v in sources[1:] if isinstance(v, int)}
        best = [home.get(op.result, -1)]
        first = sources[0]
        if not three and isinstance(first, int) and first in dying:
            best = [place[first]]
        new = next(r for r in best + free if r in free and r not in kept)
        free.remove(new)
        words = [v if isinstance(v, str) else f"{register}{place[v]}" for v in sources]
        lines += instructions(op, words, f"{register}{new}", three)
        place[op.result] = new
    return lines + moves([(place[v], home[v]) for v in p.outputs], free[-1], register, three)
