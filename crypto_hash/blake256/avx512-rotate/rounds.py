# SPDX-License-Identifier: CC0-1.0
"""A round of BLAKE, BLAKE2 or BLAKE3 in rows, with what it adds of the message from the stack.

A round is in the order of the file beside the script that runs, in which a later round's
preparation has PARTS places, which get equal parts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from variant import BLOCK, ROUNDS, WIDE, WORD, R

sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from lab.tune.operation import Operation, instruction
from lab.tune.weave import nops, parts, woven

AHEAD = 2  # x of a round is prepared so many rounds before

PARTS, NOPS = {4: (24, 1), 8: (24, 2)}[WORD]

# Which word of its row a lane holds: with 0, 2, 1, 3 a row of two 128-bit lanes turned by two
# words exchanges words within these.
LANES = [0, 2, 1, 3] if WIDE else [0, 1, 2, 3]
S = "q" if WIDE else "d"
V = "ymm" if WIDE else "xmm"
SIZE = 4 * WORD  # of a row
A, X, B, C, D = (f"{V}{i}" for i in range(5))  # X is a plus the next words
H0, H1, C0 = (f"{V}{i}" for i in (14, 15, 9))

Prepare = Callable[[int], Iterator[str]]  # the instructions that make x of a round


def turn(by: int, to: str, row: str) -> str:
    """A row turned: the lane of word i gets word i + by."""
    lanes = [LANES.index((i + by) % 4) for i in LANES]
    if WIDE and by == 2:
        return f"vpermilpd {to}, {row}, 5"
    control = sum(lane << 2 * i for i, lane in enumerate(lanes))
    return f"{'vpermq' if WIDE else 'vpermilps'} {to}, {row}, {control:#04x}"


def place(r: int, k: int) -> str:
    """Where x of a half of a G is on the stack."""
    return f"[rsp + {BLOCK * (r % 10) + SIZE * k}]"


def halves(r: int, k: int) -> dict[str, str]:
    """The instructions of half G k in round r, by name; halves 0 and 1 are of the columns."""
    b, c = (H1, C0) if r == k == 0 else (B, C)
    ra, rb = R[k % 2 * 2 :][:2]
    step = {"add": f"vpadd{S} {A}, {X}, {b}", "xor": f"vpxor {D}, {D}, {A}"}
    if (ra, k) == (32, 2):  # for ports that do not rotate, too
        step["swap"] = f"vpshufd {D}, {D}, 0xb1"
    else:
        step["ror"] = f"vpror{S} {D}, {D}, {ra}"
    more = (r, k) != (ROUNDS - 1, 3)
    by = -1 if k == 1 else 1
    if more:
        if k % 2:
            step["turna"] = turn(by, X, A)
        after = place(*divmod(4 * r + k + 1, 4))
        step["word"] = f"vpadd{S} {X}, {X if k % 2 else A}, {after}"
    step |= {
        "sum": f"vpadd{S} {C}, {c}, {D}",
        "mix": f"vpxor {B}, {b}, {C}",
        "back": f"vpror{S} {B}, {B}, {rb}",
    }
    if more and k % 2:
        step |= {"turnc": turn(-by, C, C), "turnd": turn(2, D, D)}
    return {f"{name}{k}": line for name, line in step.items()}


def steps(r: int) -> dict[str, str]:
    """The instructions of round r, by name."""
    return {name: line for k in range(4) for name, line in halves(r, k).items()}


def operations() -> list[Operation]:
    """Those of a round, and the places for what is not of this round."""
    own = [instruction(name, line) for name, line in steps(1).items()]
    return [*own, *parts(PARTS, "vpaddd"), *nops(NOPS)]


def a_round(order: Sequence[Operation], r: int, prepare: Prepare, rounds: int) -> Iterator[str]:
    """A round in an order, and of a later one, if x of so many is prepared, the preparation."""
    return woven(order, steps(r), list(prepare(r + AHEAD)) if r + AHEAD < rounds else [])
