"""One pass over the lines of a result file of ours, which collects what the rules ask for.

A hostile file may have any bytes: whatever they are, the memory used is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..registry.releases import rank
from ..results import columns
from ..results.grammar import BEFORE, LINE_HEAD, PRINTABLE, SHAPE, UNPRINTABLE
from ..results.sections import LINE, OPENS, Budget, bare, crc, sections
from .blocks import BlockReader
from .evidence import Evidence, Tried
from .planned import miscounted

HOPELESS = 1000  # faults; nobody needs to know of more


class Scan:
    """Reads the content of `data` into the evidence, which has the facts already."""

    def __init__(self, e: Evidence) -> None:
        self.e = e
        self.number = 0  # of lines in the member before
        self.budget = Budget.of(e.path)
        self.over = False  # whether the rest is not read
        self.lines = self.crc = 0  # of the section above, until its sum
        self.unsummed = 0  # sections without a sum

    def feed(self, pieces: Iterable[bytes], *, curves: bool = False) -> None:
        """Read a member of result lines; in `curves` blocks may be written in columns."""
        e, last = self.e, 0
        if self.over:
            return
        for at, text in sections(pieces, self._complain, budget=self.budget):
            number = self.number + at
            last = at + text.count(b"\n") - 1
            self._section(number, text, curves)
            if e.notices.total > HOPELESS:
                e.notice("size", f"line {number}: too many errors; the rest was not read")
                self.over = True
            if self.over:
                break
        self.number += last

    def _complain(self, kind: str, number: int, what: str) -> None:
        self.e.notice(kind, f"line {self.number + number} {what}")
        self.over |= kind != "newline"

    def close(self) -> None:
        """Say what is known only when all was read."""
        e = self.e
        self.unsummed += self.lines > 0
        if e.blocks.summed and self.unsummed:
            e.notice("sum", f"sections without a sum: {self.unsummed}")

    def _section(self, number: int, text: bytes, curves: bool) -> None:
        found = OPENS.match(text)
        if found and found[6] == b"sum":
            self._sum(number, text[found.end() + 1 :])
            return
        self.unsummed += self.lines > 0
        self.lines = text.count(b"\n")
        self.crc = crc(text)
        if text.translate(None, PRINTABLE):
            for at, line in enumerate(text.split(b"\n")[1:], number):
                if UNPRINTABLE.search(line):
                    self.e.notice("text", f"line {at} has bytes that are not printable ASCII")
            text = UNPRINTABLE.sub(b"?", text)
            found = OPENS.match(text)
        if not found:
            for at, line in enumerate(text.split(b"\n")[1:], number):
                self._before(at, line)
            return
        block = bare(text, curves=curves)
        if not block:
            prefix = text[: found.start(6)]
            for at, line in enumerate(text.split(b"\n")[1:], number):
                if not line.startswith(prefix[1:]) and self._head(at, line):
                    self.e.notice("order", f"line {at}: belongs to another block")
            return
        head = self._head(number, text[1:])
        if head:
            reader = BlockReader(self.e, number, head)
            at = block.text.find(columns.OPENS) if curves else -1
            if at < 0:
                reader.read(block.text)
            else:
                reader.read(block.text[:at] + self._unpacked(number, block.text[at:]), at)

    def _unpacked(self, number: int, text: bytes) -> bytes:
        """The lines that columns stand for, and those behind."""
        try:
            return columns.unpack(text, self._spend)
        except ValueError as error:
            self.e.notice("fields", f"line {number}: columns that cannot be unpacked: {error}")
            return b""

    def _spend(self, lines: int) -> None:
        self.budget.spend(LINE * lines)

    def _head(self, number: int, line: bytes) -> tuple[str, ...]:
        """The first six fields without `crypto_hash`; an empty tuple if the line has others."""
        found = LINE_HEAD.match(line)
        if not found:
            what = "does not begin with VERSION MACHINE ABI DATE crypto_hash"
            self.e.notice("fields", f"line {number}: {what}")
            return ()
        head = tuple(field.decode() for field in found.groups())
        version, machine, _, date, _ = head
        e = self.e
        if not e.machine:
            e.machine, e.date, e.version = machine, date, version
        if machine != e.machine:
            e.notice("agree", f"line {number}: from the machine {machine}, not {e.machine}")
        if date > e.date or rank(version) > rank(e.version):
            e.notice("agree", f"line {number}: later than the run of {e.date}")
        return head

    def _before(self, number: int, line: bytes) -> None:
        """Read a line about what was done before the timing."""
        head = self._head(number, line)
        if not head:
            return
        word, _, rest = line.split(b" ", 6)[6].partition(b" ")
        shape = SHAPE.get(word)
        if not shape:
            what = f"no line of a result file has the word {word[:40].decode()!r}"
            self.e.notice("words", f"line {number}: {what}")
        elif word not in BEFORE:
            self.e.notice("order", f"line {number}: {word.decode()!r} is out of order")
        elif found := shape.fullmatch(rest):
            groups = [group.decode() for group in found.groups()]
            self._tried(number, head, word.decode(), groups, line)
        else:
            what = f"line {number}: wrong fields after the word {word.decode()!r}"
            self.e.notice("fields", f"{what}: {rest[:60].decode()!r}")

    def _tried(
        self, number: int, head: tuple[str, ...], word: str, groups: list[str], line: bytes
    ) -> None:
        e, abi, primitive = self.e, head[2], head[4]
        trials = e.trials
        named = groups[2:4] if word == "try" else groups[:2]
        if named[0] != primitive:
            e.notice("agree", f"line {number}: a line of {primitive} with code of {named[0]}")
        if not (e.room(trials.cells, number) and e.room(trials.sources, number)):
            return
        if word == "source":
            trials.sources[f"crypto_hash/{named[0]}/{named[1]}"] = groups[2]
            return
        cell = (abi, primitive, named[1], groups[4] if word == "try" else groups[2])
        tried = trials.cells.setdefault(cell, Tried())
        if word == "try":
            tried.right = groups[1] != "fails"
            if tried.right and e.room(trials.checksums, number):
                trials.checksums.setdefault((primitive, groups[0]), number)
        elif word == "same":
            trials.cells.setdefault((*cell[:3], groups[3]), Tried())
        elif word == "emulated":
            tried.emulated = True
        elif word == "instructions":
            tried.counted = number
            if fault := miscounted(primitive, groups[3]):
                e.notice("instructions", f"line {number}: {fault}")

    def _sum(self, number: int, rest: bytes) -> None:
        self.e.blocks.summed = True
        found = SHAPE[b"sum"].fullmatch(rest)
        if not found or int(found[1]) != self.lines or found[2] != b"%08x" % self.crc:
            self.e.notice("sum", f"line {number}: not the sum of the {self.lines} lines above it")
        self.lines = self.crc = 0
