# SPDX-License-Identifier: CC0-1.0
"""Prints f8.S, the scheduled assembly of this folder. Its head tells the idea."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from assembly import assembly, byte_lines, constants  # noqa: E402
from logic import Logic  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.program import Program  # noqa: E402
from lab.tune.registers import Bank, allocate  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

IDEA = """
A register holds an even word and the odd word beside it, quadwords
[even, odd, even, odd], so that one S-box of 20 operations does for both. L
then stays within the 128-bit lanes. Only the odd words swap, and for bits
that takes five operations, so they are packed, [b0 | b1] and [b2 | b3], for
the swaps of distance 1, 2 and 4, and also for 64, which is the one that
crosses the lanes. The swaps of 8, 16 and 32 are not done: the bytes of the odd
words stay displaced, which the shuffles of L make up for, until the last of
these three rounds. b is stored complemented, which saves the S-box its
complement; L gives it back so, but for the d of the even elements.

Floor of seven rounds: 305 operations, 76 cycles on four vector pipes; the
longest way takes 13 cycles through each of the rounds 0 to 2 and 6, and 10
through 3 to 5, in all 82. So order counts, and the operations are in the order
in which a machine of three such pipes would start them if it saw them all: in
the order of the rounds, or in a compiler's, they take a quarter longer.

A Zen 3 needs more, since it binds operations to pipes before it knows when they
can start: docs/families/jh.md has the numbers, and the forms that took longer.

