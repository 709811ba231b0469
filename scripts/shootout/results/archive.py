"""A result file of ours: a .tar.gz of a few known members, never unpacked to disk.

MANIFEST says `shootout 2`, then `SHA-256 NAME` of every other member, a line each.

The tar is read by hand, for Python's tarfile follows every extension there is: links,
sparse files, headers that change later headers. We write none, so none is accepted: a header
is what `_header` makes, to the byte.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO

from ..common.atomic import appear
from .gunzip import AGAIN, MIB, Damaged, pieces
from .records import ResultError

FORMATS = ("shootout 1", "shootout 2")
# Since the second one blocks of the member `curves` are written in columns (columns.py).
MANIFEST = "MANIFEST"
# The members in their order, and the bytes each may have; a full run has 60 MiB of curves.
MEMBERS = {
    "data": 320 * MIB, "machine": MIB // 16, "log": 16 * MIB, "curves": 320 * MIB,
    MANIFEST: MIB // 16,
}  # fmt: skip
LINES = ("data", "curves")
"""The members with result lines. Blocks of all message lengths are many and come last, so
that who only wants the others is done before; older files have all lines in `data`."""

BLOCK = 512
MAGIC = b"ustar\x0000"
# The numbers of a device that a file is not: older Pythons wrote zeros, newer ones nothing.
DEVICES = (bytes(16), b"0000000\0" * 2)


def manifest(members: Mapping[str, bytes]) -> bytes:
    """The text of MANIFEST for these members."""
    return _manifest({name: hashlib.sha256(members[name]).hexdigest() for name in members})


def _manifest(hashes: Mapping[str, str], version: str = FORMATS[-1]) -> bytes:
    lines = [f"{hashes[name]} {name}" for name in MEMBERS if name in hashes and name != MANIFEST]
    return "\n".join([version, *lines, ""]).encode()


def write(path: Path, members: Mapping[str, bytes], *, mtime: int = 0) -> None:
    """Write a new result file, whole or not at all; equal members make equal bytes.

    A file that exists already is never replaced.
    """
    unknown = members.keys() - MEMBERS.keys()
    if unknown or "data" not in members:
        raise ValueError(f"a result file holds {', '.join(MEMBERS)}, not {sorted(members)}")
    try:
        with appear(path) as file:
            _pack(file, {**members, MANIFEST: manifest(members)}, mtime)
    except FileExistsError as error:
        todo = "results are never replaced: move it away"
        raise ResultError(path, "exists already", todo=todo) from error
    except OSError as error:
        todo = "make room or rights there, then try again"
        raise ResultError(path, f"cannot be written: {error.strerror}", todo=todo) from error


def _pack(file: IO[bytes], members: Mapping[str, bytes], mtime: int) -> None:
    with gzip.GzipFile("", "wb", 9, file, mtime) as packed:
        for name in (name for name in MEMBERS if name in members):
            content = members[name]
            packed.write(
                _header(name, len(content), mtime) + content + bytes(-len(content) % BLOCK)
            )
        packed.write(bytes(2 * BLOCK))


def _header(name: str, size: int, mtime: int, device: bytes = DEVICES[0]) -> bytes:
    """The ustar header of a plain file of nobody's, mode 644."""
    numbers = b"0000644\0" + 2 * b"0000000\0" + b"%011o\0%011o\0" % (size, mtime)
    start = name.encode().ljust(100, b"\0") + numbers
    end = b"0" + bytes(100) + MAGIC + bytes(64) + device + bytes(155 + 12)
    total = sum(start) + sum(end) + 8 * ord(" ")
    return start + b"%06o\0 " % total + end


def is_archive(path: Path) -> bool:
    """Whether a tar lies behind the gzip; by content, for people rename files."""
    start = b""
    try:
        for piece in pieces(path):
            start += piece
            if len(start) >= BLOCK:
                break
    except ResultError:
        pass
    return start[257:262] == MAGIC[:5]


