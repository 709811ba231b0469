#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print keccak.S: a round on pairs of lanes, with three lanes of row 0 in general registers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
import pairs  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

ABOUT = """\
 *
 * The ports that have no vector unit help: theta and rho of the lanes (0,0),
 * (1,1) and (3,3) are made in general registers. Theta's sums go there through
 * memory, and so do the lanes, which chi of the round before has stored (KEEP
 * stores the first round's); the results come back by loads, b0 with iota as an
 * operand of chi in memory. 12 operations in general registers, 10 stores and 2
 * loads take the place of 4 vector operations. The 68 that are left need 22.7
 * cycles on three ports. The path through memory and back takes 16 cycles, that
 * of the pairs 8; but nothing else waits for it, so that it has all the time of
 * a round.
 *
 * Made for Intel's cores with AVX-512, Redwood Cove above all. Designs with fewer
 * vector operations took longer: docs/families/keccak.md.
 */
"""

DEFINES = """
#include "asm.h"
#include "keccak.h"

#define ROUNDS_A_LOOP 2

/* Theta and rho of the lanes (0,0), (1,1), (3,3); free before and after */
#define E0 rax
#define E1 r9
#define E3 r10
#define E0_IOTA r11

/* The stack, aligned to 64 bytes */
#define KEPT_S0 [rsp]
#define KEPT_P1 [rsp + 16]
#define KEPT_Q3 [rsp + 32]
#define LANE_0_0 qword ptr [rsp + 8]
#define LANE_1_1 qword ptr [rsp + 16]
#define LANE_3_3 qword ptr [rsp + 32]
#define SUMS_31 [rsp + 48]
#define SUMS_42 [rsp + 64]
#define SUMS_0 [rsp + 80]
#define SUM_0 qword ptr [rsp + 88]
#define SUM_1 qword ptr [rsp + 56]
#define SUM_2 qword ptr [rsp + 72]
#define SUM_4 qword ptr [rsp + 64]
#define B0 qword ptr [rsp + 112]
#define B1 qword ptr [rsp + 128]
#define B3 qword ptr [rsp + 96]
#define B0_IOTA qword ptr [rsp + 144]
#define OLD_RSP qword ptr [rsp + 184]
#define FRAME 192

.macro KEEP
    vmovdqa KEPT_S0, xmm0
    vmovdqa KEPT_P1, xmm4
    vmovdqa KEPT_Q3, xmm11
.endm
"""

ROW_0 = """\
high = vpunpckhqdq Q4 P2
b42t = sum high K3 R0
b42 = vprolvq b42t COUNTS(11)
keepK3: vmovdqa64 SUMS_31 K3
keepK4: vmovdqa64 SUMS_42 K4
keepC0: vmovdqa64 SUMS_0 C0
e0: rorx E0 SUM_1 63
e1: rorx E1 SUM_2 63
e3: rorx E3 SUM_4 63
e0d: xor E0 SUM_4
e1d: xor E1 SUM_0
e3d: xor E3 SUM_2
e0t: xor E0 LANE_0_0
e1t: xor E1 LANE_1_1
e3t: xor E3 LANE_3_3
e1r: rorx E1 E1 20
e3r: rorx E3 E3 43
keep0: mov B0 E0
copy0: mov E0_IOTA E0
iota: xor E0_IOTA [CONSTANT+16*\\i+8]
keepiota: mov B0_IOTA E0_IOTA
keep1: mov B1 E1
keep3: mov B3 E3
b0 = vmovq B0
b3 = vmovq B3
b31 = vpinsrq b3 B1 1
b03 = vpunpcklqdq b0 b31
b14 = vshufpd b31 b42 1
S0' = chi B0_IOTA{1to2} b31 b42
S3' = chi b31 b42 b03
S4' = chi b42 b03 b14
keepP1: vmovdqa64 KEPT_P1 P1'
keepQ3: vmovdqa64 KEPT_Q3 Q3'
keepS0: vmovdqa64 KEPT_S0 S0'
"""

# Lanes that general registers read from what vectors were stored to
SAME = {
    "SUM_1": "SUMS_31", "SUM_2": "SUMS_42", "SUM_4": "SUMS_42", "SUM_0": "SUMS_0",
    "LANE_0_0": "KEPT_S0", "LANE_1_1": "KEPT_P1", "LANE_3_3": "KEPT_Q3", "B0_IOTA{1to2}": "B0_IOTA",
}  # fmt: skip


def operations() -> list[Operation]:
    return pairs.operations(ROW_0, SAME)


def text(order: Sequence[Operation]) -> str:
    return pairs.text(ABOUT, DEFINES, ROW_0, order, nops=2)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
