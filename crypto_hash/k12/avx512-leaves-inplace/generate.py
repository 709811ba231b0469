#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print keccak.S: Keccak of one state, in pairs of its lanes (single.py, which is another folder's
generator), and a block of eight states, a lane of all in a register."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
import single  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.registers import TERNARY, Bank, allocate  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

MESSAGE = 65536  # of a message: it takes nine chunks to fill the lanes
REGISTERS = Bank("zmm", 32)
SUM, CHI = "0x96", "0xd2"  # tables of vpternlogq: a + b + c, a + (b + 1) c
COLUMNS = 0, 2, 4, 1, 3  # an order in which sums of columns are read last soon

HEAD = """
/*
 * void absorb(word state[25], const word m[RATE / 8])
 *
 * Keccak-p[1600,12] of eight states, a lane of all in a register. What a round
 * makes goes back to the registers it came from, so that none is stored: 25
 * have the state, and seven are enough for the sums and for a row. Compilers
 * keep both states and store what does not fit.
 *
 * A round is 90 operations: 10 for the sums of columns, 5 rotations of them, 25
 * to add them, 24 rotations, 25 for chi, 1 for iota; and moves, which take no
 * unit. Floor on a Zen 5, which has four units of 512 bits: 22.5 cycles, 0.20 a
 * byte of eight chunks. Where 512 bits take two units or a half of them, other
 * cores, compilers come as near.
 */

#undef CONSTANT
#define CONSTANT rdx /* of the next round */

.macro EIGHT
"""

ABSORB = r""".endm

    .text
/* rdi state, rsi m, both aligned to 64 bytes */
    FUNCTION CRYPTO_NAMESPACE(absorb), 6
    .irp i, EVERY_LANE, 21, 22, 23, 24
    vmovdqa64 zmm\i, [rdi + 64 * \i]
    .if 8 * \i < RATE
    vpxorq zmm\i, zmm\i, [rsi + 64 * \i]
    .endif
    .endr
    lea CONSTANT, [rip + .Lquads + 8 * (24 - ROUNDS)]

    .p2align 6
.Leight:
    EIGHT
    add CONSTANT, 8
    test dl, dl /* is this the end of the constants? */
    jnz .Leight

    .irp i, EVERY_LANE, 21, 22, 23, 24
    vmovdqa64 [rdi + 64 * \i], zmm\i
    .endr
    vzeroupper
    ret
    END_OF CRYPTO_NAMESPACE(absorb)

    .section .rodata
/* For iota. The end is a multiple of 256, which ends the loop. */
    .p2align 8
    .skip 64
.Lquads:
    .quad ROUND_CONSTANTS
"""


def rotations() -> dict[tuple[int, int], int]:
    """What rho rotates each lane by: triangular numbers along a walk."""
    found, (x, y) = {(0, 0): 0}, (1, 0)
    for t in range(24):
        found[x, y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return found


def operations() -> list[Operation]:
    """A round: Axy is a lane, and Axy' that of the next round."""
    made: list[Operation] = []

    def make(name: str, kind: str, *sources: str, immediate: str = "") -> str:
        made.append(Operation(name, kind, name, sources, immediate))
        return name

    by = rotations()
    for x in range(5):
        a = [f"A{x}{y}" for y in range(5)]
        make(f"T{x}", TERNARY, *a[:3], immediate=SUM)
        make(f"C{x}", TERNARY, f"T{x}", *a[3:], immediate=SUM)
    b = {}
    for x in COLUMNS:
        left, right = f"C{(x + 4) % 5}", f"C{(x + 1) % 5}"
        r = make(f"R{(x + 1) % 5}", "vprolq", right, immediate="1")
        for y in range(5):
            d = make(f"D{x}{y}", TERNARY, f"A{x}{y}", left, r, immediate=SUM)
            if by[x, y]:
                d = make(f"B{x}{y}", "vprolq", d, immediate=str(by[x, y]))
            b[y, (2 * x + 3 * y) % 5] = d
    for y in range(5):
        for x in range(5):
            three = [b[(x + i) % 5, y] for i in range(3)]
            if (x, y) == (0, 0):
                make("iota", TERNARY, *three, immediate=CHI)
                make("A00'", "vpxorq", "iota", "qword ptr [CONSTANT]{1to8}")
            else:
                make(f"A{x}{y}'", TERNARY, *three, immediate=CHI)
    return made


def text(order: Sequence[Operation]) -> str:
    before = [f"A{i % 5}{i // 5}" for i in range(25)]
    after = [f"{name}'" for name in before]
    lines = allocate(order, before, after, REGISTERS, named=True)
    folder = Path(single.__file__).resolve()
    one = printed(str(folder), single.operations(), single.text)
    return one + HEAD + "".join(f"    {line}\n" for line in lines) + ABSORB


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
