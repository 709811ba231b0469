"""Can it be true? What no machine does, and what this one did not do elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ...registry.floors import floor_of
from ...results import published
from ...results.figures import fastest
from ...results.stats import BENT, LONG, TOP, Length
from .. import peers
from ..evidence import Evidence
from ..rules import ERROR, NOTE, WARNING, rule
from .right import NULL
from .structure import few, todo

HALF = 0.5
FAR = 3.0
TICK = 4
"""Core cycles that a tick of a counter may last when the clock is far above its nominal rate."""


@rule(50, ERROR)
def floors(e: Evidence) -> Iterable[str]:
    """known/floors has cycles per byte that cannot be gone below with the instructions that an
    implementation has: the operations that depend on each other, each in less time than any
    processor takes. Ticks that nothing converts may be some cycles each."""
    found = []
    for row in e.blocks.rows():
        floor = floor_of(row.primitive, row.implementation)
        floor /= 1 if row.clock is not None else TICK
        for mlen, figure in row.figures.items():
            if row.primitive != NULL and mlen != LONG and figure.median < floor:
                name = f"{row.primitive}/{row.implementation}"
                found.append(
                    f"{name}: {figure.median:.3f} cycles/byte at {mlen} bytes, not {floor:g}"
                )
    yield from todo(few(found), "that cannot be gone below: other work was timed")


@cache
def literature() -> dict[tuple[str, str, Length], list[float]]:
    """Published cycles per byte by microarchitecture, primitive and length."""
    found: dict[tuple[str, str, Length], list[float]] = {}
    for each in published.load():
        key = (each.microarchitecture, each.primitive, each.mlen)
        found.setdefault(key, []).append(each.median)
    return found


@rule(51, WARNING)
def far_from_others(e: Evidence) -> Iterable[str]:
    """Machines of one microarchitecture are alike: the fastest code is not three times as
    fast as the fastest that was published for it, nor far from the median of three others
    whose files were collected: by half, and by more than these differ."""
    name = e.facts.get("microarchitecture")
    found = []
    for mlen in (TOP, LONG):
        for row in fastest(e.blocks.rows(), mlen):
            figure, others = row.figures[mlen], literature().get((name, row.primitive, mlen), [])
            if others and BENT not in figure.doubts and figure.median < min(others) / FAR:
                what = f"{figure.median:.2f} cycles/byte of messages of {mlen}"
                found.append(
                    f"{row.primitive}/{row.implementation}: {what}, others {min(others):g}"
                )
    found += [text for share, text in apart(e) if share < 1]
    yield from todo(few(found), f"what is so much better on {name}?")


def apart(e: Evidence) -> Iterable[tuple[float, str]]:
    """What is far from the machines of its kind: how many times their median, and in words."""
    name = e.facts.get("microarchitecture")
    for each in peers.standings(e.blocks.rows()):
        others = peers.others(e.data, name, e.machine, each.key)
        share = peers.far(each.cycles, others)
        if share != 1 and each.primitive != NULL:
            what = f"{each.primitive}/{each.implementation} on {each.abi}: {each.cycles:.2f}"
            yield (
                share,
                f"{what} cycles/byte of messages of {each.mlen}, {share:.2f} times the median of "
                f"{len(others)} machines",
            )


@rule(56, NOTE)
def slower_than_others(e: Evidence) -> Iterable[str]:
    """A machine that is far slower than others of its microarchitecture may have lacked a
    compiler or the fast implementations; or it was no such processor."""
    found = [text for share, text in apart(e) if share > 1]
    yield from todo(few(found), "were all compilers and implementations there?")


@rule(52, WARNING)
def extrapolation(e: Evidence) -> Iterable[str]:
    """The cost of one more byte follows from two lengths, and agrees with the figure at 4096
    bytes: where it is negative or implies an impossible cost of the rest, one of the two
    lengths was disturbed."""
    found = []
    for row in fastest(e.blocks.rows(), TOP):
        figure, top = row.figures.get(LONG), row.figures[TOP]
        if figure and BENT in figure.doubts:
            what = (
                f"long messages at {figure.median:.2f} cycles/byte, 4096 bytes at {top.median:.2f}"
            )
            found.append(f"{row.primitive}/{row.implementation}: {what}")
    yield from todo(few(found), "not both are right: run it again")


@rule(53, ERROR)
def copies(e: Evidence) -> Iterable[str]:
    """Two lines with the same samples in the same order, so many and so different that no
    chance repeats them, are one line copied."""
    return todo(e.notices.of("copy"), "so odd a series does not come twice")


@rule(54, WARNING)
def disturbed(e: Evidence) -> Iterable[str]:
    """More than half of the lines with a flag: the machine was busy, and the figures are what
    was left of it."""
    if e.blocks.flagged > HALF * e.blocks.lines:
        share = f"{e.blocks.flagged / e.blocks.lines:.0%}"
        yield f"{share} of the lines are flagged as disturbed; run it at a quiet time"


@rule(55, ERROR)
def neighbours(e: Evidence) -> Iterable[str]:
    """A message takes about as long as one a byte longer, and a shorter one not much more than
    a long one. What no flag excuses was put there, or belongs elsewhere."""
    return todo(e.notices.of("alone"), "far from the lengths beside it, and nothing disturbed it")
