#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print round.inc: a round on pairs of lanes, with three lanes of row 0 in general registers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
import pairs  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

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
    return pairs.text(ROW_0, order, nops=2)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
