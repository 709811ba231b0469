#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print blocks.S: the compression function of BLAKE3 in general registers."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence

sys.dont_write_bytecode = True  # leave nothing in this folder
from frame import enter, leave, take_message  # noqa: E402
from rounds import BYTES, COUNT, FLAG, KEPT, WHOLE, State, filled, operations  # noqa: E402
from text import HEAD  # noqa: E402
from variant import BLOCK  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.program import listing  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

T, KINDS = BYTES, FLAG  # their places on the stack
FRAME = KEPT * BLOCK + 64
CLEAN = "#ifdef __AVX512VL__ /* C may have h in a vector */", "vzeroupper", "#endif"


def begin(state: State) -> Iterator[str]:
    """Rows c and d of a block."""
    c, d = state.c, state.d
    yield from (f"mov {WHOLE[d[3]]}, {KINDS}", f"add qword ptr {KINDS}, 8")
    yield from (f"mov {d[2]}, [{WHOLE[d[3]]}]", f"mov {d[3]}, [{WHOLE[d[3]]} + 4]")
    yield from (f"mov {WHOLE[d[0]]}, {T}", f"mov {WHOLE[d[1]]}, {WHOLE[d[0]]}")
    yield from (f"shr {WHOLE[d[1]]}, 32", f"mov dword ptr {state.waits}, IV3")
    yield from (f"mov {c[i]}, IV{i}" for i in range(3))


def code(order: Sequence[Operation]) -> Iterator[str]:
    state = State()
    yield from (*enter(state, FRAME), "/* rows a and b are h */", ".p2align 6", "1:")
    yield from (*take_message(state), *begin(state))
    operations(state)  # where the words are after the rounds
    yield from (operation.text for operation in order)
    yield from (f"xor {a}, {c or state.waits}" for a, c in zip(state.a, state.c))
    yield from (f"xor {b}, {d}" for b, d in zip(state.b, state.d))
    yield from (f"dec qword ptr {COUNT}", "jne 1b", *CLEAN, *leave(state))


def text(order: Sequence[Operation]) -> str:
    return listing(filled(HEAD, {"WAITS": KEPT * BLOCK}), code(order))


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
