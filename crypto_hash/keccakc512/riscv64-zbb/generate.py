#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Prints keccak.S: Keccak in the general registers of 64-bit RISC-V with Zbb.

All 25 lanes stay in registers, and three are left. That is enough for chi, which writes each row
over the lanes that it takes: so no lane is ever moved, but its register changes from round to
round, and comes back after 24 of them. Theta needs five sums of columns; two are never kept:
where d was added to a column, the sum of d and its five lanes is the old sum of the column again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from text import TEMPLATE

Lane = tuple[int, int]

LANES = [(x, y) for y in range(5) for x in range(5)]
COUNTS = {"s": 12, "a": 8, "t": 4}
REGISTERS = ["ra", *(f"{kind}{n}" for kind, count in COUNTS.items() for n in range(count))]
FREE = ("T", "U", "V")
ROUNDS = 24
HALF = 12  # rounds, that some functions do alone: the last ones
MOST = 21  # lanes of a block

Places = dict[Lane, str]
START: Places = dict(zip(LANES, REGISTERS))


def offsets() -> dict[Lane, int]:
    """Rho: how far each lane is rotated to the left."""
    found, (x, y) = {(0, 0): 0}, (1, 0)
    for t in range(24):
        found[x, y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return found


RHO = offsets()


def source(x: int, y: int) -> Lane:
    """The lane that pi moves to (x,y)."""
    return (x + 3 * y) % 5, x


def after(at: Places) -> Places:
    """Where lanes are after a round."""
    return {lane: at[source(*lane)] for lane in LANES}


def beside(*chains: Iterable[str]) -> Iterator[str]:
    """The steps of chains in turns, so that each waits less for the one before it."""
    return (step for steps in zip_longest(*chains) for step in steps if step)


def column(at: Places, x: int) -> list[str]:
    return [at[x, y] for y in range(5)]


def summed(at: Places, x: int, to: str) -> Iterator[str]:
    first, second, *rest = column(at, x)
    yield f"xor {to}, {first}, {second}"
    yield from (f"xor {to}, {to}, {lane}" for lane in rest)


def added(at: Places, x: int, d: str) -> list[str]:
    return [f"xor {lane}, {lane}, {d}" for lane in column(at, x)]


def summed_again(at: Places, x: int, d: str) -> list[str]:
    """The old sum of a column, in place of d, which its lanes have."""
    return [f"xor {d}, {d}, {lane}" for lane in column(at, x)]


def theta(at: Places) -> Iterator[str]:
    """In comments are the sums of columns, C0 to C4, that registers hold, each rotated by as much
    as < says."""
    a, b, c = FREE
    yield "/* theta */"
    yield from beside(summed(at, 0, a), summed(at, 2, b))
    yield f"rori {c}, {b}, 63"
    yield f"xor {c}, {c}, {a} /* {a} = C0, {b} = C2, {c} is for column 1 */"
    yield f"sd {a}, SUM(sp)"
    yield from beside(summed(at, 4, a), added(at, 1, c))
    yield f"rori {a}, {a}, 63"
    yield f"xor {b}, {b}, {a} /* {a} = C4 < 1, {b} is for column 3 */"
    yield from beside(added(at, 3, b), summed_again(at, 1, c))
    yield f"rori {a}, {a}, 1"
    yield f"rori {c}, {c}, 63"
    yield f"xor {a}, {a}, {c} /* {a} is for column 0, {c} = C1 < 1 */"
    yield from beside(added(at, 0, a), summed_again(at, 3, b))
    yield f"rori {c}, {c}, 1"
    yield f"rori {a}, {b}, 63"
    yield f"xor {c}, {c}, {a} /* {b} = C3, {c} is for column 2 */"
    yield f"ld {a}, SUM(sp)"
    yield from added(at, 2, c)
    yield f"rori {a}, {a}, 63"
    yield f"xor {b}, {b}, {a} /* {b} is for column 4 */"
    yield from added(at, 4, b)


def rotated(at: Places, y: int) -> list[str]:
    """The lanes that pi moves to row y, rotated."""
    taken = [source(x, y) for x in range(5)]
    return [f"rori {at[lane]}, {at[lane]}, {64 - RHO[lane]}" for lane in taken if RHO[lane]]


def row(at: Places, y: int) -> list[str]:
    """Chi for row y, in place: what the last two lanes need of the first two is taken first."""
    t, u, v = FREE
    b = [at[source(x, y)] for x in range(5)]
    lines = [f"andn {t}, {b[0]}, {b[4]}", f"andn {u}, {b[1]}, {b[0]}"]
    for x in range(3):
        lines += [f"andn {v}, {b[x + 2]}, {b[x + 1]}", f"xor {b[x]}, {b[x]}, {v}"]
    return [*lines, f"xor {b[3]}, {b[3]}, {t}", f"xor {b[4]}, {b[4]}, {u}"]


def chi(at: Places, number: int) -> Iterator[str]:
    """The rotations of a row stand among the operations of the row before it, and the round
    constant is loaded among those of the first row, for the second one to add."""
    v = FREE[2]
    first, second, *rest = (row(at, y) for y in range(5))
    first[8:8] = [f"ld {v}, .Lconstants + {8 * number} /* iota */"]
    second[2:2] = [f"xor {at[0, 0]}, {at[0, 0]}, {v}"]
    yield "/* rho, pi, chi: row by row */"
    yield from rotated(at, 0)
    for y, lines in enumerate([first, second, *rest]):
        more = rotated(at, y + 1) if y < 4 else []
        yield from spread(lines, more)


def spread(lines: list[str], more: list[str]) -> Iterator[str]:
    """The lines with more among them: one behind each second one, from the third on."""
    for i, line in enumerate(lines):
        yield line
        if more and i >= 2 and i % 2 == 0:
            yield more.pop(0)
    yield from more


def rounds(first: int, end: int) -> Iterator[str]:
    at = START
    for number in range(end):
        if number >= first:
            yield f"/* round {number} */"
            yield from theta(at)
            yield from chi(at, number)
        at = after(at)


def moves() -> Iterator[str]:
    """From the places at the start to those half way."""
    half = START
    for _ in range(HALF):
        half = after(half)
    for lane, place in START.items():
        there = half[lane]
        if there > place:  # each pair once
            assert half[next(other for other, at in START.items() if at == there)] == place
            yield from (f"mv T, {place}", f"mv {place}, {there}", f"mv {there}, T")


def lanes(macro: str) -> Iterator[str]:
    return (f"{macro} {i}, {START[LANES[i]]}" for i in range(MOST))


def main() -> None:
    parts = {
        "absorb": lanes("ABSORB"),
        "absorb_bytes": lanes("ABSORB_BYTES"),
        "moves": moves(),
        "first": rounds(0, HALF),
        "last": rounds(HALF, ROUNDS),
        "squeeze": lanes("SQUEEZE"),
        "squeeze_bytes": lanes("SQUEEZE_BYTES"),
    }
    text = {name: "\n".join(f"    {line}" for line in lines) for name, lines in parts.items()}
    print(TEMPLATE.substitute(text, lanes=", ".join(REGISTERS)), end="")


if __name__ == "__main__":
    main()
