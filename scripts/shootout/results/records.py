"""A line of a result file, as SUPERCOP writes it:

    VERSION MACHINE ABI DATE crypto_hash PRIMITIVE[/SECURITY] WORD ...

and the records that a file of them holds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar, Union, overload

from ..common.errors import Trouble

HEAD = 7  # fields up to and including WORD
UNSUPPORTED = "not supported here"
"""The cause when the machine or the compiler's options lack an extension: no one's fault."""
MANY = 64  # lengths that make a block part of a curve
DIFFERENCES = re.compile(r"(?:[+-][0-9]+)+")


class ResultError(Trouble):
    """A result file that cannot be read or written: what is wrong, where, what to do."""

    def __init__(self, where: object, what: str, *, line: int = 0, todo: str = "") -> None:
        place = f"{where}: line {line}" if line else f"{where}"
        super().__init__(f"{place}: {what}" + (f"; {todo}" if todo else ""))


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
    """The line in its parts; None for what does not concern hash functions.

    ValueError when it is no result line at all.
    """
    fields = text.split()
    if not fields or fields[0] == "+":  # SUPERCOP appends its log to the data, marked so
        return None
    if len(fields) < HEAD or not fields[4].startswith("crypto_"):
        raise ValueError("not a line of a result file")
    if fields[4] != "crypto_hash":
        return None
    primitive, _, security = fields[5].partition("/")
    version, machine, abi, date = fields[:4]
    return Line(version, machine, abi, date, primitive, security, fields[6], fields[HEAD:])


def samples(fields: Sequence[str]) -> tuple[int, ...]:
    """The samples of `MLEN MIDDLE SAMPLE...`, in any of SUPERCOP's notations.

    Until 2020 the samples are absolute and MIDDLE is their median; since 2026 they are
    differences to MIDDLE, the second stabilized quartile, and run together: +12-3+0.
    """
    middle, taken = int(fields[1]), fields[2:]
    if len(taken) == 1 and DIFFERENCES.fullmatch(taken[0]):
        spaced = taken[0].replace("+", " ").replace("-", " -")
        return tuple([middle + each for each in map(int, spaced.split())])
    if not taken or any("+" in each for each in taken):
        raise ValueError("no samples, or differences not run together")
    return tuple(map(int, taken))


def differences(middle: int, samples: Iterable[int]) -> str:
    """The samples as SUPERCOP 2026 prints them after `middle`."""
    return "".join(f"{sample - middle:+d}" for sample in samples)


class Flag(NamedTuple):
    """A doubt the driver had while it measured: shared, drift, switched, stolen, ..."""

    cause: str
    detail: str = ""


class Undecoded:
    """The samples of some timings as text, decoded together when one is asked for."""

    __slots__ = ("of", "texts")

    def __init__(self) -> None:
        self.of: list[Timing] = []
        self.texts: list[bytes] = []

    def add(self, timing: Timing, text: bytes) -> None:
        """Give a timing its samples, written as M+d-d..."""
        timing.undecoded = self
        self.of.append(timing)
        self.texts.append(text)

    def decode(self) -> None:
        """Give all the timings their samples as numbers."""
        for timing, stated in zip(self.of, numbers(self.texts)):
            timing.stated, timing.undecoded = stated, None


def numbers(texts: Sequence[bytes]) -> list[list[int]]:
    """The numbers of texts like 12+3-4."""
    joined = b"],[".join(texts).replace(b"+", b",").replace(b"-", b",-").replace(b"[,", b"[")
    try:  # nothing in Python reads them faster than JSON
        found: list[list[int]] = json.loads(b"[[%s]]" % joined.removeprefix(b","))
    except ValueError:  # zeros before a number
        spaced = (text.replace(b"+", b" ").replace(b"-", b" -") for text in texts)
        found = [list(map(int, text.split())) for text in spaced]
    return found


class Timing:
    """One `cycles` line. Its samples are decoded when they are asked for: most never are."""

    __slots__ = ("calls", "clock", "flags", "mlen", "stated", "undecoded")

    def __init__(
        self,
        mlen: int,
        samples: Sequence[int] = (),
        calls: int = 1,
        clock: float | None = None,
        flags: tuple[Flag, ...] = (),
    ) -> None:
        self.mlen = mlen  # bytes
        self.stated: Sequence[int] = (0, *samples)  # a number, and what each sample adds to it
        self.undecoded: Undecoded | None = None
        self.calls = calls  # each sample is the rounded mean of so many back-to-back calls
        self.clock = clock  # core cycles per tick, timed beside these samples
        self.flags = flags

    @property
    def samples(self) -> tuple[int, ...]:
        """Raw ticks of the counter, in the order they were taken."""
        base, *apart = self.decoded()
        return tuple([base + each for each in apart])

    def cycles(self, ratio: float) -> list[float]:
        """The samples in cycles, with so many to a tick."""
        base, *apart = self.decoded()
        return [(base + each) * ratio for each in apart]

    def decoded(self) -> Sequence[int]:
        """A number of ticks, and what each sample adds to it."""
        if self.undecoded:
            self.undecoded.decode()
        return self.stated

    def replaced(self, **changes: Any) -> Timing:
        """This timing with other facts."""
        facts = dict(zip(("mlen", "samples", "calls", "clock", "flags"), self._facts()))
        return Timing(**{**facts, **changes})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Timing) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.mlen, self.calls))

    def __repr__(self) -> str:
        return f"Timing{self._facts()}"

    def _facts(self) -> tuple[Any, ...]:
        return self.mlen, self.samples, self.calls, self.clock, self.flags


Pools = dict[int, list[float]]  # cycles by message length
NO_CAUSES = frozenset[str]()
Told = tuple[int, Union[float, None], frozenset[str], int]
# A length in bytes, core cycles per tick, causes of flags, and the index of the timing.


class Timings(Sequence[Timing]):
    """Timings that can also be gone through quickly, without making each."""

    clocked: bool  # whether a clock was timed beside any

    def rounds(self) -> Iterator[Told]:
        """What statistics need of each length."""
        return told(self)

    def clocks(self) -> Sequence[float | None]:
        """The core cycles per tick of each length."""
        return [timing.clock for timing in self]

    def cycles(self, index: int, ratio: float) -> list[float]:
        """The samples of a timing in cycles, with so many to a tick."""
        return self[index].cycles(ratio)

    def pool(self, clean: Pools, doubted: Pools, *, clocked: bool, all_flagged: bool) -> None:
        """Add the samples in cycles to the pools of lengths without flags, or with some.

        With `clocked` those without a clock are left out, and where there are clean ones those
        with flags may be. With `all_flagged` there is a flag for all.
        """
        raise NotImplementedError

    @overload
    def __getitem__(self, index: int) -> Timing: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Timing]: ...

    def __getitem__(self, index: int | slice) -> Timing | Sequence[Timing]:
        return list(self)[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


def told(timings: Iterable[Timing]) -> Iterator[Told]:
    """What statistics need of timings."""
    for i, timing in enumerate(timings):
        causes = frozenset([flag.cause for flag in timing.flags]) if timing.flags else NO_CAUSES
        yield timing.mlen, timing.clock, causes, i


@dataclass(frozen=True)
class Block:
    """One process run of one cell, an implementation compiled by a compiler."""

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
    curve: bool = False  # timed at many lengths, of which a reader may keep few

    def rounds(self) -> Iterator[Told]:
        """What statistics need of each timing, the flags of the process aside."""
        timings = self.timings
        return timings.rounds() if isinstance(timings, Timings) else told(timings)

    def clocks(self) -> Sequence[float | None]:
        """The core cycles per tick of each timing."""
        timings = self.timings
        if isinstance(timings, Timings):
            return timings.clocks()
        return [timing.clock for timing in timings]

    def cycles(self, index: int, ratio: float) -> list[float]:
        """The samples of a timing in cycles, with so many to a tick."""
        timings = self.timings
        if isinstance(timings, Timings):
            return timings.cycles(index, ratio)
        return timings[index].cycles(ratio)

    @property
    def cell(self) -> CellName:
        return CellName(self.machine, self.abi, self.primitive, self.implementation, self.compiler)


@dataclass(frozen=True)
class Attempt:
    """What became of a cell before it was timed: one line of `word`.

    try: status ok, fails or unknown; tryfails, fromcompiler: detail; emulated: verified,
    under an emulator, and never timed.
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


