# SPDX-License-Identifier: CC0-1.0
"""A round of Keccak-f[1600] on pairs of lanes, without the new row 0; pairs.inc has the idea.

An instruction is a line. "a = vpxorq b c" makes the vector a of b and c, and "a: mov ..." is an
instruction that makes no vector; words that name no vector stay as they are. Two of the names are
functions that vpternlogq computes: "sum b c d" is b + c + d, "chi b c d" is b + (c + 1) d.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from lab.tune.operation import Operation
from lab.tune.registers import TERNARY, Bank, allocate

REGISTERS = Bank("xmm", 32, in_place=True)
FUNCTIONS = {"sum": "0x96", "chi": "0xd2"}  # tables
STATE = ["S0", "S3", "S4", *(f"{pair}{x}" for pair in "PQ" for x in range(5))]

# The five pairs (C_a, C_a-2) of column sums
SUMS = """\
T0 = vpxorq P0 Q0
T1 = vpxorq P1 Q1
T2 = vpxorq P2 Q2
T3 = vpxorq P3 Q3
T4 = vpxorq P4 Q4
low31 = vpunpcklqdq T3 T1
high31 = vpunpckhqdq T3 T1
low42 = vpunpcklqdq T4 T2
high42 = vpunpckhqdq T4 T2
turned0 = vpshufd T0 0x4e
K3 = sum low31 high31 S3
K4 = sum low42 high42 S4
C0 = sum turned0 T0 S0
K0 = vshufpd C0 K3 1
K1 = vshufpd K3 K4 1
K2 = vpunpckhqdq K4 C0
R0 = vprolq K0 1
R1 = vprolq K1 1
R2 = vprolq K2 1
R3 = vprolq K3 1
R4 = vprolq K4 1
"""

# pi: the new columns 1 to 4, rows 1 and 2, then rows 3 and 4. Column 0 is S3 and S4.
MOVED = """\
p1 = vpunpcklqdq P4 P2
p2 = vpunpckhqdq P0 P3
p3 = vpunpcklqdq Q1 Q4
p4 = vpunpckhqdq Q2 Q0
q1 = vpunpcklqdq P0 P3
q2 = vpunpckhqdq P1 P4
q3 = vpunpcklqdq Q2 Q0
q4 = vpunpckhqdq Q3 Q1
"""

# What a round takes, besides its vectors; pairs.inc has the rest.
BEFORE = """\
#define CONSTANT rdx /* of the next round, in the upper half of a pair */

/* The counts of rho for pair i: columns 0 to 4 of P, of Q, and row 0 */
#define COUNTS(i) [rip + .Lcounts + 16 * (i)]

/* Round i of a loop, on the state in xmm0 to xmm12 */
"""


def theta_rho(name: str, pair: str, a: int, counts: int) -> list[str]:
    """Theta of a pair of the columns a and a - 2, and rho by a pair of the table of counts"""
    return [
        f"{name}t = sum {pair} K{(a + 4) % 5} R{(a + 1) % 5}",
        f"{name}r = vprolvq {name}t COUNTS({counts})",
    ]


def rows_1_to_4() -> list[str]:
    lines = [*SUMS.splitlines(), *MOVED.splitlines()]
    for x in range(5):
        lines += theta_rho(f"p{x}", f"p{x}" if x else "S3", (x + 3) % 5, x)
        lines += theta_rho(f"q{x}", f"q{x}" if x else "S4", (x + 4) % 5, x + 5)
    for x in range(5):
        for new, old in ("Pp", "Qq"):
            b = [f"{old}{(x + i) % 5}r" for i in range(3)]
            lines.append(f"{new}{x}' = chi {' '.join(b)}")
    return lines


def instruction(line: str) -> Operation:
    head, kind, *words = line.replace(" = ", "= ").split()
    name = head[:-1]
    if head.endswith("="):
        table = FUNCTIONS.get(kind, "")
        return Operation(name, TERNARY if table else kind, name, tuple(words), table)
    sources = words if kind == "xor" else words[1:]
    return Operation(name, kind, words[0], tuple(sources), text=f"{kind} {', '.join(words)}")


def instructions(row_0: str) -> list[Operation]:
    return [instruction(line) for line in (*rows_1_to_4(), *row_0.splitlines())]


def operations(row_0: str, same: Mapping[str, str]) -> list[Operation]:
    """The round, `same` being the names of places that hold parts of others."""

    def named(place: str) -> str:
        return same.get(place, place)

    return [
        replace(o, result=named(o.result), sources=tuple(map(named, o.sources)))
        for o in instructions(row_0)
    ]


def text(head: str, row_0: str, order: Sequence[Operation], nops: int) -> str:
    """keccak.S: its head and the macro of a round, which is instructions in an order, and nops."""
    own = {operation.name: operation for operation in instructions(row_0)}
    after = [f"{name}'" for name in STATE]
    lines = allocate([own[o.name] for o in order], STATE, after, REGISTERS, named=True)
    body = "".join(f"    {line}\n" for line in [*lines, *["nop"] * nops])
    return f'{head}\n{BEFORE}.macro ROUND i\n{body}.endm\n\n#include "pairs.inc"\n'
