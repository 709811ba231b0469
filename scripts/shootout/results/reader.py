"""Result files, ours and SUPERCOP's of any year, as plain records."""

from __future__ import annotations

import gzip
import io
import math
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from . import archive
from .gunzip import AGAIN
from .records import (  # fmt: skip
    MANY,
    Attempt,
    Block,
    CellName,
    Flag,
    Line,
    Result,
    ResultError,
    Timing,
    by_cell,
    parse,
    samples,
)

LONGEST = 1 << 20  # bytes a line may have; the longest real ones are compilers' complaints
GZIP = b"\x1f\x8b"
Wanted = Callable[[str, int], bool]

# The words that say one thing about the block, and the field that keeps it.
FIELDS: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "outputbytes": ("outputbytes", int),
    "cpuid": ("cpuid", str),
    "cpucycles_persecond": ("persecond", int),
    "cpucycles_implementation": ("counter", str),
    "compiler": ("compiler", str),
    "round": ("round", int),
}


def everything(primitive: str, mlen: int) -> bool:
    return True


def read(
    path: Path, wanted: Wanted = everything, *, keep: bool = False, by: Reader | None = None
) -> Result:
    """The records of a file, taken apart by a reader of one's own if need be.

    Only the lengths that are `wanted` are kept in memory. A damaged file is a ResultError,
    or with `keep` the complaint of a result that holds what came before the damage.
    """
    reader, facts, complaint = by or Reader(path, wanted), b"", None
    try:
        if archive.is_archive(path):
            members = archive.read_members(path)
            facts = members.get("machine", b"")
            reader.feed(io.BytesIO(archive.lines(members)))
        else:
            _stream(path, reader)
    except ResultError as error:
        if not keep:
            raise
        complaint = error
    return reader.result(facts_of(facts), complaint)


def facts_of(member: bytes) -> dict[str, str]:
    """The member `machine` of an archive: a fact a line, its name first."""
    pairs = (printable(line).partition(" ") for line in member.splitlines())
    return {key: value for key, _, value in pairs if key}


def _stream(path: Path, reader: Reader) -> None:
    try:
        with path.open("rb") as plain:
            packed = plain.peek(2)[:2] == GZIP
            file = gzip.GzipFile(fileobj=plain) if packed else plain
            reader.feed(iter(lambda: file.readline(LONGEST), b""))
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise ResultError(path, f"is damaged or cut off ({error})", todo=AGAIN) from error
    except OSError as error:
        raise ResultError(path, f"cannot be read: {error.strerror or error}") from error


