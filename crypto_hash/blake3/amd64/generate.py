#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print blocks.S: the compression function of BLAKE3 in general registers."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

sys.dont_write_bytecode = True  # leave nothing in this folder
from rounds import (  # noqa: E402
    BYTES,
    FLAG,
    KEPT,
    WHOLE,
    State,
    copy_message,
    enter,
    file,
    leave,
    operations,
)
from text import HEAD  # noqa: E402
from variant import BLOCK  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

T, KINDS = BYTES, FLAG  # their places on the stack


def begin(state: State) -> Iterator[str]:
    """Rows c and d of a block."""
    c, d = state.c, state.d
    yield from (f"mov {WHOLE[d[3]]}, {KINDS}", f"add qword ptr {KINDS}, 8")
    yield from (f"mov {d[2]}, [{WHOLE[d[3]]}]", f"mov {d[3]}, [{WHOLE[d[3]]} + 4]")
    yield from (f"mov {WHOLE[d[0]]}, {T}", f"mov {WHOLE[d[1]]}, {WHOLE[d[0]]}")
    yield from (f"shr {WHOLE[d[1]]}, 32", f"mov dword ptr {state.waits}, IV3")
    yield from (f"mov {c[i]}, IV{i}" for i in range(3))


def end(state: State) -> Iterator[str]:
    """The end of a block, after which rows a and b are h."""
    yield from (f"xor {a}, {c or state.waits}" for a, c in zip(state.a, state.c))
    yield from (f"xor {b}, {d}" for b, d in zip(state.b, state.d))


def code(order: Sequence[Operation]) -> Iterator[str]:
    state = State()
    yield from (*enter(state), "/* rows a and b are h */", ".p2align 6", "1:")
    yield from (*copy_message(WHOLE[state.d[0]]), *begin(state))
    operations(state)  # where the words are after the rounds
    yield from (operation.text for operation in order)
    yield from (*end(state), *leave(state))


def text(order: Sequence[Operation]) -> str:
    return file(HEAD, {"WAITS": KEPT * BLOCK}, code(order), ())


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
