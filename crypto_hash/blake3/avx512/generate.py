#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print kernels.S: BLAKE3 in rows and in lanes, with AVX-512.

sides.h beside this file (or a link to it) says how many states go side by side in lanes; one and
two go in rows, unless there is a file for single ones.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

sys.dont_write_bytecode = True  # leave nothing in this folder
import text as heads  # noqa: E402
from beside import beside  # noqa: E402
from rounds import (  # noqa: E402
    AHEAD,
    H0,
    H1,
    A,
    B,
    C,
    D,
    X,
    a_round,
    operations,
    place,
    turn,
)  # fmt: skip
from variant import BLOCK, FOLDER, ROUNDS, SIGMA, R  # noqa: E402

from lab.tune.variants import printed  # noqa: E402

if TYPE_CHECKING:
    from lab.tune.operation import Operation

__all__ = ["operations", "text"]

SETS = int((FOLDER / "sides.h").read_text().split()[-1]) // 16
ALONE = (FOLDER / "blocks.S").is_file()  # general registers are faster than a row
ROWS = (4,) if ALONE else (1, 2, 4)
VECTORS = {1: "xmm", 2: "ymm", 4: "zmm"}
POINTERS = {1: ["rsi"], 2: ["r9", "rsi"], 4: ["rax", "r9", "r10", "rsi"]}


def own(r: int, k: int) -> int:
    """The number of the vector with x of half G k of round r, for three rounds at a time."""
    return 20 + (4 * r + k) % 12


def widen(lines: Iterator[str], n: int) -> Iterator[str]:
    """Lines of rounds.py, for n states side by side and with x in vectors from 20 on: the stack
    may lie where its stores hinder loads of the message, by the same last bits of addresses."""
    places = {place(r, k): f"xmm{own(r, k)}" for r in range(ROUNDS) for k in range(4)}
    for line in lines:
        placed = re.sub(r"\[rsp.*\]", lambda found: places[found[0]], line)
        wide = re.sub(r"\bxmm", VECTORS[n], placed)
        yield wide.replace("vpxor ", "vpxord ") if n == 4 else wide


MASKS = {"k1": 0x6666, "k2": 0x2222, "k3": 0x8888, "k4": 0x4444, "k5": 0xAA}  # of words in 128 bits


def entry(name: str) -> Iterator[str]:
    """The beginning of a function."""
    yield f"FUNCTION {name}, 6"


def first_words(n: int) -> Iterator[str]:
    """x of round 0: four words of each message in a vector, then every other one."""
    w, x = ([own(r, k) for k in range(4)] for r in (2, 0))
    for k in range(4):
        for i, p in enumerate(POINTERS[n]):
            at, into = f"[{p} + {16 * k}]", f"{VECTORS[n]}{w[k]}"
            yield f"vinserti32x4 {into}, {into}, {at}, {i}" if i else f"vmovdqu32 xmm{w[k]}, {at}"
    v = VECTORS[n]
    for k, (low, high) in enumerate((w[:2], w[2:])):
        yield f"vshufps {v}{x[2 * k]}, {v}{low}, {v}{high}, 0x88"
        yield f"vshufps {v}{x[2 * k + 1]}, {v}{low}, {v}{high}, 0xdd"
    yield from (f"vpshufd {v}{i}, {v}{i}, 0x93" for i in x[2:])


def prepare(r: int) -> Iterator[str]:
    """x of round r > 0 from that of the round before, whose words have the same places each time:
    shuffles within 128 bits take one cycle, where vpermi2d would take three."""
    a, b, c, d = (f"xmm{own(r - 1, k)}" for k in range(4))
    x, y, z, w = (f"xmm{own(r, k)}" for k in range(4))
    yield from (f"vpshufd {x}, {a}, 0x81", f"vpshufd {x}{{k1}}, {b}, 0x34")
    yield from (f"vpshufd {y}, {a}, 0x03", f"vpshufd {y}{{k2}}, {c}, 0x08")
    yield f"vmovdqa32 {y}{{k3}}, {d}"
    yield from (f"vpblendmd {z}{{k3}}, {b}, {c}", f"vshufps {z}, {d}, {z}, 0xc4")
    yield f"vpshufd {z}, {z}, 0x78"
    yield from (f"vpshufd {w}, {c}, 0x01", f"vpshufd {w}{{k2}}, {d}, 0x08")
    yield f"vmovdqa32 {w}{{k4}}, {b}"


def block(order: Sequence[Operation]) -> Iterator[str]:
    """A block, in the words of rounds.py."""
    yield from (line for r in range(1, AHEAD) for line in prepare(r))
    yield f"vpaddd {X}, {H0}, {place(0, 0)}"
    for r in range(ROUNDS):
        yield from (f"    /* round {r} */", *a_round(order, r, prepare, ROUNDS))
    yield from (turn(1, A, A), turn(-1, C, C), turn(2, D, D))
    yield from (f"vpxor {H0}, {C}, {A}", f"vpxor {H1}, {D}, {B}")


