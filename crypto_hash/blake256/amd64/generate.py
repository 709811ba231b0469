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
    IN,
    KEPT,
    WHOLE,
    State,
    constants,
    enter,
    feed,
    file,
    leave,
    on_stack,
    operations,
)
from text import HEAD  # noqa: E402
from variant import BLOCK, PI, ROUNDS, SIGMA, WIDE, WORD  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

AHEAD = 2  # x of a round is prepared so many rounds before


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


def load_message(state: State) -> list[str]:
    """Words are turned around by bytes in pairs, then by pairs."""
    pairs, place = 0x1B if WIDE else 0xB1, WHOLE[state.d[0]]
    lines = [f"mov {place}, {IN}"]
    for i in range(BLOCK // 16):
        m, t = f"xmm{8 + i}", f"xmm{i % 4}"
        lines += [f"movdqu {m}, [{place} + {16 * i}]", f"movdqa {t}, {m}"]
        lines += [f"psllw {m}, 8", f"psrlw {t}, 8", f"por {m}, {t}"]
        lines += [f"pshuflw {m}, {m}, {pairs:#x}", f"pshufhw {m}, {m}, {pairs:#x}"]
    return [*lines, f"add {place}, {BLOCK}", f"mov {IN}, {place}"]


def begin(state: State) -> list[str]:
    """Rows c and d of a block, after `bytes` bytes."""
    d, c = state.d, state.c
    low, high = WHOLE[d[0]], WHOLE[d[2]]
    lines = [f"mov {low}, {BYTES}", f"add qword ptr {BYTES}, {BLOCK}", f"mov {high}, {low}"]
    lines += [f"shl {low}, 3", f"shr {high}, {8 * WORD - 3}"]
    lines += [f"mov {d[1]}, {d[0]}", f"mov {d[3]}, {d[2]}"]
    lines += [f"xor {d[i]}, [rip + .Lpi + {WORD * (4 + i)}]" for i in range(4)]
    lines += [f"mov {c[0]}, [rip + .Lpi + {WORD * 3}]", f"mov {state.waits}, {c[0]}"]
    return lines + [f"mov {c[i]}, [rip + .Lpi + {WORD * i}]" for i in range(3)]


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


def text(order: Sequence[Operation]) -> str:
    """The file, with the operations in this order."""
    state = State()
    lines = [*enter(state), "/* rows a and b are h */", ".p2align 6", "1:", *load_message(state)]
    lines += [line for r in range(AHEAD) for line in prepare(r)]
    lines += begin(state)
    operations(state)  # where the words are after the rounds
    lines += [*rounds(order), *feed(state), *leave(state)]
    rows = ([PI[s[s.index(i) ^ 1]] for i in range(16)] for s in SIGMA)
    data = constants(".Lconstants:", (row[i : i + 4] for row in rows for i in range(0, 16, 4)))
    data += constants(".Lpi:", (PI[:4], PI[4:8]))
    words = {"VARIANT": 64 * WORD, "BLOCK": BLOCK, "AHEAD": AHEAD, "LAST": 7 + BLOCK // 16}
    waits = KEPT * BLOCK
    return file(HEAD, {**words, "WAITS": waits, "COPY": waits + 64}, lines, data)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