def by_cell(records: Iterable[Record]) -> dict[CellName, list[Record]]:
    """In the order of the first of each cell."""
    cells: dict[CellName, list[Record]] = {}
    for each in records:
        cells.setdefault(each.cell, []).append(each)
    return cells


@dataclass(frozen=True)
class Result:
    """What a file holds, or what of it could be read before `complaint`."""

    where: str
    blocks: tuple[Block, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)  # of the member `machine`
    complaint: ResultError | None = None


def without_curves(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks that figures come from: a curve counts where its cell has nothing else."""
    every = tuple(blocks)
    timed = {block.cell for block in every if not block.curve}
    return tuple(block for block in every if not block.curve or block.cell not in timed)


def cause(attempts: Sequence[Attempt]) -> str:
    """Why a cell failed, from all its lines; empty when it did not."""
    said = [a.detail for a in attempts if a.word == "tryfails"]
    status = {a.status or a.word for a in attempts if a.word in ("try", "emulated")}
    if status & {"ok", "unknown"} or (status == {"emulated"} and not said):
        return ""
    if said:  # SUPERCOP gives the exit status first, then what the program wrote
        why = next((text for text in said if not re.fullmatch(r"error \d+", text)), said[0])
        if why.startswith(UNSUPPORTED):
            return why
        return why.partition(" (")[0]  # what follows is where, or "core dumped"
    if "fails" in status:
        return "wrong checksum"
    said = [a.detail for a in attempts if a.word == "fromcompiler"]
    errors = (text.partition("error: ")[2] for text in said)
    return "does not compile: " + next(filter(None, errors), said[0] if said else "")


def failures(attempts: Iterable[Attempt]) -> dict[str, list[Attempt]]:
    """The cells that failed, one attempt for each, by cause, the most frequent first."""
    found: dict[str, list[Attempt]] = {}
    for lines in by_cell(attempts).values():
        if why := cause(lines):
            found.setdefault(why, []).append(lines[0])
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))
