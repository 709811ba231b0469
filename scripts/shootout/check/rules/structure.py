"""Is every line one that ./do writes, in its place, and is none missing?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from .. import collected
from ..evidence import NULL, Evidence
from ..rules import AGAIN, ERROR, NOTE, WARNING, rule, with_remedy

SUMMED = "20261121"  # the first release: its files have all that rule 17 misses
REQUIRED = ("cpu", "cpuid", "microarchitecture", "cpus", "harness")
NAME = re.compile(r"(.+)-(\d{8})-[0-9a-f]{6,64}\.tar\.gz")


@rule(10, ERROR)
def text(e: Evidence) -> Iterable[str]:
    """Lines are printable ASCII and end with a newline. Other bytes could manipulate the terminal
    or the page of a reader."""
    return with_remedy(e.notices.of("text", "newline"), AGAIN)


@rule(11, ERROR)
def words(e: Evidence) -> Iterable[str]:
    """Every line has the fields that ./do writes, and its numbers are in a range that no machine
    leaves. SUPERCOP has many more words: only the lines of its files that figures need are
    checked."""
    return with_remedy(e.notices.of("words", "fields", "number", "facts"), AGAIN)


@rule(12, ERROR)
def order(e: Evidence) -> Iterable[str]:
    """A block states which code was timed and how, then the results. A line out of this order
    belongs to no block, or to the wrong one."""
    return with_remedy(e.notices.of("order"), AGAIN)


@rule(13, ERROR)
def agree(e: Evidence) -> Iterable[str]:
    """All lines are from one machine, and none is later than the run. An interrupted run may take
    days, but its dates never go beyond that of the file."""
    return with_remedy(e.notices.of("agree"), "a file holds one run of one machine")


@rule(14, WARNING)
def file_name(e: Evidence) -> Iterable[str]:
    """./do names a file data/<machine>-<date>-<time>.tar.gz, and collect may put a hash in place
    of the time. Under another name, readers would look for the wrong machine."""
    found = NAME.fullmatch(e.path.name)
    if e.kind == "shootout" and e.machine and (not found or found.groups() != (e.machine, e.date)):
        yield f"the file name is not {e.machine}-{e.date}-TIME.tar.gz; restore the original name"


@rule(15, ERROR)
def plan(e: Evidence) -> Iterable[str]:
    """A block has all of the six lengths or a whole curve, and a cell has each round once; that of
    a process that broke says so instead. What is missing or repeated was lost on the way."""
    return with_remedy(e.notices.of("plan", "round"), AGAIN)


@rule(16, ERROR)
def sums(e: Evidence) -> Iterable[str]:
    """Each section ends with its number of lines and their CRC. A line that was changed, added or
    lost no longer agrees with them."""
    return with_remedy(e.notices.of("sum"), "a line was changed, added or lost: " + AGAIN)


@rule(27, ERROR)
def layout(e: Evidence) -> Iterable[str]:
    """A round has one layout, in all programs of an ABI: the message lies at the same offset in a
    page. A block without its layout, or with another, was not timed with the others. Files from
    before layouts, and languages without them, state none."""
    return with_remedy(e.notices.of("layout"), AGAIN)


@rule(17, NOTE)
def older(e: Evidence) -> Iterable[str]:
    """Files from before sums, times of blocks and hashes of sources were introduced may be right,
    but less of that can be checked."""
    missing = _missing(e) if _is_older(e) else []
    if missing:
        yield f"an older shootout wrote the file, without {', '.join(missing)}; run today's ./do"


@rule(65, ERROR)
def missing_facts(e: Evidence) -> Iterable[str]:
    """Facts name the processor, its counters and the harness, and ./do writes them all. Other rules
    and the graphs need them; a file without them cannot be placed."""
    if e.kind != "shootout" or not e.machine:
        return
    missing = []
    if not _is_older(e):
        missing = [name for name in REQUIRED if not e.facts.get(name)] + _missing(e)
    timed = dict.fromkeys(block.abi for block in e.blocks.kept)
    missing += [f"counter-{abi}" for abi in timed if abi not in e.facts.counters]
    if missing:
        yield f"the file states no {', '.join(missing)}; {AGAIN}"


def _is_older(e: Evidence) -> bool:
    """Whether an older shootout wrote the file, by its lines or by the publisher's note."""
    return e.version < SUMMED or collected.vouched(e)


def _missing(e: Evidence) -> list[str]:
    """What a file of ours lacks that older versions did not write."""
    if e.kind != "shootout" or not e.machine:
        return []
    coded = any(block.primitive != NULL for block in e.blocks.kept)
    there = {
        "sums": e.blocks.summed,
        "times of processes": bool(e.blocks.began) or not e.blocks.kept,
        "hashes of sources": bool(e.trials.sources) or not coded,
    }
    return [what for what, found in there.items() if not found]


@rule(19, ERROR)
def readable(e: Evidence) -> Iterable[str]:
    """All commands read files with one reader, and the rules are about the figures that it finds.
    What it cannot use is no result."""
    return e.notices.of("unread")


@rule(18, ERROR)
def something(e: Evidence) -> Iterable[str]:
    """A file without a figure is no result."""
    if not e.notices.total and not any(block.timings for block in e.blocks.kept):
        yield "nothing was timed at the lengths of the paper; send a file with results"
