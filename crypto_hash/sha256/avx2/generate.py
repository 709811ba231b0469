"""Prints compress.S: the rounds of SHA-2 for BMI2, and between them its schedule for AVX2.

Rounds keep the integer units busy, so the message schedule is left to the vector units. Which
instruction stands where decides as much as how many there are; `order` says what was tried.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

sys.dont_write_bytecode = True  # leave nothing in this folder
from rounds import Rounds, word_bits  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

# Each h += ... of a round may stand anywhere before d += h or, for the last two, after it. Of one
# round, the first line belongs to the round before, and the one with {next} to the round after.
ROUND = """\
add {a}, {t1}
mov {t0}, {f}
xor {t0}, {g}
rorx {t1}, {e}, {E0}
rorx {t2}, {e}, {E1}
and {t0}, {e}
xor {t1}, {t2}
rorx {t2}, {e}, {E2}
xor {t0}, {g}
mov {x}, {a}
add {h}, {t0}
xor {x}, {b}
xor {t2}, {t1}
rorx {t0}, {a}, {A0}
add {h}, {t2}
rorx {t1}, {a}, {A1}
rorx {t2}, {a}, {A2}
and {y}, {x}
xor {t1}, {t0}
add {d}, {h}
add {g}, [{next}]
xor {y}, {b}
xor {t1}, {t2}
add {h}, {y}
"""

# W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16], for as many words as a half of a
# register has; and K + W to memory. vpalignr finds W[t-15] and W[t-7], which straddle registers.
EXPAND_64 = """\
vpalignr ymm8, {w1}, {w0}, 8
vpalignr ymm9, {w5}, {w4}, 8
vpaddq {w0}, {w0}, ymm9
vpsrlq ymm9, ymm8, 1
vpsllq ymm10, ymm8, 63
vpshufb ymm11, ymm8, ymm15
vpsrlq ymm8, ymm8, 7
vpxor ymm9, ymm9, ymm10
vpxor ymm8, ymm8, ymm11
vpxor ymm8, ymm8, ymm9
vpaddq {w0}, {w0}, ymm8
vpsrlq ymm8, {w7}, 19
vpsllq ymm9, {w7}, 45
vpsrlq ymm10, {w7}, 61
vpsllq ymm11, {w7}, 3
vpxor ymm8, ymm8, ymm9
vpsrlq ymm9, {w7}, 6
vpxor ymm10, ymm10, ymm11
vpxor ymm8, ymm8, ymm9
vpxor ymm8, ymm8, ymm10
vpaddq {w0}, {w0}, ymm8
vbroadcasti128 ymm8, [{K}]
vpaddq ymm8, ymm8, {w0}
vmovdqa [{kw}], ymm8
"""

# Here W[t-2] of the upper two words are the lower two that were made just before. Each word
# twice in a quadword makes its rotation a shift.
SIGMA1_32 = """\
vpshufd ymm8, {source}, {twice}
vpsrlq ymm9, ymm8, 17
vpsrlq ymm10, ymm8, 19
vpsrld ymm8, ymm8, 10
vpxor ymm9, ymm9, ymm10
vpxor ymm8, ymm8, ymm9
vpshufb ymm8, ymm8, {place}
vpaddd {{w0}}, {{w0}}, ymm8
"""
EXPAND_32 = (
    """\
vpalignr ymm8, {w1}, {w0}, 4
vpalignr ymm9, {w3}, {w2}, 4
vpaddd {w0}, {w0}, ymm9
vpsrld ymm9, ymm8, 7
vpslld ymm10, ymm8, 25
vpsrld ymm11, ymm8, 3
vpxor ymm9, ymm9, ymm10
vpslld ymm10, ymm8, 14
vpsrld ymm8, ymm8, 18
vpxor ymm9, ymm9, ymm11
vpxor ymm8, ymm8, ymm10
vpxor ymm8, ymm8, ymm9
vpaddd {w0}, {w0}, ymm8
"""
    + SIGMA1_32.format(source="{w3}", twice="0xfa", place="ymm12")
    + SIGMA1_32.format(source="{w0}", twice="0x50", place="ymm13")
    + """\
vbroadcasti128 ymm8, [{K}]
vpaddd ymm8, ymm8, {w0}
vmovdqa [{kw}], ymm8
"""
)

SIGMAS = {
    32: {"E0": 25, "E1": 11, "E2": 6, "A0": 22, "A1": 13, "A2": 2},
    64: {"E0": 41, "E1": 18, "E2": 14, "A0": 39, "A1": 34, "A2": 28},
}
BITS = word_bits(__file__)
WORDS = 128 // BITS
PROGRAM = Rounds(
    bits=BITS,
    vector="ymm",
    rotations=SIGMAS[BITS],
    round=ROUND.splitlines(),
    expand=EXPAND_32 if BITS == 32 else EXPAND_64,
    read=lambda i: f"rsi + {32 * (i // WORDS) + BITS // 8 * (i % WORDS)}",
    write=lambda v: f"rsi + {32 * (16 // WORDS + v)}",
)


def operations() -> list[Operation]:
    return PROGRAM.operations()


def text(order: Sequence[Operation]) -> str:
    return PROGRAM.text(order)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
