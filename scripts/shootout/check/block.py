"""A block of a result file: one process that timed one cell."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..results.grammar import BODY, HEAD, SHAPE, UNIT
from ..results.records import MANY, Block, Flag, Timing
from .detectors import BEFORE, Detector
from .evidence import MOST, MOST_SAMPLES, NULL, Evidence, Fault, Notices, Process
from .lengths import LengthMiddle, far_apart, of_tables, unplanned
from .step import CounterStep
from .unit import Group, Unit

FLAG = SHAPE[b"flag"]
MOST_FLAGS = 20  # of a line
AT_ONCE = 100  # units looked at together; more of them would wake the garbage collector
NO_FLAGS: tuple[list[Flag], list[int]] = [], []
NO_CAUSES: dict[str, str] = {}
USUAL = 8  # the factor by which a clock may differ from the one in the facts


class Flags(dict[bytes, "Flag | None"]):
    """Flags by the text after their length, since the same few thousand recur; None for others."""

    def __missing__(self, text: bytes) -> Flag | None:
        found = FLAG.fullmatch(b"- " + text)
        flag = Flag(found[2].decode(), found[3].decode()) if found else None
        if len(self) < MOST:
            self[text] = flag
        return flag


class Numbers(dict[bytes, int]):
    """Numbers by their text, as the same few thousand come again and again."""

    def __missing__(self, text: bytes) -> int:
        number = int(text)
        if len(self) < MOST:
            self[text] = number
        return number


number_of = Numbers().__getitem__
flag_of = Flags().__getitem__


class BlockReader:
    """Reads the lines of a block, and adds the block and its faults to the evidence."""

    def __init__(
        self,
        e: Evidence,
        detectors: Sequence[Detector],
        step: CounterStep | None,
        number: int,
        head: tuple[str, ...],
    ) -> None:
        self.e, self.detectors, self.step = e, detectors, step
        self.first, self.head = number, head
        self.abi, self.primitive = head[2], head[4]
        self.six = frozenset(of_tables(self.primitive))
        counters = e.facts.counters.get(self.abi)
        self.grain = counters.best.grain if counters else 0.0
        self.usual = counters.clock if counters else 0.0
        self.awaited = list(HEAD)  # words of the head that have not come yet
        self.said: dict[bytes, tuple[bytes, ...]] = {}
        self.unknown = Notices()  # words that no block has
        self.broken = False
        self.ended = False
        self.group = Group(-1.0, 0.0, 0)
        self.units: list[Unit] = []  # that were not looked at yet
        self.middles: list[LengthMiddle] = []
        self.timings: list[Timing] = []
        self.ticks = 0
        self.took = (0.0, 0.0)

    def read(self, text: bytes) -> None:
        """Read the whole block, each line behind a newline and without its first six fields."""
        number, at, size = self.first, 0, len(text)
        while at < size:
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
            self._pace(groups[0])
        elif word == b"clock":
            self._clock(number, groups[0])
        elif word == b"took":
            self.took, self.ended = (float(groups[0]), float(groups[1])), True
        else:
            self._order(number, word)  # calls or a flag that belong to no samples

    def _order(self, number: int, word: bytes) -> None:
        self.e.notice("order", f"line {number}: {word.decode()!r} is out of order")

    def _pace(self, text: bytes) -> None:
        pace, blocks = float(text), self.e.blocks
        self.group = Group(pace, 0.0, self.group.odd)
        blocks.probes += 1
        if blocks.probes < MOST_SAMPLES:
            blocks.paces.setdefault(self.abi, []).append(pace)

    def _clock(self, number: int, text: bytes) -> None:
        clock, usual = float(text), self.usual
        odd = usual and not usual / USUAL < clock < usual * USUAL
        self.group = Group(self.group.pace, clock, number if odd else 0)

    def _unit(self, number: int, groups: tuple[bytes | None, ...]) -> int:
        """Read a unit whose first line has this number; return the number of the line after it."""
        pace, clock, called, times, length, stated, text, behind = groups
        assert length and stated and text is not None
        if pace:
            self._pace(pace)
            number += 1
        if clock:
            self._clock(number, clock)
            number += 1
        number += times is not None
        flags, strays = self._flags(number, length, behind) if behind else NO_FLAGS
        middle = int(stated)
        apart = list(map(number_of, text.replace(b"-", b"+-")[1:].split(b"+")))
        unit = Unit(
            number, self.primitive, self.grain, self.group,
            int(length), called is None or called == length, int(times) if times else 1,
            middle, [middle + each for each in apart], sorted(apart), (stated, text),
            flags, dict(flags) if flags else NO_CAUSES,
        )  # fmt: skip
        if called or self.group.odd or self.group.pace < 0:
            self._notice(see(unit) for see in BEFORE)
        for stray in strays:
            self._order(stray, b"flag")
        self.units.append(unit)
        if len(self.units) == AT_ONCE:
            self._look()
        return number + 1 + (behind.count(b"\n") if behind else 0)

    def _flags(self, number: int, mlen: bytes, text: bytes) -> tuple[list[Flag], list[int]]:
        """The flags after the samples of a length, and the lines of flags for another length."""
        usual = list(map(flag_of, text.split(b"\nflag %s " % mlen)[1:]))
        flags = [flag for flag in usual if flag][:MOST_FLAGS]
        if len(flags) == text.count(b"\n"):
            return flags, []
        strays: list[int] = []
        flags = []
        for at, line in enumerate(text.split(b"\n")[1:], number + 1):
            found = FLAG.fullmatch(line, len(b"flag "))
            if not found:
                self._line(at, line)
            elif found[1] == b"-":
                self.broken |= found[2] != b"stolen"
            elif found[1] == mlen and len(flags) < MOST_FLAGS:
                flags.append(Flag(found[2].decode(), found[3].decode()))
            else:
                strays.append(at)
        return flags, strays

    def _look(self) -> None:
        """Look at the units read so far, one detector after the other, which is quicker."""
        units, self.units = self.units, []
        for see in self.detectors:
            self._notice(map(see, units))
        if self.step:
            for u in units:
                for off in self.step.look(u.line, u.samples, u.calls, u.middle):
                    self.e.notice("step", f"line {off}")
        self._keep(units)

    def _notice(self, found: Iterable[Fault | None]) -> None:
        for fault in filter(None, found):
            self.e.notice(*fault)

    def _keep(self, units: Sequence[Unit]) -> None:
        """Add units to the evidence."""
        blocks = self.e.blocks
        blocks.lines += len(units)
        blocks.flagged += sum([1 for u in units if u.flags])
        # Counted by middles: while a machine is suspended its counter may run on in one sample.
        self.ticks += sum([u.middle * len(u.samples) * u.calls for u in units])
        quiet = [(u.group.pace, u.line) for u in units if "shared" not in u.causes]
        if quiet and (len(blocks.slowest) < MOST or self.abi in blocks.slowest):
            slowest = min(quiet)
            blocks.slowest[self.abi] = min(blocks.slowest.get(self.abi, slowest), slowest)
        for u in [u for u in units if u.mlen in self.six]:
            if blocks.samples < MOST_SAMPLES:
                blocks.samples += len(u.samples)
                clock = u.group.clock or None
                timing = Timing(u.mlen, tuple(u.samples), u.calls, clock, tuple(u.flags))
                self.timings.append(timing)
        self.middles += [
            LengthMiddle(u.line, u.mlen, u.middle * (u.group.clock or 1.0), bool(u.flags))
            for u in units[: MOST + 1 - len(self.middles)]
        ]

    def _close(self) -> None:
        """Look at the block as a whole, and add it to the evidence if its head is complete."""
        e = self.e
        if self.awaited:
            e.notice("order", f"line {self.first}: a block without {self.awaited[0].decode()!r}")
            return
        if not self.broken:
            for text in self.unknown.of("words"):
                e.notice("words", text)
            self._notice([unplanned(self.first, self.primitive, self.middles)])
        if self.primitive != NULL:
            self._notice(far_apart(self.middles))
        if set(self.said) == set(HEAD):
            self._add()

    def _add(self) -> None:
        e = self.e
        said = {
            word.decode(): [group.decode() for group in groups]
            for word, groups in self.said.items()
        }
        home, name, _ = said["implementation"]
        if home != self.primitive:
            e.notice("agree", f"line {self.first}: a block of {self.primitive} with code of {home}")
        persecond = int(said["cpucycles_persecond"][0])
        if self.took[1] and persecond and len(e.blocks.processes) < MOST:
            timed = self.ticks / persecond
            e.blocks.processes.append(Process(self.first, *self.took, timed))
        version, machine, abi, date, _ = self.head
        compiler, compiler_version = said["compiler"]
        block = Block(
            version, machine, abi, date, self.primitive, "", name, "",
            int(said["outputbytes"][0]), said["cpuid"][0], persecond,
            said["cpucycles_implementation"][0], compiler, compiler_version,
            int(said["round"][0]), tuple(self.timings), (), len(self.middles) >= MANY,
        )  # fmt: skip
        if e.room(e.blocks.kept, self.first):
            self._notice([e.blocks.add(block, self.first)])
