"""A line of a result file, in the format of SUPERCOP, and the records of such a file.

The format: VERSION MACHINE ABI DATE crypto_hash PRIMITIVE[/SECURITY] WORD ...
"""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, TypeVar

from ..layout.effect import Layout
from .grammar import FIELDS
from .gunzip import ResultError as ResultError
from .timings import Flag, Timing

Head = tuple[str, ...]  # the fields of a Block that begin each of its lines, to `security`
HEAD = 7  # fields up to and including WORD
# The cause of a failure if the machine or the compiler's options lack an extension.
UNSUPPORTED = "not supported here"
# Names in place of a file's, whose BSS is what a call costs: bytes that it writes on the stack; ns
# with nothing in a cache.
BESIDE = (STACK, COLD) = "stack", "cold"
LEFT_OUT = "left-out"  # the fact that tells what a run was to do, but did not
MANY = 64  # a block of at least this many lengths is part of a curve
DIFFERENCES = re.compile(r"(?:[+-][0-9]{1,15})+")
ABSOLUTE = re.compile(r"-?[0-9]{1,15}(?: -?[0-9]{1,15})*")


class CellName(NamedTuple):
    """The name of a cell: an implementation compiled by a compiler, on a machine."""

    machine: str
    abi: str
    primitive: str
    implementation: str  # without crypto_hash/PRIMITIVE/
    compiler: str


class Line(NamedTuple):
    version: str
    machine: str
    abi: str
    date: str
    primitive: str
    security: str  # "constbranchindex", "timingleaks"; empty before 2026
    word: str
    rest: list[str]


def parse(text: str) -> Line | None:
    """The parts of a line; None if it does not concern hash functions.

    ValueError if it is not a result line at all.
    """
    fields = text.split()
    if not fields or fields[0] == "+":  # SUPERCOP appends its log to the data, with this mark
        return None
    if len(fields) < HEAD or not fields[4].startswith("crypto_"):
        raise ValueError("not a line of a result file")
    if fields[4] != "crypto_hash":
        return None
    primitive, _, security = fields[5].partition("/")
    version, machine, abi, date = fields[:4]
    if not _possible(*fields[:4], fields[5]):
        raise ValueError("an impossible version, machine, ABI, date or primitive")
    return Line(version, machine, abi, date, primitive, security, fields[6], fields[HEAD:])


@lru_cache(1000)
def _possible(*fields: str) -> bool:
    return FIELDS.fullmatch(" ".join(fields)) is not None


def head_of(fields: Sequence[bytes]) -> Head:
    """The first fields of a block, by those of its lines."""
    version, machine, abi, date, name = map(bytes.decode, fields)
    primitive, _, security = name.partition("/")
    return version, machine, abi, date, primitive, security


def printable(raw: bytes) -> str:
    """The text without control characters: a stranger's file must not drive the terminal."""
    text = raw.decode("utf-8", "replace").rstrip("\r\n")
    if text.isprintable():
        return text
    return text.translate({ord(c): " " for c in set(text) if not c.isprintable()})


def facts_of(member: bytes) -> dict[str, str]:
    """The facts of the member `machine` by name: each line has a name and a value."""
    pairs = (printable(line).partition(" ") for line in member.splitlines())
    return {key: value for key, _, value in pairs if key}


