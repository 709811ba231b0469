# SPDX-License-Identifier: CC0-1.0
"""Prints f8.S, the scheduled assembly of this folder."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from words import ROWS, seven_rounds, swap_bits, whole  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.program import Program  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

IDEA = """
SSE2, which every amd64 machine has. The two S-boxes have 19 operations each
and L has 10; the swaps of the four odd words have 20 for each of the distances
1, 2 and 4, then 12, 8, 4 and 4. That is 424 operations in seven rounds, 106
cycles on four vector pipes, and some 140 copies, which a processor that
renames registers does without a pipe. The longest way takes 12 to 15 cycles a
round, no less than that: so the operations go in the order in which such a
machine would start them if it saw them all.

This was timed on a Zen 3. A Redwood Cove has three vector pipes, 141 cycles;
for machines with SSE2 alone it is the fastest there, too. Where compilers may use
AVX, what clang makes of sse2 and ssse3 takes no longer, and with AVX-512 portable C
takes less, since a ternary operation does two of these.
"""


def swap(p: Program, v: str, distance: int) -> str:
    """Bits i and i ^ distance change places."""
    if distance < 8:
        return swap_bits(p, v, distance)
    if distance == 8:
        up, down = (p.op(shift, v, immediate="8") for shift in ("psllw", "psrlw"))
        return p.op("por", up, down)
    if distance == 16:
        return p.op("pshufhw", p.op("pshuflw", v, immediate="0xb1"), immediate="0xb1")
    return p.op("pshufd", v, immediate="0xb1" if distance == 32 else "0x4e")


PROGRAM = seven_rounds(swap, "")


def operations() -> list[Operation]:
    return PROGRAM.operations


def text(order: Sequence[Operation]) -> str:
    return whole(IDEA, PROGRAM, order, ROWS, signs=True)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
