#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print sponge.S: Ascon-Hash256 with a word in each of five vectors."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from text import HEAD  # noqa: E402

from lab.tune.operation import Operation, instruction  # noqa: E402
from lab.tune.program import listing  # noqa: E402
from lab.tune.variants import printed  # noqa: E402
from lab.tune.weave import nops, woven  # noqa: E402

ONES = (1 << 64) - 1
ROTATIONS = [(19, 28), (61, 39), (1, 6), (10, 17), (7, 41)]
ROUNDS = 12


def table(function: Callable[[int, int, int], int]) -> str:
    """The immediate of vpternlogq for a function of bits."""
    bits = [(i >> 2 & 1, i >> 1 & 1, i & 1) for i in range(8)]
    return f"{sum((function(*abc) & 1) << i for i, abc in enumerate(bits)):#04x}"


SUM = table(lambda a, b, c: a ^ b ^ c)
TERNARY = {  # the first is the one that the result replaces
    "p": ("x4 x1 x2", table(lambda x4, x1, x2: x4 ^ (~x1 & x2))),
    "r": ("x4 x0 x1", table(lambda x4, x0, x1: x4 ^ (~(x0 ^ x4) & x1))),
    "u": ("x1 x3 x4", table(lambda x1, x3, x4: x1 ^ (~x3 & x4))),
    "b1": ("x1 x2 x3", table(lambda x1, x2, x3: x1 ^ (~(x1 ^ x2) & x3))),
    "b3": ("x3 x0 x4", table(lambda x3, x0, x4: x3 ^ (~(x3 ^ x4) & (x0 ^ x4)))),
}


def steps(r: int) -> dict[str, list[str]]:
    """The instructions of round r by name; words lie in vectors 0 to 4 and 8 to 12 by turns."""
    x, y, t = 8 * (r % 2), 8 - 8 * (r % 2), 16
    place = {f"x{i}": f"xmm{x + i}" for i in range(5)}
    place |= {f"y{i}": f"xmm{y + i}" for i in range(5)}
    place |= {name: f"xmm{t + i}" for i, name in enumerate(TERNARY)}
    place |= {f"q{i}{k}": f"xmm{t + 6 + 2 * i + k}" for i in range(5) for k in (0, 1)}

    def line(text: str) -> str:
        return " ".join(place.get(w.strip(","), w.strip(",")) + "," * w.endswith(",")
                        for w in text.split())  # fmt: skip

    made = {}
    for name, (words, function) in TERNARY.items():
        a, b, c = words.split()
        made[name] = [f"vmovdqa64 {name}, {a}", f"vpternlogq {name}, {b}, {c}, {function}"]
    made["y1"] = ["vmovdqa64 y1, b1", f"vpternlogq y1, p, x0, {SUM}"]
    made["y4"] = ["vpxorq y4, r, x3"]
    made["y0"] = ["vmovdqa64 y0, p", f"vpternlogq y0, x0, y4, {SUM}"]
    constant = f"QWORD PTR [rip + .Lconstants + {8 * r}]{{1to2}}"
    made["y2"] = ["vmovdqa64 y2, x2", f"vpternlogq y2, u, CONSTANT, {SUM}"]
    made["y3"] = ["vmovdqa64 y3, b3", f"vpternlogq y3, u, x2, {SUM}"]
    for i, both in enumerate(ROTATIONS):
        for k, n in enumerate(both):
            made[f"q{i}{k}"] = [f"vprorq q{i}{k}, y{i}, {n}"]
        made[f"mix{i}"] = [f"vpternlogq y{i}, q{i}0, q{i}1, {SUM}"]
    return {
        name: [line(each).replace("CONSTANT", constant) for each in lines]
        for name, lines in made.items()
    }


def lines(r: int) -> dict[str, str]:
    """The same, where a copy that is overwritten has a name and a place of its own."""
    return {
        name + "c" * (line is not each[-1]): line
        for name, each in steps(r).items()
        for line in each
    }


def operations() -> list[Operation]:
    """Those of a round. In an order copies and nops choose which units the others get."""
    return [instruction(name, line) for name, line in lines(1).items()] + nops(4)


def unmixed(x: int) -> int:
    """The word that the linear layer of word 2 makes x: its 64th power is the identity."""
    for _ in range(63):
        x ^= (x >> 1 | x << 63) ^ (x >> 6 | x << 58)
        x &= ONES
    return x


def constants() -> list[int]:
    """What goes to y2 in each round: the negation, and the constant of the round behind it."""
    following = [0xF0 - 0x0F * ((r + 1) % ROUNDS) for r in range(ROUNDS)]
    return [ONES ^ unmixed(c) for c in following]


def code(order: Sequence[Operation]) -> Iterator[str]:
    yield from (f"vmovq xmm{i}, [rip + .Linitial + {8 * i}]" for i in range(5))
    yield from ("test rdx, rdx", "jz .Llast", ".p2align 4", ".Labsorb:")
    yield from ("vmovq xmm5, [rsi]", "vpxor xmm0, xmm0, xmm5", "add rsi, 8")
    yield from ("call .Lpermute", "dec rdx", "jnz .Labsorb", ".Llast:")
    yield from ("vmovq xmm5, rcx", "vpxor xmm0, xmm0, xmm5")
    for i in range(4):
        yield from ("call .Lpermute", f"vmovq [rdi + {8 * i}], xmm0")
    yield from ("ret", ".cfi_adjust_cfa_offset 8 /* a return address */")
    yield from (".p2align 6", ".Lpermute:")
    for r in range(ROUNDS):
        yield f"/* round {r} */"
        yield from woven(order, lines(r), [])
    yield from ("ret", "END_OF sponge", "")
    yield from (".section .rodata", ".p2align 6")
    yield from (".Lconstants:", *(f".quad {c:#018x}" for c in constants()))
    yield from (".Linitial:", ".quad INITIAL0, INITIAL1, INITIAL2 ^ 0xf0, INITIAL3, INITIAL4")


def text(order: Sequence[Operation]) -> str:
    return listing(HEAD, code(order))


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
