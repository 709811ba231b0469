"""The message lengths of a block, and of counts of instructions: are they complete?"""

from __future__ import annotations

from collections.abc import Sequence

from ..results import stats
from .evidence import Fault

SHORT = 3.0  # the instructions of a message within a block, at most, in those of one block


def of_tables(primitive: str) -> list[int]:
    """The lengths of a primitive that its figures need, in bytes."""
    return sorted(stats.needed(primitive))


def unplanned(first: int, primitive: str, lengths: Sequence[int]) -> Fault | None:
    """A fault if the lengths are neither those of tables nor a curve from 0 to TOP in equal steps.

    `first` is the line that the block begins with.
    """
    curve = len(lengths) > 1 and list(lengths) == list(range(0, stats.TOP + 1, lengths[1] or 1))
    if curve or list(lengths) == of_tables(primitive):
        return None
    what = f"{len(lengths)} lengths, which ./do does not time together"
    return Fault("plan", f"line {first}: a block of {what}")


def miscounted(primitive: str, text: str) -> str:
    """What is wrong with the counts of instructions in `MLEN COUNT MLEN COUNT ...`; empty if none.

    Of two messages of one block the shorter one may take more, for its padding is longer.
    """
    numbers = list(map(int, text.split()))
    lengths, counts = numbers[::2], numbers[1::2]
    if lengths != sorted(stats.papers(primitive)):
        return "instructions at other lengths than those of the tables"
    one_block, *more = counts[1:]
    rising = all(a < b for a, b in zip([one_block, *more], more))
    if not rising or not 0 < counts[0] < SHORT * one_block:
        return "instructions that do not grow with the length"
    return ""
