# SPDX-License-Identifier: CC0-1.0
"""What is around the rounds of BLAKE2 and BLAKE3 in general registers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

import rounds
from rounds import BYTES, COUNT, FLAG, IN, WHOLE, H, State, load_h, on_stack
from variant import BLOCK, SIGMA, WORD


def take_message(state: State) -> Iterator[str]:
    """The next block to the stack; its first words to a, which would wait for the copies."""
    place = WHOLE[state.d[0]]
    yield f"mov {place}, {IN}"
    yield from (f"add {a}, [{place} + {WORD * SIGMA[0][2 * i]}]" for i, a in enumerate(state.a))
    free = [WHOLE[word] for word in (*state.d[1:], *state.c[:3])]
    for i, word in zip(range(0, BLOCK, 8), cycle(free)):
        yield from (f"mov {word}, [{place} + {i}]", f"mov {on_stack(i)}, {word}")
    yield from (f"add {place}, {BLOCK}", f"mov {IN}, {place}")


def enter(state: State, size: int) -> Iterator[str]:
    """Make a frame of `size` bytes; h is then in rows a and b."""
    yield from rounds.enter(size)
    yield from (f"mov {H}, rdi", f"mov {IN}, rsi", f"mov {COUNT}, rdx", f"mov {BYTES}, rcx")
    yield from (f"mov {FLAG}, r8", *load_h(state))


def leave(state: State) -> Iterator[str]:
    h = WHOLE[state.d[0]]
    yield f"mov {h}, {H}"
    yield from (f"mov [{h} + {WORD * i}], {word}" for i, word in enumerate([*state.a, *state.b]))
    yield from (*rounds.leave(), "END_OF blocks")
