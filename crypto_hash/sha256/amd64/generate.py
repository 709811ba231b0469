"""Prints compress.S: the rounds of SHA-2 for any amd64 machine, its schedule in SSE2 between them.

Which instruction stands where matters as much as their number; `order` says what was tried.
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
# Rotations are by differences, as in x ror 6 ^ x ror 11 = (x ror 5 ^ x) ror 6, which saves copies;
# for Sigma1, which the next round waits for, not all are, since that takes longer.
ROUND = """\
add {a}, {t2}
mov {t0}, {f}
mov {x}, {a}
mov {t2}, {e}
mov {t1}, {e}
xor {t0}, {g}
ror {t1}, {E1}
and {t0}, {e}
xor {t1}, {e}
ror {t2}, {E2}
xor {t0}, {g}
ror {t1}, {E0}
add {h}, {t0}
xor {x}, {b}
xor {t1}, {t2}
mov {t2}, {a}
ror {t2}, {A2}
add {h}, {t1}
and {y}, {x}
xor {t2}, {a}
add {d}, {h}
xor {y}, {b}
ror {t2}, {A1}
xor {t2}, {a}
add {g}, [{next}]
ror {t2}, {A0}
add {h}, {y}
"""

# W[t] = sigma1(W[t-2]) + W[t-7] + sigma0(W[t-15]) + W[t-16], for as many words as a register
# has; and K + W to memory. What is shifted once is shifted further, which saves copies.
EXPAND_64 = """\
movdqa xmm8, {w0}
shufpd xmm8, {w1}, 1
movdqa xmm9, {w4}
shufpd xmm9, {w5}, 1
paddq {w0}, xmm9
movdqa xmm9, xmm8
psrlq xmm8, 1
psllq xmm9, 56
movdqa xmm10, xmm8
pxor xmm10, xmm9
psrlq xmm8, 6
psllq xmm9, 7
pxor xmm10, xmm8
pxor xmm10, xmm9
psrlq xmm8, 1
pxor xmm10, xmm8
paddq {w0}, xmm10
movdqa xmm8, {w7}
movdqa xmm9, {w7}
psrlq xmm8, 6
psllq xmm9, 3
movdqa xmm10, xmm8
pxor xmm10, xmm9
psrlq xmm8, 13
psllq xmm9, 42
pxor xmm10, xmm8
pxor xmm10, xmm9
psrlq xmm8, 42
pxor xmm10, xmm8
paddq {w0}, xmm10
movdqu xmm8, [{K}]
paddq xmm8, {w0}
movdqa [{kw}], xmm8
"""

# Here W[t-2] of the upper two words are the lower two that were made just before. Each word
# twice in a quadword makes its rotation a shift.
SIGMA1_32 = """\
pshufd xmm8, {source}, {twice}
movdqa xmm9, xmm8
psrlq xmm8, 17
psrld xmm9, 10
pxor xmm9, xmm8
psrlq xmm8, 2
pxor xmm9, xmm8
pshufd xmm9, xmm9, 0x88
{place} xmm9, 8
paddd {{w0}}, xmm9
"""
EXPAND_32 = (
    """\
movdqa xmm8, {w0}
movss xmm8, {w1}
movdqa xmm9, {w2}
pshufd xmm8, xmm8, 0x39
movss xmm9, {w3}
pshufd xmm9, xmm9, 0x39
paddd {w0}, xmm9
movdqa xmm9, xmm8
psrld xmm8, 3
pslld xmm9, 14
movdqa xmm10, xmm8
pxor xmm10, xmm9
psrld xmm8, 4
pslld xmm9, 11
pxor xmm10, xmm8
pxor xmm10, xmm9
psrld xmm8, 11
pxor xmm10, xmm8
paddd {w0}, xmm10
"""
    + SIGMA1_32.format(source="{w3}", twice="0xfa", place="psrldq")
    + SIGMA1_32.format(source="{w0}", twice="0x50", place="pslldq")
    + """\
movdqu xmm8, [{K}]
paddd xmm8, {w0}
movdqa [{kw}], xmm8
"""
)

SIGMAS = {
    32: {"E0": 6, "E1": 5, "E2": 25, "A0": 2, "A1": 11, "A2": 9},
    64: {"E0": 14, "E1": 4, "E2": 41, "A0": 28, "A1": 6, "A2": 5},
}
BITS = word_bits(__file__)
PROGRAM = Rounds(
    bits=BITS,
    vector="xmm",
    rotations=SIGMAS[BITS],
    round=ROUND.splitlines(),
    expand=EXPAND_32 if BITS == 32 else EXPAND_64,
    read=lambda i: f"rsp + {BITS // 8 * i}" if i else "rsp",
    write=lambda v: f"rsp + {16 * v}",
)


def operations() -> list[Operation]:
    return PROGRAM.operations()


def text(order: Sequence[Operation]) -> str:
    return PROGRAM.text(order)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
