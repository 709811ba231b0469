"""Read result files, ours and SUPERCOP's of any year, into plain records.

sections.py cuts a content into sections and bare lines; the reader dispatches lines by their
word. Most of our lines are the samples of one length with their clock, calls and flags: one
regular expression matches all of these at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from ..common.disputes import MARK, disputed
from ..layout.effect import Layout
from ..machine.energy import Energy
from . import archive, columns, stats, units
from .grammar import CLEAR, HONOURED, OPENING, PRINTABLE, REAL, ROUND, UNIT
from .gunzip import AGAIN, Damaged, pieces
from .records import (
    BLOCK_CELL,
    MANY,
    Attempt,
    Block,
    CellName,
    Line,
    Result,
    ResultError,
    by_cell,
    parse,
    samples,
    whole,
    without_curves,
)
from .sections import LINE, WORDS, Bare, Budget, bare, sections
from .timings import EVERY, Flag, Mlens, Timing, Timings, numbers

Wanted = Callable[[str], Mlens]  # by primitive, the message lengths to keep
Head = tuple[str, ...]  # the fields of a Block that begin each of its lines, to `security`
Opening = tuple[Any, ...]  # the fields of a Block before `round`, the same in a cell's blocks
PRIMITIVE = Block._fields.index("primitive")
RATIO = re.compile(REAL)
MOST_PLATFORMS = 20  # machines and ABIs in a file; ours have one machine, and up to ten ABIs
MOST_FLAGS = 20  # of a line of samples
SHARED = 32  # what a record costs that stands for another cell with the same code

# Words with one fact about the block, and the field that keeps it.
FIELDS: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "outputbytes": ("outputbytes", int),
    "cpuid": ("cpuid", str),
    "cpucycles_persecond": ("persecond", int),
    "cpucycles_implementation": ("counter", str),
    "compiler": ("compiler", str),
    "round": ("round", int),
}


def everything(primitive: str) -> Mlens:
    """All message lengths: a `Wanted` that keeps everything."""
    return EVERY


def read(path: Path, *, curves: bool = True, keep: bool = False) -> Result:
    """The records of a file, or without `curves` those that the tables' figures need.

    Without `curves` an archive's largest member is not read. A damaged file raises
    ResultError; with `keep` the result has the records before the damage instead, and the
    error as its complaint.
    """
    reader = Reader(path, everything if curves else stats.needed, Budget.of(path))
    facts, complaint = b"", None
    try:
        if archive.is_archive(path):
            members = archive.read_members(path) if curves else archive.read_first(path)
            facts = members.get("machine", b"")
            for name in archive.LINES:
                reader.feed([members.get(name, b"")], curves=name == "curves")
        else:
            reader.feed(pieces(path))
    except ResultError as error:
        if not keep:
            raise
        complaint = error
    result = renamed(reader.result(facts_of(facts), complaint), path)
    if result.complaint and not keep:
        raise result.complaint
    return result if curves else replace(result, blocks=without_curves(result.blocks))


def read_curves(path: Path) -> Result:
    """The blocks of all cells timed at many lengths, and the complaint, if any."""
    reader = Reader(path, budget=Budget.of(path))
    complaint: ResultError | None = None
    try:
        if archive.is_archive(path):
            # First the member `curves`: its cells are those to keep of the member `data`. That
            # is read again rather than kept meanwhile, for both together take much memory.
            for name, content in archive.verified(path):
                if name == "curves":
                    reader.feed(content, curves=True)
                    reader.cells = {block.cell for block in reader.blocks_so_far()} or None
            reader.number = 0
            reader.feed(next(content for name, content in archive.walk(path) if name == "data"))
        else:
            reader.feed(pieces(path))
    except Damaged as error:
        reader, complaint = Reader(path), error
    except ResultError as error:
        complaint = error
    return renamed(reader.result(complaint=complaint), path)


def renamed(result: Result, path: Path) -> Result:
    """The records of a file, under another name if the machine's is disputed."""
    if not disputed(path):
        return result
    return replace(
        result,
        blocks=tuple(b._replace(machine=b.machine + MARK) for b in result.blocks),
        attempts=tuple(a._replace(machine=a.machine + MARK) for a in result.attempts),
        instructions={
            c._replace(machine=c.machine + MARK): n for c, n in result.instructions.items()
        },
        sizes={c._replace(machine=c.machine + MARK): n for c, n in result.sizes.items()},
        energy={c._replace(machine=c.machine + MARK): n for c, n in result.energy.items()},
    )


