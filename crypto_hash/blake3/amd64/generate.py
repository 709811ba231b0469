#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print blocks.S: the compression function of BLAKE3 in general registers."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import cycle

sys.dont_write_bytecode = True  # leave nothing in this folder
from rounds import (  # noqa: E402
    AT_STACK,
    BYTES,
    COUNT,
    FLAG,
    IN,
    KEPT,
    SAVED,
    SAVED_BYTES,
    STACK,
    WHOLE,
    H,
    State,
    on_stack,
    operations,
)
from text import HEAD  # noqa: E402
from variant import BLOCK, SIGMA, WORD  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.program import listing  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

T, KINDS = BYTES, FLAG  # their places on the stack
FRAME = KEPT * BLOCK + 64


def take_message(state: State) -> Iterator[str]:
    """The next block to the stack; its first words to a, which would wait for the copies."""
    place = WHOLE[state.d[0]]
    yield f"mov {place}, {IN}"
    yield from (f"add {a}, [{place} + {WORD * SIGMA[0][2 * i]}]" for i, a in enumerate(state.a))
    free = [WHOLE[word] for word in (*state.d[1:], *state.c[:3])]
    for i, word in zip(range(0, BLOCK, 8), cycle(free)):
        yield from (f"mov {word}, [{place} + {i}]", f"mov {on_stack(i)}, {word}")
    yield from (f"add {place}, {BLOCK}", f"mov {IN}, {place}")


def begin(state: State) -> Iterator[str]:
    """Rows c and d of a block."""
    c, d = state.c, state.d
    yield from (f"mov {WHOLE[d[3]]}, {KINDS}", f"add qword ptr {KINDS}, 8")
    yield from (f"mov {d[2]}, [{WHOLE[d[3]]}]", f"mov {d[3]}, [{WHOLE[d[3]]} + 4]")
    yield from (f"mov {WHOLE[d[0]]}, {T}", f"mov {WHOLE[d[1]]}, {WHOLE[d[0]]}")
    yield from (f"shr {WHOLE[d[1]]}, 32", f"mov dword ptr {state.waits}, IV3")
    yield from (f"mov {c[i]}, IV{i}" for i in range(3))


def enter(state: State) -> Iterator[str]:
    """Make the frame; h is then in rows a and b."""
    yield from (f"SAVE({name})" for name in SAVED)
    yield from ("mov rax, rsp", ".cfi_def_cfa_register rax", f"sub rsp, {FRAME}", "and rsp, -64")
    yield from (f"mov {STACK}, rax", f"CFA_AT({AT_STACK}, {SAVED_BYTES})")
    yield from (f"mov {H}, rdi", f"mov {IN}, rsi", f"mov {COUNT}, rdx", f"mov {T}, rcx")
    yield f"mov {KINDS}, r8"
    words = [*enumerate([*state.a, *state.b])]
    words.sort(key=lambda word: WHOLE[word[1]] == "rdi")  # its old value is wanted to the last
    yield from (f"mov {word}, [rdi + {WORD * i}]" for i, word in words)


def leave(state: State) -> Iterator[str]:
    h = WHOLE[state.d[0]]
    yield f"mov {h}, {H}"
    yield from (f"mov [{h} + {WORD * i}], {word}" for i, word in enumerate([*state.a, *state.b]))
    yield from (f"mov rsp, {STACK}", f".cfi_def_cfa rsp, {SAVED_BYTES}")
    yield from (*(f"RESTORE({name})" for name in reversed(SAVED)), "ret", "END_OF blocks")


def code(order: Sequence[Operation]) -> Iterator[str]:
    state = State()
    yield from (*enter(state), "/* rows a and b are h */", ".p2align 6", "1:")
    yield from (*take_message(state), *begin(state))
    operations(state)  # where the words are after the rounds
    yield from (operation.text for operation in order)
    yield from (f"xor {a}, {c or state.waits}" for a, c in zip(state.a, state.c))
    yield from (f"xor {b}, {d}" for b, d in zip(state.b, state.d))
    yield from (f"dec qword ptr {COUNT}", "jne 1b", *leave(state))


def text(order: Sequence[Operation]) -> str:
    return listing(HEAD.replace("WAITS", str(KEPT * BLOCK)), code(order))


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
