"""./do check --show FILE: print everything that leaves the machine with a result file."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..common.named import escaped, opened
from ..results import archive
from ..results.gunzip import GZIP, Unreadable, pieces
from ..results.reader import printable
from ..results.records import HEAD

INSIDE = "    "
HEADER = 10  # bytes of a gzip header, if no flag says that it has more
NAME, COMMENT, EXTRA = 8, 16, 4  # its flags


def show(file: Path) -> Iterator[str]:
    """The whole content of a file in lines. Raises ResultError for one that cannot be read.

    Nothing is left out. Fields that several result lines begin with are printed once, above them.
    """
    try:
        size = file.stat().st_size
    except OSError as error:
        raise Unreadable(file, f"cannot be read: {error.strerror}") from error
    yield f"{escaped(file)}: {size} bytes. Its whole content:"
    yield from _outside(file)
    if not archive.is_archive(file):
        yield from _grouped(_lines(pieces(file)))
        return
    found = archive.read_members(file, with_lines=False)
    for name, content in found.items():
        yield from ("", name)
        yield from (INSIDE + printable(line) for line in content.splitlines())
    for name, parts in archive.walk(file):
        if name in archive.LINES:
            yield from ("", name)
            yield from _grouped(_lines(parts))
        elif name == archive.MANIFEST:
            yield from ("", name)
            yield from (INSIDE + printable(line) for line in _lines(parts))


def _outside(file: Path) -> Iterator[str]:
    """What the headers around the members say."""
    try:
        with opened(file) as content:
            head = content.read(512)
    except OSError as error:
        raise Unreadable(file, f"cannot be read: {error.strerror}") from error
    if not head.startswith(GZIP) or len(head) < HEADER:
        return
    seconds = int.from_bytes(head[4:8], "little")
    when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(seconds)) if seconds else "no time"
    said = [when]
    for flag, what in ((NAME, "name"), (COMMENT, "comment"), (EXTRA, "extra field")):
        said.append(f"a {what}" if head[3] & flag else f"no {what}")
    yield f"gzip header: {', '.join(said)}"
    if head[3] & (NAME | COMMENT | EXTRA):
        yield INSIDE + printable(head[HEADER:])
    if archive.is_archive(file):
        yield "tar headers: no user, no group, mode 644"


def _lines(parts: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for part in parts:
        *whole, rest = (rest + part).split(b"\n")
        yield from whole
    if rest:
        yield rest


def _grouped(lines: Iterable[bytes]) -> Iterator[str]:
    """Result lines below the fields that they begin with; all other lines as they are."""
    before = ""
    for line in map(printable, lines):
        fields = line.split(" ", HEAD - 1)
        head = " ".join(fields[: HEAD - 1]) if len(fields) == HEAD else ""
        if head and head != before:
            yield INSIDE + head
        before = head
        yield INSIDE * 2 + fields[-1] if head else INSIDE + line
