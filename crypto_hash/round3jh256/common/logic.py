# SPDX-License-Identifier: CC0-1.0
"""The S-boxes of JH in the logic that x86 has: and, or, xor, and one complement before and."""

from __future__ import annotations

from lab.tune.program import Program

Bits = tuple[str, int]  # a value, and 1 when it is stored complemented


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
