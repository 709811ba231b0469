"""The tokenizer of result files: cut a content into sections, strip the fields lines share.

A section is a block, a sum, or the lines before the first block. If all lines of a section
begin with the same six fields, these are removed from all of them at once. The regular
expressions for the rest then need to know only a word and its arguments.

A checksum line below each section finds accidents, and deliberate changes that overlook it. It is
no seal: anyone who knows the format can compute it again, and the MANIFEST too (docs/check.md).
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .grammar import LINE_HEAD
from .gunzip import MIB

# A full run with two compilers and Java, much disturbed, has two thirds of this many lines.
# The cost of a line is bounded, so this limit and that on bytes bound the time for a file.
MOST_LINES = 2_000_000
MOST_BYTES = 8 * MIB  # of a section; a curve of all lengths has 1.5 MiB
LONGEST = MIB  # bytes of a line
LINE = 6  # what a line costs, in numbers or words
OPENS = re.compile(rb"\n" + LINE_HEAD.pattern + rb"(implementation|sum)(?= )")
# Words that begin a section, searched for in lines that each follow a newline.
WORDS = (b" implementation ", b" sum ")

# A callback for faults: the kind of the fault, the number of its line, a message.
Complain = Callable[[str, int, str], object]


class Budget:
    """The numbers, words and lines that a file may have, by its size.

    Packed lines of a run have up to 2.2 of them a byte. Much more in a small file is no run:
    whoever reads it would work for minutes, for a file that took no time to send.
    """

    LEAST, PER_BYTE = 2_000_000, 2  # up to a million bytes
    LARGE, PER_MORE = 1_000_000, 10  # for each byte beyond

    def __init__(self, size: int) -> None:
        more = max(0, size - self.LARGE)
        self.left: float = self.LEAST + self.PER_BYTE * (size - more) + self.PER_MORE * more

    @classmethod
    def of(cls, file: Path) -> Budget:
        """The budget of a file; that of an empty one if the file cannot be found."""
        try:
            return cls(file.stat().st_size)
        except OSError:
            return cls(0)

    def spend(self, amount: float) -> None:
        """Take an amount; raises ValueError when there is not so much left."""
        self.left -= amount
        if self.left < 0:
            raise ValueError("more lines, numbers and names than a run of its size has")

    def read(self, text: bytes) -> None:
        """Take what is in a text."""
        self.spend(numbers(text) + LINE * text.count(b"\n"))


def numbers(text: bytes) -> int:
    """The signs and blanks of a text, one before each number or word."""
    return len(text) - len(text.translate(None, b"+- "))


def sections(
    pieces: Iterable[bytes], complain: Complain, *, words: Sequence[bytes] = WORDS,
    budget: Budget | None = None,
) -> Iterator[tuple[int, bytes]]:  # fmt: skip
    """The sections of a content: the number of the first line, and the lines, each after a newline.

    What cannot be cut is reported to `complain` and read no further. Readers that ignore sums pass
    WORDS[:1]: a sum is then the last line of its block, and longer sections come in parts.
    """
    strict, rest, number, looked = len(words) > 1, b"\n", 1, 0
    for piece in pieces:
        try:
            if budget:
                budget.read(piece)
        except ValueError as error:
            complain("size", number, f"is followed by {error}; not read further")
            return
        rest += piece
        start, whole = 0, rest.rfind(b"\n")
        for at in _opens(rest, words, looked, whole):
            if not (found := OPENS.match(rest, at)):
                continue
            ends = [at, rest.index(b"\n", found.end())] if found[6] == b"sum" else [at]
            for end in ends:
                if end > start:
                    yield number, rest[start:end]
                    number += rest.count(b"\n", start, end)
                start = end
        rest, looked = rest[start:], whole - start
        if len(rest) - rest.rfind(b"\n") > LONGEST:
            number += rest.count(b"\n") - 1
            complain("text", number, "is longer than any result line; not read further")
            return
        if len(rest) > MOST_BYTES and not strict:
            cut = rest.rfind(b"\n")
            yield number, rest[:cut]
            number += rest.count(b"\n", 0, cut)
            rest, looked = rest[cut:], 0
        if (number > MOST_LINES and strict) or len(rest) > MOST_BYTES:
            complain("size", number, "is followed by more lines than a run has; not read further")
            return
    if (whole := rest.rfind(b"\n")) > 0:
        yield number, rest[:whole]
    if not rest.endswith(b"\n"):
        complain("newline", number + rest.count(b"\n") - 1, "is cut off: it has no newline")


def _opens(text: bytes, words: Sequence[bytes], start: int, end: int) -> list[int]:
    """The starts of lines that may open a section, found far faster than with OPENS alone."""
    found = set()
    for word in words:
        at = text.find(word, start, end)
        while at >= 0:
            found.add(text.rfind(b"\n", 0, at))
            line = text.find(b"\n", at)
            at = text.find(word, line, end) if line >= 0 else -1
    return sorted(found)


class Bare(NamedTuple):
    """A section without the fields that its lines share."""

    fields: tuple[bytes, ...]  # version, machine, ABI, date, primitive
    text: bytes  # word and arguments of each line, after a newline


def bare(text: bytes, *, curves: bool = False) -> Bare | None:
    """The bare lines of a section; None unless all its lines begin with the same fields.

    In the member `curves` it is enough if the first line of a block and its sum have them.
    """
    found = LINE_HEAD.match(text, 1)
    if not found:
        return None
    prefix = text[: found.end()]
    parts = text.split(prefix)  # quicker than to replace
    shared, rest = len(parts) - 1, b"\n".join(parts)
    if shared != rest.count(b"\n"):  # some lines begin otherwise
        summed = text.startswith(prefix + b"sum ", text.rindex(b"\n"))
        if not curves or shared != 1 + summed or not text.startswith(FIRST, len(prefix)):
            return None
        if FIELDS.search(rest):
            return None  # lines of another block, with fields of their own
    return Bare(found.groups(), rest)


FIRST = b"implementation "
FIELDS = re.compile(rb"\n" + LINE_HEAD.pattern)


def crc(text: bytes) -> int:
    """The CRC-32 of lines, each after a newline, as if the newline followed it."""
    return zlib.crc32(b"\n", zlib.crc32(memoryview(text)[1:]))


def summed(text: bytes) -> bytes:
    """A section, each line after a newline, with `sum LINES CRC32` below it.

    The sum repeats the first fields of the last line, or if that is bare of the first line.
    """
    last = text.rindex(b"\n")
    head = LINE_HEAD.match(text, last + 1) or LINE_HEAD.match(text, 1)
    fields = head[0] if head else b" ".join(text[last + 1 :].split(b" ", 6)[:6]) + b" "
    return b"%s\n%ssum %d %08x" % (text, fields, text.count(b"\n"), crc(text))
