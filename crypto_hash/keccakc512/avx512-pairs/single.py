# SPDX-License-Identifier: CC0-1.0
"""Keccak on pairs of lanes, all of it in the vector unit: keccak.S."""

from __future__ import annotations

from collections.abc import Sequence

import pairs

from lab.tune.operation import Operation

ABOUT = """\
 *
 * All of it is in the vector unit. A round is 72 vector operations: 24 cycles on
 * the three vector ports of Intel's cores, 18 on the four of a Zen 4. From
 * theta's sums to the next ones is a path of 8 cycles. Constants and counts are
 * the only memory.
 *
 * For Intel's cores with AVX-512 the folder avx512-pairs-scalar, which leaves
 * four of these operations to the other ports, needs fewer cycles. On a Zen 4
 * and a Zen 5 this one does. On a Zen 5 the path takes 18 cycles, too.
 */
"""

DEFINES = """
#include "asm.h"
#include "keccak.h"

#define ROUNDS_A_LOOP 1
"""

ROW_0 = """\
low = vpunpcklqdq Q3 P1
high = vpunpckhqdq Q4 P2
b0 = sum S0 K1 R3
b31t = sum low K2 R4
b31 = vprolvq b31t COUNTS(10)
b42t = sum high K3 R0
b42 = vprolvq b42t COUNTS(11)
b03 = vshufpd b0 b31 1
b14 = vshufpd b31 b42 1
iota = vpxorq b0 [CONSTANT+16*\\i]
S0' = chi iota b31 b42
S3' = chi b31 b42 b03
S4' = chi b42 b03 b14
"""


def operations() -> list[Operation]:
    return pairs.operations(ROW_0, {})


def text(order: Sequence[Operation]) -> str:
    return pairs.text(ABOUT, DEFINES, ROW_0, order, nops=1)
