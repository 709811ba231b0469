# SPDX-License-Identifier: CC0-1.0
"""The rounds of BLAKE, BLAKE2 and BLAKE3 in general registers, all but rsp, and their frame."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import zip_longest
from pathlib import Path

from variant import BLOCK, PI, ROUNDS, SIGMA, WIDE, WORD, R

sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from lab.tune.operation import Operation, instruction

KEPT = 10 if PI else 1  # x that lie on the stack: BLAKE2's is the message in all rounds

SAVED = ("rbx", "rbp", "r12", "r13", "r14", "r15")
NAMES = {f"r{n}": (f"e{n}", f"r{n}") for n in ("ax", "bx", "cx", "dx", "si", "di", "bp")}
NAMES |= {f"r{n}": (f"r{n}d", f"r{n}") for n in range(8, 16)}
FREE = [names[WIDE] for names in NAMES.values()]  # all but rsp
WHOLE = {names[WIDE]: name for name, names in NAMES.items()}


def on_stack(at: int) -> str:
    return f"[rsp + {at}]"


def x(r: int, i: int = 0) -> str:
    return on_stack(BLOCK * (r % KEPT) + WORD * i)


WAITS = [on_stack(KEPT * BLOCK + 8 * i) for i in (0, 1)]
H, IN, COUNT, BYTES, STACK, FLAG = (on_stack(KEPT * BLOCK + 16 + 8 * i) for i in range(6))
AT_STACK = KEPT * BLOCK + 48  # where STACK is
SAVED_BYTES = 8 * len(SAVED) + 8  # and the return address


def in_turn(*chains: list[str]) -> list[str]:
    return [line for row in zip_longest(*chains, fillvalue="") for line in row if line]


class State:
    """Where the words are: rows a, b and d in registers, and c but for one word."""

    def __init__(self) -> None:
        self.a, self.b, self.d = FREE[:4], FREE[4:8], FREE[8:12]
        self.c = [*FREE[12:], ""]
        self.waits = WAITS[0]

    def half_g(self, r: int, g: int, half: int) -> list[str]:
        """Half of G number g: 0 to 3 are the columns, 4 to 7 the diagonals."""
        k, i = divmod(g, 4)
        a, b, c, d = (
            row[(i + k * n) % 4] for n, row in enumerate((self.a, self.b, self.c, self.d))
        )
        return [
            f"add {a}, {x(r, SIGMA[r % 10][2 * g + half])}",
            f"add {a}, {b}",
            f"xor {d}, {a}",
            f"ror {d}, {R[2 * half]}",
            f"add {c}, {d}",
            f"xor {b}, {c}",
            f"ror {b}, {R[2 * half + 1]}",
        ]

    def exchange(self, i: int, j: int) -> list[str]:
        """c[i] leaves its register to c[j]."""
        register, here = self.c[i], self.waits
        there = WAITS[here == WAITS[0]]
        self.c[i], self.c[j], self.waits = "", register, there
        return [f"mov {there}, {register}", f"mov {register}, {here}"]

    def step(self, r: int, k: int) -> list[str]:
        """Four Gs. The last one's c waits at first; then, half done, the first one's, and at the
        end that of `out`, which the step after this one wants last."""
        order = [4 * k + (i - r) % 4 for i in ((1, 0, 2, 3) if k else (0, 1, 2, 3))]
        first, out, other, last = order
        c = {g: (g + 2 * k) % 4 for g in order}
        lines = in_turn(*(self.half_g(r, g, 0) for g in (first, out, other)))
        lines += self.exchange(c[first], c[last])
        halves = self.half_g(r, out, 1), self.half_g(r, other, 1), self.half_g(r, last, 0)
        lines += in_turn(*halves)
        lines += self.exchange(c[out], c[first])
        return lines + in_turn(self.half_g(r, first, 1), self.half_g(r, last, 1))


def enter(size: int) -> list[str]:
    """Make a frame of `size` bytes."""
    lines = [f"SAVE({name})" for name in SAVED]
    lines += ["mov rax, rsp", ".cfi_def_cfa_register rax", f"sub rsp, {size}", "and rsp, -64"]
    return [*lines, f"mov {STACK}, rax", f"CFA_AT({AT_STACK}, {SAVED_BYTES})"]


def leave() -> list[str]:
    lines = [f"mov rsp, {STACK}", f".cfi_def_cfa rsp, {SAVED_BYTES}"]
    return [*lines, *(f"RESTORE({name})" for name in reversed(SAVED)), "ret"]


def load_h(state: State) -> list[str]:
    """h, at rdi, to rows a and b."""
    words = [*enumerate([*state.a, *state.b])]
    words.sort(key=lambda word: WHOLE[word[1]] == "rdi")  # its old value is wanted to the last
    return [f"mov {word}, [rdi + {WORD * i}]" for i, word in words]


def filled(head: str, words: Mapping[str, object]) -> str:
    """A head whose words in capitals are filled in."""
    for word, value in words.items():
        head = head.replace(word, str(value))
    return head


def operations(state: State | None = None) -> list[Operation]:
    """The instructions of the rounds as written, each named by its round and its place there.

    The first four words of BLAKE2 are added before, from where the message lies.
    """
    state = state or State()
    early = [] if PI else [f"add {a}, {x(0, SIGMA[0][2 * i])}" for i, a in enumerate(state.a)]
    result = []
    for r in range(ROUNDS):
        lines = [line for k in (0, 1) for line in state.step(r, k)]
        named = [instruction(f"{r}.{n}", line) for n, line in enumerate(lines)]
        result += [each for each in named if r or each.text not in early]
    return result