class Stream:
    """The tar, from front to back."""

    def __init__(self, path: Path) -> None:
        self.path, self.pieces, self.rest = path, pieces(path), b""

    def upto(self, size: int) -> bytes:
        """Some bytes, at least one and no more than `size`. Damaged when there are no more."""
        while not self.rest:
            piece = next(self.pieces, None)
            if piece is None:
                raise Damaged(self.path, "cut", "is cut off: its tar has no end")
            self.rest = piece
        taken, self.rest = self.rest[:size], self.rest[size:]
        return taken

    def exactly(self, size: int) -> bytes:
        taken = b""
        while len(taken) < size:
            taken += self.upto(size - len(taken))
        return taken

    def content(self, size: int) -> Iterator[bytes]:
        """A member's bytes and, unseen, what fills up its last block."""
        left = size
        while left:
            piece = self.upto(left)
            left -= len(piece)
            yield piece
        if any(self.exactly(-size % BLOCK)):
            raise Damaged(self.path, "padding", "hides something behind a member")

    def end(self) -> None:
        """The second empty block; then nothing but zeros, to the end of the gzip."""
        hidden = self.exactly(BLOCK).strip(b"\0") or self.rest.strip(b"\0")
        if hidden or any(piece.strip(b"\0") for piece in self.pieces):
            raise Damaged(self.path, "padding", "hides something behind its end")


def walk(path: Path) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The members in their order; what is not read of one is passed over. Damaged, if so."""
    stream, seen = Stream(path), set[str]()
    while any(header := stream.exactly(BLOCK)):
        name, size = _member(path, header)
        if name in seen:
            raise Damaged(path, "twice", f"has a member {name!r} twice")
        seen.add(name)
        content = stream.content(size)
        yield name, content
        for _ in content:  # what was not asked for
            pass
    stream.end()


def _member(path: Path, header: bytes) -> tuple[str, int]:
    """Name and size, if the header is one that we write."""
    name = header[:100].rstrip(b"\0").decode("ascii", "replace")
    if header[257:265] != MAGIC:
        raise Damaged(path, "header", "its tar is none that ./do wrote")
    if header[156:157] != b"0":
        raise Damaged(path, "kind", f"has a member {name!r:.80} that is no plain file")
    if name not in MEMBERS or any(header[345:500]):
        raise Damaged(path, "name", f"has a member {name!r:.80}")
    numbers = header[124:135], header[136:147]
    if not all(number.isdigit() and not set(number) & set(b"89") for number in numbers):
        raise Damaged(path, "header", f"the header of its {name} is none that ./do writes")
    size, mtime = (int(number, 8) for number in numbers)
    if header not in (_header(name, size, mtime, device) for device in DEVICES):
        raise Damaged(path, "header", f"the header of its {name} is none that ./do writes")
    if size > MEMBERS[name]:
        raise Damaged(path, "size", f"its {name} is too large")
    return name, size


def lines(members: Mapping[str, bytes]) -> bytes:
    """The result lines among the members."""
    return b"".join(members.get(name, b"") for name in LINES)


def content(path: Path) -> Iterator[bytes]:
    """The result lines, a piece at a time."""
    for name, content in walk(path):
        if name in LINES:
            yield from content


def read_first(path: Path) -> dict[str, bytes]:
    """The members before the curves; nobody compares them with MANIFEST, which is behind."""
    found = {}
    for name, content in walk(path):
        if name in ("curves", MANIFEST):
            break
        found[name] = b"".join(content)
    if "data" not in found:
        raise Damaged(path, "manifest", "has no data")
    return found


def read_members(path: Path, *, with_lines: bool = True) -> dict[str, bytes]:
    """All members but MANIFEST, which must agree with them; Damaged otherwise.

    Without `with_lines` the members of result lines are compared, and not in the answer.
    """
    found: dict[str, bytes] = {}
    hashes: dict[str, str] = {}
    for name, content in walk(path):
        digest, kept = hashlib.sha256(), list[bytes]()
        for piece in content:
            digest.update(piece)
            if with_lines or name not in LINES:
                kept.append(piece)
        found[name], hashes[name] = b"".join(kept), digest.hexdigest()
    claimed = found.pop(MANIFEST, b"")
    version = claimed.split(b"\n", 1)[0].decode("ascii", "replace")
    if version not in FORMATS:
        what = f"is of format {version!r:.40}, not {FORMATS[-1]!r}"
        raise Damaged(path, "format", what, todo="take a newer shootout, or " + AGAIN)
    if claimed != _manifest(hashes, version) or "data" not in found:
        raise Damaged(path, "manifest", f"its members are not those of its {MANIFEST}")
    return {name: found[name] for name in found if with_lines or name not in LINES}


def lines_of(file: Path) -> str:
    """SHA-256 of the result lines of a file, however they are packed. Damaged if it is."""
    digest = hashlib.sha256()
    for piece in content(file) if is_archive(file) else pieces(file):
        digest.update(piece)
    return digest.hexdigest()
