"""Prints compress.S: the rounds of SHA-2 for BMI2, and between them its schedule for AVX2.

Rounds keep the integer units busy, so the message schedule is left to the vector units. Which
instruction stands where decides as much as how many there are: ROUND is the order that came out
fastest of some thousands tried on a Zen 3, 8 % before the first that looked good.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

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


@dataclass(frozen=True)
class Sha:
    """What the rounds of SHA-256 and SHA-512 don't share."""

    bits: int
    rotations: dict[str, int]  # of Sigma1(e) and Sigma0(a)
    expand: str
    registers: dict[str, str]

    @property
    def words(self) -> int:
        """In half a vector."""
        return 128 // self.bits

    @property
    def vectors(self) -> int:
        """That hold 16 words of two blocks."""
        return self.bits // 8

    def kw(self, i: int) -> str:
        """Where K + W of round i stands."""
        return f"rsi + {32 * (i // self.words) + self.bits // 8 * (i % self.words)}"

    def round(self, i: int) -> list[str]:
        """Round i of 16. Nothing is left over for the next 16, nor made in advance."""
        r = self.registers
        names = {letter: r["abcdefgh"[(k - i) % 8]] for k, letter in enumerate("abcdefgh")}
        names.update({t: r[t] for t in ("t0", "t1", "t2")}, next=self.kw(i + 1))
        names.update(x=r["xy"[i % 2]], y=r["yx"[i % 2]])
        lines = [line.format(**names, **self.rotations) for line in ROUND.splitlines()]
        if i == 0:
            lines[0] = f"add {names['h']}, [{self.kw(0)}]"
        if i == 15:
            lines = [line for line in lines if "[" not in line]
            lines.append(f"add {names['h']}, {names['t1']}")
        return lines

    def expanding(self, v: int) -> list[str]:
        """The rounds that use vector v, and spread over them what makes the next of it."""
        first = v * self.words
        rounds = [line for i in range(first, first + self.words) for line in self.round(i)]
        names = {f"w{k}": f"ymm{(v + k) % self.vectors}" for k in range(8)}
        names["K"] = f"rdi + {2 * self.bits + 16 * v}"
        names["kw"] = f"rsi + {32 * (self.vectors + v)}"
        vectors = self.expand.format(**names).splitlines()
        lines = []
        for k, line in enumerate(rounds):
            share = slice(*(n * len(vectors) // len(rounds) for n in (k, k + 1)))
            lines += [line, *vectors[share]]
        return lines


REGISTERS_32 = dict(zip("abcdefgh", ["eax", "ebx", "ecx", "edx", "r8d", "r9d", "r10d", "r11d"]))
REGISTERS_32.update(t0="r12d", t1="r13d", t2="r14d", x="r15d", y="ebp")
REGISTERS_64 = {name: "r" + r[1:].rstrip("d") for name, r in REGISTERS_32.items()}
SIGMAS_256 = {"E0": 25, "E1": 11, "E2": 6, "A0": 22, "A1": 13, "A2": 2}
SIGMAS_512 = {"E0": 41, "E1": 18, "E2": 14, "A0": 39, "A1": 34, "A2": 28}
SHA256 = Sha(32, SIGMAS_256, EXPAND_32, REGISTERS_32)
SHA512 = Sha(64, SIGMAS_512, EXPAND_64, REGISTERS_64)


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
