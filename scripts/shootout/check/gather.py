"""From a file to the evidence that the rules look at."""

from __future__ import annotations

from pathlib import Path

from ..results import archive
from ..results.grammar import UNPRINTABLE
from ..results.gunzip import Damaged, pieces
from . import supercop
from .evidence import Claim, Evidence
from .scan import Scan

COUNTERS = "counter-"


def gather(file: Path) -> Evidence:
    """Reads a file; Unreadable only for one that cannot be opened.

    Our own are read twice: the lines are looked at when the outside is sound, and the facts
    are behind them.
    """
    e = Evidence(file)
    try:
        if archive.is_archive(file):
            _facts(archive.read_members(file, with_lines=False), e)
            Scan(e).feed(archive.content(file))
        else:
            e.kind = "supercop"
            supercop.scan(pieces(file), e)
    except Damaged as error:
        e.notice(error.fault, error.what)
    return e


def _facts(members: dict[str, bytes], e: Evidence) -> None:
    """The member `machine`, a `key value` a line; and whether the log is text."""
    facts: dict[str, str] = {}
    for name, content in members.items():
        if UNPRINTABLE.search(content):
            e.notice("text", f"the member {name} has what is not printable ASCII")
    for line in UNPRINTABLE.sub(b"?", members.get("machine", b"")).decode().splitlines():
        key, blank, value = line.partition(" ")
        if not key or not blank or key in facts:
            e.notice("facts", f"the member machine has a line {line[:60]!r}")
        facts[key] = value
    e.facts = facts
    claims = {}
    for key, value in facts.items():
        if key.startswith(COUNTERS):
            claim = Claim.parse(value)
            if claim:
                claims[key[len(COUNTERS) :]] = claim
            else:
                e.notice("facts", f"the member machine tells no counter: {key} {value[:60]!r}")
    e.claims = claims
