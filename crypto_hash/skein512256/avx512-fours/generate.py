#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print blocks.S: Threefish-512 with four MIXes in a vector, subkeys prepared beside them.

Four rounds are in an order; the preparation of subkeys has 18 places among them, which get equal
parts.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from text import HEAD  # noqa: E402

from lab.tune.operation import Operation, instruction  # noqa: E402
from lab.tune.program import listing  # noqa: E402
from lab.tune.variants import printed  # noqa: E402
from lab.tune.weave import PART, nops, parts, woven  # noqa: E402

AHEAD = 3  # subkeys
PARTS, NOPS = 18, 6  # places
FIRST = 9  # of them make subkey 1, in the first rounds
ROTATIONS = (
    (46, 36, 19, 37), (33, 27, 14, 42), (17, 49, 36, 39), (44, 9, 54, 56),
    (39, 30, 34, 24), (13, 50, 10, 17), (25, 29, 39, 43), (8, 35, 56, 22),
)  # fmt: skip
PERMUTATION = (2, 1, 4, 7, 6, 5, 0, 3)

S, Y, SWAPPED, REVERSED, ROTATED, KEYED, T, U = (f"ymm{i}" for i in range(8))
EVEN, ODD, PARITY = "ymm10", "ymm11", "ymm12"  # of g
MEVEN, MODD = "ymm13", "ymm31"  # of the message
COUNTS = [f"ymm{16 + i}" for i in range(8)]
TWEAK = [f"ymm{24 + i}" for i in range(3)]
NEXT_TWEAK = [f"ymm{27 + i}" for i in range(3)]
NINE = "ymm30"


