"""The measurements of a run so far, read back from the journal.

The doctor may have taken the usual pace in a busy moment. The pace is probed beside every
group of timings, so the end of a run knows it better, and flags those whose core was shared.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from ..build.cells import Cell
from ..common.errors import Trouble
from ..common.journal import Journal
from ..machine.counter import Counters
from ..ranking.rows import above_floors
from ..results.figures import Row, rows_of
from ..results.reader import Reader, Wanted, everything
from ..results.records import MANY, Block, CellName, Result, by_cell, without_curves
from ..results.stats import needed
from .record import Recorder

SHARED = 0.96  # part of the usual pace below which the core is shared; also in measure/watch.c
AGREE = 0.99  # probes of an unshared core agree within this ratio
SOME = 0.02  # part of all probes that has to agree on a pace
PROBE = re.compile(rb"\npace (\S+)")
PIECE = re.compile(rb"(\n(pace|cycles) (\S+)[^\n]*)((?:\nflag [^\n]*)*)")


@dataclass
class Measurements:
    """The events of the journal that belong to this run, as lines and as figures."""

    journal: Journal
    recorder: Recorder
    counters: Mapping[str, Counters]  # by ABI
    # Keys of the journal's events that belong to this run.
    keys: set[str] = field(default_factory=set)
    wanted: Wanted = needed  # the lengths of figures
    _paces: dict[str, list[float]] = field(default_factory=dict)
    _read: dict[Wanted, dict[bytes, tuple[Block, ...]]] = field(default_factory=dict)
    _rows: tuple[tuple[int, int], list[Row]] = ((0, 0), [])  # and how much there was to read

    def name(self, cell: Cell) -> CellName:
        """The cell's name in these results."""
        implementation = cell.implementation.name
        return CellName(
            self.recorder.machine, cell.abi, cell.primitive, implementation, cell.compiler.word
        )

    def pace(self, abi: str) -> float:
        """The usual pace of this core in instructions per core cycle, by what is known now."""
        return max(self.counters[abi].pace, usual(self._paces.get(abi, [])))

    def content(self) -> bytes:
        """The result lines so far, with flags for those that were slow by what is known now.

        They have the name and the day of this run, whenever they were measured.
        """
        return b"".join(self._pieces())

    def _pieces(self, keys: Collection[str] | None = None) -> list[bytes]:
        """The lines of each event, or of some, as in `content`."""
        events = self.journal.events.items()
        blocks = {key: _bare(lines) for key, lines in events if key in self.keys and lines}
        self._paces = {}
        for (_, abi, _), text in blocks.values():
            self._paces.setdefault(abi, []).extend(probes(text))
        reference = {abi: self.pace(abi) for abi in self._paces}
        found = []
        for key, ((version, abi, primitive), text) in blocks.items():
            if keys is not None and key not in keys:
                continue
            fields = (version, self.recorder.machine, abi, self.recorder.date, "crypto_hash")
            head = "".join(f"{field} " for field in (*fields, primitive))
            lines = flagged(text, reference[abi]).replace(b"\n", f"\n{head}".encode())
            found.append(lines[1:] + b"\n")
        return found

    def rows(self) -> list[Row]:
        """The figures so far, without impossible ones: none of these is a record to come up to."""
        much = len(self.keys), len(self.journal.events)
        if self._rows[0] != much:
            self._rows = much, above_floors(rows_of(without_curves(self._blocks(self.wanted))))
        return self._rows[1]

    def result(self, facts: Mapping[str, str], abis: Collection[str]) -> Result:
        """The timings so far of these ABIs, as a result file of this machine would have them."""
        blocks = [b for b in without_curves(self._blocks(self.wanted)) if b.abi in abis]
        return Result("this run", tuple(blocks), facts=facts)

    def disturbed(self, keys: Collection[str]) -> set[CellName]:
        """The cells whose curves, in these events, were disturbed in all rounds at many lengths."""
        found = set()
        for cell, blocks in by_cell(self._blocks(everything, keys)).items():
            timed = {(t.mlen, not b.flags and not t.flags) for b in blocks for t in b.timings}
            clean = {mlen for mlen, undisturbed in timed if undisturbed}
            if len({mlen for mlen, _ in timed} - clean) >= MANY:
                found.add(cell)
        return found

    def _blocks(self, wanted: Wanted, keys: Collection[str] | None = None) -> list[Block]:
        """The records so far, or those of some events; no event is read twice unless it has other
        flags than before."""
        read = self._read.setdefault(wanted, {})
        for piece in (pieces := self._pieces(keys)):
            if piece not in read:
                reader = Reader("this run", wanted)
                reader.feed([piece])
                read[piece] = reader.result().blocks
        return [block for piece in pieces for block in read[piece]]


def unusable(events: Mapping[str, Sequence[str]]) -> set[str]:
    """The keys of events whose lines the reader of result files refuses.

    No line of one implementation may stop a run, now or when it is continued.
    """
    found = set()
    for key, lines in events.items():
        reader = Reader("the journal", everything)
        try:
            reader.feed(["".join(f"{line}\n" for line in lines).encode("ascii", "replace")])
            reader.result()
        except Trouble:
            found.add(key)
    return found


def _bare(lines: Sequence[str]) -> tuple[tuple[str, str, str], bytes]:
    """Version, ABI and primitive of the lines of a block, and the lines without their fields."""
    version, machine, abi, date, what, primitive, _ = lines[0].split(" ", 6)
    prefix = " ".join([version, machine, abi, date, what, primitive, ""])
    text = "".join(f"\n{line}" for line in lines).replace(f"\n{prefix}", "\n")
    return (version, abi, primitive), text.encode("ascii", "replace")


def usual(paces: Sequence[float]) -> float:
    """The highest pace, in instructions per cycle, on which some probes agree; 0 without probes.

    The highest probe of all is no measure: it may come from an interrupt in the shorter of its
    two bursts.
    """
    ordered = sorted(paces, reverse=True)
    some = max(3, round(SOME * len(ordered)))
    for i in range(len(ordered) - some + 1):
        if ordered[i + some - 1] >= AGREE * ordered[i]:
            return ordered[i + some // 2]
    return ordered[len(ordered) // 2] if ordered else 0.0


def probes(text: bytes) -> list[float]:
    """The probes in bare lines, each after a newline, in instructions per cycle."""
    return list(map(float, PROBE.findall(text)))


def flagged(text: bytes, reference: float) -> bytes:
    """The bare lines of a block, with `flag MLEN shared PART` added below slow timings.

    `reference` is the usual pace in instructions per cycle.
    """
    part = 1.0

    def flag(found: re.Match[bytes]) -> bytes:
        nonlocal part
        line, word, number, flags = found.groups()
        if word == b"pace":
            part = float(number) / reference if reference else 1.0
        elif part < SHARED and b"\nflag %s shared" % number not in flags:
            return b"%s\nflag %s shared %.3f%s" % (line, number, part, flags)
        return found[0]

    return PIECE.sub(flag, text)
