#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Prints blocks.S for the BLAKE that the blocks.h beside this file (or link) describes.

The state has 16 registers, constants have seven; the sums of message and constant that a G adds
are prepared in four, while the four Gs before it are at work. A sum that is wanted again is
stored the first time: that saves a load and most often two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from text import TEMPLATE
from variant import BLOCK, PI, ROUNDS, SIGMA, WIDE, WORD, R

Sum = tuple[int, int]  # of a word of the message and a constant, by their numbers

STATE = [*(f"s{n}" for n in range(12)), "a0", "a1", "a2", "a3"]
READY = ["a4", "a5", "a6", "a7"]
CONSTANT = "ra"  # one that has no register of its own
HELD = ["t0", "t1", "t2", "t3", "t4", "t5", "t6"]  # the first constants
W = "" if WIDE else "w"  # the end of instructions for words of 32 bits
LOAD, STORE = ("ld", "sd") if WIDE else ("lw", "sw")
USES = Counter(
    (row[i], row[i ^ 1]) for r in range(ROUNDS) for row in [SIGMA[r % 10]] for i in range(16)
)
KEPT = [which for which, uses in USES.items() if uses > 1]

# The stack
CONSTANTS = BLOCK  # behind the message
SUMS = 2 * BLOCK
REST = SUMS + (WORD * len(KEPT) + 15) // 16 * 16


def prepare(which: Sum, to: str, stored: set[Sum]) -> Iterator[str]:
    """A word of the message plus, without carries, a constant."""
    word, constant = which
    at = f"{SUMS + WORD * KEPT.index(which)}(sp)" if which in KEPT else ""
    if which in stored:
        yield f"{LOAD} {to}, {at}"
        return
    yield f"{LOAD} {to}, {WORD * word}(sp)"
    held = HELD[constant] if constant < len(HELD) else CONSTANT
    if held == CONSTANT:
        yield f"{LOAD} {held}, {CONSTANTS + WORD * constant}(sp)"
    yield f"xor {to}, {to}, {held}"
    if at:
        stored.add(which)
        yield f"{STORE} {to}, {at}"


def sums(step: int) -> list[Sum]:
    """What a step adds: a step is half of the four Gs of the columns or of the diagonals."""
    r, k, half = step // 4, step // 2 % 2, step % 2
    row = SIGMA[r % 10]
    at = [8 * k + 2 * i + half for i in range(4)]
    return [(row[i], row[i ^ 1]) for i in at]


def half_g(step: int) -> Iterator[str]:
    """One step, each operation for all four Gs, so that none waits for the one before it."""
    k, half = step // 2 % 2, step % 2
    a, b, c, d = ([STATE[4 * row + (i + k * row) % 4] for i in range(4)] for row in range(4))
    yield from (f"add{W} {x}, {x}, {y}" for x, y in zip(a, READY))
    yield from (f"add{W} {x}, {x}, {y}" for x, y in zip(a, b))
    for to, of, turn in ((d, a, R[2 * half]), (b, c, R[2 * half + 1])):
        yield from (f"xor {x}, {x}, {y}" for x, y in zip(to, of))
        yield from (f"rori{W} {x}, {x}, {turn}" for x in to)
        if to is d:
            old = c if step else HELD  # v8 to v11 are constants at first
            yield from (f"add{W} {x}, {y}, {z}" for x, y, z in zip(c, old, d))


def spread(few: list[str], many: list[str]) -> Iterator[str]:
    """Two lists merged evenly."""
    for i, line in enumerate(many):
        yield line
        yield from few[len(few) * i // len(many) : len(few) * (i + 1) // len(many)]


def rounds() -> Iterator[str]:
    stored: set[Sum] = set()
    steps = 4 * ROUNDS
    ready = [list(prepare(which, to, stored)) for which, to in zip(sums(0), READY)]
    yield from (line for lines in ready for line in lines)
    for step in range(steps):
        if step % 4 == 0:
            yield f"/* round {step // 4} */"
        more = []
        if step + 1 < steps:
            for which, to in zip(sums(step + 1), READY):
                more += prepare(which, to, stored)
        lines = list(half_g(step))
        yield from lines[:4]  # what is ready is free then
        yield from spread(more, lines[4:])


def constants() -> Iterator[str]:
    for i in range(0, 16, 4):
        yield f".{WORD}byte {', '.join(PI[i : i + 4])}"


def feed() -> Iterator[str]:
    """The state and the old h become the new one, in the places of the next block's a and b."""
    return (f"FEED {i}, {STATE[i]}, {STATE[i + 8]}" for i in range(8))


def numbers(*of: int) -> str:
    return ", ".join(map(str, range(*of)))


def main() -> None:
    parts = {part.__name__: list(part()) for part in (rounds, feed, constants)}
    operations = sum(not line.startswith("/*") for line in parts["rounds"])
    values = {
        "variant": 64 * WORD,
        **{"WORD": WORD, "BLOCK": BLOCK, "ROUNDS": ROUNDS, "load": LOAD, "store": STORE},
        **{"USES": sum(USES.values()), "DISTINCT": len(USES), "KEPT": len(KEPT)},
        **{"HELD": len(HELD), "MORE": 16 - len(HELD), "OPERATIONS": operations},
        **{"CONSTANTS": CONSTANTS, "SUMS": SUMS, "REST": REST},
        **{"top": 8 * WORD - 3, "shift": BLOCK.bit_length() - 1},
        "held": numbers(len(HELD)),
        "copied": numbers(len(HELD) * WORD // 8 * 8, BLOCK, 8),
        "message": numbers(0, BLOCK, 8),
        "order": "" if WIDE else "    rori T, T, 32\n",
    }
    text = {n: "\n".join(f"    {line}" for line in lines) for n, lines in parts.items()}
    print(TEMPLATE.substitute(values, **text), end="")


if __name__ == "__main__":
    main()
