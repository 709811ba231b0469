#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print rounds.inc, the rounds and the tables that lookup.S, which has the formulas, puts together.

An operation has one result, whose name is a letter and the number, 0 or 1, of half of the state;
the n-th of a name is that of the n-th round that has it:

    i j    the index of the even nibble, and of the odd one: the nibble and its constants
    I J    these at the end of seven rounds
    a b    what they give for both nibbles of the result      v    that result
    o s    the odd nibble where it goes, the even one in the low half of its byte
    c d    what they give for the even nibble alone
    e f    what they give for the odd one      g    that, with the next constants
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
from schedule import Op, Program, Value, allocate  # noqa: E402

# Found on a Redwood Cove by hill climbing: each operation had a priority, and of those whose
# operands are there the one with the least came next. A step changed one to six priorities at
# random; what timed like the best order so far was timed against it, by turns, at two places in
# memory. Which rounds are split was tried, too: rounds 0, 2, 4 and 6 were best. A compiler's order
# of nearly the same operations takes a tenth longer.
ORDER = """\
e0 c0 d0 i0 f0 g0 j0 b0 c1 e1 f1 g1 d1 i1 a0 v0 i0 c0 e0 j1 o0 j0 f0 d0 b1 a1 v1 i1 c1 e1 o1 j1 f1
g1 j1 b1 d1 i1 a1 i0 a0 v1 s1 i1 o1 e1 j1 f1 g1 j1 b1 d1 c1 i1 g0 j0 b0 v0 s0 i0 c0 e0 o0 j0 d0 i0
f0 g0 a0 j0 b0 v0 o0 s0 i0
"""
NEXT = "c0 e0 j0 f0 J1 d0 I0 a1 v1 s1 i1 o1 j1 f1 e1 J0 c1 d1 I1"
END = "j0 b0 a0 v0 a1 v1 s1 i1 a1 o1 j1 b1 v1"

SPLIT = (0, 2, 4)
S = "9 0 4 11 13 12 3 15 1 10 2 6 7 5 8 14", "3 12 6 13 5 7 1 9 15 2 0 4 11 10 14 8"
# How the odd nibbles at distance 1, 2, 4 ... change places: in bytes that have both nibbles,
# and the odd one comes to the low half; and where each is the low half of its byte
TURN = [("pshldw", "4"), ("prord", "20"), ("prorq", "36")]
SWAP = [("pshldw", "8"), ("prord", "16"), ("prorq", "32")]
FAR = [("pshufd", "0x4e"), ("shufi64x2", "0xb1"), ("shufi64x2", "0x4e")]
NAMES = "A1", "B1", "A2", "B2", "CA", "CB", "DA", "DB"
TABLES = {name: f"zmm{20 + n}" for n, name in enumerate(NAMES)}
LOW = "zmm31"


class Named(Program):
    """A program whose values have names."""

    def __init__(self) -> None:
        super().__init__(4)
        self.names: list[str] = []

    def named(self, name: str, op: str, *sources: Value, immediate: str = "") -> int:
        self.names.append(name)
        return self.op(op, *sources, immediate=immediate)

    def arranged(self, order: str) -> list[Op]:
        """The operations in the order of their names"""
        seen: Counter[str] = Counter()
        by_name = {}
        for name, op in zip(self.names, self.ops):
            by_name[name, seen[name]] = op
            seen[name] += 1
        seen.clear()
        arranged = []
        for name in order.split():
            arranged.append(by_name.pop((name, seen[name])))
            seen[name] += 1
        assert not by_name, by_name
        return arranged


def moved(p: Named, name: str, v: Value, move: tuple[str, str]) -> int:
    sources = (v, v) if move[0] in ("pshldw", "shufi64x2") else (v,)
    return p.named(name, move[0], *sources, immediate=move[1])


def index(p: Named, name: str, v: Value, row: str) -> int:
    return p.named(name, "pternlogq", v, LOW, row, immediate="0xea")  # (v & LOW) | row


def split(p: Named, number: int, even: list[Value], odd: list[Value]) -> None:
    """A round that looks the two nibbles of the result up by themselves."""
    looked = {
        f"{letter}{h}": p.named(f"{letter}{h}", "permb", x[h], TABLES[table])
        for h in (0, 1)
        for letter, x, table in zip("cedf", (even, even, odd, odd), ("CA", "DA", "CB", "DB"))
    }

    def total(name: str, a: str, b: str, row: str) -> int:
        return p.named(name, "pternlogq", looked[a], looked[b], row, immediate="0x96")

    for h in (0, 1):
        row = f"[constants + {128 * (number + 1 if number < 6 else 7 + len(SPLIT)) + 64 * h}]"
        even[h] = total(f"{'I' if number == 6 else 'i'}{h}", f"c{h}", f"d{h}", row)
        if number == 6:  # odd nibbles change registers
            odd[h] = total(f"J{h}", f"e{1 - h}", f"f{1 - h}", row)
        else:
            row = f"[constants + {128 * (7 + SPLIT.index(number)) + 64 * h}]"
            move = (SWAP + FAR)[number]
            odd[h] = moved(p, f"j{h}", total(f"g{h}", f"e{h}", f"f{h}", row), move)


