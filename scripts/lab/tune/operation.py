"""Operations of straight-line code, and which of them must wait for which.

A round is a list of operations in an order that is right, as one would write it down. Its values
are strings: results in single-assignment form, which `registers.py` places later, or registers and
places in memory as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from shootout.common.errors import Trouble

# What does not read the operand that it writes, though it has no v in front, or but two operands
PURE = frozenset([
    "mov", "movzx", "movd", "movq", "movaps", "movups", "movdqa", "movdqu", "movdqa32", "movdqa64",
    "movdqu32", "movdqu64", "lea", "rorx", "andn", "shlx", "shrx", "sarx", "pshufd", "pshufhw",
    "pshuflw", "broadcasti128",
])  # fmt: skip
READ_TOO = ("vpternlog", "vpermi2", "vpermt2")  # overwrite one of their operands
FLAGS = ("adc", "sbb", "cmov", "set", "j", "rcl", "rcr", "loop")  # what depends on flags


@dataclass(frozen=True)
class Operation:
    """A result, made of its sources by an instruction of some kind.

    Orders list names. What stands after the last dot of a name is moved as one: `3.17` and
    `4.17` are the same operation of two rounds.
    """

    name: str
    kind: str  # the mnemonic
    result: str
    sources: tuple[str, ...]
    immediate: str = ""
    text: str = ""  # the instruction, where its registers are given
    mask: str = ""  # after the result, as in {k1}
    also: tuple[str, ...] = ()  # further results

    @property
    def results(self) -> tuple[str, ...]:
        """All that it makes."""
        return (self.result, *self.also)

    @property
    def kin(self) -> str:
        """The part of the name that it has in common with what moves with it."""
        return self.name.rpartition(".")[2]


def instruction(name: str, text: str) -> Operation:
    """The operation that a line of x86 assembly in Intel's syntax is, with all it reads."""
    kind, _, rest = text.partition(" ")
    operands = [place(part) for part in rest.split(",")]
    if kind.startswith(FLAGS):
        raise Trouble(f"{text}: reads the flags, which this order would not keep.")
    result, sources = operands[0], operands[1:]
    merged = "{k" in rest.partition(",")[0] and "{z}" not in rest
    three = kind.startswith("v") and len(operands) > 2 and not kind.startswith(READ_TOO)
    if merged or not (three or kind.removeprefix("v") in PURE):
        sources = operands
    return Operation(name, kind, result, tuple(sources), text=text)


def place(operand: str) -> str:
    """The register or the place in memory that an operand is, without masks and sizes."""
    return re.sub(r"\{.*?\}|\b\w+ ptr ", "", operand).strip()


def waits(operations: Sequence[Operation]) -> list[list[tuple[int, bool]]]:
    """For each operation the numbers of those that it must follow.

    With each number: whether it reads what that one makes. If not, it only overwrites something.
    """
    made: dict[str, int] = {}
    readers: dict[str, list[int]] = {}
    result = []
    for n, operation in enumerate(operations):
        before = {made[place]: True for place in operation.sources if place in made}
        over = [i for place in operation.results for i in readers.get(place, [])]
        over += [made[place] for place in operation.results if place in made]
        for i in over:
            if i != n:
                before.setdefault(i, False)
        for place in operation.sources:
            readers.setdefault(place, []).append(n)
        for place in operation.results:
            made[place], readers[place] = n, []
        result.append(list(before.items()))
    return result