def facts_of(member: bytes) -> dict[str, str]:
    """The facts of the member `machine` by name: each line has a name and a value."""
    pairs = (printable(line).partition(" ") for line in member.splitlines())
    return {key: value for key, _, value in pairs if key}


class Start(NamedTuple):
    """How a block begins, and the offset at which its timings do."""

    opening: Opening
    round: int
    end: int


class Reader:
    """A reader: `feed` it the content of a file, then take the `result`."""

    def __init__(
        self, where: object, wanted: Wanted = everything, budget: Budget | None = None
    ) -> None:
        self.where, self.wanted, self.budget = str(where), wanted, budget
        self.platforms = set[tuple[bytes, ...]]()  # machines and ABIs
        self.cells: set[CellName] | None = None  # those to keep; None: all
        self.number = 0  # of lines before the next piece
        self.curves = False  # whether the member `curves` is being read
        self.blocks: list[Block] = []
        self.attempts: list[Attempt] = []
        self.instructions: dict[CellName, dict[int, int]] = {}
        self.energy: dict[CellName, list[Energy]] = {}
        self.sizes: dict[CellName, dict[str, int]] = {}
        self.same: list[tuple[CellName, str]] = []  # a cell that ran, and another compiler
        self.block: dict[str, Any] = {}  # fields of the open block; the rest of it is below
        self.openings: dict[tuple[tuple[bytes, ...], bytes], Opening] = {}  # by fields and lines
        self.head: Head | None = None
        self.timings: list[Timing] = []
        self.made: Timings | None = None  # all at once
        self.last: dict[int, Timing] = {}  # of each length
        self.flags: list[Flag] = []
        self.lengths = 0  # how many were timed, kept or not
        self.clock: float | None = None
        self.calls: dict[int, int] = {}

    def feed(self, pieces: Iterable[bytes], *, curves: bool = False) -> None:
        """Read lines, in pieces of any size; a block of the member `curves` has its fields once."""
        number, text, self.curves = 0, b"", curves
        for number, text in sections(pieces, self._complain, words=WORDS[:1], budget=self.budget):
            self._section(number, text)
        self.number += number + text.count(b"\n") - 1 if text else 0

    def _complain(self, kind: str, number: int, what: str) -> None:
        raise ResultError(self.where, what, line=self.number + number, todo=AGAIN)

    def _section(self, number: int, text: bytes) -> None:
        """Read the lines of a section, each after a newline."""
        found = bare(text, curves=self.curves)
        if found and found.fields[1:3] not in self.platforms:
            self._platform(number, found.fields[1:3])
        start = self._start(found) if found else None
        if found and start and self._whole(start, found.text):
            return
        at = done = 0
        last = ("", "")
        try:
            if found and not text.translate(None, PRINTABLE):
                head = _head(found.fields)
                if start:
                    at = self._begin(start)
                while at < len(found.text):
                    at = self._lines(head, found.text, at)
                return
            for said in _printable_lines(text):
                if line := parse(said):
                    if (line.machine, line.abi) != last:
                        last = line.machine, line.abi
                        place = tuple(each.encode() for each in last)
                        if place not in self.platforms:
                            self._platform(number + done, place)
                    self._dispatch(line)
                done += 1
        except (ValueError, IndexError) as error:
            done += found.text.count(b"\n", 0, at) if found else 0
            raw = text.split(b"\n")[done + 1]
            what = f"cannot be understood: {printable(raw)[:60]!r} ({error})"
            todo = "correct or remove the line, or " + AGAIN
            where = self.number + number + done
            raise ResultError(self.where, what, line=where, todo=todo) from error

    def _platform(self, number: int, place: tuple[bytes, ...]) -> None:
        """Remember a machine and ABI, of which a stranger's file may have a hundred thousand."""
        self.platforms.add(place)
        if len(self.platforms) > MOST_PLATFORMS:
            self._complain("agree", number, f"is of more than {MOST_PLATFORMS} machines and ABIs")

    def _start(self, found: Bare) -> Start | None:
        """The start of the block that a section is, if it begins as ./do writes it."""
        number = ROUND.match(found.text, max(0, found.text.find(b"\nround ")))
        if not number:
            return None
        key = found.fields, found.text[: number.start()]
        if key not in self.openings:
            opens = OPENING.fullmatch(key[1])
            if not opens or key[1].translate(None, PRINTABLE):
                return None
            head = _head(found.fields)
            home, name, version, *said = map(bytes.decode, opens.groups())
            outputbytes, cpuid, persecond, counter, compiler, words = said
            name = name if home == head[4] else f"crypto_hash/{home}/{name}"
            self.openings[key] = (
                *head, name, version, int(outputbytes), cpuid, int(persecond), counter,
                compiler, words.split()[0],
            )  # fmt: skip
        return Start(self.openings[key], int(number[1]), number.end())

    def _whole(self, start: Start, text: bytes) -> bool:
        """Read a block at once; return whether all of it is as ./do writes it."""
        if self.cells is not None and BLOCK_CELL(start.opening) not in self.cells:
            self._close()
            return True
        if self.curves and text.startswith(columns.OPENS, start.end):
            return False
        found = units.parse(text, start.end, self.wanted(start.opening[PRIMITIVE]))
        if not found:
            return False
        if self.block:
            self._close()
        many = found.timings.lengths >= MANY
        rest = start.round, found.timings, found.flags, many, found.layout
        self.blocks.append(Block._make((*start.opening, *rest)))
        return True

    def _begin(self, start: Start) -> int:
        """Open a block, which is read line by line; return the offset of the first."""
        self._close()
        self.block = {**dict(zip(Block._fields, start.opening)), "round": start.round}
        self.head = start.opening[: PRIMITIVE + 2]
        return start.end

    def _lines(self, head: Head, text: bytes, at: int) -> int:
        """Read a line, or several that belong together; return the offset of the next."""
        if self.head == head and "compiler" in self.block:
            if end := self._units(text, at):
                return end
            if self.curves and text.startswith(columns.OPENS, at):
                return self._columns(text, at)
        end = text.find(b"\n", at + 1)
        end = end if end > 0 else len(text)
        word, *rest = text[at + 1 : end].split() or [b""]
        if word in KNOWN:
            said = word.decode(), [each.decode() for each in rest]
            self._dispatch(Line._make((*head, *said)))
        return end

    def _dispatch(self, line: Line) -> None:
        if line.word in self.WORDS:
            shape = HONOURED.get(line.word)
            if shape and not shape.match(" ".join(line.rest)):
                raise ValueError(f"wrong fields after the word {line.word!r}")
            self.WORDS[line.word](self, line)

    def _units(self, text: bytes, at: int) -> int:
        """Read lengths as long as each matches UNIT; return the offset after the last.

        The offset is 0 if none matches.
        """
        end, number, match = at, 0, UNIT.match
        wanted, timings, calls = self.wanted(self.block["primitive"]), self.timings, self.calls
        while unit := match(text, end):
            _, clock, called, times, length, middle, apart, behind = unit.groups()
            if (clock and not float(clock)) or (behind and not CLEAR.fullmatch(behind)):
                break  # a wrong line is read on its own, and complained about
            if clock:
                self.clock = float(clock)
            if called:
                calls[int(called)] = int(times)
            number += 1
            mlen = int(length)
            times = calls.pop(mlen, 1) if calls else 1
            if mlen in wanted:
                timing = Timing(mlen, (), times, self.clock)
                (timing.stated,) = numbers([middle + apart])
                if middle != b"0" or any(timing.samples):  # killed runs left zeros
                    timings.append(timing)
                    self.last[mlen] = timing
            if behind:
                for line in behind.split(b"\n")[1:]:
                    self._flagged(*line.decode().split()[1:])
            end = unit.end()
        self.lengths += number
        return end if number else 0

    def _columns(self, text: bytes, at: int) -> int:
        found = columns.parse(text, at)
        if not found:
            raise ValueError("no columns of numbers")
        lengths, end = found
        if self.budget:
            self.budget.spend(LINE * lengths.lines())
        self.made = columns.ColumnTimings(lengths, self.wanted(self.block["primitive"]))
        self.lengths += len(lengths.mlens)
        return end

    def result(
        self, facts: Mapping[str, str] | None = None, complaint: ResultError | None = None
    ) -> Result:
        self._close()
        try:
            self._share()
        except ResultError as error:
            complaint = complaint or error
        return Result(
            self.where, tuple(self.blocks), tuple(self.attempts), facts or {}, complaint,
            self.instructions, self.sizes, self.energy,
        )  # fmt: skip

    def blocks_so_far(self) -> list[Block]:
        """The blocks read so far, the open one closed: the next line begins another."""
        self._close()
        return self.blocks

    def _close(self) -> None:
        if self.block:
            timings = tuple(self.timings) if self.made is None else self.made
            flags, curve = tuple(self.flags), self.lengths >= MANY
            self.blocks.append(Block(**self.block, timings=timings, flags=flags, curve=curve))
        self.block, self.clock, self.lengths, self.made = {}, None, 0, None
        self.timings, self.last, self.flags, self.calls = [], {}, [], {}

    def _share(self) -> None:
        """Copy the records of a cell that ran to all cells with the same machine code."""
        versions = {block.compiler: block.compiler_version for block in self.blocks}
        blocks, attempts = by_cell(self.blocks), by_cell(self.attempts)
        for cell, other in dict.fromkeys(self.same):
            version = versions.get(other, "")
            copies = len(blocks.get(cell, ())) + len(attempts.get(cell, ()))
            try:
                if self.budget:
                    self.budget.spend(SHARED * copies)
            except ValueError as error:
                self._complain("size", 0, f"{cell.implementation} is the same too often: {error}")
            for block in blocks.get(cell, ()):
                self.blocks.append(block._replace(compiler=other, compiler_version=version))
            for attempt in attempts.get(cell, ()):
                self.attempts.append(attempt._replace(compiler=other))
        self.same.clear()

    def _implementation(self, line: Line) -> None:
        self._close()
        name = _short(line.primitive, line.rest[0])
        self.head = line[:6]
        self.block = {
            **dict(zip(Line._fields, self.head)),
            "implementation": name,
            "implementation_version": "".join(line.rest[1:2]),
        }

    def _word(self, line: Line) -> None:
        name, kind = FIELDS[line.word]
        self._open(line)[name] = kind(line.rest[0])
        if line.word == "compiler":
            self.block["compiler_version"] = "".join(line.rest[1:2])

    def _clock(self, line: Line) -> None:
        self._open(line)
        (text,) = line.rest or [""]
        self.clock = ratio(text)

    def _calls(self, line: Line) -> None:
        self._open(line)
        self.calls[int(line.rest[0])] = int(line.rest[1])

    def _cycles(self, line: Line) -> None:
        if not self._open(line).get("compiler"):
            raise ValueError("no compiler line before it")
        self.lengths += 1
        mlen, taken = whole(line.rest[0], 7), samples(line.rest)
        calls = self.calls.pop(mlen, 1)
        if mlen in self.wanted(line.primitive) and any(taken):
            timing = self.last[mlen] = Timing(mlen, taken, calls, self.clock)
            self.timings.append(timing)

    def _flag(self, line: Line) -> None:
        self._open(line)
        of, cause, *detail = line.rest
        self._flagged(of, cause, *detail)

    def _layout(self, line: Line) -> None:
        self._open(line)["layout"] = Layout(*map(int, line.rest[:3]))

    def _flagged(self, of: str, cause: str, *detail: str) -> None:
        """Add a flag to the last timing of a length, or for `-` to the process."""
        flag = Flag(cause, " ".join(detail))
        if of == "-":
            self.flags.append(flag)
            return
        mlen = int(of)
        timing = self.last.get(mlen)
        if timing:
            if len(timing.flags) == MOST_FLAGS:
                raise ValueError(f"more than {MOST_FLAGS} flags of a line of samples")
            timing.flags = (*timing.flags, flag)

    def _open(self, line: Line) -> dict[str, Any]:
        if not self.block or line[:6] != self.head:
            raise ValueError("does not belong to an implementation line")
        return self.block

    def _attempt(self, line: Line) -> None:
        rest, status, detail, ticks = line.rest, "", "", 0
        if line.word == "try":  # CHECKSUM STATUS TICKS TICKS PERSECOND IMPLEMENTATION COMPILER
            status, ticks, rest = rest[1], int(rest[2]), rest[5:]
        else:
            detail = " ".join(rest[2:])
        name, compiler = _short(line.primitive, rest[0]), rest[1]
        cell = (line.machine, line.abi, line.primitive, name, compiler)
        self.attempts.append(Attempt(*cell, line.word, status, detail, ticks))

    def _same(self, line: Line) -> None:
        implementation, ran, other = line.rest[:3]
        name = _short(line.primitive, implementation)
        cell = CellName(line.machine, line.abi, line.primitive, name, ran)
        self.same.append((cell, other))

    def _told(self, line: Line) -> CellName:
        """The cell that a line `WORD IMPLEMENTATION COMPILER ...` is about."""
        name = _short(line.primitive, line.rest[0])
        return CellName(line.machine, line.abi, line.primitive, name, line.rest[1])

    def _instructions(self, line: Line) -> None:
        numbers = list(map(int, line.rest[2:]))
        self.instructions[self._told(line)] = dict(zip(numbers[::2], numbers[1::2]))

    def _energy(self, line: Line) -> None:
        taken = Energy(*map(int, line.rest[2:7]))
        self.energy.setdefault(self._told(line), []).append(taken)

    def _objsize(self, line: Line) -> None:
        text, data = map(int, line.rest[2:4])
        self.sizes.setdefault(self._told(line), {})[line.rest[5]] = text + data

    WORDS: Mapping[str, Callable[[Reader, Line], None]] = {
        "implementation": _implementation,
        **dict.fromkeys(FIELDS, _word),
        "clock": _clock,
        "calls": _calls,
        "cycles": _cycles,
        "flag": _flag,
        "layout": _layout,
        **dict.fromkeys(("try", "tryfails", "tryflag", "fromcompiler"), _attempt),
        **dict.fromkeys(("emulated", "constanttime"), _attempt),
        "same": _same,
        "instructions": _instructions,
        "objsize": _objsize,
        "energy": _energy,
    }


