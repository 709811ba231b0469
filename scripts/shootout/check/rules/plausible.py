"""Can the result be true? Some figures are beyond any machine, others beyond this one."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from functools import cache

from ...ranking.rows import below_floor
from ...registry.causes import INCONSISTENT
from ...registry.sets import of_vm
from ...results import published
from ...results.figures import fastest
from ...results.stats import LONG, TOP, Length, ends
from .. import collected
from ..evidence import NULL, Evidence
from ..rules import ERROR, NOTE, WARNING, first_few, rule, with_remedy

HALF = 0.5
FAR = 3.0


def at(mlen: Length) -> str:
    """The length of a figure, in words."""
    return "for long messages" if mlen == LONG else f"at {mlen} bytes"


@rule(50, ERROR)
def floors(e: Evidence) -> Iterable[str]:
    """known/floors has lower bounds in cycles per byte for the instructions that an implementation
    uses. A bound is the longest chain of dependent operations, each counted with less time than any
    processor takes. Ticks that were not converted may be several cycles each."""
    found = [*filter(None, map(below_floor, e.blocks.rows))]
    yield from with_remedy(first_few(found), "something else was timed")


@cache
def literature() -> dict[tuple[str, str, Length], list[float]]:
    """The published cycles per byte of native code by microarchitecture, primitive and length."""
    found: dict[tuple[str, str, Length], list[float]] = {}
    for each in (p for p in published.load() if not of_vm(p.abi)):
        key = (each.microarchitecture, each.primitive, each.mlen)
        found.setdefault(key, []).append(each.median)
    return found


@rule(51, WARNING)
def far_from_others(e: Evidence) -> Iterable[str]:
    """Machines of one microarchitecture are alike. The fastest code is not three times as fast as
    the fastest that was published for it. Nor is it much faster than the median of three or more
    other collected machines: by a factor of 1.5, and by more than these differ from each other."""
    kind, peers, found = e.microarchitecture, collected.peers(e), list[str]()
    for mlen in (TOP, LONG):
        for row in fastest(e.blocks.rows, mlen):
            figure, others = row.figures[mlen], literature().get((kind, row.primitive, mlen), [])
            if others and INCONSISTENT not in figure.doubts and figure.median < min(others) / FAR:
                what = f"{figure.median:.2f} cycles/byte {at(mlen)}"
                name = f"{row.primitive}/{row.implementation}"
                found.append(f"{name}: {what}, the best published is {min(others):g}")
    for each in collected.standings(e.blocks.rows):
        known = [its[each.key] for its in peers if each.key in its]
        share = collected.far(each.cycles, known)
        if share < 1 and each.primitive != NULL:
            what = f"{each.primitive}/{each.implementation} on {each.abi}: {each.cycles:.2f}"
            what += f" cycles/byte {at(each.mlen)}, {share:.2f} times the median"
            found.append(f"{what} of {len(known)} machines")
    yield from with_remedy(first_few(found), f"why is this {kind} so much faster?")


@rule(52, NOTE)
def extrapolation(e: Evidence) -> Iterable[str]:
    """The cost of one more byte follows from two lengths and agrees with the figure at the longer
    one. A negative one, or one that leaves an impossible cost for the rest, comes from a process
    that had another speed at one of them: it depends on where code lies. The figure is shown as
    doubtful."""
    rows, found = e.blocks.rows, []
    tops = {row.primitive: ends(row.primitive)[0] for row in rows}
    best = (fastest([r for r in rows if tops[r.primitive] == n], n) for n in set(tops.values()))
    for row in itertools.chain(*best):
        figure, top = row.figures.get(LONG), tops[row.primitive]
        if row.primitive != NULL and figure and INCONSISTENT in figure.doubts:
            what = f"long messages at {figure.median:.2f} cycles/byte, "
            what += f"{top} bytes at {row.figures[top].median:.2f}"
            found.append(f"{row.primitive}/{row.implementation}: {what}")
    yield from with_remedy(first_few(found), "one of them is doubtful")


@rule(54, WARNING)
def disturbed(e: Evidence) -> Iterable[str]:
    """If more than half of the lines have a flag, the machine was busy, and the figures are what it
    had left."""
    if e.blocks.flagged > HALF * e.blocks.lines:
        share = f"{e.blocks.flagged / e.blocks.lines:.0%}"
        yield f"{share} of the lines are flagged as disturbed; run it when the machine is idle"
