#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print rounds.inc, the rounds and the tables that lookup.S, which has the formulas, puts together.

The file `variant` beside this script (or a link to it) has the split rounds, how 128 bits change
places with their neighbours, and the operations that the last seven rounds alone have, in order.

An operation has one result, whose name is a letter and the number, 0 or 1, of half of the state;
behind it stands how many others have the name before it:

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
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from lab.tune.operation import Operation  # noqa: E402
from lab.tune.order import arranged  # noqa: E402
from lab.tune.program import Program  # noqa: E402
from lab.tune.registers import Bank, allocate  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

FOLDER = Path(sys.argv[0]).parent  # which may hold a link to this script, so not __file__
VARIANT = {
    line.split()[0]: line.split()[1:] for line in (FOLDER / "variant").open() if line.strip()
}
SPLIT = [int(number) for number in VARIANT["split"]]
PAIRS, END = (VARIANT["pairs"][0], VARIANT["pairs"][1]), VARIANT["end"]

S = "9 0 4 11 13 12 3 15 1 10 2 6 7 5 8 14", "3 12 6 13 5 7 1 9 15 2 0 4 11 10 14 8"
# How the odd nibbles at distance 1, 2, 4 ... change places: in bytes that have both nibbles,
# and the odd one comes to the low half; and where each is the low half of its byte
TURN = [("pshldw", "4"), ("prord", "20"), ("prorq", "36")]
SWAP = [("pshldw", "8"), ("prord", "16"), ("prorq", "32")]
FAR = [("pshufd", "0x4e"), PAIRS, ("shufi64x2", "0x4e")]
NAMES = "A1", "B1", "A2", "B2", "CA", "CB", "DA", "DB"
TABLES = {name: f"zmm{20 + n}" for n, name in enumerate(NAMES)}
LOW = "zmm31"


BANK = Bank("zmm", 16, reuse=True)


class Named(Program):
    """A program whose values have names."""

    def __init__(self) -> None:
        super().__init__(4, "v")
        self.seen: Counter[str] = Counter()

    def named(self, name: str, kind: str, *sources: str, immediate: str = "") -> str:
        number = self.seen[name]
        self.seen[name] += 1
        return self.op(kind, *sources, immediate=immediate, name=f"{name}_{number}")


def moved(p: Named, name: str, v: str, move: tuple[str, str]) -> str:
    sources = (v, v) if move[0] in ("pshldw", "shufi64x2") else (v,)
    return p.named(name, move[0], *sources, immediate=move[1])


def index(p: Named, name: str, v: str, row: str) -> str:
    return p.named(name, "pternlogq", v, LOW, row, immediate="0xea")  # (v & LOW) | row


def split(p: Named, number: int, even: list[str], odd: list[str]) -> None:
    """A round that looks the two nibbles of the result up by themselves."""
    looked = {
        f"{letter}{h}": p.named(f"{letter}{h}", "permb", x[h], TABLES[table])
        for h in (0, 1)
        for letter, x, table in zip("cedf", (even, even, odd, odd), ("CA", "DA", "CB", "DB"))
    }

    def total(name: str, a: str, b: str, row: str) -> str:
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


def joined(p: Named, number: int, even: list[str], odd: list[str]) -> None:
    """A round that looks both nibbles up at once."""
    tables = ("A2", "B2") if 3 <= number < 6 else ("A1", "B1")
    for h in (0, 1):
        a = p.named(f"a{h}", "permb", even[h], TABLES[tables[0]])
        b = p.named(f"b{h}", "permb", odd[h], TABLES[tables[1]])
        v: str = p.named(f"v{h}", "pxorq", a, b)
        even[h] = v
        if number == 6:
            continue
        row = f"[constants + {128 * (number + 1) + 64 * h}]"
        odd[h] = index(p, f"j{h}", moved(p, f"o{h}", v, (TURN + FAR)[number]), row)
        if number >= 3:
            v = p.named(f"s{h}", "psrlw", v, immediate="4")
        even[h] = index(p, f"i{h}", v, row)


def seven_rounds(end: bool) -> Named:
    """From indices in zmm0 to zmm3 to the next ones or, at the end, to zmm0 and zmm1."""
    p = Named()
    even, odd = p.inputs[:2], p.inputs[2:]
    for number in range(7):
        last = number == 6
        (split if number in SPLIT or (last and not end) else joined)(p, number, even, odd)
    p.outputs = even if end else even + odd
    return p


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
    body = "".join(f"    {line}\n" for line in lines)
    return f".macro {name}\n{body}.endm\n"


def operations() -> list[Operation]:
    return seven_rounds(end=False).operations


def text(order: Sequence[Operation]) -> str:
    looked = [table[i : i + 16] for table in tables() for i in range(0, 64, 16)]
    data = [".byte " + ", ".join(f"0x{byte:02x}" for byte in row) for row in looked]
    usual, last = seven_rounds(end=False), seven_rounds(end=True)
    also = {operation.name for operation in last.operations} - set(END)
    names = [operation.name for operation in order if operation.name in also] + END
    ended = arranged(last.operations, names)
    parts = [
        "/* SPDX-License-Identifier: CC0-1.0 */",
        "/* generated by generate.py: macros for lookup.S */\n",
        f"#define SEVEN {128 * (7 + len(SPLIT))} /* bytes of the constants of seven rounds */\n",
        macro("seven_rounds", allocate(order, usual.inputs, usual.outputs, BANK)),
        macro("last_seven_rounds", allocate(ended, last.inputs, last.outputs, BANK)),
        macro("tables", data),
        macro("rows", constants()),
    ]
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