This is for a Zen 3. A Redwood Cove has three vector pipes, 102 cycles; for
machines with AVX2 and no more it is the fastest there, too. Where compilers may use
AVX-512, what they make of portable C takes less, since a ternary operation does two
of these. For such cores there is avx512-lookup.
"""
STATE = """
ymm0   a, words x0 and x1
ymm1   b, words x2 and x3, complemented
ymm2   c, words x4 and x5
ymm3   d, words x6 and x7
ymm14  ones in the even quadwords
ymm4 to ymm13 are free.
"""

BANK = Bank("ymm", 14, reuse=True)
EVEN = "ymm14"
MASKS = {1: ("0xaa", "0x55"), 2: ("0xcc", "0x33"), 4: ("0xf0", "0x0f")}
# Where round 4, round 5 and then the end of round 5 find the byte of an odd element: byte
# i ^ displacement of its word.
DISPLACED = [1, 3, 7]


def pattern(slot: int) -> str:
    return f"[r9 + {32 * slot}]"


def swap(p: Program, v: str, distance: int) -> str:
    """Bits of a distance below 8, or the halves of the register, change places."""
    if distance == 64:
        return p.op("perm2i128", v, v, immediate="1")
    up = p.op("paddq", v, v) if distance == 1 else p.op("psllq", v, immediate=f"{distance}")
    down = p.op("psrlq", v, immediate=f"{distance}")
    slot = 2 * list(MASKS).index(distance)
    return p.op("por", p.op("pand", up, pattern(slot)), p.op("pand", down, pattern(slot + 1)))


def mix_and_swap(p: Program, x: list[str], distance: int) -> list[str]:
    """L, first the odd elements, packed as [b0 | b1] and [b2 | b3]; they swap while L goes on."""
    a, b, c, d = x
    b01 = p.op("pxor", b, p.op("palignr", c, a, immediate="8"))
    a0_b2 = p.op("pxor", p.op("punpcklqdq", a, a), p.op("psrldq", c, immediate="8"))
    b23 = p.op("pxor", d, a0_b2)
    a = p.op("pxor", a, p.op("pshufd", b01, immediate="0x4e"))
    b = p.op("pxor", b, b23)
    c = p.op("pxor", p.op("pxor", c, b01), p.op("pshufd", b23, immediate="0x4e"))
    d = p.op("pxor", p.op("pxor", d, EVEN), b01)
    odd01, odd23 = swap(p, b01, distance), swap(p, b23, distance)
    return [
        p.op("punpcklqdq", a, odd01),
        p.op("pblendd", b, odd01, immediate="0xcc"),
        p.op("punpcklqdq", c, odd23),
        p.op("pblendd", d, odd23, immediate="0xcc"),
    ]


def mix(p: Program, x: list[str], number: int) -> list[str]:
    """L on all elements at once: x + 2 y, and 4 x for the even ones, y being the other element of
    the pair. The shuffle that fetches y knows the displacement, and round 5 ends it."""
    a, b, c, d = x

    def other(v: str) -> str:
        if number == 3:
            return p.op("pshufd", v, immediate="0x4e")
        return p.op("pshufb", v, pattern(number + 2))

    def own(v: str) -> str:
        return p.op("pshufb", v, pattern(8)) if number == 5 else v

    a_d = p.op("pxor", a, d)
    even_ab = p.op("pand", a, EVEN), p.op("pand", b, EVEN)
    return [
        p.op("pxor", p.op("pxor", own(a), p.op("pand", c, EVEN)), other(b)),
        p.op("pxor", p.op("pxor", own(b), other(c)), p.op("pand", a_d, EVEN)),
        p.op("pxor", p.op("pxor", p.op("pxor", own(c), even_ab[0]), even_ab[1]), other(a_d)),
        p.op("pxor", p.op("pxor", own(d), other(a)), p.op("pandn", b, EVEN)),
    ]


def seven_rounds() -> Program:
    p = Program(4, "v")
    x = list(p.inputs)
    for r in range(7):
        signed = list(zip(x, (0, 1, 0, 0)))
        x = [v for v, _ in Logic(p).sbox(signed, (f"[rax + {32 * r}]", 0), short=False)]
        x = mix(p, x, r) if r in (3, 4, 5) else mix_and_swap(p, x, 1 << r)
    p.outputs = x
    return p


def patterns() -> list[str]:
    lines = [f".fill 32, 1, {mask}" for pair in MASKS.values() for mask in pair]
    even = list(range(8))
    first, second, last = ([8 + (i ^ n) for i in even] for n in DISPLACED)
    turned = [i ^ 1 for i in even], [i ^ 4 for i in even]
    for low, high in ((first, turned[0]), (second, turned[1]), (even, last)):
        lines += byte_lines(bytes(low + high) * 2)
    return lines


def rows() -> list[str]:
    """The constants, those of displaced bytes displaced."""
    lines = []
    for r, row in enumerate(constants()):
        even, odd = row[:16], row[16:]
        if r % 7 in (4, 5):
            odd = bytes(odd[i ^ DISPLACED[r % 7 - 4]] for i in range(16))
        lines += byte_lines(even[:8] + odd[:8] + even[8:] + odd[8:])
    return lines


def message(first: int) -> list[str]:
    loads = [f"vpermq ymm{4 + i}, [rsi + {32 * i}], 0xd8" for i in range(2)]
    return loads + [f"vpxor ymm{first + i}, ymm{first + i}, ymm{4 + i}" for i in range(2)]


PROGRAM = seven_rounds()


def operations() -> list[Operation]:
    return PROGRAM.operations


def text(order: Sequence[Operation]) -> str:
    flip = ["vpcmpeqd ymm15, ymm15, ymm15", "vpxor ymm1, ymm1, ymm15"]
    places = [(f"ymm{i}", f"[rdi + {32 * i}]") for i in range(4)]
    store = [f"vpermq {x}, {x}, 0xd8" for x, _ in places]
    store += [f"vmovdqu {memory}, {x}" for x, memory in places]
    return assembly(
        IDEA,
        STATE,
        load=[f"vpermq {x}, {memory}, 0xd8" for x, memory in places]
        + [*flip, f"vpsrldq {EVEN}, ymm15, 8"],
        upper=message(0),
        rounds=allocate(order, PROGRAM.inputs, PROGRAM.outputs, BANK),
        lower=message(2),
        store=[*flip, *store, "vzeroupper"],
        constants=rows(),
        patterns=patterns(),
    )


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
