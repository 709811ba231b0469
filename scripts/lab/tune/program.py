"""What generators build: programs in single-assignment form, and files of assembly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .operation import Operation


def listing(head: str, lines: Iterable[str]) -> str:
    """A file of assembly: its head, and lines, of which all but labels and #ifs are indented."""
    bare = re.compile(r"$|#|.*:$")
    body = (line if bare.match(line) else f"    {line}" for line in lines)
    return head + "\n".join(body) + "\n"


def macro(name: str, lines: Iterable[str]) -> str:
    """A macro of assembly, after an empty line."""
    return "\n    ".join([f"\n.macro {name}", *lines]) + "\n.endm\n"


class Program:
    """Operations on values, whose names are numbers unless they are given others.

    What the inputs are in one turn of the loop, the outputs are in the next.
    """

    def __init__(self, inputs: int | Sequence[str], vex: str = "") -> None:
        many = inputs if not isinstance(inputs, int) else [f"s{n}" for n in range(inputs)]
        self.inputs = list(many)
        self.outputs: list[str] = []
        self.operations: list[Operation] = []
        self.vex = vex  # a v in front of each kind, or nothing

    def op(self, kind: str, *sources: str, immediate: str = "", name: str = "") -> str:
        """Add an operation; return its result."""
        name = name or str(len(self.operations))
        self.operations.append(Operation(name, self.vex + kind, name, sources, immediate))
        return name


def parse(text: str) -> list[Operation]:
    """Operations written as `t = vpxor a b`, a line each."""
    words = [line.split() for line in text.strip().splitlines()]
    return [Operation(w[0], w[2], w[0], tuple(w[3:])) for w in words]
