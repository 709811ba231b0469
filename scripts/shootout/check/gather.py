"""From a file to the evidence that the rules look at: facts, blocks, notices."""

from __future__ import annotations

from pathlib import Path

from ..machine.counter import Counters
from ..results import archive
from ..results.grammar import UNPRINTABLE
from ..results.gunzip import Damaged, pieces
from . import supercop
from .evidence import Evidence, Facts
from .scan import Scan

COUNTERS = "counter-"


def gather(file: Path) -> Evidence:
    """Read a file. Unreadable is raised only for one that cannot be opened.

    Our own are read twice: the facts stand behind the lines, and are needed before them. What
    was read before a file turned out to be damaged is kept.
    """
    e = Evidence(file)
    try:
        if archive.is_archive(file):
            e.facts = _facts(archive.read_members(file, with_lines=False), e)
            scan = Scan(e)
            for name, content in archive.walk(file):
                if name in archive.LINES:
                    scan.feed(content, curves=name == "curves")
            scan.close()
        else:
            e.kind = "supercop"
            supercop.scan(pieces(file), e)
    except Damaged as error:
        e.notice(error.fault, error.what)
    return e


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
