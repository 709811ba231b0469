#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print round.inc: a round on pairs of lanes, with three lanes of row 0 in general registers."""

from __future__ import annotations

from pairs import print_round

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

# Found by climbing on a Redwood Cove, as the one of avx512-pairs, which took a round from 27 cycles
# to 23.3, and then with two rounds a loop by whole blocks of 136 bytes.
ORDER = """
T4 T2 high42 T3 T1 high31 low31 K3 keepK3 low42 K4 keepK4 e1 K1 e3 R1 T0 turned0 q3 C0 keepC0 K2 R2
K0 e3d p4 q2 q1 q4 R4 e1d p2 e3t e3r R3 p4t e1t q3t R0 keep3 e1r q0t e0 e0d e0t copy0 iota keep0 p3
keep1 q1t q2t q3r q0r q2r q1r keepiota b3 q4t q4r Q4' p3t p3r p2t b0 p2r p0t p4r P2' p1 p1t p1r p0r
P4' Q2' b31 b03 P3' high b42t b42 b14 P1' Q1' Q0' keepP1 Q3' keepQ3 S0' P0' S3' keepS0 S4'
"""

if __name__ == "__main__":
    print_round(ROW_0, ORDER, nops=2)