class Reader:
    """Feed it lines, take the result."""

    def __init__(self, where: object, wanted: Wanted = everything) -> None:
        self.where, self.wanted = str(where), wanted
        self.blocks: list[Block] = []
        self.attempts: list[Attempt] = []
        self.same: list[tuple[Line, str, str, str]] = []
        self.block: dict[str, Any] = {}  # fields of the one being read; the others are here:
        self.head: tuple[str, ...] = ()
        self.timings: list[Timing] = []
        self.flags: list[Flag] = []
        self.lengths = 0  # so many `cycles` lines, also those that are not kept
        self.clock: float | None = None
        self.calls: dict[int, int] = {}

    def feed(self, lines: Iterable[bytes]) -> None:
        """Read lines; each ends in a newline, or it was cut off."""
        for number, raw in enumerate(lines, 1):
            if not raw.endswith(b"\n"):
                what = "is cut off" if len(raw) < LONGEST else "is longer than any result line"
                raise ResultError(self.where, what, line=number, todo=AGAIN)
            try:
                line = parse(printable(raw))
                if line and line.word in self.WORDS:
                    self.WORDS[line.word](self, line)
            except (ValueError, IndexError) as error:
                what = f"cannot be understood: {printable(raw)[:60]!r} ({error})"
                todo = "mend or remove the line, or " + AGAIN
                raise ResultError(self.where, what, line=number, todo=todo) from error

    def result(
        self, facts: Mapping[str, str] | None = None, complaint: ResultError | None = None
    ) -> Result:
        self._close()
        self._share()
        return Result(self.where, tuple(self.blocks), tuple(self.attempts), facts or {}, complaint)

    def _close(self) -> None:
        if self.block:
            timings, flags = tuple(self.timings), tuple(self.flags)
            curve = self.lengths >= MANY
            self.blocks.append(Block(**self.block, timings=timings, flags=flags, curve=curve))
        self.block, self.clock, self.lengths = {}, None, 0
        self.timings, self.flags, self.calls = [], [], {}

    def _share(self) -> None:
        """Give the cells with the same machine code the records of the one that ran."""
        versions = {block.compiler: block.compiler_version for block in self.blocks}
        blocks, attempts = by_cell(self.blocks), by_cell(self.attempts)
        for line, implementation, ran, other in self.same:
            cell = CellName(line.machine, line.abi, line.primitive, implementation, ran)
            version = versions.get(other, "")
            for block in blocks.get(cell, ()):
                self.blocks.append(replace(block, compiler=other, compiler_version=version))
            for attempt in attempts.get(cell, ()):
                self.attempts.append(replace(attempt, compiler=other))
        self.same.clear()

    def _implementation(self, line: Line) -> None:
        self._close()
        name = _short(line.primitive, line.rest[0])
        self.head = line[:6]
        self.block = {
            **dict(zip(Line._fields, self.head)),
            "implementation": name,
            "implementation_version": "".join(line.rest[1:2]),
        }

    def _word(self, line: Line) -> None:
        name, kind = FIELDS[line.word]
        self._open(line)[name] = kind(line.rest[0])
        if line.word == "compiler":
            self.block["compiler_version"] = "".join(line.rest[1:2])

    def _clock(self, line: Line) -> None:
        self._open(line)
        self.clock = ratio(line.rest[0])

    def _calls(self, line: Line) -> None:
        self._open(line)
        self.calls[int(line.rest[0])] = int(line.rest[1])

    def _cycles(self, line: Line) -> None:
        if not self._open(line).get("compiler"):
            raise ValueError("no compiler line before it")
        self.lengths += 1
        mlen = int(line.rest[0])
        calls = self.calls.pop(mlen, 1)
        if self.wanted(line.primitive, mlen):
            taken = samples(line.rest)
            if any(taken):  # runs that were killed have left lines of zeros
                self.timings.append(Timing(mlen, taken, calls, self.clock))

    def _flag(self, line: Line) -> None:
        self._open(line)
        flag = Flag(line.rest[1], " ".join(line.rest[2:]))
        if line.rest[0] == "-":
            self.flags.append(flag)
            return
        mlen = int(line.rest[0])
        for i in reversed(range(len(self.timings))):
            timing = self.timings[i]
            if timing.mlen == mlen:
                self.timings[i] = timing._replace(flags=(*timing.flags, flag))
                return

    def _open(self, line: Line) -> dict[str, Any]:
        if not self.block or line[:6] != self.head:
            raise ValueError("belongs to no implementation line")
        return self.block

    def _attempt(self, line: Line) -> None:
        rest, status, detail, ticks = line.rest, "", "", 0
        if line.word == "try":  # CHECKSUM STATUS TICKS TICKS PERSECOND IMPLEMENTATION COMPILER
            status, ticks, rest = rest[1], int(rest[2]), rest[5:]
        else:
            detail = " ".join(rest[2:])
        name, compiler = _short(line.primitive, rest[0]), rest[1]
        cell = (line.machine, line.abi, line.primitive, name, compiler)
        self.attempts.append(Attempt(*cell, line.word, status, detail, ticks))

    def _same(self, line: Line) -> None:
        implementation, ran, other = line.rest[:3]
        self.same.append((line, _short(line.primitive, implementation), ran, other))

    WORDS: Mapping[str, Callable[[Reader, Line], None]] = {
        "implementation": _implementation,
        **dict.fromkeys(FIELDS, _word),
        "clock": _clock,
        "calls": _calls,
        "cycles": _cycles,
        "flag": _flag,
        **dict.fromkeys(("try", "tryfails", "tryflag", "fromcompiler", "emulated"), _attempt),
        "same": _same,
    }


def ratio(text: str | bytes) -> float:
    """Of core cycles to a tick, as `clock` states it; ValueError for what cannot be one."""
    number = float(text)
    if not (math.isfinite(number) and number > 0):
        raise ValueError("a clock ratio is positive")
    return number


def printable(raw: bytes) -> str:
    """The text without what could play with a terminal: files come from strangers."""
    text = raw.decode("utf-8", "replace").rstrip("\r\n")
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


def _short(primitive: str, implementation: str) -> str:
    """sha256's crypto_hash/sha256/openssl-new/asm is openssl-new/asm."""
    home = f"crypto_hash/{primitive}/"
    return implementation[len(home) :] if implementation.startswith(home) else implementation
