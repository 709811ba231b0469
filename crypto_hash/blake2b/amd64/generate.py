#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print blocks.S for the BLAKE2 that the blocks.h beside this file (or link) describes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

sys.dont_write_bytecode = True  # leave nothing in this folder
from frame import enter, leave, take_message  # noqa: E402
from rounds import (  # noqa: E402
    BYTES,
    COUNT,
    FLAG,
    KEPT,
    WHOLE,
    State,
    filled,
    on_stack,
    operations,
)
from text import HEAD  # noqa: E402
from variant import BLOCK, WIDE, WORD  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.program import listing  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

COPY = [on_stack(KEPT * BLOCK + 64 + WORD * i) for i in range(8)]  # of h
FRAME = KEPT * BLOCK + 64 + 8 * WORD


def iv(i: int) -> str:
    return f"[rip + .Liv + {WORD * i}]"


def begin(state: State) -> Iterator[str]:
    """Rows c and d of a block, after `bytes` bytes."""
    c, d = state.c, state.d
    yield f"mov {WHOLE[d[0]]}, {BYTES}"
    yield f"add qword ptr {BYTES}, {BLOCK}"
    if not WIDE:
        yield from (f"mov {WHOLE[d[1]]}, {WHOLE[d[0]]}", f"shr {WHOLE[d[1]]}, 32")
    yield from (f"{'mov' if WIDE else 'xor'} {d[1]}, {iv(5)}", f"xor {d[0]}, {iv(4)}")
    yield from (f"mov {d[2]}, {FLAG}", f"xor {d[2]}, {iv(6)}", f"mov {d[3]}, {iv(7)}")
    yield from (f"mov {c[0]}, {iv(3)}", f"mov {state.waits}, {c[0]}")
    yield from (f"mov {c[i]}, {iv(i)}" for i in range(3))


def feed(state: State) -> Iterator[str]:
    """The end of a block, after which rows a and b are h: b comes last and waits for one xor."""
    yield from (f"xor {a}, {h}" for a, h in zip(state.a, COPY))
    yield from (f"xor {d}, {h}" for d, h in zip(state.d, COPY[4:]))
    yield from (f"xor {a}, {c or state.waits}" for a, c in zip(state.a, state.c))
    yield from (f"xor {b}, {d}" for b, d in zip(state.b, state.d))
    yield from (f"mov {h}, {word}" for h, word in zip(COPY, [*state.a, *state.b]))


def code(order: Sequence[Operation]) -> Iterator[str]:
    state = State()
    yield from enter(state, FRAME)
    yield from (f"mov {h}, {word}" for h, word in zip(COPY, [*state.a, *state.b]))
    yield from ("/* rows a and b are h */", ".p2align 6", "1:")
    yield from (*take_message(state), *begin(state))
    operations(state)  # where the words are after the rounds
    yield from (operation.text for operation in order)
    yield from (*feed(state), f"dec qword ptr {COUNT}", "jne 1b", *leave(state))


def data() -> Iterator[str]:
    yield from ("", ".section .rodata", ".p2align 6", ".Liv:")
    for i in (0, 4):
        yield f"{'.quad' if WIDE else '.long'} {', '.join(f'IV{i + j}' for j in range(4))}"


def text(order: Sequence[Operation]) -> str:
    words = {"LETTER": "b" if WIDE else "s", "BLOCK": BLOCK, "FLOOR": "2.25" if WIDE else "3.75"}
    words |= {"WAITS": KEPT * BLOCK, "COPY": KEPT * BLOCK + 64}
    return listing(filled(HEAD, words), (*code(order), *data()))


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
