"""The curves of a result file: what its `cycles` lines state of every message length."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from . import archive
from .grammar import BLOCK, LINE_HEAD
from .gunzip import AGAIN
from .reader import Reader, printable, ratio, read
from .records import MANY, ResultError
from .skim import runs
from .stats import quartiles
from .sweep import Curve

Taken = tuple[bytes, bytes, float, bool]
"""What a `cycles` line states, length and ticks; core cycles per tick; whether it is flagged."""


@dataclass
class Sweep:
    """One process run of a cell; its numbers are read when they are needed."""

    taken: list[Taken] = field(default_factory=list)
    flagged: bool = False

    def add(self, said: Iterable[tuple[bytes, bytes, bytes]]) -> None:
        """What the lines of these three words say, in their order."""
        clock = 1.0
        for word, first, second in said:
            if word == b"cycles":
                self.taken.append((first, second, clock, False))
            elif word == b"clock":
                clock = ratio(first)
            elif first == b"-":
                self.flagged = True
            elif self.taken and self.taken[-1][0] == first:
                self.taken[-1] = (*self.taken[-1][:3], True)


SAID = re.compile(rb"\n(cycles|clock|flag) (\S+)(?: (\S+))?")
"""A line behind a newline, without its first six fields."""


class Sweeper(Reader):
    """Keeps what `cycles` lines state of every length, by cell; all else is read elsewhere."""

    def __init__(self, where: object) -> None:
        super().__init__(where)
        self.sweeps: dict[tuple[bytes, ...], list[Sweep]] = {}

    def run(self, text: bytes) -> None:
        """A block with what follows it, quickly where it looks as ./do writes it."""
        line = LINE_HEAD.match(text)
        body = (b"\n" + text).replace(b"\n" + line[0], b"\n") if line else b""
        head = BLOCK.match(body)
        if not line or not head or len(text) - len(body) + 1 != len(line[0]) * text.count(b"\n"):
            self.feed(text.splitlines(keepends=True))
            return
        sweep = self._sweep(
            line[2], line[3], line[5], b"crypto_hash/%s/%s" % head.group(1, 2), head[8]
        )
        sweep.add(SAID.findall(body, head.end()))

    def feed(self, lines: Iterable[bytes]) -> None:
        implementation, sweep = b"", Sweep()
        said: list[tuple[bytes, bytes, bytes]] = []
        for number, raw in enumerate(lines, 1):
            fields = raw.split(None, 9)
            if len(fields) < 8:
                continue
            word, first = fields[6:8]
            if word in (b"cycles", b"clock", b"flag"):
                try:
                    if word == b"clock":
                        ratio(first)
                except ValueError as error:
                    what = f"cannot be understood: {printable(raw)[:60]!r} ({error})"
                    raise ResultError(self.where, what, line=number, todo=AGAIN) from error
                said.append((word, first, b"".join(fields[8:9])))
            elif word == b"implementation":
                sweep.add(said)
                said.clear()
                implementation, sweep = first, Sweep()
            elif word == b"compiler":
                sweep = self._sweep(fields[1], fields[2], fields[5], implementation, first)
        sweep.add(said)

    def _sweep(
        self, machine: bytes, abi: bytes, primitive: bytes, implementation: bytes, compiler: bytes
    ) -> Sweep:
        """A new one of a cell."""
        sweep = Sweep()
        cell = (machine, abi, primitive.partition(b"/")[0], implementation, compiler)
        self.sweeps.setdefault(cell, []).append(sweep)
        return sweep


def curves(path: Path) -> tuple[dict[tuple[str, str], list[Curve]], str]:
    """The curves of a file by machine and ABI, of each implementation the longest one.

    And what is wrong with the file, or nothing.
    """
    sweeper = Sweeper(path)
    try:
        if archive.is_archive(path):
            members = archive.read_members(path)
            for name in archive.LINES:
                for run in runs(members.pop(name, b"")):
                    sweeper.run(run)
            return found_by(sweeper), ""
    except (ResultError, ValueError):
        sweeper = Sweeper(path)  # it will be said again, with the number of the line
    result = read(path, keep=True, by=sweeper)
    return found_by(sweeper), str(result.complaint or "")


def found_by(sweeper: Sweeper) -> dict[tuple[str, str], list[Curve]]:
    """The curves in what a sweeper was fed."""
    longest: dict[tuple[bytes, ...], tuple[int, tuple[bytes, ...], list[Sweep]]] = {}
    for cell, sweeps in sweeper.sweeps.items():
        sweeps = [sweep for sweep in sweeps if len(sweep.taken) >= MANY]
        length = max((len(sweep.taken) for sweep in sweeps), default=0)
        if sweeps and (cell[:4] not in longest or length > longest[cell[:4]][0]):
            longest[cell[:4]] = length, cell, sweeps
    found: dict[tuple[str, str], list[Curve]] = {}
    for _, cell, sweeps in longest.values():
        name, abi, *rest = (each.decode("utf-8", "replace") for each in cell)
        if curve := _curve(rest, sweeps):
            found.setdefault((name, abi), []).append(curve)
    return found


def _curve(cell: Sequence[str], sweeps: Iterable[Sweep]) -> Curve | None:
    """The second quartiles that the lines state, one a round; the middle of them counts.

    In core cycles where a clock was timed; flagged rounds only where there are no others.
    """
    clean: dict[int, list[float]] = {}
    flagged: dict[int, list[float]] = {}
    for sweep in sweeps:
        for length, stated, clock, doubtful in sweep.taken:
            if not (length.isdigit() and stated.isdigit()):
                continue  # who reads the file for the other graphs complains
            mlen, ticks = int(length), int(stated)
            if mlen and ticks:
                side = flagged if sweep.flagged or doubtful else clean
                side.setdefault(mlen, []).append(ticks * clock)
    used = {**flagged, **clean}
    if len(used) < MANY:
        return None
    primitive, implementation, compiler = cell
    cycles = {mlen: quartiles(used[mlen])[1] for mlen in sorted(used)}
    unsure = frozenset(used.keys() - clean.keys())
    home = f"crypto_hash/{primitive}/"
    return Curve(primitive, implementation.replace(home, "", 1), compiler, cycles, unsure)
