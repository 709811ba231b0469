"""Whose machine is it, and when did it run? Compared with what was collected before."""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import datetime, timedelta, timezone

from ...common.version import VERSION
from ...registry.releases import day
from .. import collected
from ..evidence import Evidence
from ..rules import AGAIN, ERROR, WARNING, first_few, rule, with_remedy

OLDEST = "19990101"  # before that no such file was written
LONG = timedelta(days=3)  # that a run may take after its date
KEPT = timedelta(days=60)  # that an interrupted run may have waited


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
    began = e.blocks.began
    if began and not (stated - KEPT).timestamp() <= began <= (stated + LONG).timestamp():
        yield f"the date is {e.date}, but its processes began on another day; {AGAIN}"


@rule(61, WARNING)
def other_machine(e: Evidence) -> Iterable[str]:
    """A machine's name belongs to the owner of the first file with it. A file from another
    processor is shown apart, with a question mark after the name. Its CPUs and its counter may
    change: an owner switches SMT off or allows perf."""
    another = collected.other_facts(e)
    if another:
        yield f"{another}; give this machine a name of its own (--machine NAME)"


@rule(62, WARNING)
def other_owner(e: Evidence) -> Iterable[str]:
    """Where the owner of a machine's name signs, a file that is not signed with that key may be
    anybody's. It is shown apart, with a question mark after the name."""
    missing = collected.other_key(e)
    if missing:
        yield f"{missing}; sign it with that key, or choose another name (--machine NAME)"


@rule(63, ERROR)
def copied_samples(e: Evidence) -> Iterable[str]:
    """Many and varied samples never repeat on another machine. If a collected file of another
    machine has the same ones, one of the two files is a copy."""
    wrong = [f"has samples of {k.machine:.64} in {k.file:.80}" for k in collected.copied(e)]
    yield from with_remedy(first_few(wrong), "a copy under another name")
