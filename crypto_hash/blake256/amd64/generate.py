#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Prints blocks.S for the BLAKE that the blocks.h beside this file (or link) describes.

The rounds are written down G by G, then put into the order of the file `order`, which counts: a
Zen 3 deals instructions out to its units as they come, before it knows when they can start.
`./do tune` searches such orders (docs/tuning.md).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

sys.dont_write_bytecode = True  # leave nothing in this folder
from rounds import (  # noqa: E402
    BYTES,
    COUNT,
    FREE,
    IN,
    KEPT,
    WHOLE,
    H,
    State,
    enter,
    filled,
    leave,
    load_h,
    on_stack,
    operations,
)
from text import HEAD, TAIL  # noqa: E402
from variant import BLOCK, PI, ROUNDS, SIGMA, WIDE, WORD  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

AHEAD = 2  # x of a round is prepared so many rounds before

FRAME = KEPT * BLOCK + 64


def spread(few: list[str], many: list[str]) -> list[str]:
    """Two lists merged evenly."""
    ends = [len(few) * (i + 1) // len(many) for i in range(len(many))]
    pairs = zip(many, [0, *ends], ends)
    return [line for one, begin, end in pairs for line in (one, *few[begin:end])]


def prepare(r: int) -> list[str]:
    """x of round r, in the order of the message, sixteen bytes at a time."""
    lines = []
    for i in range(0, BLOCK, 16):
        t, m, at = f"xmm{i // 16 % 4}", f"xmm{8 + i // 16}", BLOCK * r + i
        lines += [f"movdqa {t}, [rip + .Lconstants + {at}]"]
        lines += [f"pxor {t}, {m}", f"movdqa {on_stack(at)}, {t}"]
    return lines


def load_message() -> list[str]:
    """Words are turned around by bytes in pairs, then by pairs."""
    pairs = 0x1B if WIDE else 0xB1
    lines = []
    for i in range(BLOCK // 16):
        m, t = f"xmm{8 + i}", f"xmm{i % 4}"
        lines += [f"movdqu {m}, [rsi + {16 * i}]", f"movdqa {t}, {m}"]
        lines += [f"psllw {m}, 8", f"psrlw {t}, 8", f"por {m}, {t}"]
        lines += [f"pshuflw {m}, {m}, {pairs:#x}", f"pshufhw {m}, {m}, {pairs:#x}"]
    return lines


def begin(state: State) -> list[str]:
    d, c = state.d, state.c
    lines = [f"mov {d[0]}, {'rcx' if WIDE else 'ecx'}", f"shl {d[0]}, 3", f"mov {d[1]}, {d[0]}"]
    lines += [f"shr rcx, {8 * WORD - 3}", f"mov {d[2]}, {'rcx' if WIDE else 'ecx'}"]
    lines += [f"mov {d[3]}, {d[2]}"]
    lines += [f"xor {d[i]}, [rip + .Lpi + {WORD * (4 + i)}]" for i in range(4)]
    lines += [f"mov {FREE[0]}, [rip + .Lpi + {WORD * 3}]", f"mov {state.waits}, {FREE[0]}"]
    lines += [f"mov {c[i]}, [rip + .Lpi + {WORD * i}]" for i in range(3)]
    return lines + load_h(state)


def finish(state: State) -> list[str]:
    lines = [f"xor {a}, {c or state.waits}" for a, c in zip(state.a, state.c)]
    lines += [f"xor {b}, {d}" for b, d in zip(state.b, state.d)]
    h, place, bytes_ = (WHOLE[d] for d in state.d[:3])
    lines += [f"mov {h}, {H}", f"mov {place}, {IN}", f"mov {bytes_}, {BYTES}"]
    lines += [f"xor [{h} + {WORD * i}], {word}" for i, word in enumerate([*state.a, *state.b])]
    lines += [f"mov rdi, {h}", f"lea rsi, [{place} + {BLOCK}]", f"lea rcx, [{bytes_} + {BLOCK}]"]
    return lines


def rounds(order: Sequence[Operation]) -> list[str]:
    """The instructions in their order, and between them those that prepare x."""
    size = len(order) // ROUNDS
    result = []
    for r in range(ROUNDS):
        few = order[size * r : size * (r + 1)]
        if any(int(operation.name.split(".")[0]) >= r + AHEAD for operation in few):
            raise ValueError("an operation stands before its x is prepared")
        ahead = prepare(r + AHEAD) if r + AHEAD < 10 else []
        result += [f"/* round {r} */", *spread(ahead, [operation.text for operation in few])]
    return result


def constants() -> list[str]:
    lines = [".Lconstants:"]
    for s in SIGMA:
        row = [PI[s[s.index(i) ^ 1]] for i in range(16)]
        lines += [".WORD " + ", ".join(row[i : i + 4]) for i in range(0, 16, 4)]
    lines += [".Lpi:"] + [".WORD " + ", ".join(PI[i : i + 4]) for i in (0, 4)]
    return [line.replace("WORD", "quad" if WIDE else "long") for line in lines]


def text(order: Sequence[Operation]) -> str:
    """The file, with the operations in this order."""
    state = State()
    lines = [*enter(FRAME), f"mov {H}, rdi", f"mov {COUNT}, rdx"]
    lines += ["/* registers now hold: rdi h, rsi in, rcx bytes */", ".p2align 6", "1:"]
    lines += [f"mov {IN}, rsi", f"mov {BYTES}, rcx", *load_message()]
    lines += [line for r in range(AHEAD) for line in prepare(r)]
    lines += begin(state)
    operations(state)  # where the words are after the rounds
    lines += rounds(order) + finish(state)
    lines += [f"dec qword ptr {COUNT}", "jne 1b", *leave()]
    words = {"VARIANT": 64 * WORD, "BLOCK": BLOCK, "AHEAD": AHEAD, "WAITS": 10 * BLOCK}
    words["LAST"] = 7 + BLOCK // 16
    file = [filled(HEAD, words)]
    file += [line if line.endswith(":") else "    " + line for line in lines]
    file += [TAIL]
    file += [line if line.endswith(":") else "    " + line for line in constants()]
    return "\n".join(file) + "\n"


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
