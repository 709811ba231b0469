"""The tokenizer of result files: sections of lines, and the lines of a section bare.

A section is a block, a sum, or what comes before the first block. Lines of a section that
begin with the same six fields lose them once, together; so most of a file is taken apart by
expressions that know only a word and what follows it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from .grammar import LINE_HEAD
from .gunzip import MIB

MOST_LINES = 2_000_000
# A full run with two compilers and Java, much disturbed, has two thirds of it. With what a
# line costs at most, this and the bytes of a file are why no file takes long.
MOST_BYTES = 8 * MIB  # of a section; a curve of all lengths has one and a half
LONGEST = MIB  # bytes of a line
OPENS = re.compile(rb"\n" + LINE_HEAD.pattern + rb"(implementation|sum)(?= )")
# The beginning of a section, in a text whose lines have their newlines before them.
WORDS = (b" implementation ", b" sum ")

Complain = Callable[[str, int, str], object]
# Told the kind of a fault, the number of a line, and what is wrong with it.


def sections(
    pieces: Iterable[bytes], complain: Complain, *, words: Sequence[bytes] = WORDS
) -> Iterator[tuple[int, bytes]]:
    """The sections of a content: the number of the first line, and the lines, each behind a
    newline. What cannot be cut into sections is told to `complain`, and ends the content.

    Readers that do not look at sums give WORDS[:1]: a sum is then the last line of its block,
    and what is longer than a section of ours, as files of SUPERCOP's are, comes in parts.
    """
    strict = len(words) > 1
    rest, number, looked = b"\n", 1, 0
    for piece in pieces:
        rest += piece
        start, whole = 0, rest.rfind(b"\n")
        for at in _opens(rest, words, looked, whole):
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
            last = number + rest.count(b"\n") - 1
            complain("text", last, "is longer than any result line; not read further")
            return
        if len(rest) > MOST_BYTES and not strict:
            cut = rest.rfind(b"\n")
            yield number, rest[:cut]
            number += rest.count(b"\n", 0, cut)
            rest, looked = rest[cut:], 0
        if (number > MOST_LINES and strict) or len(rest) > MOST_BYTES:
            complain("size", number, "has more lines behind it than any run; not read further")
            return
    whole = rest.rfind(b"\n")
    if whole > 0:
        yield number, rest[:whole]
    if not rest.endswith(b"\n"):
        complain("newline", number + rest.count(b"\n") - 1, "is cut off: it has no newline")


def _opens(text: bytes, words: Sequence[bytes], start: int, end: int) -> list[int]:
    """Where the lines begin that may open a section: far quicker than a search for OPENS."""
    found = set()
    for word in words:
        at = text.find(word, start, end)
        while at >= 0:
            found.add(text.rfind(b"\n", 0, at))
            line = text.find(b"\n", at)
            at = text.find(word, line, end) if line >= 0 else -1
    return sorted(found)


class Bare(NamedTuple):
    """A section without the fields that its lines have in common."""

    fields: tuple[bytes, ...]  # version, machine, ABI, date, primitive
    text: bytes  # word and rest of each line, behind a newline


def bare(text: bytes, *, curves: bool = False) -> Bare | None:
    """The bare lines of a section; None where they do not all begin with the same fields.

    In the member `curves` only the first line of a block and its sum may have these fields.
    """
    found = LINE_HEAD.match(text, 1)
    if not found:
        return None
    prefix, lines = text[: found.end()], text.count(b"\n")
    rest = text.replace(prefix, b"\n")
    shared = (len(text) - len(rest)) // (len(prefix) - 1)
    if shared != lines:
        summed = text.startswith(prefix + b"sum ", text.rindex(b"\n"))
        if not curves or shared != 1 + summed or not text.startswith(FIRST, len(prefix)):
            return None
        if FIELDS.search(rest):
            return None  # lines of another block, with fields of their own
    return Bare(found.groups(), rest)


FIRST = b"implementation "
FIELDS = re.compile(rb"\n" + LINE_HEAD.pattern)
