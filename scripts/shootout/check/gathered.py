"""From a file to the evidence that the rules look at: facts, blocks, notices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..common.named import escaped
from ..machine.counter import Counters
from ..results import archive, stats
from ..results.grammar import UNPRINTABLE
from ..results.gunzip import Damaged, Unreadable, pieces
from ..results.reader import Reader
from ..results.records import BLOCK_CELL, ResultError
from ..results.sections import Budget
from . import supercop
from .evidence import Evidence, Facts
from .scan import Scan

COUNTERS = "counter-"


def gather(file: Path) -> Evidence:
    """Read a file. Unreadable is raised only for one that cannot be opened.

    It is read twice: leniently, as all commands read it, because the rules are about the figures
    that these show, then strictly. What was read before a file turned out to be damaged is kept.
    """
    e = Evidence(file)
    try:
        if archive.is_archive(file):
            # The facts stand behind the lines, and are needed before them.
            e.facts = _facts(archive.read_members(file, with_lines=False), e)
            _read(e, archive.walk(file))
            scan = Scan(e)
            for name, content in archive.walk(file):
                if name in archive.LINES:
                    scan.feed(content, curves=name == "curves")
            scan.close()
        else:
            e.kind = "supercop"
            _read(e, [("data", pieces(file))])
            e.blocks.kept += e.blocks.read
            supercop.scan(pieces(file), e)
    except Damaged as error:
        e.notice(error.fault, error.what)
    return e


def _read(e: Evidence, members: Iterable[tuple[str, Iterable[bytes]]]) -> None:
    """Take the blocks of a file from the reader of all commands, or say why it has none."""
    reader = Reader(e.path, stats.needed, Budget.of(e.path))
    try:
        for name, content in members:
            if name in archive.LINES:
                curves = name == "curves"
                reader.feed(_without_known(reader, content) if curves else content, curves=curves)
        result = reader.result()
        e.blocks.read = result.blocks
        if result.complaint:
            raise result.complaint
    except (Damaged, Unreadable):
        raise
    except ResultError as error:
        e.notice("unread", str(error).removeprefix(f"{escaped(e.path)}: "))
        e.blocks.read = tuple(reader.blocks_so_far())


def _without_known(reader: Reader, content: Iterable[bytes]) -> Iterator[bytes]:
    """The content, in pieces; between them, forget curves of cells that have figures without."""
    known = {BLOCK_CELL(block) for block in reader.blocks_so_far()}
    for piece in content:
        yield piece
        reader.blocks = [b for b in reader.blocks if not b.curve or BLOCK_CELL(b) not in known]


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
