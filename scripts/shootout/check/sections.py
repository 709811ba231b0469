"""The lines of a result file of ours, cut into sections: a block, a sum, what is before them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..results.grammar import LINE_HEAD
from ..results.gunzip import MIB
from .evidence import Evidence

MOST_LINES = 2_000_000
"""A full run with two compilers and Java, much disturbed, has two thirds of it. With what a
line costs at most, this and the bytes of a file are why no file takes long."""
MOST_BYTES = 8 * MIB
"""Of a section; a curve of all lengths has one and a half."""

LONGEST = MIB
"""Bytes of a line."""
OPENS = re.compile(rb"\n" + LINE_HEAD.pattern + rb"(implementation|sum)(?= )")
"""What a section begins with, in a text whose lines have their newlines before them."""


def sections(pieces: Iterable[bytes], e: Evidence) -> Iterator[tuple[int, bytes]]:
    """The number of the first line of each, and its lines, each behind a newline."""
    rest, number, looked = b"\n", 1, 0
    for piece in pieces:
        rest += piece
        start, whole = 0, rest.rfind(b"\n")
        for at in _opens(rest, looked, whole):
            found = OPENS.match(rest, at)
            if not found:
                continue
            ends = [at, rest.index(b"\n", found.end())] if found[6] == b"sum" else [at]
            for end in ends:
                if end > start:
                    yield number, rest[start:end]
                    number += rest.count(b"\n", start, end)
                start = end
        rest, looked = rest[start:], whole - start
        if len(rest) - rest.rfind(b"\n") > LONGEST:
            e.notice("text", f"line {number} or later is longer than any; not read further")
            return
        if number > MOST_LINES or len(rest) > MOST_BYTES:
            e.notice("size", f"line {number}: more lines than any run has; not read further")
            return
    if not rest.endswith(b"\n"):
        last = number + rest.count(b"\n") - 1
        e.notice("text", f"line {last} is cut off: it has no newline")
    whole = rest.rfind(b"\n")
    if whole > 0:
        yield number, rest[:whole]


def _opens(text: bytes, start: int, end: int) -> list[int]:
    """Where the lines begin that may open a section: far quicker than a search for OPENS."""
    found = set()
    for word in (b" implementation ", b" sum "):
        at = text.find(word, start, end)
        while at >= 0:
            found.add(text.rfind(b"\n", 0, at))
            line = text.find(b"\n", at)
            at = text.find(word, line, end) if line >= 0 else -1
    return sorted(found)
