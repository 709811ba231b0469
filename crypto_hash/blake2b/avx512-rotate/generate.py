#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print blocks.S for the BLAKE2 that the blocks.h beside this file (or link) describes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

sys.dont_write_bytecode = True  # leave nothing in this folder
from rounds import (  # noqa: E402
    AHEAD,
    C0,
    H0,
    H1,
    LANES,
    SIZE,
    A,
    B,
    C,
    D,
    S,
    X,
    a_round,
    operations,
    place,
    turn,
)  # fmt: skip
from text import HEAD  # noqa: E402
from variant import BLOCK, ROUNDS, SIGMA, WIDE, WORD  # noqa: E402

from lab.tune.program import listing  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

if TYPE_CHECKING:
    from lab.tune.operation import Operation

__all__ = ["operations", "text"]


def words(r: int, k: int) -> list[int]:
    """The message's words of half G k in round r, by lanes."""
    s, (diagonal, half) = SIGMA[r], divmod(k, 2)
    return [s[2 * (4 + (i - 1) % 4 if diagonal else i) + half] for i in LANES]


def prepare_narrow(r: int) -> Iterator[str]:
    """x of round r, two halves in a vector: the message is in ymm16 and ymm17."""
    for h in (0, 1):
        t = f"ymm{20 + (2 * r + h) % 8}"
        yield f"vmovdqa32 {t}, [rip + .Lplaces + {BLOCK * r + 32 * h}]"
        yield f"vpermi2d {t}, ymm16, ymm17"
        yield f"vmovdqa32 {place(r, 2 * h)}, {t}"


def prepare_wide(r: int) -> Iterator[str]:
    """x of round r: words where the message lies, each by a load and a blend."""
    for k in range(4):
        t, u = (f"ymm{12 - k % 2 * 2 + i}" for i in (0, 1))
        loads = [f"[rsi + {8 * m}]" for m in words(r, k)]
        yield f"vpbroadcastq {t}, {loads[0]}"
        for i in (1, 2, 3):
            yield f"vpbroadcastq {u}, {loads[i]}"
            yield f"vpblendd {t}, {t}, {u}, {3 << 2 * i:#04x}"
        yield f"vmovdqa {place(r, k)}, {t}"


prepare = prepare_wide if WIDE else prepare_narrow


def block(order: Sequence[Operation]) -> Iterator[str]:
    """A block; d begins with its number of bytes and the flag, which is in xmm5."""
    if not WIDE:
        yield from (f"vmovdqu32 ymm{16 + i}, [rsi + {32 * i}]" for i in (0, 1))
    for r in range(AHEAD):
        yield from prepare(r)
    yield from ("vmovq xmm4, rcx", "vpunpcklqdq xmm4, xmm4, xmm5")
    yield from (f"vpxor {D}, {D}, [rip + .Liv4to7]", f"add rcx, {BLOCK}")
    yield f"vpadd{S} {X}, {H0}, {place(0, 0)}"
    for r in range(ROUNDS):
        yield from (f"/* round {r} */", *a_round(order, r, prepare, 10))
    yield from (turn(1, A, A), turn(-1, C, C), turn(2, D, D))
    yield f"vpternlog{S} {H0}, {C}, {A}, 0x96"
    yield f"vpternlog{S} {H1}, {D}, {B}, 0x96"


def code(order: Sequence[Operation]) -> Iterator[str]:
    swap = [f"vpermq {h}, {h}, 0xd8" for h in (H0, H1)] if WIDE else []
    yield from ("mov r11, rsp", ".cfi_def_cfa_register r11")
    yield from (f"sub rsp, {10 * BLOCK}", "and rsp, -64")
    yield "vmovq xmm5, r8" if WIDE else "vmovd xmm5, r8d"
    yield from (f"vmovdqu {H0}, [rdi]", f"vmovdqu {H1}, [rdi + {SIZE}]", *swap)
    yield f"vmovdqa {C0}, [rip + .Liv0to3]"
    yield from ("jmp .Lblock", ".p2align 6", ".Lblock:", *block(order))
    yield from (f"add rsi, {BLOCK}", "dec rdx", "jnz .Lblock")
    yield from (*swap, f"vmovdqu [rdi], {H0}", f"vmovdqu [rdi + {SIZE}], {H1}")
    yield from ("mov rsp, r11", ".cfi_def_cfa rsp, 8", "vzeroupper", "ret")
    yield "END_OF blocks"


def data() -> Iterator[str]:
    yield from ("", ".section .rodata", ".p2align 6")
    if not WIDE:
        yield ".Lplaces:"
        yield from (f".long {str(words(r, k))[1:-1]}" for r in range(10) for k in range(4))
    for first in (0, 4):
        yield f".Liv{first}to{first + 3}:"
        iv = ", ".join(f"IV{first + i}" for i in LANES)
        yield f"{'.quad' if WIDE else '.long'} {iv}"


def text(order: Sequence[Operation]) -> str:
    return listing(HEAD[WORD], (*code(order), *data()))


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
