# SPDX-License-Identifier: CC0-1.0
"""F_8 of JH in assembly, a word of 128 bits a register: what amd64, avx and avx512 share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from assembly import assembly, byte_lines, constants
from logic import Bits, Logic

from lab.tune.operation import Operation
from lab.tune.program import Program
from lab.tune.registers import Bank, allocate

Swap = Callable[[Program, str, int], str]
BANK = Bank("xmm", 16, reuse=True)

# Stored complemented before and after each round: x4, x5 and x7. So no S-box needs a complement.
SIGNS = (0, 0, 0, 0, 1, 1, 0, 1)
STATE = """
xmm0 to xmm7: the words x0 to x7{}
xmm8 and above are free.
"""
MASKS = {1: (0xAA, 0x55), 2: (0xCC, 0x33), 4: (0xF0, 0x0F)}
ROWS = [f".fill 16, 1, 0x{mask:02x}" for pair in MASKS.values() for mask in pair]


def swap_bits(p: Program, v: str, distance: int) -> str:
    """Bits i and i ^ distance change places, for a distance below 8."""
    up = p.op("paddb", v, v) if distance == 1 else p.op("psllw", v, immediate=f"{distance}")
    down = p.op("psrlw", v, immediate=f"{distance}")
    slot = 32 * list(MASKS).index(distance)
    high = p.op("pand", up, f"[r9 + {slot}]")
    return p.op("por", high, p.op("pand", down, f"[r9 + {slot + 16}]"))


def substitute_and_mix(p: Program, x: list[Bits], row: int) -> list[Bits]:
    """The S-boxes, then L on each pair of elements."""
    logic = Logic(p)
    a0, a1, a2, a3 = logic.sbox(x[0::2], (f"[rax + {row}]", 0), short=True)
    b0, b1, b2, b3 = logic.sbox(x[1::2], (f"[rax + {row + 16}]", 0), short=True)
    b0 = logic.xor(b0, a1)
    b1 = logic.xor(b1, a2)
    b2 = logic.xor(b2, logic.xor(a0, a3))
    b3 = logic.xor(b3, a0)
    a0 = logic.xor(a0, b1)
    a1 = logic.xor(a1, b2)
    a2 = logic.xor(a2, logic.xor(b0, b3))
    a3 = logic.xor(a3, b0)
    return [a0, b0, a1, b1, a2, b2, a3, b3]


def seven_rounds(swap: Swap, vex: str) -> Program:
    p = Program(8, vex)
    x: list[Bits] = list(zip(p.inputs, SIGNS))
    for r in range(7):
        x = substitute_and_mix(p, x, 32 * r)
        x[1::2] = [(swap(p, b, 1 << r), sign) for b, sign in x[1::2]]
    assert tuple(sign for _, sign in x) == SIGNS
    p.outputs = [b for b, _ in x]
    return p


# SSE is slow while the caller's upper halves are dirty.
CLEAN = ["#ifdef __AVX__", "vzeroupper", "#endif"]


def whole(
    idea: str, p: Program, order: Sequence[Operation], patterns: list[str], signs: bool
) -> str:
    """The file f8.S, with the operations in an order."""
    v = p.vex

    def two(name: str, to: str, source: str) -> str:
        return f"{v}{name} {to}, {to}, {source}" if v else f"{name} {to}, {source}"

    def message(first: int) -> list[str]:
        words = [(f"xmm{first + i}", f"xmm{8 + i}", f"[rsi + {16 * i}]") for i in range(4)]
        loads = [f"{move} {free}, {memory}" for _, free, memory in words]
        return loads + [two("pxor", to, free) for to, free, _ in words]

    move = f"{v}movdqu"
    state = [(f"xmm{i}", f"[rdi + {16 * i}]") for i in range(8)]
    ones = [two("pcmpeqd", "xmm8", "xmm8")]
    ones += [two("pxor", f"xmm{i}", "xmm8") for i in range(8) if SIGNS[i]]
    return assembly(
        idea,
        STATE.format("; x4, x5 and x7 complemented" if signs else ""),
        load=[*([] if v else CLEAN), *(f"{move} {x}, {memory}" for x, memory in state)]
        + ones * signs,
        upper=message(0),
        rounds=allocate(order, p.inputs, p.outputs, BANK),
        lower=message(4),
        store=ones * signs + [f"{move} {memory}, {x}" for x, memory in state],
        constants=[line for row in constants() for line in byte_lines(row)],
        patterns=patterns,
    )
