"""A block of a result file: one process that timed one cell."""

from __future__ import annotations

from collections.abc import Iterable

from ..layout.plan import PAGE
from ..results.grammar import BODY, HEAD, SHAPE, UNIT
from ..results.timings import Flag
from .detectors import BEFORE, wrong_middle
from .evidence import Evidence, Notices
from .flags import flags_after
from .groups import Fault, Place, ProbeGroup, Unit, Where, number_of
from .planned import unplanned
from .timed import Timed

AT_ONCE = 100  # units looked at together; more of them would wake the garbage collector
NO_FLAGS: tuple[list[Flag], list[tuple[int, bytes]]] = [], []
USUAL = 8  # the factor by which a clock may differ from the one in the facts


class BlockReader:
    """Reads the lines of a block, and adds the block and its faults to the evidence."""

    def __init__(self, e: Evidence, number: int, head: tuple[str, ...]) -> None:
        self.e, self.first = e, number
        self.abi, self.primitive = head[2], head[4]
        self.timed = Timed(e, number, head)
        counters = e.facts.counters.get(self.abi)
        self.usual = counters.clock if counters else 0.0
        self.awaited = list(HEAD)  # words of the head that have not come yet
        self.said: dict[bytes, tuple[bytes, ...]] = {}
        self.unknown = Notices()  # words that no block has
        self.broken = False
        self.ended = False
        self.group = ProbeGroup(False, 0.0, 0)
        self.units: list[Unit] = []  # that were not looked at yet
        self.packed = False  # whether the lines are unpacked from columns, and have no numbers
        self.began = 0.0
        self.layout: tuple[int, ...] = ()

    def read(self, text: bytes, columns: int | None = None) -> None:
        """Read the whole block, each line behind a newline and without its first six fields.

        From the offset `columns` on its lines are unpacked: no line of the file is one of them,
        so they are reported with the line that the block begins with.
        """
        number, at, size = self.first, 0, len(text)
        while at < size:
            self.packed = columns is not None and at >= columns
            # Most lines come as such a unit, and most of the time is spent here.
            unit = None if self.awaited or self.ended else UNIT.match(text, at)
            if unit:
                number = self._unit(number, unit.groups())
                at = unit.end()
                continue
            end = text.find(b"\n", at + 1)
            end = end if end > 0 else size
            self._line(number, text[at + 1 : end])
            number, at = number + 1, end
        self._look()
        self._close()

    def _line(self, number: int, line: bytes) -> None:
        """Read a line outside of units."""
        number = self.first if self.packed else number
        word, _, rest = line.partition(b" ")
        shape = SHAPE.get(word)
        if not shape:
            what = f"no line of a result file has the word {word[:40].decode()!r}"
            self.unknown.add("words", f"line {number}: {what}")  # broken programs say anything
            return
        found = shape.fullmatch(rest)
        if not found:
            what = f"line {number}: wrong fields after the word {word.decode()!r}"
            self.e.notice("fields", f"{what}: {rest[:60].decode()!r}")
            return
        groups = found.groups()
        if self.awaited:
            if word != self.awaited.pop(0):
                self._order(number, word)
                self.awaited = []
            self.said[word] = groups
        elif word == b"flag" and groups[0] == b"-":
            self.broken |= groups[1] != b"stolen"
        elif self.ended or word not in BODY:
            self._order(number, word)
        elif word == b"pace":
            self._pace()
        elif word == b"clock":
            self._clock(number, groups[0])
        elif word == b"layout":
            self._layout(number, tuple(map(int, groups)))
        elif word == b"took":
            self.began, self.ended = float(groups[0]), True
        else:
            self._order(number, word)  # calls or a flag that belong to no samples

    def _order(self, number: int, word: bytes) -> None:
        self.e.notice("order", f"line {number}: {word.decode()!r} is out of order")

    def _layout(self, number: int, layout: tuple[int, ...]) -> None:
        if self.layout:
            self._order(number, b"layout")
        if max(layout) >= PAGE:
            self.e.notice("number", f"line {number}: an offset beyond a page of {PAGE} bytes")
        self.layout = layout

    def _pace(self) -> None:
        self.group = ProbeGroup(True, 0.0, self.group.odd)

    def _clock(self, number: int, text: bytes) -> None:
        clock, usual = float(text), self.usual
        odd = usual and not usual / USUAL < clock < usual * USUAL
        self.group = ProbeGroup(self.group.probed, clock, number if odd else 0)

    def _unit(self, number: int, groups: tuple[bytes | None, ...]) -> int:
        """Read a unit whose first line has this number; return the number of the line after it."""
        pace, clock, called, times, length, stated, text, behind = groups
        assert length and stated and text is not None
        if pace:
            self._pace()
            number += 1
        if clock:
            self._clock(self.first if self.packed else number, clock)
            number += 1
        number += times is not None
        flags, others = flags_after(length, behind) if behind else NO_FLAGS
        mlen, middle = int(length), int(stated)
        line: Where = Place(self.first, mlen) if self.packed else number
        apart = sorted(map(number_of, text.replace(b"-", b"+-")[1:].split(b"+")))
        unit = Unit(
            line, self.group,
            mlen, called is None or called == length, int(times) if times else 1,
            middle, apart,
            flags,
        )  # fmt: skip
        if called or self.group.odd or not self.group.probed:
            self._notice(see(unit) for see in BEFORE)
        for index, other in others:
            self._line(number + index, other)
        self.units.append(unit)
        if len(self.units) == AT_ONCE:
            self._look()
        return number + 1 + (behind.count(b"\n") if behind else 0)

    def _look(self) -> None:
        """Look at the units read so far."""
        units, self.units = self.units, []
        self._notice(map(wrong_middle, units))
        self.timed.keep(units)

    def _notice(self, found: Iterable[Fault | None]) -> None:
        for fault in filter(None, found):
            self.e.notice(*fault)

    def _close(self) -> None:
        """Look at the block as a whole, and add it to the evidence if its head is complete."""
        e = self.e
        if self.awaited:
            e.notice("order", f"line {self.first}: a block without {self.awaited[0].decode()!r}")
            return
        if not self.broken:
            for text in self.unknown.of("words"):
                e.notice("words", text)
            self._notice([unplanned(self.first, self.primitive, self.timed.lengths)])
            if b"round" in self.said:
                number = int(self.said[b"round"][0])
                self._notice([e.blocks.lay(self.first, self.abi, number, self.layout)])
        if set(self.said) == set(HEAD):
            self._notice([self.timed.add(self.said, self.began)])
