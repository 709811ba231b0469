"""Gunzip a file in pieces, within limits: a stranger's file may be a decompression bomb."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from ..common.errors import Trouble
from ..common.named import escaped, opened

MIB = 1 << 20
GZIP = b"\x1f\x8b"
HEAD = 512  # bytes by which garbage is told from lines of results
DATED = re.compile(rb"^[0-9]", re.MULTILINE)  # result lines begin with a version, a date
TEXT = bytes([9, 10, 13, *range(32, 127)])
PIECE = 1 << 18  # bytes read at once, and at most inflated at once

# Limits in bytes, packed and inflated; a full run has 5 and 50 MiB.
MOST_IN = 128 * MIB
MOST_OUT = 384 * MIB
# Lines of samples shrink to a tenth. A file that shrinks far more is not a run, but the ratio
# tells nothing in its first 4 MiB.
RATIO, FREE = 50, 4 * MIB

AGAIN = "ask for the file again, or run ./do again"


class ResultError(Trouble):
    """A result file that cannot be read or written; says what is wrong, where, what to do."""

    def __init__(self, where: object, what: str, *, line: int = 0, todo: str = "") -> None:
        name = escaped(where)
        place = f"{name}: line {line}" if line else name
        super().__init__(f"{place}: {what}" + (f"; {todo}" if todo else ""))


class Damaged(ResultError):
    """A file with a wrong container; rules of `check` know the fault by the name `fault`."""

    def __init__(self, where: object, fault: str, what: str, todo: str = AGAIN) -> None:
        super().__init__(where, what, todo=todo)
        self.fault, self.what = fault, what


class Unreadable(ResultError):
    """A file that the operating system cannot open or read."""


def pieces(path: Path) -> Iterator[bytes]:
    """The content of a file in pieces, inflated if it is a gzip. Raises Damaged if it is cut off or
    a bomb, Unreadable if it cannot be opened or read."""
    try:
        with opened(path) as file:
            head = file.read(HEAD)
            packed = head.startswith(GZIP)
            file.seek(0)
            if what := "" if packed else garbage(head):
                raise Damaged(path, "gzip", f"is {what}, not a gzip archive of results")
            yield from _inflated(path, file) if packed else _plain(path, file)
    except OSError as error:
        raise Unreadable(path, f"cannot be read: {error.strerror or error}") from error


def garbage(head: bytes) -> str:
    """What a file that begins so is, if it can have no result lines; empty if it may."""
    if not head:
        return "empty"
    if head.lstrip()[:1] == b"<":
        return "a web page (perhaps the download failed)"
    if b"\0" in head or 8 * len(head.translate(None, TEXT)) > len(head):
        return "binary data"
    if head.strip() and not DATED.search(head):
        return "text without result lines"
    return ""


def _plain(path: Path, file: IO[bytes]) -> Iterator[bytes]:
    read = 0
    for piece in iter(lambda: file.read(PIECE), b""):
        read += len(piece)
        if read > MOST_IN:
            raise Damaged(path, "input", f"has more than {MOST_IN // MIB} MiB")
        yield piece


def _inflated(path: Path, file: IO[bytes]) -> Iterator[bytes]:
    stream, made, read = zlib.decompressobj(31), 0, 0
    for packed in _plain(path, file):
        read += len(packed)
        while packed and not stream.eof:
            try:
                piece = stream.decompress(packed, PIECE)
            except zlib.error as error:
                raise Damaged(path, "gzip", f"is damaged ({error})") from error
            packed = stream.unconsumed_tail
            if not made and piece.startswith(GZIP):
                raise Damaged(path, "gzip", "is compressed twice", "send it as ./do made it")
            made += len(piece)
            if made > MOST_OUT:
                raise Damaged(path, "output", f"inflates to more than {MOST_OUT // MIB} MiB")
            if made > FREE and made > RATIO * read:
                raise Damaged(path, "ratio", f"inflates to more than {RATIO} times its size")
            yield piece
        if stream.eof and (packed or stream.unused_data):
            raise Damaged(path, "gzip", "continues after the end of its gzip")
    if not stream.eof:
        raise Damaged(path, "gzip", "is cut off: the end of its gzip is missing")
