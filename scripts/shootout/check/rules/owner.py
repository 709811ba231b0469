"""Whose machine is it, and when did it run? Compared with what was collected before."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone

from ... import VERSION
from ...machine.counter import Counters
from ...registry.releases import day
from ...registry.vm import of_vm
from .. import codes, owners
from ..evidence import NULL, Evidence
from ..rules import AGAIN, ERROR, WARNING, first_few, rule, with_remedy

OLDEST = "19990101"  # before that no such file was written
LONG = timedelta(days=3)  # that a run may take behind its date
KEPT = timedelta(days=60)  # that an interrupted run may have waited
REQUIRED = ("cpu", "cpuid", "microarchitecture", "cpus", "harness")
SUMMED = "20261121"  # the first release: its files have all that rule 17 misses
TOO_FINE = 0.01  # part of the distances between samples that are below two steps, at least
DISTANCES = 150


def today() -> datetime:
    """The present: at least the day of this release, should the clock of this machine be wrong."""
    now, released = datetime.fromtimestamp(time.time(), timezone.utc), day(VERSION[:8])
    return max(now, released) if released else now


@rule(60, ERROR)
def date(e: Evidence) -> Iterable[str]:
    """A run has a date in the past, and its processes began on about that day. Graphs show the
    newest run of a machine, so a date in the future would last for ever."""
    if not e.date:
        return
    stated = day(e.date)
    if not stated or e.date < OLDEST or stated > today() + timedelta(days=1):
        yield f"the date is {e.date:.20}, which is no day in the past; set the clock, {AGAIN}"
        return
    began = [each.began for each in e.blocks.processes]
    if began and not _between(stated - KEPT, max(began), stated + LONG):
        yield f"the date is {e.date}, but its processes began on another day; {AGAIN}"


def _between(first: datetime, seconds: float, last: datetime) -> bool:
    return first.timestamp() <= seconds <= last.timestamp()


@rule(61, WARNING)
def other_machine(e: Evidence) -> Iterable[str]:
    """A machine's name belongs to the owner of the first file with it. A file from another
    processor is shown apart, with a question mark behind the name. Its CPUs and its counter may
    change: an owner switches SMT off or allows perf."""
    wrong = first_few([*owners.other_facts(e)])
    yield from with_remedy(wrong, "give this machine a name of its own (--machine NAME)")


@rule(62, WARNING)
def other_owner(e: Evidence) -> Iterable[str]:
    """Where the owner of a machine's name signs, a file that is not signed with that key may be
    anybody's. It is shown apart, with a question mark behind the name."""
    missing = owners.other_key(e)
    if missing:
        yield f"{missing}; sign it with that key, or choose another name (--machine NAME)"


@rule(63, ERROR)
def copied_samples(e: Evidence) -> Iterable[str]:
    """Many and varied samples never repeat on another machine. If they stand in the file of one
    that was collected before, one of the two files is a copy."""
    wrong = [
        f"{shared} lines or more have the samples of {known.machine:.64} in {known.file:.80}"
        for shared, known in owners.copied(e)
    ]
    yield from with_remedy(first_few(wrong), "a copy under another name")


@rule(64, WARNING)
def copied_figures(e: Evidence) -> Iterable[str]:
    """Two machines of a kind differ by a thousandth or more, function by function. Figures that
    have one ratio to another machine's were computed from these."""
    wrong = [
        f"all figures are {ratio:.4f} times those of {known.machine:.64} in {known.file:.80}"
        for ratio, known in owners.alike(e)
    ]
    yield from with_remedy(first_few(wrong), "computed from them?")


@rule(66, WARNING)
def other_code(e: Evidence) -> Iterable[str]:
    """The same sources become code of the same size with the same compiler for the same features.
    If a few implementations have other sizes than in a file that was collected before, names were
    exchanged."""
    wrong = [
        f"other sizes than in {file:.80}: code of {', '.join(names[:3])}"
        + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        for names, file in codes.others(e)
    ]
    yield from with_remedy(first_few(wrong), "are these figures of other code?")


@rule(67, WARNING)
def other_clock(e: Evidence) -> Iterable[str]:
    """The same code takes the same core cycles on any machine of a microarchitecture, whatever its
    clock. If all figures are fewer by one factor than in a file that was collected before, the
    clock was misread or changed."""
    wrong = [
        f"all figures are {ratio:.3f} times those of {known.machine:.64} in {known.file:.80}"
        for ratio, known in owners.faster(e)
    ]
    yield from with_remedy(first_few(wrong), f"is the clock right? {AGAIN}")


@rule(65, ERROR)
def missing_facts(e: Evidence) -> Iterable[str]:
    """Many rules need the facts of the machine and of its counters. Without them, or with a step or
    a clock that the samples contradict, these rules would find nothing."""
    if e.kind != "shootout" or not e.machine:
        return
    if e.version >= SUMMED and not owners.vouched(e):
        missing = [name for name in REQUIRED if not e.facts.get(name)]
        missing += [] if e.blocks.summed else ["sums"]
        missing += [] if e.blocks.processes or not e.blocks.kept else ["times of processes"]
        coded = any(block.primitive != NULL for block in e.blocks.kept)
        missing += [] if e.trials.sources or not coded else ["hashes of sources"]
        if missing:
            yield f"the file states no {', '.join(missing)}; {AGAIN}"
    for abi in dict.fromkeys(block.abi for block in e.blocks.kept):
        counters = e.facts.counters.get(abi)
        if not counters:
            yield f"the fact counter-{abi} is missing, though {abi} was timed; {AGAIN}"
        elif fault := _unlike(e, abi, counters):
            yield f"{abi}: {fault}; {AGAIN}"


def _unlike(e: Evidence, abi: str, counters: Counters) -> str:
    """How the fact about a counter contradicts the timings; empty if it does not."""
    best, probed = counters.best, bool(e.blocks.readings.get(abi))
    if not best.persecond:
        return "a counter of no ticks per second"
    if probed and not (counters.clock and counters.pace):
        return "the fact states no clock or no pace, but the lines do"
    if counters.clock and not probed and not of_vm(abi):
        return "the fact states a clock, but the lines do not"
    least = e.blocks.distances.get(abi, [])
    if len(least) >= DISTANCES and not of_vm(abi):
        fine = sum(each < 2 * max(best.step, 2) for each in least)
        if fine < TOO_FINE * len(least):
            return f"samples are never as close as the stated step of {best.step:g}"
    return ""
