#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print blocks.S for the BLAKE that the blocks.h beside this file (or link) describes."""

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
from variant import BLOCK, PI, ROUNDS, SIGMA, WIDE, WORD  # noqa: E402

from lab.tune.program import listing  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

if TYPE_CHECKING:
    from lab.tune.operation import Operation

__all__ = ["operations", "text"]

# Units are chosen for six instructions at once, so it counts where in its six the loop begins, for
# BLAKE-512 above all: so many nops stand before it, and none of what assemblers fill up with.
BEFORE = {4: 0, 8: 4}

MESSAGE = 10 * BLOCK + 64  # where the message is on the stack, behind x of ten rounds


def words(r: int, k: int) -> list[tuple[int, int]]:
    """The message's words and the constants of half G k in round r, by lanes."""
    s, (diagonal, half) = SIGMA[r], divmod(k, 2)
    g = [4 + (i - 1) % 4 if diagonal else i for i in LANES]
    return [(s[2 * i + half], s[2 * i + 1 - half]) for i in g]


def prepare_narrow(r: int) -> Iterator[str]:
    """x of round r, two halves in a vector: the message is in ymm16 and ymm17."""
    for h in (0, 1):
        t = f"ymm{20 + (2 * r + h) % 8}"
        yield f"vmovdqa32 {t}, [rip + .Lplaces + {BLOCK * r + 32 * h}]"
        yield f"vpermi2d {t}, ymm16, ymm17"
        yield f"vpxord {t}, {t}, [rip + .Lconstants + {BLOCK * r + 32 * h}]"
        yield f"vmovdqa32 {place(r, 2 * h)}, {t}"


def prepare_wide(r: int) -> Iterator[str]:
    """x of round r: words of the message on the stack, each by a load and a blend."""
    for k in range(4):
        t, u = (f"ymm{12 - k % 2 * 2 + i}" for i in (0, 1))
        loads = [f"[rsp + {MESSAGE + 8 * m}]" for m, _ in words(r, k)]
        yield f"vpbroadcastq {t}, {loads[0]}"
        for i in (1, 2, 3):
            yield f"vpbroadcastq {u}, {loads[i]}"
            yield f"vpblendd {t}, {t}, {u}, {3 << 2 * i:#04x}"
        yield f"vpxor {t}, {t}, [rip + .Lconstants + {BLOCK * r + SIZE * k}]"
        yield f"vmovdqa {place(r, k)}, {t}"


prepare = prepare_wide if WIDE else prepare_narrow


def load_message() -> Iterator[str]:
    vectors = range(16, 16 + BLOCK // 32)
    for i, v in enumerate(vectors):
        yield f"vmovdqu{8 * WORD} ymm{v}, [rsi + {32 * i}]"
        yield f"vpshufb ymm{v}, ymm{v}, ymm31"
    if WIDE:
        yield from (f"vmovdqa64 [rsp + {MESSAGE + 32 * i}], ymm{v}" for i, v in enumerate(vectors))


def counter() -> Iterator[str]:
    """d of a block, from its counter of bits, which then is the next one's."""
    yield "vmovq xmm4, rcx"
    if WIDE:
        yield from ("vmovq xmm5, r9", "vpunpcklqdq xmm4, xmm4, xmm5")
        yield "vinserti128 ymm4, ymm4, xmm4, 1"
    else:
        yield "vpshufd xmm4, xmm4, 0x50"
    yield f"vpxor {D}, {D}, [rip + .Lpi4to7]"
    yield from ("add rcx, r8", "adc r9, 0") if WIDE else ("add rcx, r8",)


def code(order: Sequence[Operation]) -> Iterator[str]:
    swap = [f"vpermq {h}, {h}, 0xd8" for h in (H0, H1)] if WIDE else []
    yield from ("mov r11, rsp", ".cfi_def_cfa_register r11")
    yield from (f"sub rsp, {MESSAGE + BLOCK * WIDE}", "and rsp, -64")
    yield from ("mov r9, rcx", "shr r9, 61") if WIDE else ()
    yield from ("shl rcx, 3", f"mov r8d, {8 * BLOCK}")
    yield "vbroadcasti32x4 ymm31, [rip + .Lreverse]"
    yield from (f"vmovdqu {H0}, [rdi]", f"vmovdqu {H1}, [rdi + {SIZE}]", *swap)
    yield f"vmovdqa {C0}, [rip + .Lpi0to3]"
    yield from (*["nop"] * BEFORE[WORD], "jmp .Lblock", ".p2align 6", ".Lblock:")
    yield from load_message()
    yield f"add rsi, {BLOCK}"
    for r in range(AHEAD):
        yield from prepare(r)
    yield from (*counter(), f"vpadd{S} {X}, {H0}, {place(0, 0)}")
    for r in range(ROUNDS):
        yield from (f"/* round {r} */", *a_round(order, r, prepare, 10))
    yield from (turn(1, A, A), turn(-1, C, C), turn(2, D, D))
    yield f"vpternlog{S} {H0}, {C}, {A}, 0x96"
    yield from (f"vpxor {H1}, {H1}, {D}", f"vpxor {H1}, {H1}, {B}", "dec rdx", "jnz .Lblock")
    yield from (*swap, f"vmovdqu [rdi], {H0}", f"vmovdqu [rdi + {SIZE}], {H1}")
    yield from ("mov rsp, r11", ".cfi_def_cfa rsp, 8", "vzeroupper", "ret")
    yield "END_OF blocks"


def data() -> Iterator[str]:
    kind = ".quad" if WIDE else ".long"

    def rows(values: list[str]) -> Iterator[str]:
        for i in range(0, len(values), 4):
            yield f"{kind} {', '.join(values[i : i + 4])}"

    each = [pair for r in range(10) for k in range(4) for pair in words(r, k)]
    yield from ("", ".section .rodata", ".p2align 6")
    if not WIDE:
        yield from (".Lplaces:", *rows([str(m) for m, _ in each]))
    yield from (".Lconstants:", *rows([PI[c] for _, c in each]))
    yield from (".Lpi0to3:", *rows([PI[i] for i in LANES]))
    yield from (".Lpi4to7:", *rows([PI[4 + i] for i in LANES]))
    yield from (".Lreverse:", f".byte {', '.join(str(i ^ (WORD - 1)) for i in range(16))}")


def head() -> str:
    found = HEAD[WORD]
    for name, value in {"{VARIANT}": 64 * WORD, "{BLOCK}": BLOCK, "{MESSAGE}": MESSAGE}.items():
        found = found.replace(name, str(value))
    return found


def text(order: Sequence[Operation]) -> str:
    return listing(head(), (*code(order), *data()))


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
