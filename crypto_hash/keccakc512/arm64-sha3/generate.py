#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Prints keccak.S: a round of Keccak in the registers of 64-bit ARM, without a move.

Lane A[x,y] lives in register 5y + x; seven registers are left. rho and pi move each lane once:
those of the row that chi takes last to free registers, those of every other row to where the
next row's lanes were. When chi takes a row, the registers that its results belong to are empty.
The order of the moves is searched: a lane can go only where a register of that row is empty, and
what theta adds to a column keeps its register until the column's last lane has gone.
"""

from __future__ import annotations

from collections.abc import Iterator

from text import TEMPLATE

Lane = tuple[int, int]

LANES = [(x, y) for x in range(5) for y in range(5)]
FREE = range(25, 32)
SPARE = 2  # of these, when theta is done
LAST = 4  # the row that chi takes last; it takes them in the order of their numbers


def rotations() -> dict[Lane, int]:
    """What rho rotates each lane by, to the left: triangular numbers along a walk."""
    found, (x, y) = {(0, 0): 0}, (1, 0)
    for t in range(24):
        found[x, y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    return found


def goal(lane: Lane) -> Lane:
    """Where pi puts a lane."""
    x, y = lane
    return y, (2 * x + 3 * y) % 5


def order(
    done: tuple[Lane, ...] = (), dead: set[frozenset[Lane]] | None = None
) -> tuple[Lane, ...]:
    """The first order in which all lanes can go; empty if these can't be continued."""
    dead = set() if dead is None else dead
    if len(done) == len(LANES):
        return done
    if frozenset(done) in dead:
        return ()
    empty = [sum(y == row for _, y in done) for row in range(5)]
    for lane in done:
        if goal(lane)[1] != LAST:
            empty[goal(lane)[1] + 1] -= 1
    columns = sum(all((x, y) in done for y in range(5)) for x in range(5))
    spare = SPARE + columns - sum(goal(lane)[1] == LAST for lane in done)
    for lane in LANES:
        row = goal(lane)[1]
        room = spare if row == LAST else empty[row + 1]
        if lane not in done and room and (found := order((*done, lane), dead)):
            return found
    dead.add(frozenset(done))
    return ()


def theta() -> Iterator[str]:
    """Sums of columns in v25 to v29; then what is added to column x, in the register ADDED[x]."""
    yield "/* theta: the sums of the columns, then what it adds to each */"
    for x in range(5):
        yield f"eor3 {v(25 + x)}, {v(x)}, {v(5 + x)}, {v(10 + x)}"
    for x in range(5):
        yield f"eor3 {v(25 + x)}, {v(25 + x)}, {v(15 + x)}, {v(20 + x)}"
    for x, register in ADDED.items():
        yield f"rax1 v{register}.2d, v{25 + (x - 1) % 5}.2d, v{25 + (x + 1) % 5}.2d"


# In this order each takes a register that nobody needs any more.
ADDED = {1: 30, 3: 31, 4: 27, 2: 25, 0: 28}


def v(register: int) -> str:
    return f"v{register}.16b"


def moves() -> Iterator[str]:
    """rho and pi; the register of each lane is left in PLACE."""
    yield "/* rho and pi */"
    by, left = rotations(), dict.fromkeys(range(5), 5)
    empty: dict[int, list[int]] = {row: [] for row in range(5)}
    spare = [r for r in FREE if r not in ADDED.values()]
    for x, y in order((), set()):
        to, row = goal((x, y))
        register = (spare if row == LAST else empty[row + 1]).pop(0)
        PLACE[to, row] = register
        source, added = 5 * y + x, ADDED[x]
        if by[x, y]:
            yield f"xar v{register}.2d, v{source}.2d, v{added}.2d, {64 - by[x, y]}"
        else:
            yield f"eor {v(register)}, {v(source)}, {v(added)}"
        empty[y].append(source)
        left[x] -= 1
        if not left[x]:
            spare.append(added)


PLACE: dict[Lane, int] = {}


def chi() -> Iterator[str]:
    yield "/* chi, and iota */"
    for y in range(5):
        for x in range(5):
            a, b, c = (PLACE[(x + k) % 5, y] for k in range(3))
            yield f"bcax {v(5 * y + x)}, {v(a)}, {v(c)}, {v(b)}"
        if not y:
            constant = PLACE[0, 0]  # a register that is empty now
            yield f"ld1r {{v{constant}.2d}}, [CONSTANT], 8"
            yield f"eor {v(0)}, {v(0)}, {v(constant)}"


def main() -> None:
    lines = [*theta(), *moves(), *chi()]
    lanes = ", ".join(map(str, range(25)))
    print(TEMPLATE % {"round": "\n".join(f"    {s}" for s in lines), "lanes": lanes}, end="")


if __name__ == "__main__":
    main()
