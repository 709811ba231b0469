"""What the rules of ./do check look at: facts, blocks, and faults noticed while reading."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from ..common.paths import DATA
from ..machine import notes
from ..machine.counter import Counters
from ..machine.microarchitecture import Identity
from ..results.figures import Row, rows_of
from ..results.records import Block, without_curves
from ..results.sign import Signature
from ..results.stats import Length

NULL = "null"  # the function that measures the cost of a call
MOST = 50_000  # cells, blocks, names of each kind kept of a file; 20 times those of a full run
Key = tuple[str, str, Length]  # ABI, primitive, bytes
SHOWN = 3  # faults of a kind that are reported one by one; a hostile file may have millions


def mark(samples: object) -> str:
    """What two files with the same samples have in common."""
    return hashlib.blake2b(repr(samples).encode(), digest_size=8).hexdigest()


class Notices:
    """The faults of a file: the first few of each kind, and how many there were."""

    def __init__(self) -> None:
        self.total = 0
        self.count: Counter[str] = Counter()
        self.first: dict[str, list[str]] = {}

    def add(self, kind: str, text: str) -> None:
        """Keep a fault if it is among the first of its kind; otherwise only count it."""
        self.total += 1
        self.count[kind] += 1
        if self.count[kind] <= SHOWN:
            self.first.setdefault(kind, []).append(text)

    def of(self, *kinds: str) -> list[str]:
        """The faults of these kinds, in a few lines."""
        lines = []
        for kind in kinds:
            shown = self.first.get(kind, [])
            lines += shown
            if self.count[kind] > len(shown):
                lines.append(f"{self.count[kind] - len(shown)} more like this")
        return lines


@dataclass(frozen=True)
class Facts:
    """The content of the member `machine`, from gather.py. SUPERCOP's files have none."""

    text: Mapping[str, str] = field(default_factory=dict)  # by name
    counters: Mapping[str, Counters] = field(default_factory=dict)  # by ABI, from `counter-ABI`

    def get(self, name: str) -> str:
        """The text of a fact; empty for one that is missing."""
        return self.text.get(name, "")


@dataclass
class Tried:
    """What became of a cell before it was timed."""

    right: bool = False
    emulated: bool = False
    counted: int = 0  # the line with its instructions; 0 for none


@dataclass
class Trials:
    """What the lines before the blocks say, from strict.py or gathered.py."""

    # By ABI, primitive, implementation and compiler: a CellName without its machine.
    cells: dict[tuple[str, str, str, str], Tried] = field(default_factory=dict)
    # By primitive and checksums: the first line that says that they are right.
    checksums: dict[tuple[str, str], int] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)  # SHA-256 by implementation


@dataclass
class Blocks:
    """What the blocks say, from strict.py or gathered.py."""

    kept: list[Block] = field(default_factory=list)  # with timings at the lengths of tables
    # As all commands read them, with every sample at these lengths.
    read: Sequence[Block] = ()
    began: float = 0.0  # seconds since 1970, of the last process; 0 if none says
    summed: bool = False  # whether there is a sum
    lines: int = 0  # of samples
    flagged: int = 0  # lines of samples with a flag
    marks: set[str] = field(default_factory=set)  # of lines of samples; of SUPERCOP's, of blocks
    # By ABI and round: the line of the first block, and the offset of its message, -1 if untold.
    laid: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)
    # The line of each cell, round and kind of lengths.
    rounds: dict[tuple[object, ...], int] = field(default_factory=dict)

    @cached_property
    def rows(self) -> list[Row]:
        """The figures of the blocks, as tables show them."""
        return rows_of(without_curves(self.read))

    def repeats(self, block: Block, line: int) -> int:
        """The line of another block of the same cell and round; 0 if there is none."""
        before = self.rounds.setdefault((block.cell, block.round, block.curve), line)
        return before if before != line else 0

    def contradicts(self, line: int, abi: str, number: int, layout: Sequence[int]) -> int:
        """The line of a block whose round has another layout than this one, which may tell none;
        0 if there is no such block."""
        message = layout[-1] if layout else -1
        told = any(other == abi and each >= 0 for (other, _), (_, each) in self.laid.items())
        before, its = self.laid.setdefault((abi, number), (line, message))
        return before if its != message or (told and message < 0) else 0


@dataclass(frozen=True)
class Known:
    """A file that was collected before. Those from before marks were kept have neither these nor
    facts."""

    file: str
    machine: str
    when: tuple[str, str, str]  # collected, date of the run, name: the order of files
    facts: Mapping[str, str]
    signature: Signature
    marks: frozenset[str]
    disputed: bool
    microarchitecture: str
    figures: Mapping[Key, float]


@dataclass
class Evidence:
    """A file, read once, and the folder that it is compared with."""

    path: Path
    home: Path = Path()  # where the file came from, if `path` is a copy of it
    data: Path = DATA  # the folder of the files that were collected before
    known: Sequence[Known] = ()  # these, in the order of their collection
    # The digests of sources that are about to be released, by name (registry/releases.py).
    candidate: Mapping[str, str] = field(default_factory=dict)
    kind: str = "shootout"  # or supercop, for a file of SUPERCOP's
    # As the first line says:
    machine: str = ""
    date: str = ""
    version: str = ""
    signature: Signature = field(default_factory=Signature)
    facts: Facts = field(default_factory=Facts)
    trials: Trials = field(default_factory=Trials)
    blocks: Blocks = field(default_factory=Blocks)
    notices: Notices = field(default_factory=Notices)

    def notice(self, kind: str, text: str) -> None:
        """Keep a fault."""
        self.notices.add(kind, text)

    def identity(self) -> Identity | None:
        """The processor by its numbers, the facts, and the note about the machine."""
        word = self.facts.get("cpuid")
        return notes.identity(self.data, self.machine, word, self.facts.text) if word else None

    @property
    def microarchitecture(self) -> str:
        """Its name as graphs show it, which may not be the stated one; empty without facts."""
        found = self.identity()
        return found.name if found else ""

    def room(self, kept: Sized, line: int) -> bool:
        """Whether one more may be kept; a line that brings too many is a fault."""
        if len(kept) >= MOST:
            self.notice("size", f"line {line}: more blocks or names than any run has")
        return len(kept) < MOST
