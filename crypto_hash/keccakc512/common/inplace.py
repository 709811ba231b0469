# SPDX-License-Identifier: CC0-1.0
"""Give the vectors of a round registers, so that the new state ends where the old one was.

An instruction is a line. "a = vpxorq b c" makes the vector a of b and c, and "a: mov ..." is an
instruction that makes no vector; words that name no vector stay as they are. Two of the names are
functions that vpternlogq computes: "sum b c d" is b + c + d, "chi b c d" is b + (c + 1) d.
"""

from __future__ import annotations

from typing import NamedTuple

FUNCTIONS = {"sum": lambda b, c, d: b ^ c ^ d, "chi": lambda b, c, d: b ^ (c ^ 1) & d}


class Op(NamedTuple):
    result: str
    is_vector: bool
    name: str
    operands: tuple[str, ...]


def parse(lines: list[str]) -> dict[str, Op]:
    """The instructions by what they make"""
    ops = {}
    for line in lines:
        head, *words = line.replace(" = ", "= ").split()
        ops[head[:-1]] = Op(head[:-1], head[-1] == "=", words[0], tuple(words[1:]))
    return ops


def truth_table(name: str, order: list[int]) -> int:
    """vpternlogq's constant for a function whose operands come in another order"""
    table = 0
    for index in range(8):
        bits = [0, 0, 0]
        for place, operand in enumerate(order):
            bits[operand] = index >> (2 - place) & 1
        table |= FUNCTIONS[name](*bits) << index
    return table


def overwritten(ops: list[Op], state: list[str], after: list[str]) -> dict[str, tuple[str, bool]]:
    """For each vpternlogq the source whose register it takes, and whether that must be copied

    The newest of those that nobody needs any more: some cores are slow when the first operand is
    older than another one.
    """
    born = dict.fromkeys(state, -1)
    born.update({op.result: i for i, op in enumerate(ops) if op.is_vector})
    last = {s: i for i, op in enumerate(ops) for s in op.operands if s in born}
    last.update({name: len(ops) for name in after})
    taken = {}
    for i, op in enumerate(ops):
        if op.name in FUNCTIONS:
            sources = [s for s in op.operands if s in born]
            dying = [s for s in sources if last[s] == i]
            taken[op.result] = (max(dying or sources, key=lambda s: born[s]), not dying)
    return taken


def allocate(ops: list[Op], state: list[str], after: list[str]) -> list[str]:
    """Assembly lines; state[k] is in xmmk before them, after[k] after them."""
    taken = overwritten(ops, state, after)
    home = {name: k for k, name in enumerate(after)}  # where a vector should be
    for op in reversed(ops):
        source, copied = taken.get(op.result, ("", True))
        if op.result in home and not copied:
            home[source] = home[op.result]
    register = {name: k for k, name in enumerate(state)}
    free = list(range(len(state), 32))
    lines: list[str] = []

    def word(name: str) -> str:
        return f"xmm{register[name]}" if name in register else name

    def give_a_register(name: str) -> None:
        others = [k for k in free if k >= len(state)] or free
        register[name] = home[name] if home.get(name) in free else others[0]
        free.remove(register[name])

    for i, op in enumerate(ops):
        later = {*after, *(s for o in ops[i + 1 :] for s in o.operands)}
        dying = [s for s in dict.fromkeys(op.operands) if s in register and s not in later]
        if op.result in taken:
            first, copied = taken[op.result]
            # what is in memory can only be the last operand
            rest = sorted((s for s in op.operands if s != first), key=lambda s: s not in register)
            table = truth_table(op.name, [op.operands.index(s) for s in (first, *rest)])
            words = [*map(word, rest), f"{table:#x}"]
            if copied:
                give_a_register(op.result)
                lines.append(f"vmovdqa64 {word(op.result)}, {word(first)}")
            else:
                register[op.result] = register.pop(first)
                dying.remove(first)
            free += [register.pop(s) for s in dying]
        else:
            words = [*map(word, op.operands)]
            free += [register.pop(s) for s in dying]
            if op.is_vector:
                give_a_register(op.result)
        name = "vpternlogq" if op.name in FUNCTIONS else op.name
        made = [word(op.result)] if op.is_vector else []
        text = f"{name} {', '.join(made + words)}"
        lines.append(f"{text} /* {op.result} */" if op.is_vector else text)
    return lines + moves([register[name] for name in after])


def moves(places: list[int]) -> list[str]:
    """Moves that bring the vector in register places[k] to register k, for all k"""
    lines = []
    left = {k: place for k, place in enumerate(places) if place != k}
    while left:
        to = next(k for k in left if k not in left.values())
        lines.append(f"vmovdqa64 xmm{to}, xmm{left.pop(to)}")
    return lines
