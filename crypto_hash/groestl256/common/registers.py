# SPDX-License-Identifier: CC0-1.0
"""Give the values of a round registers.

A round is a list of instructions in single assignment form, written as in
"t = vpxor a b". A name in angle brackets is a constant in memory.
"""

from __future__ import annotations

from typing import NamedTuple

FAR = 1 << 30


class Op(NamedTuple):
    result: str
    name: str
    sources: tuple[str, ...]


def parse(text: str) -> list[Op]:
    words = [line.split() for line in text.strip().splitlines()]
    return [Op(w[0], w[2], tuple(w[3:])) for w in words]


def arrange(ops: list[Op], names: str) -> list[Op]:
    """The instructions in the order of their results' names"""
    by_name = {op.result: op for op in ops}
    order = [by_name[name] for name in names.split()]
    assert len(order) == len(ops)
    return order


def allocate(ops: list[Op], state: list[str], result: list[str], stack: str) -> list[str]:
    """Assembly lines; state[k] is in ymmk before them, result[k] after them.

    When registers run out, the value that is needed last goes to the stack,
    where most of its users can take it from without a load.
    """
    uses: dict[str, list[int]] = {}
    for i, op in enumerate(ops):
        for s in op.sources:
            uses.setdefault(s, []).append(i)
    for s in result:
        uses.setdefault(s, []).append(len(ops))
    register = {s: k for k, s in enumerate(state)}
    free = list(range(len(state), 16))
    slot: dict[str, int] = {}
    lines: list[str] = []
    now = -1

    def next_use(value: str) -> int:
        return next((i for i in uses[value] if i > now), FAR)

    def take(value: str, busy: tuple[str, ...]) -> None:
        wish = result.index(value) if value in result else -1
        if not free:
            victim = max((v for v in register if v not in busy), key=next_use)
            if victim not in slot:
                slot[victim] = min(set(range(len(ops))) - set(slot.values()))
                lines.append(f"vmovdqa {place(victim)}, ymm{register[victim]}")
            free.append(register.pop(victim))
        register[value] = wish if wish in free else max(free)
        free.remove(register[value])

    def place(value: str) -> str:
        return f"[{stack} + {32 * slot[value]}]"

    def operand(value: str) -> str:
        if value[0] == "<":
            return value[1:-1]
        return f"ymm{register[value]}" if value in register else place(value)

    for i, op in enumerate(ops):
        now = i
        sources = list(op.sources)
        if op.name == "vpxor" and sources[1] in register and sources[0] not in register:
            sources.reverse()
        for n, s in enumerate(sources):
            if s[0] != "<" and s not in register and n != 1:
                take(s, op.sources)
                lines.append(f"vmovdqa ymm{register[s]}, {place(s)}")
        operands = [operand(s) for s in sources]
        for s in set(sources):
            if s[0] != "<" and next_use(s) == FAR:
                slot.pop(s, None)
                if s in register:
                    free.append(register.pop(s))
        take(op.result, ())
        lines.append(f"{op.name} ymm{register[op.result]}, {', '.join(operands)}")

    moves = {k: register[s] for k, s in enumerate(result) if register[s] != k}
    spare = max(set(range(16)) - set(moves) - set(moves.values()))
    while moves:
        to = next((k for k in moves if k not in moves.values()), None)
        if to is None:  # a cycle: open it
            to = next(iter(moves))
            lines.append(f"vmovdqa ymm{spare}, ymm{to}")
            moves = {k: spare if r == to else r for k, r in moves.items()}
        lines.append(f"vmovdqa ymm{to}, ymm{moves.pop(to)}")
    return lines
