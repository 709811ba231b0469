"""Do the lines say what lines of a result file say, in their order, and all of them?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..evidence import SHOWN, Evidence
from ..rules import ERROR, NOTE, WARNING, rule

AGAIN = "run ./do again, and send its file as it is"
NAME = re.compile(r"(.+)-(\d{8})-[0-9a-f]{6,64}\.tar\.gz")


def few(texts: Sequence[str]) -> list[str]:
    """The first few, and how many more there are."""
    more = [f"{len(texts) - SHOWN} more like this"] if len(texts) > SHOWN else []
    return [*texts[:SHOWN], *more]


def todo(texts: Iterable[str], what: str) -> Iterable[str]:
    return [f"{text}; {what}" for text in texts]


@rule(10, ERROR)
def text(e: Evidence) -> Iterable[str]:
    """Lines of printable ASCII, each with its end: other bytes could play with the terminal
    and the page of whoever reads them."""
    return todo(e.notices.of("text"), AGAIN)


@rule(11, ERROR)
def words(e: Evidence) -> Iterable[str]:
    """Every line has the fields of one that ./do writes, and the numbers are in a range that
    no machine leaves. SUPERCOP's words are many; of its files only those that figures need
    are looked at."""
    return todo(e.notices.of("words", "fields", "number", "facts"), AGAIN)


@rule(12, ERROR)
def order(e: Evidence) -> Iterable[str]:
    """A block says which code was timed how, then what came out: a line elsewhere belongs to
    nothing, or to what it should not."""
    return todo(e.notices.of("order"), AGAIN)


@rule(13, ERROR)
def agree(e: Evidence) -> Iterable[str]:
    """One machine, and no line later than the run; an interrupted run goes on for days, but
    not backwards."""
    return todo(e.notices.of("agree"), "one file is one run of one machine")


@rule(14, WARNING)
def file_name(e: Evidence) -> Iterable[str]:
    """data/<machine>-<date>-<time>.tar.gz is how ./do names a file, and collect with
    a hash for the time; by another name one would look for the wrong machine."""
    found = NAME.fullmatch(e.path.name)
    if e.kind == "shootout" and e.machine and (not found or found.groups() != (e.machine, e.date)):
        yield f"the name is not {e.machine}-{e.date}-TIME.tar.gz; give it the one that it had"


@rule(15, ERROR)
def plan(e: Evidence) -> Iterable[str]:
    """A block has the six lengths or a curve, whole, and a cell has each round once: what is
    missing or there twice was chosen by somebody."""
    return todo(e.notices.of("plan", "twice"), AGAIN)


@rule(16, ERROR)
def sums(e: Evidence) -> Iterable[str]:
    """Below each section is the number of its lines and their sum, which a change of a single
    line breaks. A forger makes the sum anew; a slip does not."""
    return todo(e.notices.of("sum"), "a line was changed, added or lost: " + AGAIN)


@rule(17, NOTE)
def older(e: Evidence) -> Iterable[str]:
    """Files from before sums, times of blocks and hashes of sources were written can be
    right, but less of them can be seen to be."""
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
            yield f"of an older shootout: no {', '.join(missing)} to check; a new run has them"


@rule(18, ERROR)
def something(e: Evidence) -> Iterable[str]:
    """A file without a figure is no result."""
    if not e.notices.total and not any(block.timings for block in e.blocks.kept):
        yield "nothing was timed at the lengths of the paper; send a file with results"