def setup(n: int, h: str) -> Iterator[str]:
    """h of n states in rows, and what is the same in all blocks."""
    v = VECTORS[n]
    yield from (f"vmovdqu32 {v}14, [{h}]", f"vmovdqu32 {v}15, [{h} + {16 * n}]")
    broadcast = {1: "vmovdqa", 2: "vbroadcasti128", 4: "vbroadcasti32x4"}[n]
    yield f"{broadcast} {v}9, [rip + .Liv]"
    for mask, value in MASKS.items():
        yield from (f"mov r11d, {value:#x}", f"kmovw {mask}, r11d")


def rows(order: Sequence[Operation], n: int) -> Iterator[str]:
    """The function of n states in rows."""
    name, v = "blocks" if n == 1 else f"rows{n}", VECTORS[n]
    facts = {"V": v, "M": "ymm" if n == 1 else "zmm", "IN": "in" if n == 1 else "in[]"}
    head = heads.ROWS
    for key, value in {**facts, "T": "t" if n == 1 else "counters"}.items():
        head = head.replace(f"{{{key}}}", value)
    yield from head.splitlines()
    yield from entry(name)
    if n > 1:
        yield from (f"mov {p}, [rsi + {8 * i}]" for i, p in enumerate(POINTERS[n]))
    yield "vmovq xmm5, rcx" if n == 1 else f"vmovdqu32 {v}5, [rcx]"
    yield from setup(n, "rdi")
    yield from (f"jmp .Lblock{n}", ".p2align 6", f".Lblock{n}:")
    yield from first_words(n)
    yield from (f"add {p}, {BLOCK}" for p in POINTERS[n])
    if n == 1:
        yield from ("vmovq xmm4, [r8]", "vpunpcklqdq xmm4, xmm5, xmm4")
    else:
        yield from (f"vpbroadcastq {v}4{{k5}}{{z}}, [r8]", f"vpxord {v}4, {v}4, {v}5")
    yield from ("add r8, 8", *widen(block(order), n), "dec rdx", f"jnz .Lblock{n}")
    yield from (f"vmovdqu32 [rdi], {v}14", f"vmovdqu32 [rdi + {16 * n}], {v}15")
    yield from ("vzeroupper", "ret", f"END_OF {name}")


def transposed(v: list[str], t: list[str], to: list[str]) -> Iterator[str]:
    """Four times four words within 128 bits, by way of four other vectors."""
    for i, (half, low) in enumerate((h, x) for h in ("l", "h") for x in (0, 2)):
        yield f"vpunpck{half}dq {t[i]}, {v[low]}, {v[low + 1]}"
    for i, (half, low) in enumerate((h, x) for x in (0, 2) for h in ("l", "h")):
        yield f"vpunpck{half}qdq {to[i]}, {t[low]}, {t[low + 1]}"


def load(half: int, into: int, pointers: Sequence[str]) -> Iterator[str]:
    """Eight words of sixteen messages: rows 0 to 3 beside 4 to 7, and 8 to 11 beside 12 to 15."""
    strides = ("", " + r10", " + 2*r10", " + r11")
    x, y = ([f"mm{into + k + i}" for i in range(4)] for k in (0, 4))
    t, u = ([f"zmm{8 + k + i}" for i in range(4)] for k in (0, 4))
    to = [f"z{v}" for v in x]
    for four, (low, high), other in ((x, pointers[:2], t), (y, pointers[2:], u)):
        for v, stride in zip(four, strides):
            yield f"vmovdqu32 y{v}, [{low}{stride} + {32 * half}]"
            yield f"vinserti64x4 z{v}, z{v}, [{high}{stride} + {32 * half}], 1"
        yield from transposed([f"z{v}" for v in four], other, to)
        to = t
    for i in range(4):
        yield f"vshufi32x4 z{y[i]}, z{x[i]}, {t[i]}, 0xdd"
        yield f"vshufi32x4 z{x[i]}, z{x[i]}, {t[i]}, 0x88"


def lane_round(r: int, sets: int) -> Iterator[str]:
    """A round in lanes, each step for two Gs of each set: for four at once it took longer."""
    for diagonal in (0, 1):
        columns = [[4 * j + (i + diagonal * j) % 4 for j in range(4)] for i in range(4)]
        for half in (0, 1):
            ra, rb = R[2 * half :][:2]
            steps = (
                "vpaddd zmm{0}, zmm{0}, {4}", "vpaddd zmm{0}, zmm{0}, zmm{1}",
                "vpxord zmm{3}, zmm{3}, zmm{0}", f"vprord zmm{{3}}, zmm{{3}}, {ra}",
                "vpaddd zmm{2}, zmm{2}, zmm{3}", "vpxord zmm{1}, zmm{1}, zmm{2}",
                f"vprord zmm{{1}}, zmm{{1}}, {rb}",
            )  # fmt: skip
            for pair in (columns,) if sets > 1 else (columns[:2], columns[2:]):
                words = [SIGMA[r][2 * (4 * diagonal + columns.index(g)) + half] for g in pair]
                gs = [
                    (*(v + 16 * s for v in g), word_of(w, s, sets))
                    for g, w in zip(pair, words)
                    for s in range(sets)
                ]
                yield from (step.format(*g) for step in steps for g in gs)


