"""The message lengths of a block: are they complete, and do their figures fit together?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..results import stats
from ..results.records import MANY
from .evidence import Fault, Where

APART = 3.0  # the factor between neighbours that no disturbance reaches without being flagged


class LengthMiddle(NamedTuple):
    """The middle of the samples of one message length."""

    line: Where
    mlen: int  # bytes
    cycles: float
    flagged: bool

    def leads_to(self, longer: LengthMiddle) -> bool:
        """Whether the longer message takes at least a third of the time, and at most three
        times its share."""
        share = longer.mlen / self.mlen if self.mlen else math.inf
        return self.cycles / APART <= longer.cycles <= self.cycles * APART * share

    def alone(self, before: LengthMiddle, after: LengthMiddle) -> bool:
        """Whether it is far below, or far above, both its neighbours of a curve."""
        a, b, c = before.cycles, self.cycles, after.cycles
        return (b < a / APART and b < c / APART) or (b > a * APART and b > c * APART)


def of_tables(primitive: str) -> list[int]:
    """The lengths of a primitive that its figures need, in bytes."""
    return sorted(stats.needed(primitive))


def unplanned(first: int, primitive: str, middles: Sequence[LengthMiddle]) -> Fault | None:
    """A fault if the lengths are neither those of tables nor a curve from 0 to TOP in equal steps.

    `first` is the line that the block begins with.
    """
    lengths = [each.mlen for each in middles]
    curve = len(lengths) > 1 and lengths == list(range(0, stats.TOP + 1, lengths[1] or 1))
    if curve or lengths == of_tables(primitive):
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
    if not rising or not 0 < counts[0] < APART * one_block:
        return "instructions that do not grow with the length"
    return ""


def far_apart(middles: Sequence[LengthMiddle]) -> Iterator[Fault]:
    """The lengths that are far from their neighbours, although none of these has a flag."""
    still = [each for each in middles if not each.flagged]
    if len(middles) < MANY:
        odd = [b for a, b in zip(still, still[1:]) if not a.leads_to(b)]
    else:
        odd = [b for a, b, c in zip(still, still[1:], still[2:]) if b.alone(a, c)]
    for each in odd:
        what = f"{each.cycles:.0f} cycles for {each.mlen} bytes"
        yield Fault("alone", f"line {each.line}: {what}")
