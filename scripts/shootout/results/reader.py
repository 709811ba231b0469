"""Read result files, ours and SUPERCOP's of any year, into plain records.

sections.py cuts a content into sections and bare lines; the reader dispatches lines by their
word. Only the columns of the member `curves` are read at once: they stand for thousands of lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..common.named import MARK, disputed
from ..layout.effect import Layout
from . import archive, cache, columns, stats
from .figures import WithRows
from .grammar import HONOURED, PRINTABLE, REAL
from .gunzip import AGAIN, pieces
from .records import (
    BESIDE,
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
    uncollected,
    whole,
    without_curves,
)
from .sections import LINE, WORDS, Budget, bare, sections
from .timings import EVERY, Flag, Mlens, Timing

Wanted = Callable[[str], Mlens]  # by primitive, the message lengths to keep
Head = tuple[str, ...]  # the fields of a Block that begin each of its lines, to `security`
RATIO = re.compile(REAL.decode(), re.ASCII)
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


def read(path: Path, *, curves: bool = True, keep: bool = False, once: bool = False) -> Result:
    """The records of a file, or without `curves` those that the tables' figures need.

    Without `curves` an archive's largest member is not read, and commands keep what was read. A
    damaged file raises ResultError; with `keep` the result has the records before the damage
    instead, and the error as its complaint. Who keeps what follows from the records, a hundredth
    of them, reads them `once`.
    """
    if curves:
        result = _read(path)
    else:
        result = cache.kept(
            "records", path, lambda: _read(path, stats.needed), lambda r: not r.complaint, once=once
        )
    if result.complaint and not keep:
        raise result.complaint
    return result


@uncollected()
def _read(path: Path, wanted: Wanted | None = None) -> Result:
    """The records of a file, or with `wanted` those of its lengths that figures come from."""
    reader = Reader(path, wanted or everything, Budget.of(path))
    facts, log, complaint = b"", b"", None
    try:
        if archive.is_archive(path):
            members = archive.read_first(path) if wanted else archive.read_members(path)
            facts, log = members.get("machine", b""), members.get("log", b"")
            more = stats.named(facts_of(facts))
            reader.wanted = (lambda p: stats.needed(p) | more) if wanted else everything
            for name in archive.LINES:
                reader.feed([members.pop(name, b"")], curves=name == "curves")
        else:
            reader.feed(pieces(path))
    except ResultError as error:
        complaint = error
    result = renamed(reader.result(facts_of(facts), complaint), path)
    worked = (line.split()[1:3] for line in {*log.splitlines()} if line.startswith(b"compiler "))
    result = replace(result, compilers=Counter(printable(abi) for abi, *_ in filter(None, worked)))
    return replace(result, blocks=WithRows.of(without_curves(result.blocks))) if wanted else result


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
    )


def facts_of(member: bytes) -> dict[str, str]:
    """The facts of the member `machine` by name: each line has a name and a value."""
    pairs = (printable(line).partition(" ") for line in member.splitlines())
    return {key: value for key, _, value in pairs if key}


class Reader:
    """A reader: `feed` it the content of a file, then take the `result`."""

    def __init__(
        self, where: object, wanted: Wanted = everything, budget: Budget | None = None
    ) -> None:
        self.where, self.wanted, self.budget = str(where), wanted, budget
        self.platforms = set[tuple[str, str]]()  # machines and ABIs
        self.number = 0  # of lines before the member that is being read
        self.at = 0  # the number of the line that is being read, in its member
        self.curves = False  # whether the member `curves` is being read
        self.blocks: list[Block] = []
        self.attempts: list[Attempt] = []
        self.instructions: dict[CellName, dict[int, int]] = {}
        self.sizes: dict[CellName, dict[str, int]] = {}
        self.same: list[tuple[CellName, str]] = []  # a cell that ran, and another compiler
        self.block: dict[str, Any] = {}  # fields of the open block; the rest of it is below
        self.head: Head | None = None
        self.timings: list[Timing] = []
        self.made: Sequence[Timing] | None = None  # all at once
        self.last: dict[int, int] = {}  # the index of the last timing of each length
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
        """Read the lines of a section, each after a newline; the first has this number."""
        clean = not text.translate(None, PRINTABLE)
        found = bare(text, curves=self.curves) if clean else None
        self.at = number
        try:
            if found:
                head = head_of(found.fields)
                self._platform(head[1], head[2])
                self._bare(head, found.text)
                return
            for said in text.split(b"\n")[1:]:
                if line := parse(said.decode() if clean else printable(said)):
                    self._platform(line.machine, line.abi)
                    self._dispatch(line)
                self.at += 1
        except (ValueError, IndexError) as error:
            raw = text.split(b"\n")[self.at - number + 1]
            what = f"cannot be understood: {printable(raw)[:60]!r} ({error})"
            todo = "correct or remove the line, or " + AGAIN
            where = self.number + self.at
            raise ResultError(self.where, what, line=where, todo=todo) from error

    def _platform(self, machine: str, abi: str) -> None:
        """Remember a machine and ABI, of which a stranger's file may have a hundred thousand."""
        self.platforms.add((machine, abi))
        if len(self.platforms) > MOST_PLATFORMS:
            self._complain("agree", self.at, f"is of more than {MOST_PLATFORMS} machines and ABIs")

    def _bare(self, head: Head, text: bytes) -> None:
        """Read lines without the fields that they share, and the columns among them, if any."""
        start = text.find(columns.OPENS) if self.curves else -1
        self._said(head, text[:start] if start >= 0 else text)
        if start >= 0:
            end = self._columns(text, start)
            self.at += text.count(b"\n", start, end)
            self._said(head, text[end:])

    def _said(self, head: Head, text: bytes) -> None:
        for said in text.decode().split("\n")[1:]:
            word, *rest = said.split() or [""]
            self._dispatch(Line._make((*head, word, rest)))
            self.at += 1

    def _dispatch(self, line: Line) -> None:
        if line.word in self.WORDS:
            shape = HONOURED.get(line.word)
            if shape and not shape.match(" ".join(line.rest)):
                raise ValueError(f"wrong fields after the word {line.word!r}")
            self.WORDS[line.word](self, line)

    def _columns(self, text: bytes, start: int) -> int:
        """Read the columns from `start` on; return the offset of what follows them."""
        found = columns.parse(text, start)
        if not found or not self.block.get("compiler"):
            raise ValueError("no columns of numbers, or no compiler line before them")
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
            self.instructions, self.sizes,
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
                what = f"{cell.implementation} is the same too often: {error}"
                raise ResultError(self.where, what, todo=AGAIN) from error
            for block in blocks.get(cell, ()):
                self.blocks.append(block._replace(compiler=other, compiler_version=version))
            for attempt in attempts.get(cell, ()):
                self.attempts.append(attempt._replace(compiler=other))
        self.same.clear()

    def _implementation(self, line: Line) -> None:
        self._close()
        self.head = line[:6]
        fields = (*self.head, _short(line), "".join(line.rest[1:2]))
        self.block = dict(zip(Block._fields, fields))

    def _word(self, line: Line) -> None:
        name, kind = FIELDS[line.word]
        self._open(line)[name] = kind(line.rest[0])
        if line.word == "compiler":
            self.block["compiler_version"] = "".join(line.rest[1:2])

    def _clock(self, line: Line) -> None:
        self._open(line)
        (text,) = line.rest or [""]
        if not RATIO.fullmatch(text) or float(text) == 0:
            raise ValueError("a clock ratio must be positive")
        self.clock = float(text)

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
            self.last[mlen] = len(self.timings)
            self.timings.append(Timing(mlen, taken, calls, self.clock))

    def _flag(self, line: Line) -> None:
        """Add a flag to the last timing of a length, or for `-` to the process."""
        self._open(line)
        of, cause, *detail = line.rest
        flag = Flag(cause, " ".join(detail))
        if of == "-":
            self.flags.append(flag)
        elif (at := self.last.get(int(of))) is not None:
            flags = self.timings[at].flags
            if len(flags) == MOST_FLAGS:
                raise ValueError(f"more than {MOST_FLAGS} flags of a line of samples")
            self.timings[at] = self.timings[at]._replace(flags=(*flags, flag))

    def _layout(self, line: Line) -> None:
        self._open(line)["layout"] = Layout(*map(int, line.rest[:3]))

    def _open(self, line: Line) -> dict[str, Any]:
        if not self.block or line[:6] != self.head:
            raise ValueError("does not belong to an implementation line")
        return self.block

    def _attempt(self, line: Line) -> None:
        status, detail, ticks = "", "", 0
        if line.word == "try":  # CHECKSUM STATUS TICKS TICKS PERSECOND IMPLEMENTATION COMPILER
            status, ticks = line.rest[1], int(line.rest[2])
            line = line._replace(rest=line.rest[5:])
        else:
            detail = " ".join(line.rest[2:])
        self.attempts.append(Attempt(*self._told(line), line.word, status, detail, ticks))

    def _same(self, line: Line) -> None:
        self.same.append((self._told(line), line.rest[2]))

    def _told(self, line: Line) -> CellName:
        """The cell that a line `WORD IMPLEMENTATION COMPILER ...` is about."""
        return CellName(line.machine, line.abi, line.primitive, _short(line), line.rest[1])

    def _instructions(self, line: Line) -> None:
        numbers = list(map(int, line.rest[2:]))
        self.instructions[self._told(line)] = dict(zip(numbers[::2], numbers[1::2]))

    def _objsize(self, line: Line) -> None:
        text, data, bss = map(int, line.rest[2:5])
        n = bss if line.rest[5] in BESIDE else text + data
        self.sizes.setdefault(self._told(line), {})[line.rest[5]] = n

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
    }


def head_of(fields: Sequence[bytes]) -> Head:
    """The first fields of a block, by those of its lines."""
    version, machine, abi, date, name = map(bytes.decode, fields)
    primitive, _, security = name.partition("/")
    return version, machine, abi, date, primitive, security


def printable(raw: bytes) -> str:
    """The text without control characters: a stranger's file must not drive the terminal."""
    text = raw.decode("utf-8", "replace").rstrip("\r\n")
    if text.isprintable():
        return text
    return text.translate({ord(c): " " for c in set(text) if not c.isprintable()})


def _short(line: Line) -> str:
    """The name within its primitive: crypto_hash/sha256/openssl-new/asm is openssl-new/asm."""
    return line.rest[0].removeprefix(f"crypto_hash/{line.primitive}/")
