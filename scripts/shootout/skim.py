"""Reading what the six lengths of the paper need, quickly: most lines of a file are curves."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from . import archive, stats
from .lines import Result, ResultError
from .reader import Reader, _clean, _stream

SKIPPED = b"+\n"  # a line that a reader passes over; it keeps the count of the lines right
OF_A_LENGTH = (b"cycles", b"calls", b"flag")


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
            yield raw if needed[key] else SKIPPED


def _needed(primitive: bytes, mlen: bytes) -> bool:
    name = primitive.partition(b"/")[0].decode("ascii", "replace")
    return not mlen.isdigit() or stats.needed(name, int(mlen))


def skim(path: Path) -> Result:
    """What `read` gives for the lengths of the paper, of a damaged file what could be read."""
    skimmer, facts, complaint = Skimmer(path, stats.needed), b"", None
    try:
        if archive.is_archive(path):
            members = archive.read_members(path)
            facts = members.get("machine", b"")
            skimmer.feed(io.BytesIO(members["data"]))
        else:
            _stream(path, skimmer)
    except ResultError as error:
        complaint = error
    pairs = (_clean(line).partition(" ") for line in facts.splitlines())
    return skimmer.result({key: value for key, _, value in pairs if key}, complaint)
