"""The layouts of the rounds: each round has one, and all programs of a round have the same.

A cache line has 64 bytes and a page 4096. A stack or message begins at a multiple of 16 bytes,
which is what malloc and the ABIs give; its three places are all different within a line
(0, 16, 32) and lie in different thirds of a page. The third dimension is the program: linked as
it is built, or linked again with other code before it (measure/build.mk).

The nine layouts are an orthogonal array: any two of the three offsets have each pair of their
levels once. So what rounds that share one offset have in common tells which offset matters.

The survey, three rounds of all programs, has them as they were built: too many to be linked again.
From the tenth round on the programs take turns, so that what changed between survey and
finals is not taken for an effect of the code.
"""

from __future__ import annotations

from typing import NamedTuple

PAGE = 4096  # bytes; offsets are addresses modulo this
STACKS = (0, 1360, 2720)
MESSAGES = (0, 1296, 2656)
PROGRAMS = 3  # as it was built, and linked again; a number tells how many fillers lie before it

# Rows of program, stack, message; the index of a level.
FIRST = (
    (0, 0, 0), (0, 1, 1), (0, 2, 2),
    (1, 0, 1), (2, 1, 0), (1, 2, 0), (2, 0, 2), (1, 1, 2), (2, 2, 1),
)  # fmt: skip
THEN = tuple(FIRST[i] for i in (0, 3, 6, 1, 7, 4, 2, 5, 8))


class Plan(NamedTuple):
    """What a process is asked for."""

    program: int  # 0: as it was built
    stack: int  # bytes
    message: int  # bytes


def plan(number: int, *, linked: bool = True) -> Plan:
    """The layout of a round, numbered from 1; with the program as it was built if not `linked`."""
    at = number - 1
    program, stack, message = FIRST[at] if at < len(FIRST) else THEN[at % len(THEN)]
    return Plan(program if linked else 0, STACKS[stack], MESSAGES[message])
