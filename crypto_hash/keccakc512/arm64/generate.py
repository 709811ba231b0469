#!/usr/bin/env python3
# SPDX-License-Identifier: CC0-1.0
"""Prints keccak.S: Keccak in the general registers of 64-bit ARM, without a rotation or a move.

No lane is rotated by an instruction of its own: the second operand of an eor or a bic is rotated
for nothing, and what rho would rotate waits for the next one (frames.py). That is the idea of
Becker and Kannwischer (Hybrid scalar/vector implementations of Keccak and SPHINCS+ on AArch64,
2022), whose rounds rotate all lanes once more at the end; here all rounds are equal.

The loop has two rounds. Before the first, the lane (x,y) has the place (x,y); before the second,
the place (2x+y, 2x+3y). So a row that chi makes has the places of the row that it takes. In
them one lane stays and four go around. One of these goes astray, to a free register, and home
when theta adds to it; so nothing needs a move.

The instructions of the two rounds stand in the order of the file `order`, which reorder.py found
for a core that takes them as they come.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from chi import ASTRAY, row
from frames import FRAME, frame, source
from text import TEMPLATE

sys.path.append(str(Path(__file__).resolve().parents[3] / "scripts"))
from lab.tune.operation import Operation
from lab.tune.variants import printed

Lane = tuple[int, int]

LANES = [(x, y) for y in range(5) for x in range(5)]
REGISTERS = [f"x{n}" for n in range(31) if n != 18]  # x18 is the system's
PLACES, FREE = REGISTERS[:25], REGISTERS[25:]
MOST = 21  # lanes of a block

EVEN = {(x, y): PLACES[5 * y + x] for x, y in LANES}
ODD = {(x, y): EVEN[(2 * x + y) % 5, (2 * x + 3 * y) % 5] for x, y in LANES}


def held(register: str, here: int, there: int) -> str:
    """An operand held in a frame, for one in another."""
    n = (there - here) % 64
    return f"{register}, ror {n}" if n else register


def between(place: dict[Lane, str]) -> dict[Lane, str]:
    """Where lanes are between rounds: those astray have the places of those of the row before."""
    at, free = dict(place), FREE[0]
    for y, x in enumerate(ASTRAY):
        at[x, y], free = free, place[x, y]
    return at


def summed(at: dict[Lane, str], x: int, to: str) -> Iterator[str]:
    """The sum of a column, in the frame of one of its lanes."""
    there = FRAME["C", x]
    rows = sorted(range(5), key=lambda y: frame(x, y) != there)
    first, *rest = (held(at[x, y], frame(x, y), there) for y in rows)
    for lane in rest:
        yield f"eor {to}, {first}, {lane}"
        first = to


def beside(*chains: Iterator[str]) -> Iterator[str]:
    """The steps of chains in turns: each waits for the one before in its chain."""
    return (step for steps in zip(*chains) for step in steps)


def difference(x: int, before: str, after: str, to: str) -> str:
    """What theta adds to column x, from the sums of its neighbours."""
    there = FRAME["D", x]
    terms = [(before, FRAME["C", (x - 1) % 5]), (after, (FRAME["C", (x + 1) % 5] + 1) % 64)]
    (base, _), other = sorted(terms, key=lambda term: term[1] != there)
    return f"eor {to}, {base}, {held(*other, there)}"


def added(at: dict[Lane, str], x: int, d: str, place: dict[Lane, str]) -> Iterator[str]:
    """Theta for a column: each lane gets home, and into the frame of what is added."""
    for y in reversed(range(5)):
        yield f"eor {place[x, y]}, {d}, {held(at[x, y], frame(x, y), FRAME['D', x])}"


def theta(place: dict[Lane, str], first: bool) -> Iterator[str]:
    """What is added is made as soon as it can be: four free registers and the place that the
    last lane astray will have are enough. The round constant is left in one of them."""
    at = between(place)
    d, (_, a, b, c, e) = place[ASTRAY[-1], 4], FREE
    yield from beside(summed(at, 0, a), summed(at, 2, b))
    yield difference(1, a, b, d)
    yield from beside(summed(at, 4, c), summed(at, 1, e))
    yield difference(3, b, c, b)
    yield difference(0, c, e, c)
    yield from added(at, 1, d, place)
    yield from added(at, 0, c, place)
    yield from summed(at, 3, c)
    yield difference(2, e, c, e)
    yield difference(4, c, a, c)
    yield f"ldr {a}, [sp, CONSTANT]"
    yield from added(at, 2, e, place)
    yield from added(at, 4, c, place)
    yield f"ldr {c}, [{a}{'], 16' if first else ', -8]'}"
    yield from added(at, 3, b, place)
    if first:
        yield f"str {a}, [sp, CONSTANT]"
        yield f"tst {a}, 0xff /* is this the end of the constants? */"


def chi(old: dict[Lane, str], new: dict[Lane, str]) -> Iterator[str]:
    """Row by row, from the old places of their lanes to the new ones."""
    astray, constant = FREE[0], FREE[3]
    for y in range(5):
        taken = [old[source(x, y)] for x in range(5)]
        home = [taken.index(new[x, y]) for x in range(5)]
        frames = [frame(x, y) for x in range(5)]
        spare = [FREE[n] for n in (1, 2, 4)]
        term: dict[int, str] = {}
        for kind, x in row(home, ASTRAY[y]):
            b0, b1, b2 = ((x + k) % 5 for k in range(3))
            if kind == "term":
                term[x] = astray if x == ASTRAY[y] else spare.pop(0)
                other = held(taken[b1], frames[b1], frames[b2])
                yield f"bic {term[x]}, {taken[b2]}, {other}"
            else:
                to = astray if x == ASTRAY[y] else new[x, y]
                yield f"eor {to}, {taken[b0]}, {held(term[x], frames[b2], frames[b0])}"
                spare += [term[x]] if x != ASTRAY[y] else []
        if y == 0:
            first = between(new)[0, 0]
            yield f"eor {first}, {first}, {held(constant, 0, frames[0])} /* iota */"
        astray = new[ASTRAY[y], y]


def rounds() -> Iterator[str]:
    yield from theta(EVEN, True)
    yield from chi(EVEN, ODD)
    yield from theta(ODD, False)
    yield from chi(ODD, EVEN)


def operation(name: str, line: str) -> Operation:
    """What an instruction reads and makes; CONSTANT on the stack is like a register."""
    kind, rest = line.partition(" /*")[0].split(" ", 1)
    first, *others = re.findall(r"x\d+|CONSTANT", rest)
    read, made = others, [first]
    if kind in ("str", "tst"):
        read, made = [first], others or ["flags"]
    elif rest.endswith("], 16"):  # moves on
        made += others
    return Operation(name, kind, made[0], tuple(read), text=line, also=tuple(made[1:]))


def operations() -> list[Operation]:
    return [operation(str(n), line) for n, line in enumerate(rounds())]


def lanes(of: range) -> list[str]:
    """Register and frame of lanes of a block, in the loop."""
    at, places = between(EVEN), [(i % 5, i // 5) for i in of]
    return [f"{at[place]}, {frame(*place)}" for place in places]


def absorb() -> Iterator[str]:
    for i in range(0, MOST, 2):
        yield f"ABSORB {i}, {', '.join(lanes(range(i, i + 2)))}"


def squeeze() -> Iterator[str]:
    for i, lane in enumerate(lanes(range(MOST))):
        yield f"SQUEEZE {i}, {lane}"


def text(order: Sequence[Operation]) -> str:
    lines = [operation.text for operation in order]
    parts = {"absorb": absorb(), "rounds": lines, "squeeze": squeeze()}
    code = {name: "\n".join(f"    {line}" for line in part) for name, part in parts.items()}
    return TEMPLATE.substitute(code, zero=", ".join(between(EVEN).values()))


if __name__ == "__main__":
    sys.stdout.write(printed(__file__, operations(), text))
