#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print compress.S: the rounds of SHA-512 for BMI2, four operations from one e to the next.

The usual round has h + K + W + Ch + Sigma1(e), to which d is added: five operations from e. Here
d is added ahead, and Ch after it, so that Sigma1(e), three deep, only waits for itself. What a gets
is then e - d + Maj + Sigma0(a), four operations from a: Maj(a, b, c) is the sum of b & c, which is
known a round before, and a & (b ^ c). That is 24 operations, two more than usual.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

sys.dont_write_bytecode = True  # leave nothing in this folder
from rounds import Rounds  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

# As in sha256/avx2: the first line belongs to the round before, and the one with {next} to the
# round after.
ROUND = """\
add {a}, {t1}
mov {t0}, {f}
xor {t0}, {g}
rorx {t1}, {e}, {E0}
rorx {t2}, {e}, {E1}
and {t0}, {e}
mov {x}, {b}
and {x}, {c}
sub {x}, {d}
add {d}, {h}
xor {t1}, {t2}
rorx {t2}, {e}, {E2}
xor {t0}, {g}
add {d}, {t0}
xor {t2}, {t1}
and {y}, {a}
add {x}, {y}
mov {h}, {x}
add {d}, {t2}
rorx {t0}, {a}, {A0}
rorx {t1}, {a}, {A1}
rorx {t2}, {a}, {A2}
xor {t1}, {t0}
mov {x}, {a}
xor {x}, {b}
add {h}, {d}
add {g}, [{next}]
xor {t1}, {t2}
"""

EXPAND = """\
vpalignr ymm8, {w1}, {w0}, 8
vpalignr ymm9, {w5}, {w4}, 8
vpaddq {w0}, {w0}, ymm9
vprorq ymm9, ymm8, 1
vprorq ymm10, ymm8, 8
vpsrlq ymm8, ymm8, 7
vpternlogq ymm8, ymm9, ymm10, 0x96
vpaddq {w0}, {w0}, ymm8
vprorq ymm8, {w7}, 19
vprorq ymm9, {w7}, 61
vpsrlq ymm10, {w7}, 6
vpternlogq ymm8, ymm9, ymm10, 0x96
vpaddq {w0}, {w0}, ymm8
vbroadcasti128 ymm8, [{K}]
vpaddq ymm8, ymm8, {w0}
vmovdqa [{kw}], ymm8
"""

PROGRAM = Rounds(
    bits=64,
    vector="ymm",
    rotations={"E0": 41, "E1": 18, "E2": 14, "A0": 39, "A1": 34, "A2": 28},
    round=ROUND.splitlines(),
    expand=EXPAND,
    read=lambda i: f"rsi + {32 * (i // 2) + 8 * (i % 2)}",
    write=lambda v: f"rsi + {32 * (8 + v)}",
)


def operations() -> list[Operation]:
    return PROGRAM.operations()


def text(order: Sequence[Operation]) -> str:
    return PROGRAM.text(order)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