def joined(p: Named, number: int, even: list[Value], odd: list[Value]) -> None:
    """A round that looks both nibbles up at once."""
    tables = ("A2", "B2") if 3 <= number < 6 else ("A1", "B1")
    for h in (0, 1):
        a = p.named(f"a{h}", "permb", even[h], TABLES[tables[0]])
        b = p.named(f"b{h}", "permb", odd[h], TABLES[tables[1]])
        v: Value = p.named(f"v{h}", "pxorq", a, b)
        even[h] = v
        if number == 6:
            continue
        row = f"[constants + {128 * (number + 1) + 64 * h}]"
        odd[h] = index(p, f"j{h}", moved(p, f"o{h}", v, (TURN + FAR)[number]), row)
        if number >= 3:
            v = p.named(f"s{h}", "psrlw", v, immediate="4")
        even[h] = index(p, f"i{h}", v, row)


def seven_rounds(end: bool) -> list[str]:
    """From indices in zmm0 to zmm3 to the next ones or, at the end, to zmm0 and zmm1."""
    p = Named()
    even: list[Value] = [0, 1]
    odd: list[Value] = [2, 3]
    for number in range(7):
        last = number == 6
        (split if number in SPLIT or (last and not end) else joined)(p, number, even, odd)
    results = even if end else even + odd
    p.outputs = [v for v in results if isinstance(v, int)]
    return allocate(p, p.arranged(ORDER + (END if end else NEXT)), "zmm", 16, "v")


def double(x: int) -> int:
    """2x in the field of 16 elements"""
    return x << 1 ^ (x >> 3) * 0x13


def mixed(a: int, b: int) -> int:
    """L of an even and an odd nibble, the even one low"""
    d = double(a) ^ b
    return a ^ double(d) | d << 4


def tables() -> list[bytes]:
    """Of 64 indices: a nibble, the even constant's bit, the odd one's."""
    sboxes = [[int(x) for x in text.split()] for text in S]
    a = [mixed(sboxes[n >> 4 & 1][n & 15], 0) for n in range(64)]
    b = [mixed(0, sboxes[n >> 5][n & 15]) for n in range(64)]
    both = [bytes(a), bytes(b)]
    both += [bytes(x >> 4 | x << 4 & 0xF0 for x in t) for t in (a, b)]
    return both + [bytes(x >> s & 15 for x in t) for s in (0, 4) for t in (a, b)]


def rows() -> list[tuple[int, int]]:
    """The constants of each round: even places, odd places, place p in bit p"""
    source = (Path(__file__).resolve().parents[1] / "common/constants.h").read_text()
    words = bytes(int(byte, 16) for byte in re.findall("0x(..),", source))
    numbers = [int.from_bytes(words[i : i + 16], "little") for i in range(0, len(words), 16)]
    return list(zip(numbers[::2], numbers[1::2]))


def swapped(row: tuple[int, int], distance: int) -> tuple[int, ...]:
    """The constants of the places with which each changes"""
    return tuple(sum((x >> (p ^ distance) & 1) << p for p in range(128)) for x in row)


def constants() -> list[str]:
    every = rows()
    lines = []
    for first in range(0, 42, 7):
        group = [tuple(row) for row in every[first : first + 7]]
        group += [swapped(every[first + r + 1], 1 << r) for r in SPLIT]
        for even, odd in group:
            words = (even >> 64, even & ~(-1 << 64), odd >> 64, odd & ~(-1 << 64))
            lines.append("row " + ", ".join(f"0x{word:x}" for word in words))
    return lines


def macro(name: str, lines: list[str]) -> str:
    body = "".join(f"        {line}\n" for line in lines)
    return f"        .macro  {name}\n{body}        .endm\n"


if __name__ == "__main__":
    looked = [table[i : i + 16] for table in tables() for i in range(0, 64, 16)]
    data = [".byte " + ", ".join(f"0x{byte:02x}" for byte in row) for row in looked]
    print("/* SPDX-License-Identifier: CC0-1.0 */")
    print("/* generated by generate.py: macros for lookup.S */\n")
    print(macro("seven_rounds", seven_rounds(end=False)))
    print(macro("last_seven_rounds", seven_rounds(end=True)))
    print(macro("tables", data))
    print(macro("rows", constants()), end="")
