"""A block of a result file: one process that timed one cell, looked at line by line."""

from __future__ import annotations

import math
from collections.abc import Sequence

from . import stats
from .evidence import MOST, MOST_SAMPLES, Evidence, Ran
from .lattice import Lattice
from .lines import MANY, Block, Flag, Timing
from .points import Point, middle_of
from .words import BODY, HEAD

UNEVEN = 0.02
"""As in measure.c: quartiles of samples that are further apart, in parts of their median."""
LIKELY = 30
"""Bits; as rare as that, no two lines of a run have the same samples by chance."""
MOST_FLAGS = 20
"""Of a line."""
TEN = 10
"""Samples of a line that can be so rare."""
BITS = [math.lgamma(n + 1) / math.log(2) for n in range(256)]


class Section:
    """Feed it the lines of a block, then close it; it tells the evidence what it notices."""

    def __init__(
        self, e: Evidence, lattice: Lattice | None, number: int, head: tuple[str, ...]
    ) -> None:
        self.e, self.lattice, self.first, self.head = e, lattice, number, head
        self.primitive = head[4]
        self.six = sorted({*stats.BYTES, stats.TOP - stats.stretch(head[4])})
        self.needed = {b"%d" % mlen for mlen in self.six}
        self.claim = e.claims.get(head[2])
        self.grain = self.claim.grain if self.claim else 0.0
        self.awaited = list(HEAD)  # words of the head that have not come yet
        self.said: dict[bytes, tuple[bytes, ...]] = {}
        self.unknown = Evidence(e.path)  # words that no block has
        self.broken = False
        self.ended = False
        self.pace, self.clock = -1.0, 0.0  # none yet
        self.calls = (b"", 1)  # MLEN and K of the line that has to follow
        self.slow = math.inf  # the least pace of a line without the flag `shared`
        self.points: list[Point] = []
        self.line: tuple[int, bytes, list[int], int, int, float] | None = None
        self.flags: list[Flag] = []  # of that line
        self.timings: list[Timing] = []
        self.ticks = 0
        self.took = (0.0, 0.0)

    def add(self, number: int, word: bytes, groups: tuple[bytes, ...]) -> None:
        """A line whose fields have the right shape."""
        if word == b"cycles" and not (self.awaited or self.ended):
            self._cycles(number, groups)  # first, for most lines are that
        elif self.awaited:
            if word != self.awaited.pop(0):
                self._order(number, word)
                self.awaited = []
            self.said[word] = groups
        elif self.ended and not (word == b"flag" and groups[0] == b"-"):
            self._order(number, word)
        elif word == b"flag":
            self._flag(number, groups)
        elif word not in BODY:
            self._order(number, word)
        elif word == b"pace":
            self._finish()
            self.pace, self.clock = float(groups[0]), 0.0
            self._keep_pace()
        elif word == b"clock":
            self.clock = float(groups[0])
            self._look_at_clock(number)
        elif word == b"calls":
            self.calls = (groups[0], int(groups[1]))
        elif word == b"took":
            self.took, self.ended = (float(groups[0]), float(groups[1])), True

    def _order(self, number: int, word: bytes) -> None:
        self.e.notice("order", f"line {number}: {word.decode()!r} is out of its order")

    def _cycles(self, number: int, groups: tuple[bytes, ...]) -> None:
        self._finish()
        e, calls = self.e, 1
        middle = int(groups[1])
        spaced = groups[2].replace(b"+", b" ").replace(b"-", b" -")
        samples = [middle + int(each) for each in spaced.split()]
        ordered = sorted(samples)
        if self.calls[0]:
            calls = self.calls[1]
            if self.calls[0] != groups[0]:
                e.notice("order", f"line {number}: the calls before it are of another length")
            self.calls = (b"", 1)
        if self.pace < 0:
            e.notice("order", f"line {number}: no pace before it")
        if ordered[0] < 0:
            e.notice("number", f"line {number}: a sample is negative")
        elif middle_of(ordered) != middle:
            e.notice("middle", f"line {number}: {middle}, not {middle_of(ordered)}")
        if self.lattice:
            for off in self.lattice.look(number, samples, calls, middle):
                e.notice("step", f"line {off}")
        if self.grain and self.primitive != "null":
            self._look_at_calls(number, calls, middle)
        if len(samples) >= TEN and len(set(samples)) > 4:
            self._look_for_copies(number, calls, ordered, groups)
        # By the middle: a machine that was suspended may have counted on meanwhile.
        self.ticks += middle * len(samples) * calls
        self.line = number, groups[0], samples, calls, middle, self._unevenness(ordered, calls)

    def _unevenness(self, ordered: Sequence[int], calls: int) -> float:
        """As `spread` in quartiles.c, without its excuse: that steps are no difference."""
        n = len(ordered)
        apart, middle = ordered[3 * n // 4] - ordered[n // 4], ordered[n // 2]
        least = (2 * self.grain + 1) / calls
        # A run that went on has looked at its counter twice, and found a step a bit different.
        if middle <= 0 or apart <= 0.9 * least:
            return 0.0
        return apart / middle if apart >= 1.1 * least else -apart / middle

    def _look_at_calls(self, number: int, calls: int, middle: int) -> None:
        """A sample lasts a hundred steps; measure knows roughly how many calls that takes."""
        enough = 100 * self.grain
        if calls * (middle + 1) < enough / 8 or (calls - 2) * middle > 8 * enough:
            self.e.notice("calls", f"line {number}: samples of {calls} calls, {middle} ticks each")

    def _look_for_copies(
        self, number: int, calls: int, ordered: list[int], groups: tuple[bytes, ...]
    ) -> None:
        bits = BITS[len(ordered)] - sum(BITS[ordered.count(s)] for s in set(ordered))
        if bits < LIKELY or len(self.e.prints) > MOST:
            return
        before = self.e.prints.setdefault(hash((calls, groups[1:])), number)
        if before != number:
            self.e.notice("copy", f"line {number} has the samples of line {before}")

    def _look_at_clock(self, number: int) -> None:
        usual = self.claim.clock if self.claim else 0
        if usual and not usual / 8 < self.clock < usual * 8:
            self.e.notice("clock", f"line {number}: {self.clock:g} core cycles a tick")

    def _keep_pace(self) -> None:
        self.e.probes += 1
        if self.e.probes < MOST_SAMPLES:
            self.e.paces.setdefault(self.head[2], []).append(self.pace)

    def _flag(self, number: int, groups: tuple[bytes, ...]) -> None:
        mlen, cause, detail = groups
        if mlen == b"-":
            self.broken |= cause != b"stolen"
        elif not self.line or mlen != self.line[1]:
            self._order(number, b"flag")
        if len(self.flags) < MOST_FLAGS:
            self.flags.append(Flag(cause.decode(), detail.decode()))
        else:
            self._order(number, b"flag")

    def _finish(self) -> None:
        """The line of cycles before this place has all its flags."""
        if not self.line:
            return
        e = self.e
        number, mlen, samples, calls, middle, uneven = self.line
        e.timed += 1
        causes = {}
        if self.flags:
            e.flagged += 1
            causes = {flag.cause: flag.detail for flag in self.flags}
        said = causes.get("uneven")
        right = said is None if uneven <= UNEVEN else said == f"{uneven:.3f}"
        if uneven < 0 and said is not None:
            right = said == f"{-uneven:.3f}"
        if self.grain and not right:
            e.notice("uneven", f"line {number}: {uneven:.3f} by its samples, the flag: {said}")
        if self.pace < self.slow and "shared" not in causes and len(e.slowest) < MOST:
            self.slow = self.pace
            before = e.slowest.get(self.head[2], (self.pace, number))
            e.slowest[self.head[2]] = min(before, (self.pace, number))
        if mlen in self.needed and e.kept < MOST_SAMPLES:
            e.kept += len(samples)
            clock = self.clock or None
            flags = tuple(self.flags)
            self.timings.append(Timing(int(mlen), tuple(samples), calls, clock, flags))
        clock = self.clock or 1.0
        if len(self.points) <= MOST:
            self.points.append(Point(number, int(mlen), middle * clock, bool(causes)))
        self.line, self.flags = None, []

    def close(self) -> None:
        """The block is complete."""
        self._finish()
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
        home, name = said["implementation"]
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
