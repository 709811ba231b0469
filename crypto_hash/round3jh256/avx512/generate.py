# SPDX-License-Identifier: CC0-1.0
"""Prints f8.S, the scheduled assembly of this folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from assembly import byte_lines  # noqa: E402
from words import whole  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.program import Program  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

IDEA = """
The ternary logic of AVX-512 makes an operation of each line of the S-box: ten,
nine of which are ternary, five deep at most. L has eight. A swap within bytes
is two shifts and a choice by a mask, three operations; one of bytes or more is
one. That is 248 operations in seven rounds, 62 cycles on four vector pipes;
the longest way takes about 8 cycles a round, hardly less than that. A ternary
operation overwrites an operand, here the newest one: on a Zen 4 it is slow
when another one is newer. Copies go without a pipe. A Redwood Cove has three
pipes, 83 cycles; avx512-lookup has less to do there.
"""


def ternary(p: Program, f: Callable[[int, int, int], int], x: str, y: str, z: str) -> str:
    table = sum((f(n >> 2 & 1, n >> 1 & 1, n & 1) & 1) << n for n in range(8))
    return p.op("pternlogq", x, y, z, immediate=f"0x{table:02x}")


def sbox(p: Program, x: list[str], k: str) -> tuple[str, str, str, str, str, str]:
    """A, b, c, D and t, of which B = b ^ (t & A) and C = c ^ t are left to L."""
    a, b, c, d = x
    a1 = ternary(p, lambda a, c, k: a ^ (k & ~c), a, c, k)
    t = ternary(p, lambda a, b, k: k ^ (a & b), a1, b, k)
    a2 = ternary(p, lambda a, c, d: a ^ (c & ~d), a1, c, d)
    d2 = ternary(p, lambda d, c, b: ~d ^ (c & ~b), d, c, b)
    b2 = ternary(p, lambda b, a, c: b ^ (a & c), b, a2, c)
    c2 = ternary(p, lambda c, a, d: c ^ (a & ~d), c, a2, d2)
    a3 = ternary(p, lambda a, b, d: a ^ (b | d), a2, b2, d2)
    d3 = ternary(p, lambda d, b, c: d ^ (b & c), d2, b2, c2)
    return a3, b2, c2, d3, t, p.op("pxor", c2, t)


def swap(p: Program, v: str, distance: int) -> str:
    """Bits i and i ^ distance change places."""
    if distance < 8:
        up = p.op("paddb", v, v) if distance == 1 else p.op("psllw", v, immediate=f"{distance}")
        down = p.op("psrlw", v, immediate=f"{distance}")
        mask = f"[r9 + {16 * [1, 2, 4].index(distance)}]"
        return ternary(p, lambda u, d, m: (u & m) | (d & ~m), up, down, mask)
    if distance == 8:
        return p.op("pshufb", v, "[r9 + 48]")
    if distance == 16:
        return p.op("prold", v, immediate="16")
    return p.op("pshufd", v, immediate="0xb1" if distance == 32 else "0x4e")


def round(p: Program, x: list[str], number: int) -> list[str]:
    a0, ab, _, a3, at, a2 = sbox(p, x[0::2], f"[rax + {32 * number}]")
    b0, bb, _, b3, bt, b2 = sbox(p, x[1::2], f"[rax + {32 * number + 16}]")

    def last(b: int, t: int, a: int) -> int:
        return b ^ (t & a)

    a1 = ternary(p, last, ab, at, a0)
    b1 = ternary(p, last, p.op("pxor", bb, a2), bt, b0)
    b0 = p.op("pxor", b0, a1)
    b2 = ternary(p, lambda x, y, z: x ^ y ^ z, b2, a0, a3)
    b3 = p.op("pxor", b3, a0)
    a2 = ternary(p, lambda x, y, z: x ^ y ^ z, a2, b0, b3)
    a0, a1, a3 = p.op("pxor", a0, b1), p.op("pxor", a1, b2), p.op("pxor", a3, b0)
    b0, b1, b2, b3 = (swap(p, b, 1 << number) for b in (b0, b1, b2, b3))
    return [a0, b0, a1, b1, a2, b2, a3, b3]


def seven_rounds() -> Program:
    p = Program(8, "v")
    x = list(p.inputs)
    for r in range(7):
        x = round(p, x, r)
    p.outputs = x
    return p


def patterns() -> list[str]:
    rows = [bytes([mask]) * 16 for mask in (0xAA, 0xCC, 0xF0)]
    rows.append(bytes(i ^ 1 for i in range(16)))
    return [line for row in rows for line in byte_lines(row)]


PROGRAM = seven_rounds()


def operations() -> list[Operation]:
    return PROGRAM.operations


def text(order: Sequence[Operation]) -> str:
    return whole(IDEA, PROGRAM, order, patterns(), signs=False)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
