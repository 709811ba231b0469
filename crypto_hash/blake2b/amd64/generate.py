#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print blocks.S for the BLAKE2 that the blocks.h beside this file (or link) describes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import cycle

sys.dont_write_bytecode = True  # leave nothing in this folder
import rounds  # noqa: E402
from rounds import (  # noqa: E402
    BYTES,
    FLAG,
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
    x,
)
from text import HEAD  # noqa: E402
from variant import BLOCK, SIGMA, WIDE, WORD  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.variants import printed  # noqa: E402


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


def operations() -> list[Operation]:
    """Those of the rounds, but for the first four words, which `take_message` adds."""
    added = [f"add {a}, {x(0, SIGMA[0][2 * i])}" for i, a in enumerate(State().a)]
    return [each for each in rounds.operations() if each.text not in added or each.name[:2] != "0."]


def code(order: Sequence[Operation]) -> Iterator[str]:
    state = State()
    yield from (*enter(state), "/* rows a and b are h */", ".p2align 6", "1:")
    yield from (*take_message(state), *begin(state))
    rounds.operations(state)  # where the words are after the rounds
    yield from (operation.text for operation in order)
    yield from (*feed(state), *leave(state))


def text(order: Sequence[Operation]) -> str:
    words = {"LETTER": "b" if WIDE else "s", "FLOOR": "2.25" if WIDE else "3.75", "BLOCK": BLOCK}
    words |= {"WAITS": KEPT * BLOCK, "COPY": KEPT * BLOCK + 64}
    data = constants(".Liv:", ([f"IV{i + j}" for j in range(4)] for i in (0, 4)))
    return file(HEAD, words, code(order), data)


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
