#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print blocks.S for the BLAKE2 that the blocks.h beside this file (or link) describes."""

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
from variant import BLOCK, SIGMA, WIDE, WORD  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.program import listing  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

COPY = [on_stack(KEPT * BLOCK + 64 + WORD * i) for i in range(8)]  # of h
FRAME = KEPT * BLOCK + 64 + 8 * WORD


def iv(i: int) -> str:
    return f"[rip + .Liv + {WORD * i}]"


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


def enter(state: State) -> Iterator[str]:
    """Make the frame; h is then in rows a and b, and copied."""
    yield from (f"SAVE({name})" for name in SAVED)
    yield from ("mov rax, rsp", ".cfi_def_cfa_register rax", f"sub rsp, {FRAME}", "and rsp, -64")
    yield from (f"mov {STACK}, rax", f"CFA_AT({AT_STACK}, {SAVED_BYTES})")
    yield from (f"mov {H}, rdi", f"mov {IN}, rsi", f"mov {COUNT}, rdx", f"mov {BYTES}, rcx")
    yield f"mov {FLAG}, r8"
    words = [*enumerate([*state.a, *state.b])]
    words.sort(key=lambda word: WHOLE[word[1]] == "rdi")  # its old value is wanted to the last
    yield from (f"mov {word}, [rdi + {WORD * i}]" for i, word in words)
    yield from (f"mov {COPY[i]}, {word}" for i, word in words)


def feed(state: State) -> Iterator[str]:
    """The end of a block, after which rows a and b are h: b comes last and waits for one xor."""
    yield from (f"xor {a}, {h}" for a, h in zip(state.a, COPY))
    yield from (f"xor {d}, {h}" for d, h in zip(state.d, COPY[4:]))
    yield from (f"xor {a}, {c or state.waits}" for a, c in zip(state.a, state.c))
    yield from (f"xor {b}, {d}" for b, d in zip(state.b, state.d))
    yield from (f"mov {h}, {word}" for h, word in zip(COPY, [*state.a, *state.b]))


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
    yield from (*feed(state), f"dec qword ptr {COUNT}", "jne 1b", *leave(state))


def data() -> Iterator[str]:
    yield from ("", ".section .rodata", ".p2align 6", ".Liv:")
    for i in (0, 4):
        yield f"{'.quad' if WIDE else '.long'} {', '.join(f'IV{i + j}' for j in range(4))}"


def text(order: Sequence[Operation]) -> str:
    words = {"LETTER": "b" if WIDE else "s", "BLOCK": BLOCK, "FLOOR": "2.25" if WIDE else "3.75"}
    head = HEAD
    for word, value in {**words, "WAITS": KEPT * BLOCK, "COPY": KEPT * BLOCK + 64}.items():
        head = head.replace(word, str(value))
    return listing(head, (*code(order), *data()))


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
