"""./do check --show FILE: print everything that leaves the machine with a result file."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..results import archive
from ..results.gunzip import GZIP, pieces
from ..results.reader import printable
from ..results.records import HEAD

INSIDE = "    "
NAME, COMMENT, EXTRA = 8, 16, 4  # flags of a gzip header


def show(file: Path) -> Iterator[str]:
    """The whole content of a file in lines. Raises ResultError for one that cannot be read.

    Nothing is left out. Fields that several result lines begin with are printed once, above them.
    """
    yield f"{file}: {file.stat().st_size} bytes. Its whole content:"
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
    with file.open("rb") as opened:
        head = opened.read(512)
    if not head.startswith(GZIP):
        return
    seconds = int.from_bytes(head[4:8], "little")
    when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(seconds)) if seconds else "no time"
    said = [when]
    for flag, what in ((NAME, "name"), (COMMENT, "comment"), (EXTRA, "extra field")):
        said.append(f"a {what}" if head[3] & flag else f"no {what}")
    yield f"gzip header: {', '.join(said)}"
    if head[3] & (NAME | COMMENT | EXTRA):
        yield INSIDE + printable(head[10:])
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
