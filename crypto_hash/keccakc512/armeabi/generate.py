#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Prints keccak.S: Keccak for 32-bit ARM without a rotation.

No word is rotated by an instruction of its own, since the second operand of any instruction is
rotated for nothing. So each word waits in a frame: the true word is the one held, rotated left by
its frame. Theta takes a word to the frame of what is added to it; rho changes the frame alone;
chi's outputs have the frames of their first terms; a column's sum has that of one of its words.
So each frame is that of a word a step before, and some. Where a cycle of such steps adds up to no
rotation at all, it can stay as it is, and all other frames follow from it: all rounds are equal.
"""

from __future__ import annotations

from collections.abc import Iterator

from frames import FRAME, frame, source
from text import TEMPLATE

# Which two words of D lie side by side, for one ldrd. Of the 945 ways to choose the five pairs
# this is the best: 18 times a row wants both.
PAIRS = [((0, 0), (0, 1)), ((1, 0), (1, 4)), ((1, 1), (0, 4)), ((0, 2), (1, 3)), ((1, 2), (0, 3))]

LEAST, MOST = 9, 21  # lanes of a block

SUMS, D, A, E = 0, 40, 80, 280  # the stack, from sp on

# The lanes' words lie in the order in which the next round wants them.
PLACE = {
    (*source(h, x, y)[:2], x): 100 * h + 20 * y + 4 * x
    for h in (0, 1)
    for y in range(5)
    for x in range(5)
}


def word(state: int, h: int, x: int, y: int) -> str:
    return f"[sp, #{state + PLACE[h, x, y]}]"


def held(register: str, here: int, there: int) -> str:
    """An operand held in a frame, for one in another"""
    n = (there - here) % 32
    return f"{register}, ror #{n}" if n else register


def theta() -> Iterator[str]:
    yield "/* D: what theta adds to each column */"
    yield "ldmia sp, {B0-B4}"
    for k, pair in enumerate(PAIRS):
        for d, (h, x) in zip("TU", pair):
            # the even half's sum of x - 1 or x + 1 is in a B, the odd half's in a C
            before, after = (x - 1) % 5, (x + 1) % 5
            terms = [
                (f"{'BC'[h]}{before}", FRAME["C", h, before]),
                (f"{'CB'[h]}{after}", (FRAME["C", 1 - h, after] + 1 - h) % 32),
            ]
            there = FRAME["D", h, x]
            terms.sort(key=lambda term: term[1] != there)
            (base, _), other = terms
            yield f"eor {d}, {base}, {held(*other, there)}"
        yield f"strd T, U, [sp, #{D + 8 * k}]"


def fetch(h: int, y: int) -> Iterator[str]:
    """A row into B0 to B4, theta added."""
    lanes = [source(h, x, y) for x in range(5)]
    wanted = {(half, column): x for x, (half, column, _) in enumerate(lanes)}
    pairs = [k for k, pair in enumerate(PAIRS) if set(pair) <= set(wanted)]
    loads = [(D + 8 * k, list(PAIRS[k])) for k in pairs]
    for k in (k for k in range(5) if k not in pairs):
        loads += [(D + 8 * k + 4 * i, [d]) for i, d in enumerate(PAIRS[k]) if d in wanted]
    row = ["ldmia P!, {B0-B4}"]
    loaded: dict[str, tuple[int, int]] = {}
    while loads or loaded:
        free = [d for d in "TU" if d not in loaded]
        if loads and len(free) >= len(loads[0][1]):
            at, words = loads.pop(0)
            loaded.update(zip(free, words))
            pair = len(words) == 2
            yield f"ldrd T, U, [sp, #{at}]" if pair else f"ldr {free[0]}, [sp, #{at}]"
            yield from row
            row = []
        else:
            d = next(iter(loaded))
            half, column = loaded.pop(d)
            x = wanted[half, column]
            lane = held(f"B{x}", frame(half, column, x), FRAME["D", half, column])
            yield f"eor B{x}, {d}, {lane}"


def chi(e: int, h: int, y: int, sums: list[int]) -> Iterator[str]:
    """A row of the state e from B0 to B4, and into the sums, whose frames these are"""
    for group in ((0, 1), (2, 3), (4,)):
        to = {x: f"C{x}" if y == 0 else "TU"[x % 2] for x in group}
        f = [frame(h, x % 5, y) for x in range(7)]
        for x in group:
            b1, b2 = f"B{(x + 1) % 5}", f"B{(x + 2) % 5}"
            yield f"bic {to[x]}, {b2}, {held(b1, f[x + 1], f[x + 2])}"
        for x in group:
            yield f"eor {to[x]}, B{x}, {held(to[x], f[x + 2], f[x])}"
        if y == 0 and 0 in group:
            yield "ldr T, [CONSTANT], #4"
            yield f"eor C0, C0, {held('T', 0, f[0])}"
        for x in group:
            yield f"str {to[x]}, {word(e, h, x, y)}"
        for x in group:
            there = FRAME["C", h, x]
            if y == 0:
                sums[x] = f[x]
            elif sums[x] != there == f[x]:
                yield f"eor C{x}, {to[x]}, {held(f'C{x}', sums[x], there)}"
                sums[x] = there
            else:
                yield f"eor C{x}, C{x}, {held(to[x], f[x], sums[x])}"


def half_round(e: int, h: int) -> Iterator[str]:
    sums = [0] * 5
    for y in range(5):
        yield f"/* {('even', 'odd')[h]} bits, row {y} */"
        yield from fetch(h, y)
        yield from chi(e, h, y, sums)
    assert all(sums[x] == FRAME["C", h, x] for x in range(5))
    if h == 0:
        yield "stmia sp, {C0-C4}"


def rounds() -> Iterator[str]:
    yield f"add P, sp, #{A} /* E comes after A */"
    for e in (E, A):
        yield from theta()
        yield from half_round(e, 0)
        yield from half_round(e, 1)


def absorb() -> Iterator[str]:
    """Column by column, for the sums' sake."""
    for x in range(5):
        for h in (0, 1):
            yield f"ldr S{h}, [sp, #{SUMS + 20 * h + 4 * x}]"
        for y in range(5 if x == 0 else 4):
            i = x + 5 * y
            if i >= LEAST:
                yield f"#if RATE > {8 * i}"
            yield f"LOAD {i}"
            for h in (0, 1):
                yield f"ldr T, {word(A, h, x, y)}"
                yield f"eor S{h}, S{h}, {held(f'W{h}', 0, FRAME['C', h, x])}"
                yield f"eor T, T, {held(f'W{h}', 0, frame(h, x, y))}"
                yield f"str T, {word(A, h, x, y)}"
            if i >= LEAST:
                yield "#endif"
        for h in (0, 1):
            yield f"str S{h}, [sp, #{SUMS + 20 * h + 4 * x}]"


def squeeze() -> Iterator[str]:
    for i in range(MOST):
        x, y = i % 5, i // 5
        yield f"#if OUT_LANES > {i}"
        for h in (0, 1):
            yield f"ldr W{h}, {word(A, h, x, y)}"
            if frame(h, x, y):
                yield f"mov W{h}, {held(f'W{h}', frame(h, x, y), 0)}"
        yield f"STORE {i}"
        yield "#endif"


def lines(of: Iterator[str]) -> str:
    return "\n".join(s if s[0] == "#" else " " * 4 + s for s in of)


if __name__ == "__main__":
    parts = {part.__name__: lines(part()) for part in (absorb, rounds, squeeze)}
    print(TEMPLATE.substitute(parts))
