"""What the rules of ./do check look at."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sized
from dataclasses import dataclass, field
from pathlib import Path

from ..common.paths import DATA
from ..results.figures import Row, rows_of
from ..results.records import Block, without_curves
from ..results.sign import Signature

MOST = 50_000
"""Cells, blocks, names of each kind that are kept of a file; a full run has a twentieth of it."""
MOST_SAMPLES = 1_000_000
"""Samples that are kept, and probes of the pace; a full run has a fifth of it."""
SHOWN = 3
"""Faults of a kind that are told one by one; a hostile file may have millions."""

COUNTER = re.compile(
    r"(\S+) step (\S+) cost (\S+) persecond (\d{1,15}) (core cycles|converted) "
    r"clock (\d[\d.]*) pace (\d[\d.]*)"
)
SYSTEM_CALL = 100.0
"""As in counter.py: what costs more ticks to read than that is no instruction."""


@dataclass
class Fault:
    """What was noticed while reading, of one kind."""

    told: list[str] = field(default_factory=list)
    count: int = 0


@dataclass(frozen=True)
class Claim:
    """What the facts say of an ABI's counter; ticks, ticks a second, core cycles a tick."""

    name: str
    step: float
    cost: float
    persecond: int
    exact: bool
    clock: float
    pace: float

    @property
    def grain(self) -> float:
        """What measure was told: a sample lasts a hundred of these."""
        return self.cost if self.cost > SYSTEM_CALL else self.step

    @staticmethod
    def parse(text: str) -> Claim | None:
        """From the fact `counter-ABI`; None for what is no such text."""
        found = COUNTER.fullmatch(text)
        if not found:
            return None
        name, step, cost, persecond, kind, clock, pace = found.groups()
        try:
            numbers = float(step), float(cost), int(persecond)
            claim = Claim(name, *numbers, kind == "core cycles", float(clock), float(pace))
        except ValueError:
            return None
        return claim if 0 < claim.step < 1e9 and 0 <= claim.cost < 1e9 else None


@dataclass
class Tried:
    """What became of a cell before it was timed."""

    right: bool = False
    failed: bool = False
    emulated: bool = False


@dataclass
class Ran:
    """One process: the number of its first line, when it ran, and how much of it was timed."""

    line: int
    began: float  # seconds since 1970
    took: float  # seconds
    timed: float  # seconds, of all samples, each taken for the middle of its line


@dataclass
class Evidence:
    """A file, read once."""

    path: Path
    data: Path = DATA
    """The folder of what was collected."""
    kind: str = "shootout"
    """supercop for SUPERCOP's own."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Of the member `machine`."""
    claims: Mapping[str, Claim] = field(default_factory=dict)
    """By ABI."""
    machine: str = ""
    date: str = ""
    version: str = ""
    signature: Signature = field(default_factory=Signature)
    noticed: dict[str, Fault] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    """With the timings that figures of the paper need."""
    tried: dict[tuple[str, str, str, str], Tried] = field(default_factory=dict)
    """By ABI, primitive, implementation, compiler."""
    checksums: dict[tuple[str, str], int] = field(default_factory=dict)
    """Of what passed as right: primitive and checksums, with the first line that says so."""
    sources: dict[str, str] = field(default_factory=dict)
    """SHA-256 by implementation."""
    ran: list[Ran] = field(default_factory=list)
    probes: int = 0
    paces: dict[str, list[float]] = field(default_factory=dict)
    """By ABI, of all groups."""
    slowest: dict[str, tuple[float, int]] = field(default_factory=dict)
    """By ABI, the least pace of a line that has no flag `shared`, and the line's number."""
    prints: dict[int, int] = field(default_factory=dict)
    """Hashes of samples so odd that no two lines have them by chance, and the line's number."""
    rounds: dict[tuple[object, ...], int] = field(default_factory=dict)
    """The line of each cell, round and kind of lengths."""
    seen: set[str] = field(default_factory=set)
    """Words that were there."""
    timed: int = 0
    flagged: int = 0
    """Lines of samples: all, and those with a flag."""
    kept: int = 0
    """Samples in the blocks."""
    shares: dict[str, float] = field(default_factory=dict)
    """By ABI, the part of the samples that is in the counter's steps."""
    figures: list[Row] | None = None

    def rows(self) -> list[Row]:
        """The figures of the blocks, as tables show them."""
        if self.figures is None:
            self.figures = rows_of(without_curves(self.blocks))
        return self.figures

    def add(self, block: Block, line: int, *, curve: bool) -> None:
        """Keeps a block; a second one of the same cell and round is a fault."""
        if not self.room(self.blocks, line):
            return
        before = self.rounds.setdefault((block.cell, block.round, curve), line)
        if before != line:
            self.notice("twice", f"line {line}: the round of line {before} again")
        self.blocks.append(block)

    def room(self, kept: Sized, line: int) -> bool:
        """Whether one more may be kept; a fault of a line that brings too many."""
        if len(kept) >= MOST:
            self.notice("size", f"line {line}: more blocks or names than any run has")
        return len(kept) < MOST

    def notice(self, fault: str, text: str) -> None:
        """Keeps a fault; of many of one kind the first few, and how many there were."""
        kept = self.noticed.setdefault(fault, Fault())
        kept.count += 1
        if len(kept.told) < SHOWN:
            kept.told.append(text)

    def faults(self, *kinds: str) -> list[str]:
        """What was noticed, in a few lines."""
        told = []
        for kind in kinds:
            fault = self.noticed.get(kind, Fault())
            told += fault.told
            if fault.count > len(fault.told):
                told.append(f"{fault.count - len(fault.told)} more like this")
        return told
