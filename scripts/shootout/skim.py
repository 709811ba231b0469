"""Reading what the six lengths of the paper need, quickly: most lines of a file are curves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from . import archive, stats
from .lines import MANY, Result, ResultError, without_curves
from .quick import QuickReader
from .reader import Reader, facts_of, read

SKIPPED = b"+\n"  # a line that a reader passes over; it keeps the count of the lines right
CYCLES = b" cycles "
OF_A_LENGTH = (b"cycles", b"calls", b"flag")
START = b" implementation crypto_hash/"
TIMED = {b"cycles", b"calls", b"clock", b"flag", b"pace", b"took", b"sum"}


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
    """What is not needed cut out of the text at once, ten times as fast."""
    members = archive.read_members(path)
    reader = QuickReader(path, stats.needed)
    for piece in pieces(members.pop("data")):
        reader.run(piece)
    result = reader.result(facts_of(members.get("machine", b"")))
    return replace(result, blocks=without_curves(result.blocks))


def pieces(data: bytes) -> Iterator[bytes]:
    """The text, run by run, without the curves of cells that were timed otherwise too."""
    starts = []
    at = data.find(START)
    while at >= 0:
        starts.append(data.rfind(b"\n", 0, at) + 1)
        at = data.find(START, at + 1)
    runs = [(a, b, _is_curve(data, a, b)) for a, b in zip(starts, [*starts[1:], len(data)])]
    timed = {_cell(data, start) for start, _, curve in runs if not curve}
    yield data[: starts[0]] if starts else data
    for start, end, curve in runs:
        if not curve or _cell(data, start) not in timed or not _ends_timed(data, start, end):
            yield data[start:end]


def _is_curve(data: bytes, start: int, end: int) -> bool:
    """Seen from its beginning, if it can be: curves are long."""
    near = min(start + 512 * MANY, end)
    return data.count(CYCLES, start, near) >= MANY or (
        near < end and data.count(CYCLES, start, end) >= MANY
    )


def _ends_timed(data: bytes, start: int, end: int) -> bool:
    """Does nothing follow the run that is not part of it?"""
    last = data[data.rfind(b"\n", start, end - 1) + 1 : end].split(b" ", 7)
    return len(last) > 7 and last[6] in TIMED


def _cell(data: bytes, start: int) -> tuple[bytes, bytes]:
    """The two lines that name it, less their versions and what follows the names."""
    head = data[start : start + 4096]
    named, compiled = (head[head.find(word) :] for word in (START, b" compiler "))
    cell = head[: head.find(START)].partition(b" ")[2]
    return cell + named.split(b" ", 3)[2], compiled.split(b" ", 3)[2]