def whole(text: str, digits: int = 15) -> int:
    """The number in so many digits at most; ValueError for anything else.

    Python's int takes signs, blanks, underlines and the digits of all scripts, and its time
    grows with the square of the length.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise ValueError(f"not a number of at most {digits} digits")
    return int(text)


def samples(fields: Sequence[str]) -> tuple[int, ...]:
    """The samples, in ticks, of `MLEN MIDDLE SAMPLE...` in any of SUPERCOP's notations.

    Until 2020 samples are absolute and MIDDLE is their median. Since 2026 they are written as
    differences from MIDDLE, the second stabilized quartile, without spaces: +12-3+0.
    """
    middle, taken = whole(fields[1]), fields[2:]
    if len(taken) == 1 and DIFFERENCES.fullmatch(taken[0]):
        spaced = taken[0].replace("+", " ").replace("-", " -")
        return tuple([middle + each for each in map(int, spaced.split())])
    if not ABSOLUTE.fullmatch(" ".join(taken)):
        raise ValueError("no samples, spaces between differences, or more than 15 digits")
    return tuple(map(int, taken))


def differences(middle: int, samples: Iterable[int]) -> str:
    """The samples as SUPERCOP 2026 prints them after `middle`."""
    return "".join(f"{sample - middle:+d}" for sample in samples)


class Block(NamedTuple):
    """One run, in a process of its own, of one cell."""

    version: str
    machine: str
    abi: str
    date: str
    primitive: str
    security: str
    implementation: str  # without crypto_hash/PRIMITIVE/
    implementation_version: str = ""
    outputbytes: int = 0
    cpuid: str = ""
    persecond: int = 0  # ticks of the counter
    counter: str = ""
    compiler: str = ""
    compiler_version: str = ""
    round: int | None = None
    timings: Sequence[Timing] = ()
    flags: tuple[Flag, ...] = ()
    curve: bool = False  # timed at many lengths, of which a reader may have kept a few
    layout: Layout | None = None  # None in files from before, and of other languages than C

    @property
    def cell(self) -> CellName:
        return CellName(self.machine, self.abi, self.primitive, self.implementation, self.compiler)


class Attempt(NamedTuple):
    """One line about a cell before it was timed; `word` tells which.

    try has a status: ok, fails or unknown. tryfails and fromcompiler have a detail. emulated
    means that the cell was verified under an emulator, and never timed. constanttime has in its
    detail what came of tracing the cell (ranking/promises.py).
    """

    machine: str
    abi: str
    primitive: str
    implementation: str
    compiler: str
    word: str
    status: str = ""
    detail: str = ""
    ticks: int = 0  # of the message SUPERCOP tries, 1536 bytes; 0 when not timed

    @property
    def cell(self) -> CellName:
        return CellName(self.machine, self.abi, self.primitive, self.implementation, self.compiler)


Record = TypeVar("Record", Block, Attempt)
# The fields that name a cell, of a block or an attempt; far faster than `cell`.
BLOCK_CELL, ATTEMPT_CELL = (
    itemgetter(*map(record._fields.index, CellName._fields)) for record in (Block, Attempt)
)


def by_cell(records: Iterable[Record]) -> dict[CellName, list[Record]]:
    """The records of each cell, cells in the order of their first record."""
    cells: dict[CellName, list[Record]] = {}
    for each in records:
        name = (BLOCK_CELL if isinstance(each, Block) else ATTEMPT_CELL)(each)
        if name in cells:
            cells[name].append(each)
        else:
            cells[CellName(*name)] = [each]
    return cells


@dataclass(frozen=True)
class Result:
    """The records of a file, or those before the damage that `complaint` describes."""

    where: str
    blocks: tuple[Block, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)  # of the member `machine`
    complaint: ResultError | None = None
    # Instructions of a call under an emulator, by message length in bytes.
    instructions: Mapping[CellName, Mapping[int, int]] = field(default_factory=dict)
    sizes: Mapping[CellName, Mapping[str, int]] = field(default_factory=dict)  # bytes by file
    # Compiler lines that worked, by ABI; a run may have used some of them.
    compilers: Mapping[str, int] = field(default_factory=dict)


def lines_used(result: Result, abi: str) -> str:
    """How many of the compiler lines that worked a run used: 2 of 8 compiler lines; empty for all
    of them, and where a file does not tell."""
    timed = {block.compiler for block in result.blocks if block.abi == abi}
    used = len(timed.union(a.compiler for a in result.attempts if a.abi == abi))
    worked = result.compilers.get(abi, 0)
    return f"{used} of {worked} compiler lines" if used < worked else ""


def without_curves(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks that figures come from: those of a curve only if their cell has no others."""
    every = tuple(blocks)
    if not any(each.curve for each in every):
        return every
    timed = {BLOCK_CELL(block) for block in every if not block.curve}
    return tuple([each for each in every if not each.curve or BLOCK_CELL(each) not in timed])


def cause(attempts: Sequence[Attempt]) -> str:
    """The reason why a cell failed, from all its lines; empty if it did not."""
    said = [a.detail for a in attempts if a.word == "tryfails"]
    status = {a.status or a.word for a in attempts if a.word in ("try", "emulated")}
    if status & {"ok", "unknown"} or (status == {"emulated"} and not said):
        return ""
    if said:  # SUPERCOP gives the exit status first, then the program's output
        why = next((text for text in said if not re.fullmatch(r"error \d+", text)), said[0])
        if why.startswith(UNSUPPORTED):
            return why
        return why.partition(" (")[0]  # after it is the place, or "core dumped"
    if "fails" in status:
        return "wrong checksum"
    said = [a.detail for a in attempts if a.word == "fromcompiler"]
    errors = (text.partition("error: ")[2] for text in said)
    return "does not compile: " + next(filter(None, errors), said[0] if said else "")


def failures(attempts: Iterable[Attempt]) -> dict[str, list[Attempt]]:
    """One attempt of each failed cell, by cause, the most frequent cause first."""
    found: dict[str, list[Attempt]] = {}
    for lines in by_cell(attempts).values():
        if why := cause(lines):
            found.setdefault(why, []).append(lines[0])
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


@contextmanager
def uncollected() -> Iterator[None]:
    """Keep Python from looking for reference cycles: records are many, and in none."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