def word_of(w: int, s: int, sets: int) -> str:
    """A word of the messages: of one set it is a register, of two it is on the stack."""
    return f"[rsp + {1024 * s + 64 * w}]" if sets > 1 else f"zmm{16 + w}"


POINTERS16 = ("rsi", "rcx", "r8", "r9"), ("rbx", "r12", "r13", "r14")
SAVED = ("rbp", "rbx", "r12", "r13", "r14")
BATCH = 216  # bytes of a batch


def begin(sets: int) -> Iterator[str]:
    """The arguments of a batch, or of two with the same stride, count and kinds."""
    for s in range(sets):
        for i, p in enumerate(POINTERS16[s]):
            yield f"mov {p}, [rdi + {BATCH * s + 128 + 8 * i}]"
    yield from ("mov r10, [rdi + 192]", "lea r11, [r10 + 2*r10]")
    yield from ("mov rdx, [rdi + 200]", "mov rax, [rdi + 208]")


def lanes(sets: int) -> Iterator[str]:
    """The function of sixteen states in lanes, or of two times sixteen."""
    name, loop = ("lanes", ".Lblock16") if sets == 1 else ("lanes2", ".Lblock32")
    yield from (heads.LANES if sets == 1 else heads.LANES2).splitlines()
    yield from entry(name)
    if sets > 1:
        yield from (f"SAVE({r})" for r in SAVED)
        yield from ("mov rbp, rsp", ".cfi_def_cfa_register rbp")
        yield from ("sub rsp, 2048", "and rsp, -64")
    yield from begin(sets)
    for s in range(sets):
        yield from (f"vpbroadcastd zmm{16 * s + i}, [rip + .Liv + {4 * i}]" for i in range(8))
    yield from (".p2align 6", f"{loop}:")
    for s in range(sets):
        for half in (0, 1):
            yield from load(half, 24 if sets > 1 else 16 + 8 * half, POINTERS16[s])
            if sets > 1:
                yield from (
                    f"vmovdqa32 {word_of(8 * half + i, s, sets)}, zmm{24 + i}" for i in range(8)
                )
    for s in range(sets):
        first = 16 * s
        yield from (f"vpbroadcastd zmm{first + 8 + i}, [rip + .Liv + {4 * i}]" for i in range(4))
        yield from (f"vmovdqu32 zmm{first + 12 + i}, [rdi + {BATCH * s + 64 * i}]" for i in (0, 1))
        yield from (f"vpbroadcastd zmm{first + 14 + i}, [rax + {4 * i}]" for i in (0, 1))
    for r in range(ROUNDS):
        yield from (f"    /* round {r} */", *lane_round(r, sets))
    for s in range(sets):
        at = 16 * s
        yield from (f"vpxord zmm{at + i}, zmm{at + i}, zmm{at + 8 + i}" for i in range(8))
        yield from (f"add {p}, {BLOCK}" for p in POINTERS16[s])
    yield from ("add rax, 8", "dec rdx", f"jnz {loop}")
    for s in range(sets):
        for k in (0, 4):
            v, other = ([f"zmm{16 * s + first + i}" for i in range(4)] for first in (k, 8))
            yield from transposed(v, other, v)
        for j in range(4):
            yield f"mov rax, [rdi + {BATCH * s + 160 + 8 * j}]"
            for i in range(8):
                at = f"[rax + {32 * (i % 4) + 16 * (i // 4)}]"
                yield f"vextracti32x4 {at}, zmm{16 * s + i}, {j}"
    yield "vzeroupper"
    if sets > 1:
        yield from ("mov rsp, rbp", ".cfi_def_cfa_register rsp")
        yield from (f"RESTORE({r})" for r in reversed(SAVED))
    yield from ("ret", f"END_OF {name}")


def data() -> Iterator[str]:
    yield from ("", ".section .rodata", ".p2align 6")
    yield from (".Liv:", ".long IV0, IV1, IV2, IV3", ".long IV4, IV5, IV6, IV7")


def head() -> str:
    words = dict(zip((1, 2, 4), ("one", "two", "four")))
    numbers = [*(words[n] for n in ROWS), "sixteen", "thirty-two"][: len(ROWS) + SETS]
    told = heads.HEAD.replace("{NUMBERS}", f"{', '.join(numbers[:-1])} and {numbers[-1]}")
    return told.replace("{MORE}", heads.MORE if SETS > 1 else "") + heads.NAMES


def text(order: Sequence[Operation]) -> str:
    kernels = [line for n in ROWS for line in rows(order, n)]
    if ALONE:
        kernels += beside([*setup(1, "rdi + 32")], [*first_words(1)], [*widen(block(order), 1)])
    kernels += [line for n in range(SETS) for line in lanes(n + 1)]
    lines = (line if not line or line.endswith(":") or line[0] in "/# " else f"    {line}"
             for line in (*kernels, *data()))  # fmt: skip
    return head() + "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
