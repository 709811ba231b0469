"""From a file to the evidence that the rules look at: facts, blocks, notices."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..common.named import escaped
from ..machine.counter import Counters
from ..results import archive, stats
from ..results.grammar import UNPRINTABLE
from ..results.gunzip import Damaged, Unreadable, pieces
from ..results.reader import FIELDS, Reader
from ..results.records import Line, ResultError, parse, samples
from ..results.sections import WORDS, Budget, sections
from .collected import SHARED
from .evidence import MOST, Evidence, Facts, Tried, mark
from .strict import VARIED, Strict

COUNTERS = "counter-"
READ = {"implementation", *FIELDS}  # words of the lines that the reader gets unchanged
LONG = 1000  # bytes of the lines of blocks; SUPERCOP's files have fewer
HOPELESS = 100_000  # faults; nobody needs to know of more
LONG_NUMBER = re.compile(r"\d{16}")
NUMBERS = re.compile(r"[0-9]+ [0-9]+ (?:(?:[+-][0-9]+)+|[0-9 ]+)")


def gather(file: Path) -> Evidence:
    """Read a file. Unreadable is raised only for one that cannot be opened. What was read before a
    file turned out to be damaged is kept."""
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
            _scan(pieces(file), e)
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
    for block in result.blocks:
        taken = [tuple(each.samples) for each in block.timings]
        if sum(map(len, map(set, taken))) >= SHARED * VARIED:  # as in so many lines with marks
            e.blocks.marks.add(mark(taken))
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


def _numbered(pieces: Iterable[bytes], e: Evidence) -> Iterator[tuple[int, bytes]]:
    """Numbered lines without their newlines; what is not printable ASCII becomes `?`."""

    def complain(kind: str, number: int, what: str) -> None:
        e.notice(kind, f"line {number} {what}")

    for first, text in sections(pieces, complain, words=WORDS[:1], budget=Budget.of(e.path)):
        for number, line in enumerate(text.split(b"\n")[1:], first):
            if UNPRINTABLE.search(line):
                e.notice("text", f"line {number} has bytes that are not printable ASCII")
                line = UNPRINTABLE.sub(b"?", line)
            yield number, line


def _scan(pieces: Iterable[bytes], e: Evidence) -> None:
    """Notice faults of the lines about hash functions; the others are skipped."""
    for number, raw in _numbered(pieces, e):
        text = raw.decode("ascii")
        try:
            line = parse(text)
        except ValueError:
            e.notice("fields", f"line {number}: not a result line: {text[:60]!r}")
            continue
        if not line:
            continue
        if not e.machine:
            e.machine, e.date, e.version = line.machine, line.date, line.version
        if line.machine != e.machine:
            e.notice("agree", f"line {number}: from the machine {line.machine}, not {e.machine}")
        if line.word == "try":
            _tried(line, number, e)
        elif line.word == "cycles":
            _timed(line, number, e)
        elif line.word in READ and (LONG_NUMBER.search(text) or len(raw) > LONG):
            e.notice("fields", f"line {number}: unusable: {text[:60]!r}")
        if e.notices.total > HOPELESS:
            e.notice("size", f"line {number}: too many errors; the rest was not read")
            break
    if not e.machine:
        e.notice("fields", "no line about a hash function")


def _timed(line: Line, number: int, e: Evidence) -> None:
    """Notice wrong fields, a negative sample, and a middle that is not that of the samples."""
    text = " ".join(line.rest)
    if not NUMBERS.fullmatch(text) or LONG_NUMBER.search(text):
        e.notice("fields", f"line {number}: wrong fields after the word 'cycles': {text[:60]!r}")
        return
    taken, middle = samples(line.rest), int(line.rest[1])
    e.blocks.lines += 1
    ordered, n = sorted(taken), len(taken)
    # The quartile since 2026; before that the median, either one of an even number.
    if middle not in (stats.stq2(taken), ordered[n // 2], ordered[(n - 1) // 2]):
        e.notice("middle", f"line {number}: {middle} is not the middle of the samples")
    if ordered[0] < 0:
        e.notice("number", f"line {number}: a sample is negative")


def _tried(line: Line, number: int, e: Evidence) -> None:
    """Read SUPERCOP's `try CHECKSUMS STATUS TICKS TICKS PERSECOND IMPLEMENTATION COMPILER`."""
    if len(line.rest) < 7 or len(line.rest[6]) > LONG or not e.room(e.trials.cells, number):
        e.notice("fields", f"line {number}: wrong fields after the word 'try'")
        return
    name = line.rest[5].removeprefix(f"crypto_hash/{line.primitive}/")
    cell = (line.abi, line.primitive, name, line.rest[6])
    tried = e.trials.cells.setdefault(cell, Tried())
    tried.right = line.rest[1] != "fails"
    if tried.right and len(e.trials.checksums) < MOST:
        e.trials.checksums.setdefault((line.primitive, line.rest[0]), number)
