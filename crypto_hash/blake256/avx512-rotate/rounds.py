# SPDX-License-Identifier: CC0-1.0
"""A round of BLAKE, BLAKE2 or BLAKE3 in rows, with what it adds of the message from the stack.

The order of a round's instructions is data: ORDERS. It came out best of a search on a Redwood
Cove: from the order of the text, thousands of moves of one instruction to another place, each
timed over 2048 bytes and kept when it was faster. There a unit is chosen before an instruction
can start, so two of the chain may wait for one unit while another is idle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from variant import BLOCK, ROUNDS, WIDE, WORD, R

AHEAD = 2  # x of a round is prepared so many rounds before

# Steps of a round, each with the number of its half of a G, 0 and 1 of the columns, 2 and 3 of
# the diagonals: see `halves`. `x` is a part of the preparation, `nop` an instruction without work.
ORDERS = {
    4: """
        add0 x xor0 ror0 x x word0 sum0 x mix0 back0 x x
        add1 xor1 ror1 x x x sum1 mix1 back1 x x turna1 word1
        add2 x turnd1 xor2 ror2 x x turnc1 x sum2 mix2 x x back2 x word2
        add3 xor3 ror3 x x x x sum3 mix3 nop turna3 x back3 x turnd3 turnc3 word3
    """,
    8: """
        x x add0 xor0 x ror0 word0 sum0 mix0 back0 x x
        add1 xor1 ror1 x turna1 x word1 sum1 mix1 x x turnd1 back1 x nop x x x
        add2 xor2 word2 swap2 turnc1 sum2 mix2 x back2 x
        add3 x x x turna3 x xor3 x ror3 sum3 word3 nop x x mix3 x x turnc3 back3 turnd3
    """,
}
ORDER = ORDERS[WORD].split()

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
    """The instructions of half G k in round r, by name."""
    b, c = (H1, C0) if r == k == 0 else (B, C)
    ra, rb = R[k % 2 * 2 :][:2]
    step = {
        "add": f"vpadd{S} {A}, {X}, {b}",
        "xor": f"vpxor {D}, {D}, {A}",
        "ror": f"vpror{S} {D}, {D}, {ra}",
        "sum": f"vpadd{S} {C}, {c}, {D}",
        "mix": f"vpxor {B}, {b}, {C}",
        "back": f"vpror{S} {B}, {B}, {rb}",
    }
    if ra == 32:  # for ports that do not rotate, too
        step["swap"] = f"vpshufd {D}, {D}, 0xb1"
    if (r, k) != (ROUNDS - 1, 3):
        turned = X if k % 2 else A
        after = place(*divmod(4 * r + k + 1, 4))
        step["word"] = f"vpadd{S} {X}, {turned}, {after}"
        if k % 2:
            by = -1 if k == 1 else 1
            step |= {"turna": turn(by, X, A), "turnc": turn(-by, C, C), "turnd": turn(2, D, D)}
    return {f"{name}{k}": line for name, line in step.items()}


def a_round(r: int, prepare: Prepare, rounds: int) -> Iterator[str]:
    """A round in its order, and of a later one, if x of so many is prepared, the preparation in
    equal parts."""
    lines = {name: line for k in range(4) for name, line in halves(r, k).items()}
    ahead = list(prepare(r + AHEAD)) if r + AHEAD < rounds else []
    parts, done = ORDER.count("x"), 0
    for name in ORDER:
        if name == "x":
            yield from ahead[done * len(ahead) // parts : (done + 1) * len(ahead) // parts]
            done += 1
        elif name == "nop" or name in lines:
            yield lines.get(name, "nop")
