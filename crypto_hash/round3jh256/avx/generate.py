# SPDX-License-Identifier: CC0-1.0
"""Prints f8.S, the scheduled assembly of this folder."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from assembly import byte_lines  # noqa: E402
from words import ROWS, seven_rounds, swap_bits, whole  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.program import Program  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

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


def swap(p: Program, v: str, distance: int) -> str:
    """Bits i and i ^ distance change places."""
    if distance < 8:
        return swap_bits(p, v, distance)
    if distance < 32:
        return p.op("pshufb", v, f"[r9 + {96 + 2 * (distance - 8)}]")
    return p.op("pshufd", v, immediate="0xb1" if distance == 32 else "0x4e")


def patterns() -> list[str]:
    return ROWS + [line for n in (1, 2) for line in byte_lines(bytes(i ^ n for i in range(16)))]


PROGRAM = seven_rounds(swap, "v")


def operations() -> list[Operation]:
    return PROGRAM.operations


def text(order: Sequence[Operation]) -> str:
    return whole(IDEA, PROGRAM, order, patterns(), signs=True)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
