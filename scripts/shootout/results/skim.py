"""Reading quickly: by blocks, and only what is needed; most lines of a file are curves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from . import archive, stats
from .quick import QuickReader
from .reader import Reader, Wanted, facts_of, read
from .records import Result, ResultError, without_curves

SKIPPED = b"+\n"  # a line that a reader passes over; it keeps the count of the lines right
OF_A_LENGTH = (b"cycles", b"calls", b"flag")
START = b" implementation crypto_hash/"


class Skimmer(Reader):
    """Passes over the lines of other lengths before it takes them apart."""

    def feed(self, lines: Iterable[bytes]) -> None:
        super().feed(self._skim(lines))

    def _skim(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        needed: dict[tuple[bytes, bytes], bool] = {}
        for raw in lines:
            fields = raw.split(b" ", 8)
            if len(fields) < 9 or fields[6] not in OF_A_LENGTH:
                yield SKIPPED if len(fields) > 7 and fields[6] == b"pace" else raw
                continue
            key = (fields[5], fields[7])
            if key not in needed:
                needed[key] = _needed(*key)
            self.lengths += fields[6] == b"cycles" and not needed[key]
            yield raw if needed[key] else SKIPPED


def _needed(primitive: bytes, mlen: bytes) -> bool:
    name = primitive.partition(b"/")[0].decode("ascii", "replace")
    return not mlen.isdigit() or stats.needed(name, int(mlen))


def skim(path: Path, *, keep: bool = True) -> Result:
    """What `read` gives for the lengths of the paper, without the curves."""
    try:
        if archive.is_archive(path):
            return _quickly(path)
    except ResultError:
        pass  # it will be said again, with the number of the line
    result = read(path, keep=keep, by=Skimmer(path, stats.needed))
    return replace(result, blocks=without_curves(result.blocks))


def _quickly(path: Path) -> Result:
    """By blocks, and no further than to the curves: ten times as fast."""
    result = _blocks(path, archive.read_first(path), stats.needed)
    return replace(result, blocks=without_curves(result.blocks))


def whole(path: Path, wanted: Wanted) -> Result:
    """What `read` gives, kept as far as a damaged file goes: all that is wanted, curves too."""
    try:
        if archive.is_archive(path):
            return _blocks(path, archive.read_members(path), wanted)
    except ResultError:
        pass  # it will be said again, with the number of the line
    return read(path, wanted, keep=True)


def _blocks(path: Path, members: Mapping[str, bytes], wanted: Wanted) -> Result:
    reader = QuickReader(path, wanted)
    for member in archive.LINES:
        for run in runs(members.get(member, b"")):
            reader.run(run)
    return reader.result(facts_of(members.get("machine", b"")))


def runs(data: bytes) -> Iterator[bytes]:
    """The lines before the first block, then each block with what follows it."""
    start, at = 0, data.find(START)
    while at >= 0:
        end = data.rfind(b"\n", 0, at) + 1
        yield data[start:end]
        start, at = end, data.find(START, at + 1)
    yield data[start:]