def counts(d: int) -> list[int]:
    """How far round d rotates words 1, 3, 5 and 7."""
    words = list(range(8))
    for _ in range(d % 4):
        words = [words[i] for i in PERMUTATION]
    return [ROTATIONS[d][words.index(odd) // 2] for odd in (1, 3, 5, 7)]


def ky(s: int) -> str:
    return f"[rsp + {64 * s}]"


def kxy(s: int) -> str:
    return f"[rsp + {64 * s + 32}]"


# Words i, i + 2, i + 4, i + 6 of the extended key: registers, and of which two, by how many words.
ROWS = {0: EVEN, 1: ODD, 2: "ymm14"} | {i: ("ymm8", "ymm9", "ymm15")[i % 3] for i in range(3, 9)}
ALIGNED = {
    2: (PARITY, EVEN, 1), 3: (EVEN, ODD, 1), 5: (EVEN, ODD, 2), 7: (EVEN, ODD, 3),
    4: (ODD, ROWS[2], 1), 6: (ODD, ROWS[2], 2), 8: (ODD, ROWS[2], 3),
}  # fmt: skip


def subkey(s: int) -> Iterator[str]:
    """Subkey s to the stack; the last has only ky there."""
    if s > 9:
        yield from (f"vpaddq {T}, {NINE}, {ky(s - 9)}", f"vmovdqa {ky(s)}, {T}")
        if s < 18:
            yield from (f"vpaddq {U}, {NINE}, {kxy(s - 9)}", f"vmovdqa {kxy(s)}, {U}")
        return
    x, y = s % 9, (s + 1) % 9
    if s < 9 and y in ALIGNED:
        high, low, by = ALIGNED[y]
        yield f"valignq {ROWS[y]}, {high}, {low}, {by}"
    yield f"vpaddq {T}, {TWEAK[s % 3]}, [rip + .Lnumbers + {32 * s}]"
    yield from (f"vpaddq {T}, {ROWS[y]}, {T}", f"vmovdqa {ky(s)}, {T}")
    yield from (f"vpaddq {U}, {ROWS[x]}, {NEXT_TWEAK[s % 3]}", f"vpaddq {U}, {T}, {U}")
    yield f"vmovdqa {kxy(s)}, {U}"


def parity() -> Iterator[str]:
    yield from (f"vpxor {T}, {ODD}, {EVEN}", f"vpermq {U}, {T}, 0x4e")
    yield from (f"vpxor {T}, {T}, {U}", f"vpshufd {U}, {T}, 0x4e")
    yield f"vmovdqa {PARITY}, [rip + .Lconstant]"
    yield f"vpternlogq {PARITY}, {U}, {T}, 0x96"


def steps(s: int) -> dict[str, str]:
    """Four rounds after subkey s, and the addition of the next one, but for the last."""
    lines = {}
    for h in (0, 1):
        first, second = (COUNTS[(4 * s + 2 * h + i) % 8] for i in (0, 1))
        step = {
            "rol": f"vprolvq {ROTATED}, {Y}, {first}",
            "swap": f"vpermilpd {SWAPPED}, {S}, 5",
            "xor": f"vpxor {Y}, {ROTATED}, {S}",
            "sum": f"vpaddq {S}, {Y}, {SWAPPED}",
            "roll": f"vprolvq {ROTATED}, {Y}, {second}",
        }
        if h == 0 or s < 17:
            step["reverse"] = f"vpermq {REVERSED}, {S}, 0x1b"
        step["xorr"] = f"vpxor {Y}, {ROTATED}, {S}"
        lines |= {f"{name}{h}": line for name, line in step.items()}
        if h == 0:
            lines["join0"] = f"vpaddq {S}, {Y}, {REVERSED}"
    if s < 17:
        lines["key1"] = f"vpaddq {KEYED}, {Y}, {kxy(s + 1)}"
        lines["keyed1"] = f"vpaddq {Y}, {Y}, {ky(s + 1)}"
        lines["join1"] = f"vpaddq {S}, {REVERSED}, {KEYED}"
    return lines


def operations() -> list[Operation]:
    """Those of four rounds; the first ones take subkey 1, which nine parts have made by then."""
    made = f"{PART}{FIRST - 1}"
    own = [instruction(name, line) for name, line in steps(4).items()]
    own = [replace(o, sources=(*o.sources, made)) if "key" in o.name else o for o in own]
    return [*parts(PARTS, "vpaddq"), *own, *nops(NOPS)]


def rounds(order: Sequence[Operation], s: int) -> Iterator[str]:
    """Four rounds after subkey s, and a part of a later one's preparation at each place."""
    ahead = list(subkey(s + AHEAD)) if s + AHEAD <= 18 else []
    if s == 0:
        ahead = [*parity(), *(line for k in range(1, AHEAD + 1) for line in subkey(k))]
    return woven(order, steps(s), ahead)


def next_tweaks() -> Iterator[str]:
    for to, of in zip(NEXT_TWEAK, (*TWEAK[1:], TWEAK[0])):
        yield f"vpshufd {to}, {of}, 0x4e"


def begin() -> Iterator[str]:
    yield from ("mov r11, rsp", ".cfi_def_cfa_register r11")
    yield from (f"sub rsp, {64 * 20}", "and rsp, -64")
    yield from ("vmovdqu ymm0, [rdi]", "vmovdqu ymm1, [rdi + 32]")
    yield from (f"vmovdqa {EVEN}, [rip + .Leven]", f"vmovdqa {ODD}, [rip + .Lodd]")
    yield from (f"vpermi2q {EVEN}, ymm0, ymm1", f"vpermi2q {ODD}, ymm0, ymm1")
    yield from (f"vmovdqa64 {c}, [rip + .Lrotations + {32 * i}]" for i, c in enumerate(COUNTS))
    yield from (f"vmovdqa64 {NINE}, [rip + .Lnine]", "vpxor xmm2, xmm2, xmm2")
    yield from ("vmovq xmm0, rcx", "vmovq xmm1, r8", "vpxor xmm3, xmm1, xmm0")
    for i, of in enumerate((0, 1, 3)):
        yield f"vinserti32x4 {TWEAK[i]}, ymm2, xmm{of}, 1"
    yield from next_tweaks()


def block(order: Sequence[Operation]) -> Iterator[str]:
    yield from (f"vmovdqa {MEVEN}, [rip + .Leven]", f"vmovdqa64 {MODD}, [rip + .Lodd]")
    yield "vmovdqu ymm8, [rsi]"
    yield from (f"vpermi2q {m}, ymm8, [rsi + 32]" for m in (MEVEN, MODD))
    yield "add rsi, 64"
    yield from (f"vpaddq {T}, {MEVEN}, {NEXT_TWEAK[0]}", f"vpaddq {U}, {MODD}, {TWEAK[0]}")
    yield from (f"vpaddq {SWAPPED}, {EVEN}, {T}", f"vpaddq {Y}, {ODD}, {U}")
    yield f"vpaddq {S}, {Y}, {SWAPPED}"
    for s in range(18):
        yield from (f"/* rounds {4 * s} to {4 * s + 3} */", *rounds(order, s))
    yield from ("/* the last subkey, and the message */", f"vpaddq {T}, {EVEN}, {NEXT_TWEAK[0]}")
    yield from (f"vpermq {SWAPPED}, {S}, 0x1b", f"vpaddq {Y}, {Y}, {ky(18)}")
    yield from (f"vpxorq {ODD}, {Y}, {MODD}", f"vpaddq {SWAPPED}, {SWAPPED}, {T}")
    yield f"vpxor {EVEN}, {SWAPPED}, {MEVEN}"
    yield "/* the next tweak */"
    yield f"vpaddq {TWEAK[0]}, {TWEAK[0]}, [rip + .Lbytes]"
    yield f"vpandq {TWEAK[1]}, {TWEAK[1]}, [rip + .Lothers]"
    yield from (f"vpxorq {TWEAK[2]}, {TWEAK[1]}, {TWEAK[0]}", *next_tweaks())


def code(order: Sequence[Operation]) -> Iterator[str]:
    yield from (*begin(), ".p2align 6", ".Lblock:", *block(order))
    yield from ("dec rdx", "jnz .Lblock")
    yield from (f"vpunpcklqdq ymm0, {EVEN}, {ODD}", f"vpunpckhqdq ymm1, {EVEN}, {ODD}")
    yield from ("vinserti128 ymm2, ymm0, xmm1, 1", "vperm2i128 ymm3, ymm0, ymm1, 0x31")
    yield from ("vmovdqu [rdi], ymm2", "vmovdqu [rdi + 32], ymm3")
    yield from ("mov rsp, r11", ".cfi_def_cfa rsp, 8", "vzeroupper", "ret")
    yield "END_OF skein_blocks"


def data() -> Iterator[str]:
    yield from ("", ".section .rodata", ".p2align 6")
    yield from (".Leven:", ".quad 0, 2, 4, 6", ".Lodd:", ".quad 1, 3, 5, 7", ".Lrotations:")
    yield from (f".quad {', '.join(map(str, counts(d)))}" for d in range(8))
    yield from (".Lnine:", ".quad 0, 0, 0, 9")
    yield from (".Lconstant:", ".quad " + ", ".join(["0x1bd11bdaa9fc1a22"] * 4))
    yield from (".Lbytes:", ".quad 0, 0, 64, 0")
    yield from (".Lothers:", ".quad 0, 0, ~(1 << 62), 0 /* all bits of a tweak but FIRST */")
    yield ".Lnumbers:"
    yield from (f".quad 0, 0, 0, {s}" for s in range(10))


def text(order: Sequence[Operation]) -> str:
    return listing(HEAD, (*code(order), *data()))


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
