#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Print block.S, P and Q of a block and the tables; digest.inc has the formulas, columns.py the
letters."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.dont_write_bytecode = True  # leave nothing in this folder
sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from columns import Columns  # noqa: E402
from field import UNMIXED, applied, constants, rows, unshifted  # noqa: E402

from lab.tune.operation import Operation  # noqa: E402
from lab.tune.program import listing  # noqa: E402
from lab.tune.variants import printed  # noqa: E402

ROUNDS = 14
SHIFTS = {"p": [0, 1, 2, 3, 4, 5, 6, 11], "q": [1, 3, 5, 11, 0, 2, 4, 6]}

# Which rotations are shuffles, and which registers have M0 by products, was part of the search. A
# compiler's order, all M0 by rotations, takes longer (docs/families/groestl.md).
COLUMNS = Columns(vectors=2, rounds=ROUNDS, by_products="q0 q1", shuffled="gp0 fp0 fp1", keyed=True)


def operations() -> list[Operation]:
    return COLUMNS.operations()


def keys(number: int) -> Iterator[int]:
    """A row of the table: constants of round 0, keys for the others, zeros for round 14."""
    for q in (False, True):
        for column in constants(q, number, 16):
            if number == 0:  # as a column lies in a register: row r is byte r + 2
                yield from (column[(place - 2) % 8] for place in range(8))
            elif number < ROUNDS:
                yield from applied(UNMIXED, column)
            else:
                yield from [0] * 8


def tables() -> Iterator[str]:
    yield ".Lconstants:"
    for number in range(ROUNDS + 1):
        row = list(keys(number))
        yield from (line for n in range(0, 256, 64) for line in rows(row[n : n + 64]))
    for which, shifts in SHIFTS.items():
        places = [(c, r) for c in range(8) for r in range(8)]
        yield f".Lshift_{which}:"
        yield from rows(unshifted([(c + shifts[r]) % 8 * 8 + (r + 2) % 8 for c, r in places]))
        # Does a byte come from the other register?
        bits = unshifted([(c + shifts[r]) // 8 % 2 for c, r in places])
        yield f".Lwrap_{which}:"
        yield f".quad {sum(bit << n for n, bit in enumerate(bits)):#x}, 0, 0, 0, 0, 0, 0, 0"


def text(order: Sequence[Operation]) -> str:
    """The file: a function, a macro of data, and what is around them."""
    data = listing("\n.macro TABLES\n", tables())
    return f'{COLUMNS.file(order)}{data}.endm\n\n#include "digest.inc"\n'


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
