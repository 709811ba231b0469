"""A round and other work among its instructions: the schedule of a message, the next subkeys.

The work is not the same in each round, so an order has so many places for it, which get equal
parts, one after the other. A nop, too, has a place: units are chosen for groups of instructions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .operation import Operation

PART, NOP = "part", "nop"


def parts(count: int, kind: str) -> list[Operation]:
    """Places for work, which keep their turn; `kind` is the instruction that most of it is.

    What takes what the first parts make has the name of the last of these among its sources.
    """
    names = [f"{PART}{n}" for n in range(count)]
    return [Operation(name, kind, name, (of,) * bool(of)) for name, of in zip(names, ["", *names])]


def nops(count: int) -> list[Operation]:
    """Places for instructions that do nothing."""
    return [Operation(f"{NOP}{n}", NOP, f"{NOP}{n}", ()) for n in range(count)]


def woven(
    order: Sequence[Operation], lines: Mapping[str, str], work: Sequence[str]
) -> Iterator[str]:
    """The lines of a round in an order of their names, and the work at its places.

    What has no line is left out: the first round and the last may have less to do.
    """
    places = sum(operation.name.startswith(PART) for operation in order)
    done = 0
    for operation in order:
        if operation.name.startswith(PART):
            yield from work[done * len(work) // places : (done + 1) * len(work) // places]
            done += 1
        elif operation.name in lines:
            yield lines[operation.name]
        elif operation.kind == NOP:
            yield NOP
