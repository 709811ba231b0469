"""The reader of all commands, which also asks whether each line is as ./do writes it.

A line that is not is a fault of the evidence, and is left out of the records. A hostile file may
have any bytes: whatever they are, the memory used is bounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..layout.plan import PAGE
from ..registry.causes import DRIFT, STOLEN
from ..registry.releases import rank
from ..results import columns, stats
from ..results.columns import Lengths
from ..results.grammar import BEFORE, BODY, HEAD, LINE_HEAD, PRINTABLE, SHAPE, UNPRINTABLE
from ..results.reader import MOST_FLAGS, Reader
from ..results.records import MANY, Block, Head, head_of, printable
from ..results.sections import OPENS, Budget, bare, crc, sections
from ..results.timings import numbers
from .evidence import MOST, Evidence, Notices, Tried, mark

HOPELESS = 1000  # faults; nobody needs to know of more
USUAL = 8  # the factor by which a clock may differ from the one in the facts
VARIED = 8  # different samples of a line that has a mark; a line with fewer may recur by chance
LARGE = 200  # ticks of its middle
SHORT = 3.0  # the instructions of a message within a block, at most, in those of one block


class Strict(Reader):
    """Reads the content of `data` and `curves` into the evidence, which has the facts already."""

    def __init__(self, e: Evidence) -> None:
        self.more = stats.named(e.facts.text)
        super().__init__(e.path, lambda p: stats.needed(p) | self.more, Budget.of(e.path))
        self.e = e
        self.over = False  # whether the rest is not read
        self.summed = (0, 0)  # lines and CRC of the section above, until its sum
        self.unsummed = 0  # sections without a sum
        self._open_block(0, ())

    def _open_block(self, number: int, usual: tuple[float, ...]) -> None:
        """Begin a block at this line; its clock is about the usual one, if there is any."""
        self.first, self.usual = number, usual
        self.awaited = list(HEAD)  # words of the head that have not come yet
        self.heard: dict[bytes, tuple[str, ...]] = {}
        self.unknown = Notices()  # words that no block has
        self.broken = self.ended = self.probed = False
        self.clocked = (0.0, 0)  # core cycles per tick, and the line of such a clock if it is odd
        self.called: tuple[int, str] | None = None  # the line of `calls` and its length, until used
        self.unit: tuple[int, str, list[str]] | None = None  # line, length, causes of flags
        self.mlens: list[int] = []
        self.laid: tuple[int, ...] = ()

    def feed(self, pieces: Iterable[bytes], *, curves: bool = False) -> None:
        """Read a member of result lines; in `curves` blocks may be written in columns."""
        self.curves, last = curves, 0
        for number, text in (
            () if self.over else sections(pieces, self._complain, budget=self.budget)
        ):
            last = number + text.count(b"\n") - 1
            self._section(number, text)
            if self.e.notices.total > HOPELESS:
                where = f"line {self.number + number}"
                self.e.notice("size", f"{where}: too many errors; the rest was not read")
                self.over = True
            if self.over:
                break
        self.number += last

    def _complain(self, kind: str, number: int, what: str) -> None:
        self.e.notice(kind, f"line {self.number + number} {what}")
        self.over |= kind != "newline"

    def end(self) -> None:
        """Say what is known only when all was read, and keep the blocks."""
        e = self.e
        self.unsummed += self.summed[0] > 0
        if e.blocks.summed and self.unsummed:
            e.notice("sum", f"sections without a sum: {self.unsummed}")
        e.blocks.kept = list(self.blocks_so_far())
        result = self.result()
        e.blocks.read = result.blocks
        if result.complaint:
            e.notice("unread", str(result.complaint))

    def _section(self, number: int, text: bytes) -> None:
        found, at = OPENS.match(text), self.number + number
        if found and found[6] == b"sum":
            self._sum(at, text[found.end() + 1 :])
            return
        self.unsummed += self.summed[0] > 0
        self.summed = text.count(b"\n"), crc(text)
        lines = text.split(b"\n")[1:]
        if text.translate(None, PRINTABLE):
            for n, line in enumerate(lines, at):
                if UNPRINTABLE.search(line):
                    self.e.notice("text", f"line {n} has bytes that are not printable ASCII")
            text = UNPRINTABLE.sub(b"?", text)
            found, lines = OPENS.match(text), text.split(b"\n")[1:]
        block = bare(text, curves=self.curves) if found else None
        if block:
            if head := self._head(at, lines[0]):
                self._block(at, head, block.text)
            return
        prefix = text[: found.start(6)][1:] if found else b"\n"
        for n, line in enumerate(lines, at):
            if not line.startswith(prefix) and (head := self._head(n, line)):
                if found:
                    self.e.notice("order", f"line {n}: belongs to another block")
                else:
                    self._line(n, head, line.split(b" ", 6)[6], inside=False)

    def _sum(self, number: int, rest: bytes) -> None:
        lines, crc32 = self.summed
        self.e.blocks.summed, self.summed = True, (0, 0)
        found = SHAPE[b"sum"].fullmatch(rest)
        if not found or int(found[1]) != lines or found[2] != b"%08x" % crc32:
            self.e.notice("sum", f"line {number}: not the sum of the {lines} lines above it")

    def _head(self, number: int, line: bytes) -> Head:
        """The first fields of a line; none if it has others."""
        found = LINE_HEAD.match(line)
        if not found:
            what = "does not begin with VERSION MACHINE ABI DATE crypto_hash"
            self.e.notice("fields", f"line {number}: {what}")
            return ()
        head, e = head_of(found.groups()), self.e
        version, machine, abi, date, *_ = head
        if not e.machine:
            e.machine, e.date, e.version = machine, date, version
        if machine != e.machine:
            e.notice("agree", f"line {number}: from the machine {machine}, not {e.machine}")
        if date > e.date or rank(version) > rank(e.version):
            e.notice("agree", f"line {number}: later than the run of {e.date}")
        self.at = number - self.number
        self._platform(machine, abi)
        return head

    def _block(self, number: int, head: Head, text: bytes) -> None:
        """Read a block, whose lines have no fields in common any more."""
        counters, before = self.e.facts.counters.get(head[2]), len(self.blocks_so_far())
        self._open_block(number, (counters.clock,) if counters and counters.clock else ())
        start = text.find(columns.OPENS) if self.curves else -1
        for n, line in enumerate(text[: start if start >= 0 else None].split(b"\n")[1:], number):
            self._line(n, head, line)
        if start >= 0:
            for line in text[self._in_columns(text, start) :].split(b"\n")[1:]:
                self._line(number, head, line)
        self._unit_ends()
        self._close()
        self._whole(head, before)

    def _in_columns(self, text: bytes, start: int) -> int:
        """Read columns; return the offset of what follows them."""
        try:
            end = self._columns(text, start)
        except ValueError as error:
            self.e.notice("unread", f"line {self.first}: columns cannot be unpacked: {error}")
            self.awaited = []
            return len(text)
        if isinstance(self.made, columns.ColumnTimings):
            self._lengths(self.made.lengths)
        return end

    def _lengths(self, lengths: Lengths) -> None:
        """Look at each length of columns."""
        if not lengths.fits():
            what = "malformed flags, or flags of more lengths than were timed"
            self.e.notice("fields", f"line {self.first}: {what}")
        self.mlens += lengths.mlens
        flags, samples, at = lengths.doubts(), lengths.samples(), 0
        for size, pace, clock in zip(lengths.groups, lengths.paces.split(), lengths.clocks.split()):
            self.probed |= pace != columns.NONE
            if clock != columns.NONE:
                self._probe(self.first, float(clock))
            for i in range(at, at + size):
                causes = [flag.cause for flag in flags.get(i, ())]
                self._timed(self.first, causes, lengths.mlens[i], min(next(samples)[1]) < 0)
            at += size

    def _line(self, number: int, head: Head, line: bytes, *, inside: bool = True) -> None:
        """Read a line without its first fields; `inside` a block or before all."""
        word, _, rest = line.partition(b" ")
        shape, name = SHAPE.get(word), word[:40].decode()
        if not shape:
            notices = self.unknown if inside else self.e.notices  # broken programs say anything
            notices.add("words", f"line {number}: no line of a result file has the word {name!r}")
            return
        found = shape.fullmatch(rest)
        if not found:
            what = f"line {number}: wrong fields after the word {name!r}: {rest[:60].decode()!r}"
            self.e.notice("fields", what)
            return
        groups = [(group or b"").decode() for group in found.groups()]
        placed = self._place(number, word, groups) if inside else word in BEFORE
        if not placed:
            self._order(number, name)
            if not inside or word not in HEAD:  # else what follows can still be looked at
                return
        if not inside:
            self._tried(number, head, name, groups)
        try:
            self.about = head
            self._dispatch(name, rest.decode().split())
        except (ValueError, IndexError) as error:
            what = f"cannot be understood: {printable(line)[:60]!r} ({error})"
            self.e.notice("unread", f"line {number}: {what}")

    def _order(self, number: int, name: str) -> None:
        self.e.notice("order", f"line {number}: {name!r} is out of order")

    def _place(self, number: int, word: bytes, groups: list[str]) -> bool:
        """Whether a line of a block is in its place."""
        if self.awaited:
            right = word == self.awaited.pop(0)
            self.awaited = self.awaited if right else []
            self.heard[word] = tuple(groups)
            return right
        if word == b"flag" and groups[0] == "-":
            self.broken |= groups[1] != STOLEN
            return True
        if word == b"flag":
            unit = self.unit
            if not unit or unit[1] != groups[0] or len(unit[2]) == MOST_FLAGS:
                return False
            unit[2].append(groups[1])
            return True
        self._unit_ends()
        if self.called and word != b"cycles":
            self._order(self.called[0], "calls")
            self.called = None
        if self.ended or word not in BODY:
            return False
        return self._body(number, word, groups)

    def _body(self, number: int, word: bytes, groups: list[str]) -> bool:
        """Read a line after the head that begins something."""
        first, laid = groups[0], self.laid
        if word == b"pace":
            self.probed = True
        elif word == b"clock":
            self._probe(number, float(first))
        elif word == b"calls":
            self.called = number, first
        elif word == b"cycles":
            self._samples(number, groups)
        elif word == b"layout":
            self.laid = tuple(map(int, groups))
            if max(self.laid) >= PAGE:
                what = f"line {number}: an offset beyond a page of {PAGE} bytes"
                self.e.notice("number", what)
        elif word == b"took":
            self.ended = True
            self.e.blocks.began = max(self.e.blocks.began, float(first))
        return word != b"sum" and not (word == b"layout" and laid)

    def _probe(self, number: int, clock: float) -> None:
        odd = any(not usual / USUAL < clock < usual * USUAL for usual in self.usual)
        self.clocked = clock, number if odd else 0

    def _samples(self, number: int, groups: list[str]) -> None:
        """Look at a line of samples: its middle is theirs, and they are not negative."""
        mlen, middle, apart = groups
        if self.called and self.called[1] != mlen:
            what = "the line `calls` before it is for another length"
            self.e.notice("order", f"line {number}: {what}")
        self.called, self.unit = None, (number, mlen, [])
        self.mlens.append(int(mlen))
        samples = [int(middle) + each for each in numbers(apart.encode())]
        right = stats.stq2(samples)
        if min(samples) >= 0 and right != int(middle):
            what = f"middle {middle}, but {right} by the samples"
            self.e.notice("middle", f"line {number}: {what}")
        if min(samples) < 0:
            self.e.notice("number", f"line {number}: a sample is negative")

    def _unit_ends(self) -> None:
        """All lines about a line of samples were read."""
        if self.unit:
            number, _, causes = self.unit
            self._timed(number, causes)
            self.unit = None

    def _timed(
        self, line: int, causes: list[str], mlen: int | None = None, negative: bool = False
    ) -> None:
        """Count the samples of a length, and look at what was probed before them.

        The length is told of columns, where a line has samples of many lengths.
        A flag `drift` excuses an odd clock: the machine may have been suspended meanwhile.
        """
        e, (clock, odd) = self.e, self.clocked
        e.blocks.lines += 1
        e.blocks.flagged += bool(causes)
        if not self.probed:
            e.notice("order", f"line {_named(line, mlen)}: no probe of the pace before it")
        if odd and DRIFT not in causes:
            what = f"{clock:g} core cycles per tick, far from the facts, and no flag `drift`"
            e.notice("clock", f"line {odd}: {what}")
        if negative:
            e.notice("number", f"line {_named(line, mlen)}: a sample is negative")

    def _whole(self, head: Head, before: int) -> None:
        """Look at the block as a whole; without its whole head it is none.

        There were so many blocks before it.
        """
        e, first = self.e, self.first
        if self.awaited:
            e.notice("order", f"line {first}: a block without {self.awaited[0].decode()!r}")
        if set(self.heard) != set(HEAD) or len(self.blocks) == before:
            del self.blocks[before:]
            return
        block = self.blocks[-1]
        if before_it := e.blocks.repeats(block, first):
            e.notice("round", f"line {first}: repeats the round of line {before_it}")
        if not self.broken:
            for text in self.unknown.of("words"):
                e.notice("words", text)
            if unplanned(block.primitive, self.mlens, self.more):
                what = f"a block of {len(self.mlens)} lengths, which ./do does not time together"
                e.notice("plan", f"line {first}: {what}")
            if other := e.blocks.contradicts(first, block.abi, block.round or 0, self.laid):
                what = f"not the layout of its round, as in line {other}"
                e.notice("layout", f"line {first}: {what}")
        home = self.heard[b"implementation"][0]
        if home != head[4]:
            e.notice("agree", f"line {first}: a block of {head[4]} with code of {home}")
        if not e.room(self.blocks, first):
            self.over = True
        self._mark(block)

    def _mark(self, block: Block) -> None:
        """Keep marks of the samples: two files with the same lines have the same marks."""
        marks = self.e.blocks.marks
        for each in () if len(self.mlens) >= MANY else block.timings:
            middle = stats.stq2(each.samples)
            apart = sorted([sample - middle for sample in each.samples])
            if middle >= LARGE and len(set(apart)) >= VARIED:
                marks.add(mark((each.calls, middle, apart)))
        if len(marks) > MOST:
            self.e.blocks.marks = set(sorted(marks)[: MOST // 2])

    def _tried(self, number: int, head: Head, word: str, groups: list[str]) -> None:
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


def _named(line: int, mlen: int | None) -> str:
    return f"{line}" if mlen is None else f"{line} (length {mlen})"


def unplanned(primitive: str, lengths: Sequence[int], more: frozenset[int]) -> bool:
    """Whether they are neither the lengths of tables, and `more` that the facts name, nor a curve
    from 0 to TOP in equal steps."""
    curve = len(lengths) > 1 and list(lengths) == list(range(0, stats.TOP + 1, lengths[1] or 1))
    every, short = stats.needed(primitive), stats.papers(primitive)
    usual = (every | more, short | more, short | {n for n in more if n <= stats.TOP})
    return not curve and list(lengths) not in map(sorted, usual)


def miscounted(primitive: str, text: str) -> str:
    """What is wrong with the counts of instructions in `MLEN COUNT MLEN COUNT ...`; empty if none.
    Of two messages of one block the shorter one may take more, for its padding is longer; and of a
    tree's the longest one fewer, for its lanes are full."""
    numbers = list(map(int, text.split()))
    lengths, counts = numbers[::2], numbers[1::2]
    if lengths != sorted(stats.papers(primitive)):
        return "instructions at other lengths than those of the tables"
    one_block, *more = counts[1:]
    more = more[:-1] if stats.tree(primitive) else more
    rising = all(a < b for a, b in zip([one_block, *more], more))
    if not rising or not 0 < counts[0] < SHORT * one_block:
        return "instructions that do not grow with the length"
    return ""
