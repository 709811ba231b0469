"""Prints compress.S: the rounds of SHA-2 for any amd64 machine, its schedule between them.

Rounds keep the integer units busy, so the message schedule is left to SSE2. Which instruction
stands where matters as much as their number: ROUND came out fastest of thousands on a Zen 3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

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


@dataclass(frozen=True)
class Sha:
    """What the rounds of SHA-256 and SHA-512 don't share."""

    bits: int
    rotations: dict[str, int]  # as ROUND takes them, of Sigma1(e) and Sigma0(a)
    expand: str
    registers: dict[str, str]
    words: int  # in a vector
    vectors: int  # that hold 16 words

    def round(self, i: int) -> list[str]:
        """Round i of 16. Nothing is left over for the next 16, nor made in advance."""
        r = self.registers
        names = {letter: r["abcdefgh"[(k - i) % 8]] for k, letter in enumerate("abcdefgh")}
        names.update({t: r[t] for t in ("t0", "t1", "t2")})
        names.update(x=r["xy"[i % 2]], y=r["yx"[i % 2]], next=f"rsp + {self.bits // 8 * (i + 1)}")
        lines = [line.format(**names, **self.rotations) for line in ROUND.splitlines()]
        if i == 0:
            lines[0] = f"add {names['h']}, [rsp]"
        if i == 15:
            lines = [line for line in lines if "[" not in line]
            lines.append(f"add {names['h']}, {names['t2']}")
        return lines

    def expanding(self, v: int) -> list[str]:
        """The rounds that use vector v, and spread over them what makes the next of it."""
        first = v * self.words
        rounds = [line for i in range(first, first + self.words) for line in self.round(i)]
        names = {f"w{k}": f"xmm{(v + k) % self.vectors}" for k in range(8)}
        names["K"] = f"rdi + {2 * self.bits + 16 * v}"
        names["kw"] = f"rsp + {16 * v}"
        vectors = self.expand.format(**names).splitlines()
        lines = []
        for k, line in enumerate(rounds):
            share = slice(*(n * len(vectors) // len(rounds) for n in (k, k + 1)))
            lines += [line, *vectors[share]]
        return lines


REGISTERS_32 = dict(zip("abcdefgh", ["eax", "ebx", "ecx", "edx", "r8d", "r9d", "r10d", "r11d"]))
REGISTERS_32.update(t0="r12d", t1="r13d", t2="r14d", x="r15d", y="ebp")
REGISTERS_64 = {name: "r" + r[1:].rstrip("d") for name, r in REGISTERS_32.items()}
SIGMAS_256 = {"E0": 6, "E1": 5, "E2": 25, "A0": 2, "A1": 11, "A2": 9}
SIGMAS_512 = {"E0": 14, "E1": 4, "E2": 41, "A0": 28, "A1": 6, "A2": 5}
SHA256 = Sha(32, SIGMAS_256, EXPAND_32, REGISTERS_32, words=4, vectors=4)
SHA512 = Sha(64, SIGMAS_512, EXPAND_64, REGISTERS_64, words=2, vectors=8)


def macro(name: str, lines: list[str]) -> None:
    print(f"\n.macro {name}", *lines, sep="\n    ")
    print(".endm")


def main() -> None:
    words = Path(__file__).with_name("words.h").read_text()
    sha = SHA512 if re.search("#define WORD_BITS 64", words) else SHA256
    print("/* SPDX-License-Identifier: CC0-1.0 */")
    print("/* generated by generate.py: the rounds of the function in compress.inc. */\n")
    print('#include "asm.h"\n')
    print(f"#define WORD {sha.bits // 8}")
    for name, register in sha.registers.items():
        print(f"#define {name.upper()} {register}")
    macro("ROUNDS16", [line for i in range(16) for line in sha.round(i)])
    macro("ROUNDS16_EXPANDING", [line for v in range(sha.vectors) for line in sha.expanding(v)])
    print('\n#include "compress.inc"')


if __name__ == "__main__":
    main()
