"""The instructions of calls of a hash, in the order in which they were executed."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

MARK = "calls_mark"  # of measure/try.c: a function that is called around each call
MOST = 6_000_000  # instructions of all calls together that are followed


class NotCounted(Exception):
    """The reason why there is no count."""


@dataclass(frozen=True)
class CallTrace:
    """The addresses of the instructions of a call, in the program's file, by message length.

    Addresses beyond the file are those of libraries.
    """

    calls: Mapping[int, Sequence[int]]
    by: str  # what counted them, in words

    def count(self, mlen: int) -> int:
        """The instructions of a call."""
        return len(self.calls[mlen])

    def between(self, mlen: int, other: int) -> Counter[int]:
        """How often each address is executed more at `mlen` bytes than at `other`."""
        found = Counter(self.calls[mlen])
        found.subtract(self.calls[other])
        return Counter({at: n for at, n in found.items() if n})


def traced(lengths: Sequence[int], parts: Sequence[Sequence[int]], by: str) -> CallTrace | None:
    """The trace from what lies between marks; None if it is not whole.

    At each length a function that does nothing is called, then the hash. What the first
    executes belongs to the harness, and is left out of the second.
    """
    marked = parts[1::2]
    if len(parts) < 4 * len(lengths) or not all(marked):
        return None
    around = set(chain(*marked[::2][: len(lengths)]))
    calls = {
        mlen: array("Q", [at for at in part if at not in around])
        for mlen, part in zip(lengths, marked[1::2])
    }
    return CallTrace(calls, by) if all(calls.values()) else None


def split(addresses: Iterable[int], mark: int) -> list[list[int]]:
    """The addresses between executions of the mark; the first part is before the first."""
    parts: list[list[int]] = [[]]
    for at in addresses:
        if at == mark:
            parts.append([])
        parts[-1].append(at)
    return parts
