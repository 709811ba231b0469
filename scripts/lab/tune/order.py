"""Orders: sequences of operations' names, and the files that keep them beside generators.

A file has a line each for the core it is for, the date, the cycles there and the search that found
it, then a blank line and the names.
"""

from __future__ import annotations

import heapq
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from shootout.common.errors import Trouble

from .operation import Operation, waits

FILE = "order"
WIDTH = 100
HEAD = ("core", "date", "cycles", "search")
END = "the end"


@dataclass(frozen=True)
class Order:
    """An order of a generator's operations."""

    core: str  # the microarchitecture it is for
    date: str
    cycles: str  # what it takes, in words
    search: str  # how it was found
    names: tuple[str, ...]

    def text(self) -> str:
        """The text of its file."""
        lines = [f"{word:7}{getattr(self, word)}" for word in HEAD]
        names = textwrap.wrap(
            " ".join(self.names), WIDTH, break_long_words=False, break_on_hyphens=False
        )
        return "\n".join([*lines, "", *names]) + "\n"


def read(file: Path) -> Order:
    """The order in a file."""
    head, _, names = file.read_text().partition("\n\n")
    pairs = [line.partition(" ") for line in head.splitlines()]
    said = {word: value.strip() for word, _, value in pairs}
    if set(said) != set(HEAD):
        raise Trouble(f"{file}: its head has not one line each for {', '.join(HEAD)}. Mend it.")
    return Order(**said, names=tuple(names.split()))


def arranged(operations: Sequence[Operation], names: Sequence[str]) -> list[Operation]:
    """The operations in the order of the names; Trouble if that is none, or a wrong one."""
    named = {operation.name: operation for operation in operations}
    if sorted(named) != sorted(names):
        odd = sorted(set(named).symmetric_difference(names))
        raise Trouble(f"an order of other operations: {' '.join(odd[:5]) or 'some stand twice'}.")
    result = [named[name] for name in names]
    made, made_here = makers(operations), makers(result)
    for name in [*names, END]:
        for right, here in zip(made[name], made_here[name]):
            if here and not right:
                raise Trouble(
                    f"{name} takes what was there before, but {here} makes a value of the"
                    " same name. Give what is carried over another one."
                )
            if right != here:
                of = f"what {here or 'nothing'} makes in place of {right or 'nothing'}"
                raise Trouble(f"an order in which {name} gets {of}. Search it anew.")
    return result


def makers(operations: Sequence[Operation]) -> dict[str, list[str]]:
    """The names of the operations that make the sources of each, and of those that make the END.

    Where nothing makes a source, it is empty.
    """
    last: dict[str, str] = {}
    found = {}
    for operation in operations:
        found[operation.name] = [last.get(place, "") for place in operation.sources]
        last.update(dict.fromkeys(operation.results, operation.name))
    return {**found, END: [last[place] for place in sorted(last)]}


def nearest(operations: Sequence[Operation], place: Mapping[str, float]) -> list[Operation]:
    """The operations in the order of their places, but each after those that it must follow."""
    followers: list[list[int]] = [[] for _ in operations]
    missing = []
    for n, before in enumerate(waits(operations)):
        missing.append(len(before))
        for i, _ in before:
            followers[i].append(n)
    heap = [(place[o.name], n) for n, o in enumerate(operations) if not missing[n]]
    heapq.heapify(heap)
    order = []
    while heap:
        _, n = heapq.heappop(heap)
        order.append(operations[n])
        for follower in followers[n]:
            missing[follower] -= 1
            if not missing[follower]:
                heapq.heappush(heap, (place[operations[follower].name], follower))
    return order
