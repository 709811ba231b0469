"""Read and write our result files: a .tar.gz of a few known members, never unpacked to disk.

MANIFEST has a line `shootout 2`, then a line `SHA-256 NAME` for every other member.

The tar is parsed here because Python's tarfile follows every extension of the format: links,
sparse files, headers that change later headers. We write none of them and accept none: a
header must equal the output of `_header`, byte for byte.
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

# Since the second format blocks of the member `curves` are written in columns (columns.py).
FORMATS = ("shootout 1", "shootout 2")
MANIFEST = "MANIFEST"
# The members in their order, each with its most bytes; a full run has 60 MiB of curves.
MEMBERS = {
    "data": 320 * MIB, "machine": MIB // 16, "log": 16 * MIB, "curves": 320 * MIB,
    MANIFEST: MIB // 16,
}  # fmt: skip
# The members with result lines. `curves` is the larger by far and comes last, so that a reader
# of `data` alone can stop before it. Older files have all lines in `data`.
LINES = ("data", "curves")

BLOCK = 512
MAGIC = b"ustar\x0000"
# The device numbers, which a plain file does not need: older Pythons wrote zeros, newer ones
# leave them empty.
DEVICES = (bytes(16), b"0000000\0" * 2)


def manifest(members: Mapping[str, bytes]) -> bytes:
    """The content of MANIFEST for these members."""
    return _manifest({name: hashlib.sha256(members[name]).hexdigest() for name in members})


def _manifest(hashes: Mapping[str, str], version: str = FORMATS[-1]) -> bytes:
    lines = [f"{hashes[name]} {name}" for name in MEMBERS if name in hashes and name != MANIFEST]
    return "\n".join([version, *lines, ""]).encode()


def write(path: Path, members: Mapping[str, bytes], *, mtime: int = 0) -> None:
    """Write a new result file atomically; equal members make equal bytes.

    An existing file is never replaced.
    """
    unknown = members.keys() - MEMBERS.keys()
    if unknown or "data" not in members:
        raise ValueError(f"a result file holds {', '.join(MEMBERS)}, not {sorted(members)}")
    try:
        with appear(path) as file:
            _pack(file, {**members, MANIFEST: manifest(members)}, mtime)
    except FileExistsError as error:
        todo = "results are never replaced: move that file away"
        raise ResultError(path, "exists already", todo=todo) from error
    except OSError as error:
        todo = "check disk space and permissions, then try again"
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
    """The ustar header, 512 bytes, of a plain file of mode 644 without an owner."""
    numbers = b"0000644\0" + 2 * b"0000000\0" + b"%011o\0%011o\0" % (size, mtime)
    start = name.encode().ljust(100, b"\0") + numbers
    end = b"0" + bytes(100) + MAGIC + bytes(64) + device + bytes(155 + 12)
    total = sum(start) + sum(end) + 8 * ord(" ")
    return start + b"%06o\0 " % total + end


def is_archive(path: Path) -> bool:
    """Whether the gzip holds a tar, judged by content because people rename files."""
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
    """A tar, read once from front to back."""

    def __init__(self, path: Path) -> None:
        self.path, self.pieces, self.rest = path, pieces(path), b""

    def upto(self, size: int) -> bytes:
        """The next bytes, at least one and at most `size`; raises Damaged at the end."""
        while not self.rest:
            piece = next(self.pieces, None)
            if piece is None:
                raise Damaged(self.path, "cut", "is cut off: the end of its tar is missing")
            self.rest = piece
        taken, self.rest = self.rest[:size], self.rest[size:]
        return taken

    def exactly(self, size: int) -> bytes:
        """The next `size` bytes; raises Damaged if there are fewer."""
        taken = b""
        while len(taken) < size:
            taken += self.upto(size - len(taken))
        return taken

    def content(self, size: int) -> Iterator[bytes]:
        """The bytes of a member, in pieces; also read the padding of its last block."""
        left = size
        while left:
            piece = self.upto(left)
            left -= len(piece)
            yield piece
        if any(self.exactly(-size % BLOCK)):
            raise Damaged(self.path, "padding", "has hidden bytes behind a member")

    def end(self) -> None:
        """Read the second empty block, then only zeros to the end of the gzip."""
        hidden = self.exactly(BLOCK).strip(b"\0") or self.rest.strip(b"\0")
        if hidden or any(piece.strip(b"\0") for piece in self.pieces):
            raise Damaged(self.path, "padding", "has hidden bytes behind its end")


def walk(path: Path) -> Iterator[tuple[str, Iterator[bytes]]]:
    """The members in their order, skipping the bytes of a member that were not read. Raises
    Damaged."""
    stream, seen = Stream(path), set[str]()
    while any(header := stream.exactly(BLOCK)):
        name, size = _member(path, header)
        if name in seen:
            raise Damaged(path, "twice", f"has a member {name!r} twice")
        seen.add(name)
        content = stream.content(size)
        yield name, content
        for _ in content:  # the bytes that the caller left
            pass
    stream.end()


def _member(path: Path, header: bytes) -> tuple[str, int]:
    """The name of a member and its size in bytes; raises Damaged unless we wrote the header."""
    name = header[:100].rstrip(b"\0").decode("ascii", "replace")
    if header[257:265] != MAGIC:
        raise Damaged(path, "header", "its tar was not written by ./do")
    if header[156:157] != b"0":
        raise Damaged(path, "kind", f"has a member {name!r:.80} that is not a plain file")
    if name not in MEMBERS or any(header[345:500]):
        raise Damaged(path, "name", f"has an unknown member {name!r:.80}")
    numbers = header[124:135], header[136:147]
    if not all(number.isdigit() and not set(number) & set(b"89") for number in numbers):
        raise Damaged(path, "header", f"the header of its {name} was not written by ./do")
    size, mtime = (int(number, 8) for number in numbers)
    if header not in (_header(name, size, mtime, device) for device in DEVICES):
        raise Damaged(path, "header", f"the header of its {name} was not written by ./do")
    if size > MEMBERS[name]:
        raise Damaged(path, "size", f"its {name} is too large")
    return name, size


def lines(members: Mapping[str, bytes]) -> bytes:
    """The result lines of all members."""
    return b"".join(members.get(name, b"") for name in LINES)


def content(path: Path) -> Iterator[bytes]:
    """The result lines of a file, packed or plain, in pieces. Raises Damaged."""
    if not is_archive(path):
        yield from pieces(path)
        return
    for name, content in walk(path):
        if name in LINES:
            yield from content


def read_first(path: Path) -> dict[str, bytes]:
    """The members before the curves, unverified: MANIFEST comes after the curves."""
    found = {}
    for name, content in walk(path):
        if name in ("curves", MANIFEST):
            break
        found[name] = b"".join(content)
    if "data" not in found:
        raise Damaged(path, "manifest", "has no data")
    return found


def read_members(path: Path, *, with_lines: bool = True) -> dict[str, bytes]:
    """The members except MANIFEST; raises Damaged unless that agrees with them.

    Without `with_lines` the members with result lines are verified but not returned.
    """
    found, hashes = dict[str, bytes](), dict[str, str]()
    for name, content in walk(path):
        digest, kept = hashlib.sha256(), list[bytes]()
        for piece in content:
            digest.update(piece)
            if with_lines or name not in LINES:
                kept.append(piece)
        found[name], hashes[name] = b"".join(kept), digest.hexdigest()
    claimed = found.get(MANIFEST, b"")
    version = claimed.split(b"\n", 1)[0].decode("ascii", "replace")
    if version not in FORMATS:
        what = f"is of format {version!r:.40}, not {FORMATS[-1]!r}"
        raise Damaged(path, "format", what, todo="use a newer shootout, or " + AGAIN)
    if claimed != _manifest(hashes, version) or "data" not in hashes:
        raise Damaged(path, "manifest", f"its members do not match its {MANIFEST}")
    apart = {MANIFEST} if with_lines else {MANIFEST, *LINES}
    return {name: content for name, content in found.items() if name not in apart}


def first_line(file: Path) -> str:
    """The first result line of a file, packed or plain; empty if it has none. Raises Damaged."""
    start = next(content(file), b"")[:MIB]
    return start.lstrip(b"\n").partition(b"\n")[0].decode("ascii", "replace")


def lines_of(file: Path) -> str:
    """The SHA-256, in hexadecimal, of the result lines of a file. Raises Damaged."""
    digest = hashlib.sha256()
    for piece in content(file):
        digest.update(piece)
    return digest.hexdigest()
