"""Is every line one that ./do writes, in its place, and is none missing?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..evidence import Evidence
from ..rules import AGAIN, ERROR, NOTE, WARNING, rule, with_remedy

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
    """Each section ends with its number of lines and their CRC, which a change to any line breaks.
    A forger can compute them again; an accident does not."""
    return with_remedy(e.notices.of("sum"), "a line was changed, added or lost: " + AGAIN)


@rule(27, ERROR)
def layout(e: Evidence) -> Iterable[str]:
    """A round has one layout, in all programs of an ABI: the message lies at the same offset in a
    page. A block without its layout, or with another, was not timed with the others. Files from
    before layouts, and languages without, tell none."""
    return with_remedy(e.notices.of("layout"), AGAIN)


@rule(17, NOTE)
def older(e: Evidence) -> Iterable[str]:
    """Files from before sums, times of blocks and hashes of sources were introduced may be right,
    but less of that can be checked."""
    if e.kind == "shootout" and e.machine:
        missing = [
            what
            for what, there in (
                ("sums", e.blocks.summed),
                ("times", bool(e.blocks.processes)),
                ("hashes of sources", bool(e.trials.sources)),
            )
            if not there
        ]
        if missing:
            what = f"no {', '.join(missing)} to check"
            yield f"the file is from an older shootout and has {what}; a new run has them"


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
