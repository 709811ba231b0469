"""From a file to the evidence that the rules look at: facts, blocks, notices."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..common.named import escaped
from ..machine.counter import Counters
from ..results import archive, stats
from ..results.grammar import UNPRINTABLE
from ..results.gunzip import Damaged, Unreadable, pieces
from ..results.reader import Reader
from ..results.records import ResultError
from ..results.sections import Budget
from . import supercop
from .evidence import Evidence, Facts
from .strict import Strict

COUNTERS = "counter-"


def gather(file: Path) -> Evidence:
    """Read a file. Unreadable is raised only for one that cannot be opened.

    What was read before a file turned out to be damaged is kept.
    """
    e = Evidence(file)
    try:
        if archive.is_archive(file):
            # The facts come after the lines, and are needed before them.
            e.facts = _facts(archive.read_members(file, with_lines=False), e)
            reader = Strict(e)
            for name, content in archive.walk(file):
                if name in archive.LINES:
                    reader.feed(content, curves=name == "curves")
            reader.end()
        else:
            e.kind = "supercop"
            _read(e, pieces(file))
            supercop.scan(pieces(file), e)
    except Damaged as error:
        e.notice(error.fault, error.what)
    return e


def _read(e: Evidence, content: Iterable[bytes]) -> None:
    """Take the blocks of a file of SUPERCOP's, or say why it has none."""
    reader, complaint = Reader(e.path, stats.needed, Budget.of(e.path)), None
    try:
        reader.feed(content)
    except (Damaged, Unreadable):
        raise
    except ResultError as error:
        complaint = error
    result = reader.result(complaint=complaint)
    e.blocks.kept, e.blocks.read = list(result.blocks), result.blocks
    if result.complaint:
        e.notice("unread", str(result.complaint).removeprefix(f"{escaped(e.path)}: "))


def _facts(members: dict[str, bytes], e: Evidence) -> Facts:
    """The member `machine`, one `name text` a line; all other members must be text, too."""
    for name, content in members.items():
        if UNPRINTABLE.search(content):
            e.notice("text", f"the member {name} has bytes that are not printable ASCII")
    facts: dict[str, str] = {}
    for line in UNPRINTABLE.sub(b"?", members.get("machine", b"")).decode().splitlines():
        name, blank, text = line.partition(" ")
        if not name or not blank or name in facts:
            e.notice("facts", f"the member machine has the unusable line {line[:60]!r}")
        facts[name] = text
    counters: dict[str, Counters] = {}
    for name, text in facts.items():
        if name.startswith(COUNTERS):
            found = Counters.of_fact(text)
            if found:
                counters[name[len(COUNTERS) :]] = found
            else:
                e.notice("facts", f"the fact {name:.60} describes no counter: {text[:60]!r}")
    return Facts(facts, counters)
