"""A result file of ours: a .tar.gz of a few known members, never unpacked to disk.

MANIFEST says `shootout 1`, then `SHA-256 NAME` of every other member, a line each.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from .aside import appear
from .lines import ResultError

FORMAT = "shootout 1"
MANIFEST = "MANIFEST"
MIB = 1 << 20
# The members in their order, and the bytes each may have. A stranger's file of a few
# kilobytes can inflate to gigabytes; a full run of every primitive stays far below.
MEMBERS = {"data": 512 * MIB, "machine": MIB, "log": 256 * MIB, MANIFEST: MIB}

AGAIN = "ask for the file again, or run ./do again"


class _Capped(gzip.GzipFile):
    """Refuses to inflate to more than the members may have, and room for tar's headers."""

    left = sum(MEMBERS.values()) + MIB

    def read(self, size: int | None = -1) -> bytes:
        piece = super().read(size)
        self.left -= len(piece)
        if self.left < 0:
            raise tarfile.TarError("it inflates to more than any run writes")
        return piece


def manifest(members: Mapping[str, bytes]) -> bytes:
    """The text of MANIFEST for these members."""
    hashes = (f"{hashlib.sha256(members[name]).hexdigest()} {name}" for name in _ordered(members))
    return "\n".join([FORMAT, *hashes, ""]).encode()


def _ordered(members: Mapping[str, bytes]) -> list[str]:
    return [name for name in MEMBERS if name in members and name != MANIFEST]


def write(path: Path, members: Mapping[str, bytes], *, mtime: int = 0) -> None:
    """Write a new result file, whole or not at all; equal members make equal bytes.

    A file that exists already is never replaced.
    """
    unknown = members.keys() - MEMBERS.keys()
    if unknown or "data" not in members:
        raise ValueError(f"a result file holds data, machine and log, not {sorted(members)}")
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
    packed = gzip.GzipFile("", "wb", 9, file, mtime)
    with packed, tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in [*_ordered(members), MANIFEST]:
            info = tarfile.TarInfo(name)  # uid, gid 0, no names, mode 644
            info.size, info.mtime = len(members[name]), mtime
            tar.addfile(info, io.BytesIO(members[name]))


def is_archive(path: Path) -> bool:
    """Whether a tar lies behind the gzip; by content, for people rename files."""
    try:
        with gzip.open(path) as stream:
            return stream.read(512)[257:262] == b"ustar"
    except (OSError, EOFError, zlib.error):
        return False


def read_members(path: Path) -> dict[str, bytes]:
    """All members but MANIFEST, which must agree with them."""
    found: dict[str, bytes] = {}
    try:
        with _Capped(path) as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
            for info in tar:
                if not info.isreg() or info.name not in MEMBERS or info.name in found:
                    raise ResultError(path, f"has a member {info.name!r:.80}", todo=AGAIN)
                if info.size > MEMBERS[info.name]:
                    raise ResultError(path, f"its {info.name} is too large", todo=AGAIN)
                content = tar.extractfile(info)
                found[info.name] = content.read() if content else b""
            while stream.read(MIB):
                pass  # to the end of the gzip, where its checksum is
    except (EOFError, zlib.error, tarfile.TarError) as error:
        raise ResultError(path, f"is damaged or cut off ({error})", todo=AGAIN) from error
    except OSError as error:
        raise ResultError(path, f"cannot be read: {error.strerror or error}") from error
    return _checked(path, found)


def _checked(path: Path, found: dict[str, bytes]) -> dict[str, bytes]:
    claimed = found.pop(MANIFEST, b"")
    version = claimed.split(b"\n", 1)[0].decode("ascii", "replace")
    if version != FORMAT:
        what = f"is of format {version!r:.40}, not {FORMAT!r}"
        raise ResultError(path, what, todo="take a newer shootout, or " + AGAIN)
    if claimed != manifest(found) or "data" not in found:
        raise ResultError(path, f"its members are not those of its {MANIFEST}", todo=AGAIN)
    return found
