"""Operations of straight-line code, and which of them must wait for which.

A round is a list of operations in an order that is right, as one would write it down. Its values
are strings: results in single-assignment form, which `registers.py` places later, or registers and
places in memory as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..common.errors import Trouble

COPIES = ("mov", "movdqa", "movaps", "movq", "movd")
FLAGS = ("adc", "sbb", "cmov", "set", "j", "rcl", "rcr", "loop")  # what depends on flags


@dataclass(frozen=True)
class Operation:
    """A result, made of its sources by an instruction of some kind.

    Orders list names. What stands behind the last dot of a name is moved as one: `3.17` and
    `4.17` are the same operation of two rounds.
    """

    name: str
    kind: str  # the mnemonic
    result: str
    sources: tuple[str, ...]
    immediate: str = ""
    text: str = ""  # the instruction, where its registers are given

    @property
    def kin(self) -> str:
        """The part of the name that it has in common with what moves with it."""
        return self.name.rpartition(".")[2]


def instruction(name: str, text: str) -> Operation:
    """The operation that a line of x86 assembly in Intel's syntax is, with all it reads."""
    kind, _, rest = text.partition(" ")
    operands = [part.strip() for part in rest.split(",")]
    if kind.startswith(FLAGS):
        raise Trouble(f"{text}: reads the flags, which this order would not keep.")
    result, sources = operands[0], operands[1:]
    if kind not in COPIES and (not kind.startswith("v") or len(operands) < 3):
        sources = operands
    return Operation(name, kind, result, tuple(sources), text=text)


def waits(operations: Sequence[Operation]) -> list[list[tuple[int, bool]]]:
    """For each operation the numbers of those that it must follow.

    With each number: whether it reads what that one makes. If not, it only overwrites something.
    """
    made: dict[str, int] = {}
    readers: dict[str, list[int]] = {}
    result = []
    for n, operation in enumerate(operations):
        before = {made[place]: True for place in operation.sources if place in made}
        over = [*readers.get(operation.result, []), made.get(operation.result, n)]
        for i in over:
            if i != n:
                before.setdefault(i, False)
        for place in operation.sources:
            readers.setdefault(place, []).append(n)
        made[operation.result], readers[operation.result] = n, []
        result.append(list(before.items()))
    return result
