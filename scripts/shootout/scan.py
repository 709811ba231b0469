"""One pass over the lines of a result file of ours, that notices what rules ask about.

A hostile file may have any bytes: what is kept is bounded, whatever they are.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from .evidence import Evidence, Tried
from .lattice import Lattice
from .section import Section
from .words import BEFORE, LINE_HEAD, SHAPE, UNPRINTABLE

LONGEST = 1 << 20
"""Bytes of a line."""


def lines_of(pieces: Iterable[bytes], e: Evidence) -> Iterator[tuple[int, bytes]]:
    """Numbered lines without their newlines; what is not printable ASCII becomes `?`."""
    rest, number = b"", 0
    for piece in pieces:
        text = rest + piece
        *whole, rest = text.split(b"\n")
        suspect = UNPRINTABLE.search(text) is not None
        for line in whole:
            number += 1
            if suspect and UNPRINTABLE.search(line):
                e.notice("text", f"line {number} has what is not printable ASCII")
                line = UNPRINTABLE.sub(b"?", line)
            yield number, line
        if len(rest) > LONGEST:
            e.notice("text", f"line {number + 1} is longer than any result line; not read further")
            return
    if rest:
        e.notice("text", f"line {number + 1} is cut off: it has no newline")


class Scan:
    """Feed it the content of `data`; it fills the evidence, which has the facts already."""

    def __init__(self, e: Evidence) -> None:
        self.e = e
        self.prefix = b"\n"  # what the lines before this one began with; none begins so
        self.head: tuple[str, ...] = ()
        self.section: Section | None = None  # the block being read
        self.lines = self.crc = 0  # of the section
        self.unsummed = 0  # sections without a sum
        claims = e.claims.items()
        self.lattices = {abi: Lattice(claim.step) for abi, claim in claims if claim.step > 1}

    def feed(self, pieces: Iterable[bytes]) -> None:
        for number, line in lines_of(pieces, self.e):
            self._line(number, line)
        if "sum" in self.e.seen and (self.unsummed or self.lines):
            missing = self.unsummed + (self.lines > 0)
            self.e.notice("sum", f"no sum below {missing} of the sections")
        self._close()
        for abi, lattice in self.lattices.items():
            for number in lattice.settle():
                self.e.notice("step", f"line {number}")
            self.e.shares[abi] = lattice.share

    def _line(self, number: int, line: bytes) -> None:
        if not line.startswith(self.prefix):
            self._head(number, line)
        word, _, rest = line[len(self.prefix) :].partition(b" ")
        if word == b"sum":
            self._sum(number, rest)
            return
        if word == b"implementation":
            self.unsummed += self.lines > 0
            self._close()
            self.section = Section(self.e, self.lattices.get(self.head[2]), number, self.head)
        self.lines += 1
        self.crc = zlib.crc32(b"\n", zlib.crc32(line, self.crc))
        shape = SHAPE.get(word)
        if not shape:
            self._unknown(number, word)
            return
        found = shape.fullmatch(rest)
        if not found:
            what = f"line {number}: not what follows the word {word.decode()!r}"
            self.e.notice("fields", f"{what}: {rest[:60].decode()!r}")
        elif self.section:
            self.section.add(number, word, found.groups())
        elif word in BEFORE:
            self._before(number, word.decode(), [g.decode() for g in found.groups()])
        else:
            self.e.notice("order", f"line {number}: {word.decode()!r} before any implementation")

    def _unknown(self, number: int, word: bytes) -> None:
        text = f"line {number}: {word[:40].decode()!r} is no word of a result file"
        if self.section:
            self.section.unknown.notice("words", text)  # broken programs say anything
        else:
            self.e.notice("words", text)

    def _head(self, number: int, line: bytes) -> None:
        """The first six fields, which differ from those of the line before."""
        found = LINE_HEAD.match(line)
        if not found:
            self.e.notice("fields", f"line {number}: not VERSION MACHINE ABI DATE crypto_hash ...")
            self.prefix, self.head = b"", self.head or ("", "", "", "", "")
            return
        head = tuple(field.decode() for field in found.groups())
        opens = line.startswith(b"implementation", found.end())
        if self.section and not opens and self.head != head:
            self.e.notice("order", f"line {number}: not of the block that it is in")
        self.prefix, self.head = found.group(), head
        version, machine, _, date, _ = head
        e = self.e
        if not e.machine:
            e.machine, e.date, e.version = machine, date, version
        if machine != e.machine:
            e.notice("agree", f"line {number}: of the machine {machine}, not {e.machine}")
        if date > e.date or version > e.version:
            e.notice("agree", f"line {number}: later than the run, which is of {e.date}")

    def _before(self, number: int, word: str, groups: list[str]) -> None:
        e, abi, primitive = self.e, self.head[2], self.head[4]
        e.seen.add(word)
        named = groups[2:4] if word == "try" else groups[:2]
        if named[0] != primitive:
            e.notice("agree", f"line {number}: {primitive} and an implementation of {named[0]}")
        if not (e.room(e.tried, number) and e.room(e.sources, number)):
            return
        if word == "source":
            e.sources[f"crypto_hash/{named[0]}/{named[1]}"] = groups[2]
            return
        cell = (abi, primitive, named[1], groups[4] if word == "try" else groups[2])
        tried = e.tried.setdefault(cell, Tried())
        if word == "try":
            tried.right = groups[1] != "fails"
            if tried.right and e.room(e.checksums, number):
                e.checksums.setdefault((primitive, groups[0]), number)
        elif word == "same":
            e.tried.setdefault((*cell[:3], groups[3]), Tried())
        elif word == "tryfails":
            tried.failed = True
        elif word == "emulated":
            tried.emulated = True

    def _sum(self, number: int, rest: bytes) -> None:
        self.e.seen.add("sum")
        found = SHAPE[b"sum"].fullmatch(rest)
        if not found or int(found[1]) != self.lines or found[2] != b"%08x" % self.crc:
            self.e.notice("sum", f"line {number}: not the sum of the {self.lines} lines above it")
        self._close()

    def _close(self) -> None:
        if self.section:
            self.section.close()
        self.section, self.lines, self.crc = None, 0, 0
