# SPDX-License-Identifier: CC0-1.0
"""Prints f8.S, the scheduled assembly of this folder."""

from __future__ import annotations

import sys

sys.dont_write_bytecode = True  # leave nothing in this folder
from assembly import byte_lines  # noqa: E402
from schedule import Program, Value  # noqa: E402
from words import ROWS, seven_rounds, swap_bits, whole  # noqa: E402

IDEA = """
AVX instructions on 128-bit words: three operands, so no copies. The two
S-boxes have 19 operations each and L has 10; the swaps of the four odd words
have 20 for each of the distances 1, 2 and 4, then 4 each. That is 412
operations in seven rounds, 103 cycles on four vector pipes; the longest way
takes 12 to 15 cycles a round. Where there is AVX2, the folder avx2 has fewer
operations, but its longest way is what takes the time: on a Zen 3, for which
both were tuned, it is faster in messages of kilobytes, this one in shorter ones.
A Redwood Cove has three vector pipes, 137 cycles: avx2 is faster at all lengths
there, and this one faster than what compilers make of C for AVX. Where they may use
AVX-512, what they make of portable C takes less, since a ternary operation does two
of these. For such cores there is avx512-lookup.
"""


def swap(p: Program, v: Value, distance: int) -> Value:
    """Bits i and i ^ distance change places."""
    if distance < 8:
        return swap_bits(p, v, distance)
    if distance < 32:
        return p.op("pshufb", v, f"[r9 + {96 + 2 * (distance - 8)}]")
    return p.op("pshufd", v, immediate="0xb1" if distance == 32 else "0x4e")


def patterns() -> list[str]:
    return ROWS + [line for n in (1, 2) for line in byte_lines(bytes(i ^ n for i in range(16)))]


if __name__ == "__main__":
    sys.stdout.write(whole(IDEA, seven_rounds(swap, "v"), patterns(), v="v", signs=True))
