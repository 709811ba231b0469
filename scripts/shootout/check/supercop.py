"""One pass over a data file of SUPERCOP's, of any year. Fewer rules apply to these."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..results import stats
from ..results.grammar import UNPRINTABLE
from ..results.reader import FIELDS
from ..results.records import Line, parse, samples
from ..results.sections import WORDS, Budget, sections
from .evidence import MOST, Evidence, Tried

READ = {"implementation", *FIELDS}  # words of the lines that the reader gets unchanged
LONG = 1000  # bytes of the lines of blocks; SUPERCOP's files have fewer
HOPELESS = 100_000  # faults; nobody needs to know of more
LONG_NUMBER = re.compile(r"\d{16}")
NUMBERS = re.compile(r"[0-9]+ [0-9]+ (?:(?:[+-][0-9]+)+|[0-9 ]+)")


def lines_of(pieces: Iterable[bytes], e: Evidence) -> Iterator[tuple[int, bytes]]:
    """Numbered lines without their newlines; what is not printable ASCII becomes `?`."""

    def complain(kind: str, number: int, what: str) -> None:
        e.notice(kind, f"line {number} {what}")

    for first, text in sections(pieces, complain, words=WORDS[:1], budget=Budget.of(e.path)):
        for number, line in enumerate(text.split(b"\n")[1:], first):
            if UNPRINTABLE.search(line):
                e.notice("text", f"line {number} has bytes that are not printable ASCII")
                line = UNPRINTABLE.sub(b"?", line)
            yield number, line


def scan(pieces: Iterable[bytes], e: Evidence) -> None:
    """Notice faults of the lines about hash functions; the others are skipped."""
    for number, raw in lines_of(pieces, e):
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
