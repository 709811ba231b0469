"""A block of a result file: one process that timed one cell."""

from __future__ import annotations

import math

from ..results import stats
from ..results.grammar import BODY, HEAD, SHAPE, UNIT, Numbers
from ..results.records import MANY, Block, Flag, Timing
from .evidence import MOST, MOST_SAMPLES, Evidence, Ran
from .points import Point, middle_of
from .step import Lattice
from .timed import TEN, as_flagged, look_for_copies, unevenness

number_of = Numbers().__getitem__
MOST_FLAGS = 20
"""Of a line."""


class Section:
    """Give it the lines of a block to read; it tells the evidence what it notices."""

    def __init__(
        self, e: Evidence, lattice: Lattice | None, number: int, head: tuple[str, ...]
    ) -> None:
        self.e, self.lattice, self.first, self.head = e, lattice, number, head
        self.primitive = head[4]
        self.six = sorted({*stats.BYTES, stats.TOP - stats.stretch(head[4])})
        self.claim = e.claims.get(head[2])
        self.grain = self.claim.grain if self.claim else 0.0
        self.awaited = list(HEAD)  # words of the head that have not come yet
        self.said: dict[bytes, tuple[bytes, ...]] = {}
        self.unknown = Evidence(e.path)  # words that no block has
        self.broken = False
        self.ended = False
        self.pace, self.clock = -1.0, 0.0  # none yet
        self.odd = 0  # the line of a clock that is far from the usual one
        self.slow = math.inf  # the least pace of a line without the flag `shared`
        self.points: list[Point] = []
        self.timings: list[Timing] = []
        self.ticks = 0
        self.took = (0.0, 0.0)

    def read(self, text: bytes) -> None:
        """All of it, each line behind a newline and without its first six fields."""
        number, at = self.first, 0
        while at < len(text):
            # Most lines come as such a unit, and most of the time is spent here.
            unit = None if self.awaited or self.ended else UNIT.match(text, at)
            if unit:
                number = self._unit(number, unit.groups())
                at = unit.end()
                continue
            end = text.find(b"\n", at + 1)
            end = end if end > 0 else len(text)
            self._line(number, text[at + 1 : end])
            number, at = number + 1, end
        self._close()

    def _line(self, number: int, line: bytes) -> None:
        """One that is no part of a unit."""
        word, _, rest = line.partition(b" ")
        shape = SHAPE.get(word)
        if not shape:
            what = f"{word[:40].decode()!r} is no word of a result file"
            self.unknown.notice("words", f"line {number}: {what}")  # broken programs say anything
            return
        found = shape.fullmatch(rest)
        if not found:
            what = f"line {number}: not what follows the word {word.decode()!r}"
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
            self._pace(groups[0])
        elif word == b"clock":
            self._clock(number, groups[0])
        elif word == b"took":
            self.took, self.ended = (float(groups[0]), float(groups[1])), True
        else:
            self._order(number, word)  # calls or a flag that belong to no samples

    def _order(self, number: int, word: bytes) -> None:
        self.e.notice("order", f"line {number}: {word.decode()!r} is out of its order")

    def _pace(self, text: bytes) -> None:
        self.pace, self.clock = float(text), 0.0
        self.e.probes += 1
        if self.e.probes < MOST_SAMPLES:
            self.e.paces.setdefault(self.head[2], []).append(self.pace)

    def _clock(self, number: int, text: bytes) -> None:
        self.clock = float(text)
        usual = self.claim.clock if self.claim else 0
        self.odd = number if usual and not usual / 8 < self.clock < usual * 8 else 0

    def _unit(self, number: int, groups: tuple[bytes | None, ...]) -> int:
        """The samples of a length, what is said before and behind; the number behind them."""
        pace, clock, called, times, length, stated, text, behind = groups
        assert length and stated and text is not None
        e, calls = self.e, 1
        if pace:
            self._pace(pace)
            number += 1
        if clock:
            self._clock(number, clock)
            number += 1
        if times:
            calls = int(times)
            number += 1
            if called != length:
                e.notice("order", f"line {number}: the calls before it are of another length")
        mlen, middle = int(length), int(stated)
        apart = list(map(number_of, text.replace(b"+", b" ").replace(b"-", b" -").split()))
        ordered = sorted(apart)
        n = len(apart)
        if self.pace < 0:
            e.notice("order", f"line {number}: no pace before it")
        if middle + ordered[0] < 0:
            e.notice("number", f"line {number}: a sample is negative")
        elif middle_of(ordered):
            e.notice("middle", f"line {number}: {middle}, not {middle + middle_of(ordered)}")
        samples = [middle + each for each in apart]
        if self.lattice:
            for off in self.lattice.look(number, samples, calls, middle):
                e.notice("step", f"line {off}")
        if self.grain and self.primitive != "null":
            enough = 100 * self.grain  # measure knows roughly how many calls that takes
            if calls * (middle + 1) < enough / 8 or (calls - 2) * middle > 8 * enough:
                e.notice("calls", f"line {number}: samples of {calls} calls, {middle} ticks each")
        if n >= TEN:
            look_for_copies(e, number, calls, ordered, (stated, text))
        # By the middle: a machine that was suspended may have counted on meanwhile.
        self.ticks += middle * n * calls
        flags = self._flags(number, length, behind) if behind else ()
        causes = {flag.cause: flag.detail for flag in flags} if flags else {}
        e.timed += 1
        e.flagged += bool(flags)
        if self.odd and "drift" not in causes:  # whoever is suspended meanwhile sees anything
            e.notice("clock", f"line {self.odd}: {self.clock:g} core cycles a tick, and no drift")
        uneven = unevenness(ordered, middle, calls, self.grain)
        said = causes.get("uneven")
        if self.grain and not as_flagged(uneven, said):
            e.notice("uneven", f"line {number}: {uneven:.3f} by its samples, the flag: {said}")
        if self.pace < self.slow and "shared" not in causes and len(e.slowest) < MOST:
            self.slow = self.pace
            before = e.slowest.get(self.head[2], (self.pace, number))
            e.slowest[self.head[2]] = min(before, (self.pace, number))
        if mlen in self.six and e.kept < MOST_SAMPLES:
            e.kept += n
            self.timings.append(Timing(mlen, tuple(samples), calls, self.clock or None, flags))
        if len(self.points) <= MOST:
            self.points.append(Point(number, mlen, middle * (self.clock or 1.0), bool(flags)))
        return number + 1 + (behind.count(b"\n") if behind else 0)

    def _flags(self, number: int, mlen: bytes, text: bytes) -> tuple[Flag, ...]:
        """The flags behind the samples of a length."""
        flags: list[Flag] = []
        for at, line in enumerate(text.split(b"\n")[1:], number + 1):
            found = SHAPE[b"flag"].fullmatch(line, len(b"flag "))
            if not found:
                self._line(at, line)
            elif found[1] == b"-":
                self.broken |= found[2] != b"stolen"
            elif found[1] == mlen and len(flags) < MOST_FLAGS:
                flags.append(Flag(found[2].decode(), found[3].decode()))
            else:
                self._order(at, b"flag")
        return tuple(flags)

    def _close(self) -> None:
        e = self.e
        if self.awaited:
            e.notice("order", f"line {self.first}: a block without {self.awaited[0].decode()}")
            return
        if not self.broken:
            for text in self.unknown.faults("words"):
                e.notice("words", text)
            self._look_at_lengths()
        if self.primitive != "null":
            self._look_at_neighbours()
        said = {
            word.decode(): [group.decode() for group in groups]
            for word, groups in self.said.items()
        }
        if set(said) != {word.decode() for word in HEAD}:
            return
        home, name, _ = said["implementation"]
        if home != self.primitive:
            e.notice("agree", f"line {self.first}: {self.primitive}, and code of {home}")
        persecond = int(said["cpucycles_persecond"][0])
        if self.took[1] and persecond and len(e.ran) < MOST:
            e.ran.append(Ran(self.first, *self.took, self.ticks / persecond))
        version, machine, abi, date, _ = self.head
        compiler, compiler_version = said["compiler"]
        block = Block(
            version, machine, abi, date, self.primitive, "", name, "",
            int(said["outputbytes"][0]), said["cpuid"][0], persecond,
            said["cpucycles_implementation"][0], compiler, compiler_version,
            int(said["round"][0]), tuple(self.timings), (), len(self.points) >= MANY,
        )  # fmt: skip
        e.add(block, self.first, curve=len(self.points) >= MANY)

    def _look_at_lengths(self) -> None:
        """The six lengths, or a curve from 0 to TOP in equal steps."""
        lengths = [point.mlen for point in self.points]
        curve = len(lengths) > 1 and lengths == list(range(0, stats.TOP + 1, lengths[1] or 1))
        if lengths != self.six and not curve:
            what = f"{len(lengths)} lengths that ./do does not time together"
            self.e.notice("plan", f"line {self.first}: a block of {what}")

    def _look_at_neighbours(self) -> None:
        """Where a figure and those beside it had no flag, they cannot be far apart."""
        still = [point for point in self.points if not point.flagged]
        if len(self.points) < MANY:
            odd = [b for a, b in zip(still, still[1:]) if not a.leads_to(b)]
        else:
            odd = [b for a, b, c in zip(still, still[1:], still[2:]) if b.alone(a, c)]
        for point in odd:
            what = f"{point.cycles:.0f} cycles for {point.mlen} bytes"
            self.e.notice("alone", f"line {point.number}: {what}")
