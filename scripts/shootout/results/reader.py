"""Read result files, ours and SUPERCOP's of any year, into plain records.

sections.py cuts a content into sections and bare lines; the reader dispatches lines by their
word. Only the columns of the member `curves` are read at once: they stand for thousands of lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from operator import add
from pathlib import Path
from typing import Any

from ..common.named import MARK, disputed
from ..layout.effect import Layout
from . import archive, cache, columns, stats
from .figures import WithRows
from .grammar import BLOCK, HEAD, HONOURED, PRINTABLE, REAL, UNIT
from .gunzip import AGAIN, pieces
from .records import (
    BESIDE,
    MANY,
    Attempt,
    Block,
    CellName,
    Head,
    Result,
    ResultError,
    by_cell,
    facts_of,
    head_of,
    parse,
    printable,
    samples,
    uncollected,
    whole,
    without_curves,
)
from .sections import LINE, WORDS, Budget, bare, sections
from .timings import EVERY, Flag, Mlens, Timing, numbers

Wanted = Callable[[str], Mlens]  # by primitive, the message lengths to keep; none: not read
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


def read(
    path: Path, *, curves: bool = True, of: Callable[[str], object] = everything,
    keep: bool = False, once: bool = False,
) -> Result:  # fmt: skip
    """The records `of` some functions in a file, or without `curves` what tables need of them.

    Without `curves` an archive's largest member is not read, and commands keep what was read of all
    functions, unless it is needed `once`. A damaged file raises ResultError; with `keep` the result
    has the records before the damage, and the error as its complaint.
    """
    make, once = partial(_read, path, curves, of), once or of is not everything
    kept = partial(cache.kept, "records", path, make, lambda r: not r.complaint, once=once)
    result = make() if curves else kept()
    if result.complaint and not keep:
        raise result.complaint
    return result


@uncollected()
def _read(path: Path, curves: bool, of: Callable[[str], object] = everything) -> Result:
    """The records of a file; without `curves` those of the lengths that figures come from."""
    facts, log, complaint, more = b"", b"", None, frozenset[int]()
    lengths = everything if curves else lambda p: stats.needed(p) | more
    reader = Reader(path, lambda p: lengths(p) if of(p) else frozenset(), Budget.of(path))
    try:
        if archive.is_archive(path):
            members = archive.read_members(path) if curves else archive.read_first(path)
            facts, log = members.get("machine", b""), members.get("log", b"")
            more = stats.named(facts_of(facts))
            for name in archive.LINES:
                reader.feed([members.pop(name, b"")], curves=name == "curves")
        else:
            reader.feed(pieces(path))
    except ResultError as error:
        complaint = error
    result = renamed(reader.result(facts_of(facts), complaint), path)
    worked = (line.split()[1:3] for line in {*log.splitlines()} if line.startswith(b"compiler "))
    result = replace(result, compilers=Counter(printable(abi) for abi, *_ in filter(None, worked)))
    return result if curves else replace(result, blocks=WithRows.of(without_curves(result.blocks)))


def renamed(result: Result, path: Path) -> Result:
    """The records of a file, under another name if the machine's is disputed."""
    if not disputed(path):
        return result

    def marked(each: Any) -> Any:
        return each._replace(machine=each.machine + MARK)

    return replace(
        result,
        blocks=tuple(map(marked, result.blocks)),
        attempts=tuple(map(marked, result.attempts)),
        instructions={marked(c): n for c, n in result.instructions.items()},
        sizes={marked(c): n for c, n in result.sizes.items()},
    )


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
        self.about: Head = ()  # of the line that is being read
        self.head: Head | None = None
        self.keeps: Mlens = EVERY  # that are kept of the open block
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
                if self.wanted(head[4]):
                    self._bare(head, found.text)
                return
            for said in text.split(b"\n")[1:]:
                if line := parse(said.decode() if clean else printable(said)):
                    self._platform(line.machine, line.abi)
                    self.about = line[:6]
                    self._dispatch(line.word, line.rest)
                self.at += 1
        except (ValueError, IndexError) as error:
            raw = text.split(b"\n")[self.at - number + 1]
            what = f"cannot be understood: {printable(raw)[:60]!r} ({error})"
            todo = "correct or remove the line, or " + AGAIN
            raise ResultError(self.where, what, line=self.number + self.at, todo=todo) from error

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
        """Read bare lines: those of BLOCK and of UNIT at once, each other by its word."""
        self.about, start = head, 0
        if found := BLOCK.match(text):
            home, name, version, *facts = map(bytes.decode, found.groups())
            self._implementation("", [f"crypto_hash/{home}/{name}", version])
            for (field, kind), fact in zip(FIELDS.values(), (*facts[:5], facts[6])):
                self.block[field] = kind(fact)
            self.block["compiler_version"] = facts[5].split()[0]
            start = found.end()
            self.at += len(HEAD)
        before, *parts = UNIT.split(text[start:])
        self._lines(before)
        groups = [parts[i :: UNIT.groups + 1] for i in range(UNIT.groups + 1)]  # and what follows
        every = iter(numbers(b"+".join(map(add, *groups[5:7]))))
        for pace, clock, of, calls, mlen, _, apart, flags, others in zip(*groups):
            self.at += bool(pace)
            if clock:
                self._clock("clock", [clock.decode()])
            if of:
                self.calls[int(of)] = int(calls)
            first, n = next(every), apart.count(b"+") + apart.count(b"-")
            self._taken(int(mlen), tuple([first + each for each in islice(every, n)]))
            self.at += 1 + bool(clock) + bool(of)
            if flags or others:
                self._lines(flags + others)

    def _lines(self, text: bytes) -> None:
        for said in text.decode().split("\n")[1:]:
            word, *rest = said.split() or [""]
            self._dispatch(word, rest)
            self.at += 1

    def _dispatch(self, word: str, rest: list[str]) -> None:
        if word in self.WORDS:
            shape = HONOURED.get(word)
            if shape and not shape.match(" ".join(rest)):
                raise ValueError(f"wrong fields after the word {word!r}")
            self.WORDS[word](self, word, rest)

    def _columns(self, text: bytes, start: int) -> int:
        """Read the columns from `start` on; return the offset of what follows them."""
        found = columns.parse(text, start)
        if not found or not self.block.get("compiler"):
            raise ValueError("no columns of numbers, or no compiler line before them")
        lengths, end = found
        if self.budget:
            self.budget.spend(LINE * lengths.lines())
        self.made = columns.ColumnTimings(lengths, self.keeps)
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

    def _implementation(self, word: str, rest: list[str]) -> None:
        self._close()
        self.head, self.keeps = self.about, self.wanted(self.about[4])
        fields = (*self.head, self._short(rest[0]), "".join(rest[1:2]))
        self.block = dict(zip(Block._fields, fields))

    def _word(self, word: str, rest: list[str]) -> None:
        name, kind = FIELDS[word]
        self._open()[name] = kind(rest[0])
        if word == "compiler":
            self.block["compiler_version"] = "".join(rest[1:2])

    def _clock(self, word: str, rest: list[str]) -> None:
        self._open()
        (text,) = rest or [""]
        if not RATIO.fullmatch(text) or float(text) == 0:
            raise ValueError("a clock ratio must be positive")
        self.clock = float(text)

    def _calls(self, word: str, rest: list[str]) -> None:
        self._open()
        self.calls[int(rest[0])] = int(rest[1])

    def _cycles(self, word: str, rest: list[str]) -> None:
        self._taken(whole(rest[0], 7), samples(rest))

    def _taken(self, mlen: int, taken: Sequence[int]) -> None:
        if not self._open().get("compiler"):
            raise ValueError("no compiler line before it")
        self.lengths += 1
        calls = self.calls.pop(mlen, 1)
        if mlen in self.keeps and any(taken):
            self.last[mlen] = len(self.timings)
            self.timings.append(Timing(mlen, taken, calls, self.clock))

    def _flag(self, word: str, rest: list[str]) -> None:
        """Add a flag to the last timing of a length, or for `-` to the process."""
        self._open()
        of, cause, *detail = rest
        flag = Flag(cause, " ".join(detail))
        if of == "-":
            self.flags.append(flag)
        elif (at := self.last.get(int(of))) is not None:
            flags = self.timings[at].flags
            if len(flags) == MOST_FLAGS:
                raise ValueError(f"more than {MOST_FLAGS} flags of a line of samples")
            self.timings[at] = self.timings[at]._replace(flags=(*flags, flag))

    def _layout(self, word: str, rest: list[str]) -> None:
        self._open()["layout"] = Layout(*map(int, rest[:3]))

    def _open(self) -> dict[str, Any]:
        if not self.block or self.about != self.head:
            raise ValueError("does not belong to an implementation line")
        return self.block

    def _attempt(self, word: str, rest: list[str]) -> None:
        status, detail, ticks = "", "", 0
        if word == "try":  # CHECKSUM STATUS TICKS TICKS PERSECOND IMPLEMENTATION COMPILER
            status, ticks = rest[1], int(rest[2])
            rest = rest[5:]
        else:
            detail = " ".join(rest[2:])
        self.attempts.append(Attempt(*self._told(rest), word, status, detail, ticks))

    def _same(self, word: str, rest: list[str]) -> None:
        self.same.append((self._told(rest), rest[2]))

    def _told(self, rest: Sequence[str]) -> CellName:
        """The cell that a line `WORD IMPLEMENTATION COMPILER ...` is about."""
        _, machine, abi, _, primitive, _ = self.about
        return CellName(machine, abi, primitive, self._short(rest[0]), rest[1])

    def _short(self, name: str) -> str:
        """The name within its primitive: crypto_hash/sha256/openssl-new/asm is openssl-new/asm."""
        return name.removeprefix(f"crypto_hash/{self.about[4]}/")

    def _instructions(self, word: str, rest: list[str]) -> None:
        numbers = list(map(int, rest[2:]))
        self.instructions[self._told(rest)] = dict(zip(numbers[::2], numbers[1::2]))

    def _objsize(self, word: str, rest: list[str]) -> None:
        text, data, bss = map(int, rest[2:5])
        n = bss if rest[5] in BESIDE else text + data
        self.sizes.setdefault(self._told(rest), {})[rest[5]] = n

    WORDS: Mapping[str, Callable[[Reader, str, list[str]], None]] = {
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