KNOWN = frozenset(map(str.encode, Reader.WORDS))


def _head(fields: Sequence[bytes]) -> Head:
    version, machine, abi, date, name = map(bytes.decode, fields)
    primitive, _, security = name.partition("/")
    return version, machine, abi, date, primitive, security


def ratio(text: str | bytes) -> float:
    """The ratio of a `clock` line, core cycles per tick; ValueError unless it can be one."""
    written = text.encode("ascii", "replace") if isinstance(text, str) else text
    if not RATIO.fullmatch(written) or float(written) == 0:
        raise ValueError("a clock ratio must be positive")
    return float(written)


def printable(raw: bytes) -> str:
    """The text without control characters: a stranger's file must not drive the terminal."""
    text = raw.decode("utf-8", "replace").rstrip("\r\n")
    if text.isprintable():
        return text
    return text.translate({ord(c): " " for c in set(text) if not c.isprintable()})


def _printable_lines(text: bytes) -> Iterable[str]:
    """The lines, each after a newline, without control characters."""
    if text.translate(None, PRINTABLE):
        return map(printable, text.split(b"\n")[1:])
    return text.decode().split("\n")[1:]


def _short(primitive: str, implementation: str) -> str:
    """The name within its primitive: crypto_hash/sha256/openssl-new/asm is openssl-new/asm."""
    home = f"crypto_hash/{primitive}/"
    return implementation[len(home) :] if implementation.startswith(home) else implementation
