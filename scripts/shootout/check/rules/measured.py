"""Was it measured as ./do measures? What it decides on the way has to follow from the figures."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from statistics import median

from ...registry.releases import HARNESS
from ...registry.vm import of_vm
from ...results.stats import DECIDING
from ..evidence import Evidence, Reading
from ..rules import AGAIN, ERROR, WARNING, first_few, rule, with_remedy
from ..traces.groups import CURVE, SIX
from ..traces.lattice import strays
from ..traces.plan import Plan

# Parts of the readings of an ABI, and of a block, that may be no quotient, and how many.
STRAY, STRAYS = 0.02, 5
OF_BLOCK, IN_BLOCK = 0.5, 2
# How full groups are, in parts of what they should be. The limits of what is usual in the curves of
# an ABI; how far a curve may be from that: at least, in median deviations, at most; where a group
# of six lengths is closed early, or late, the part that may be, and its standard deviations.
ALL_FULL = (0.96, 1.06)
CLOSE, SPREADS, ALONE = 0.1, 12, 0.25
EARLY, LATE, DIVIDED, SIGMAS = 0.92, 1.08, 0.07, 4
CURVES = 8  # of an ABI, at least, to tell what is usual
MISCOUNTED = 0.001  # part of the lengths
EXACT = 0.05  # how far the clock of a counter of core cycles may be from 1
APART = 1.35  # the ratio of a curve to the six lengths
TRIED, BUSY, SPREAD, MANY = 1.6, 0.15, 2.0, 30
SLOWER, DIRTY = 2.5, 20.0


def plan(e: Evidence) -> Plan:
    """The plan of a file, made once."""
    if not isinstance(e.blocks.plan, Plan):
        e.blocks.plan = Plan(e.blocks)
    return e.blocks.plan


@rule(43, WARNING)
def probes(e: Evidence) -> Iterable[str]:
    """A clock and a pace are quotients of a known number of operations and a whole number of ticks.
    Few numbers with so many digits are such quotients: others were made up or scaled."""
    for abi, readings in e.blocks.readings.items():
        counters = e.facts.counters.get(abi)
        if not counters:
            continue
        odd = strays(readings, counters.best.grain, counters.best.step)
        if len(odd) > max(STRAYS, STRAY * len(readings)):
            share = f"{len(odd) / len(readings):.0%}"
            yield f"{abi}: {share} of the clocks and paces are no quotient of whole ticks; {AGAIN}"
        else:
            yield from first_few([*_blocks_of(readings, odd)])


def _blocks_of(readings: Iterable[Reading], odd: Iterable[Reading]) -> Iterable[str]:
    found = Counter(each.line for each in odd)
    every = Counter(each.line for each in readings if each.line in found)
    for line, n in found.items():
        if n >= IN_BLOCK and n > OF_BLOCK * every[line]:
            yield f"line {line}: {n} clocks or paces that are no quotient of whole ticks; {AGAIN}"


@rule(44, ERROR)
def survey(e: Evidence) -> Iterable[str]:
    """Every cell is timed in every round of the survey. One that lacks a round which the others
    have lost it later."""
    if e.kind == "shootout":
        wrong = [f"{cell} lacks round {n}" for cell, n in plan(e).lacking()]
        yield from with_remedy(first_few(wrong), AGAIN)


@rule(45, WARNING)
def finals(e: Evidence) -> Iterable[str]:
    """After the survey ./do times those cells again that are close to the fastest, or may be and
    were disturbed. When other cells were timed again, figures or flags were changed later."""
    if e.kind == "shootout":
        wrong = [f"{cell}: {what}" for cell, what in plan(e).odd_finalists()]
        yield from with_remedy(first_few(wrong), "which figure was changed?")


@rule(46, WARNING)
def curves(e: Evidence) -> Iterable[str]:
    """The fastest cell of an implementation gets a curve, and the fastest of all one with every
    length. If another one has it, the figures were changed later, or the curve."""
    if e.kind == "shootout":
        wrong = [f"{cell}: {what}" for cell, what in plan(e).odd_curves()]
        yield from with_remedy(first_few(wrong), "which figure was changed?")


@rule(47, WARNING)
def two_measurements(e: Evidence) -> Iterable[str]:
    """The six lengths and the curve of a cell are timed in processes of their own, and agree within
    a third where nothing disturbed them."""
    if e.kind == "shootout":
        wrong = [
            f"{cell}: the curve takes {share:.2f} times the cycles of the six lengths"
            for cell, share in plan(e).apart()
            if not 1 / APART < share < APART
        ]
        yield from with_remedy(first_few(wrong), "one of the two is not of this code")


@rule(48, WARNING)
def groups(e: Evidence) -> Iterable[str]:
    """Lengths are timed in groups of a given duration, and measure warms each length up to know how
    many a group can take. Groups that are too short or too long are of other samples."""
    if not e.facts.get(HARNESS):
        return  # from before the groups had this duration; rule 65 asks for the fact
    for abi, fills in e.blocks.fills.items():
        usual, room = 1.0, ALONE
        if len(fills.curves) >= CURVES:
            usual = median(fill for _, fill in fills.curves)
            spread = median(abs(fill - usual) for _, fill in fills.curves)
            room = min(ALONE, max(CLOSE, SPREADS * spread))
            if not ALL_FULL[0] < usual < ALL_FULL[1]:
                yield f"{abi}: groups have {usual:.2f} times their duration; {AGAIN}"
        told = [
            f"line {line}: groups of {fill:.2f} times their duration"
            for line, fill in fills.curves
            if abs(fill - usual) > room
        ]
        yield from with_remedy(first_few(told), "the samples were scaled")
        early = sum(fill < EARLY for fill in fills.closed)
        late = sum(fill > LATE for fill in fills.open)
        for n, of, what in ((early, fills.closed, "short"), (late, fills.open, "long")):
            due = DIVIDED * len(of)
            if n > due + SIGMAS * math.sqrt(max(due, 1)):
                yield f"{abi}: {n} of {len(of)} groups are too {what}; {AGAIN}"


@rule(49, WARNING)
def counts(e: Evidence) -> Iterable[str]:
    """A length that takes less time than is allowed has 15 samples, or 7 in a curve. If there are
    fewer, somebody took the others out."""
    wrong = e.blocks.miscounted
    if sum(times for *_, times in wrong) > max(1, MISCOUNTED * e.blocks.counted):
        told = [
            f"line {line}: {times} lengths with {n} samples, not {SIX} or {CURVE}"
            for line, n, times in wrong
        ]
        yield from with_remedy(first_few(told), AGAIN)


@rule(57, WARNING)
def tried_alike(e: Evidence) -> Iterable[str]:
    """A cell is timed roughly when it is tried. Other work may run beside that, so it often takes
    longer, but not much longer than any other cell did."""
    by_abi: dict[str, list[tuple[float, str]]] = {}
    cells = plan(e).cells if e.kind == "shootout" else ()
    for cell in cells:
        tried = e.trials.cells.get(cell.name[1:])
        timings = [
            t.samples
            for block in cell.six
            for t in block.timings
            if t.mlen == DECIDING and not t.flags and not block.flags
        ]
        if tried and tried.ticks and timings:
            share = tried.ticks / max(1.0, median(median(samples) for samples in timings))
            by_abi.setdefault(cell.name.abi, []).append((share, str(cell)))
    for shares in by_abi.values():
        ordered = sorted(share for share, _ in shares)
        usual, high = ordered[len(ordered) // 2], ordered[len(ordered) * 95 // 100]
        if len(ordered) < MANY:
            high = max(high, 1.5 * usual)
        limit = max(TRIED, math.exp(BUSY) * (high / usual) ** SPREAD)
        wrong = [
            f"{name} took {share / usual:.2f} times as long when it was tried as cells usually do"
            for share, name in shares
            if share < usual / SLOWER or limit * usual < share < DIRTY * usual
        ]
        yield from with_remedy(first_few(wrong), "are its samples those of other code?")


@rule(58, WARNING)
def exact_counter(e: Evidence) -> Iterable[str]:
    """A counter of core cycles counts one for each operation of the chain that the clock is told
    by."""
    for abi, counters in e.facts.counters.items():
        clocks = [reading.clock for reading in e.blocks.readings.get(abi, ())]
        usual = median(clocks) if clocks else counters.clock
        if counters.best.exact and usual and abs(usual - 1) > EXACT and not of_vm(abi):
            name = f"{counters.best.name:.40}"
            yield f"{abi}: {usual:g} core cycles per tick of {name}; it counts no core cycles"
