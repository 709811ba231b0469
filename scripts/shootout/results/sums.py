"""Add a checksum line below each section of a result file.

It finds accidents, and deliberate changes that overlook it. It is no seal: anyone who knows
the format can compute it again, and the MANIFEST too (docs/check.md).
"""

from __future__ import annotations

import zlib

from .columns import shortened
from .grammar import LINE_HEAD
from .records import MANY, ResultError
from .sections import WORDS, sections


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


def parted(lines: bytes) -> tuple[bytes, bytes]:
    """The members `data` and `curves` made from result lines: `curves` has blocks of many lengths.

    Each section gets its sum. Blocks in `curves` have their fields once, then columns.
    """
    parts: tuple[list[bytes], list[bytes]] = [], []
    for _, text in sections([lines], _refuse, words=WORDS[:1]):
        curve = text.count(b" cycles ") >= MANY
        parts[curve].append(summed(shortened(text) if curve else text))
    data, curves = (b"".join([*some, b"\n"])[1:] for some in parts)
    return data, curves


def _refuse(kind: str, number: int, what: str) -> None:
    raise ResultError("this run", what, line=number)
