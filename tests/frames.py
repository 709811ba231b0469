"""Descriptions of frames, as debuggers read them: .debug_frame and .eh_frame (DWARF 5, 6.4).

No reader of these comes with Python, and what readelf prints has expressions as words.
"""

from __future__ import annotations

import struct
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

# In one list: of a register its number, of the frame the name CFA
CFA = "cfa"


class Bytes:
    """Numbers that stand one behind another."""

    def __init__(self, data: bytes, order: str, at: int = 0, end: int | None = None) -> None:
        self.data, self.order, self.at = data, order, at
        self.end = len(data) if end is None else end

    def number(self, size: int, *, signed: bool = False) -> int:
        piece = self.data[self.at : self.at + size]
        assert len(piece) == size, "a description that is cut off"
        self.at += size
        return int.from_bytes(piece, "little" if self.order == "<" else "big", signed=signed)

    def variable(self, *, signed: bool = False) -> int:
        """A number in LEB128."""
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if signed and byte & 64 else value

    def text(self) -> str:
        end = self.data.index(0, self.at)
        self.at, start = end + 1, self.at
        return self.data[start:end].decode()

    def block(self) -> bytes:
        size = self.variable()
        self.at += size
        return self.data[self.at - size : self.at]


class Program:
    """The sections of a program that the linker has made."""

    def __init__(self, file: Path) -> None:
        data = self.data = file.read_bytes()
        assert data.startswith(b"\x7fELF"), file
        self.word = {1: 4, 2: 8}[data[4]]
        self.order = {1: "<", 2: ">"}[data[5]]
        wide = self.word == 8
        (start,) = self._at("Q" if wide else "I", 40 if wide else 32)
        size, count, names = self._at("3H", 58 if wide else 46)
        form = "2I4Q" if wide else "6I"
        headers = [self._at(form, start + size * k) for k in range(count)]
        self.sections = {
            self._name(headers[names][4] + header[0]): (header[3], data[header[4] :][: header[5]])
            for header in headers
            if header[1] != 8  # without bytes in the file
        }

    def _at(self, form: str, at: int) -> tuple[int, ...]:
        return struct.unpack_from(self.order + form, self.data, at)

    def _name(self, at: int) -> str:
        return self.data[at : self.data.index(0, at)].decode()

    def frames(self) -> Iterator[Frame]:
        """All functions whose frames are described."""
        for name in (".debug_frame", ".eh_frame"):
            if name in self.sections:
                yield from described(*self.sections[name], self, name == ".eh_frame")


@dataclass(frozen=True)
class Rules:
    """Where a caller's frame and its registers are.

    of[CFA] is a register's number and a distance, or an expression; of[number] says where the
    caller's register lies, at a distance from its frame, or in which register it is. One that is
    not there is still in its own. signed: the return address is.
    """

    of: dict[int | str, tuple[str, int, int] | bytes] = field(default_factory=dict)
    signed: bool = False

    def changed(self, key: int | str, rule: tuple[str, int, int] | bytes) -> Rules:
        return replace(self, of={**self.of, key: rule})

    def cfa(self, number: int | None = None, distance: int | None = None) -> Rules:
        """With another register for the frame, another distance, or both."""
        rule = self.of.get(CFA)
        _, register, before = rule if isinstance(rule, tuple) else ("", 0, 0)
        kept = (register if number is None else number, before if distance is None else distance)
        return self.changed(CFA, ("register", *kept))


@dataclass
class Common:
    """What functions share: units of addresses and of distances, how addresses are written, and
    the instructions that describe a frame at the beginning."""

    code: int
    data: int
    encoding: int
    augmented: bool
    instructions: Bytes

    @cached_property
    def rules(self) -> Rules:
        return list(carried_out(self.instructions, self, Rules(), 0))[-1][1]


@dataclass
class Frame:
    """A function, its addresses, and the instructions that describe its frame."""

    start: int
    end: int
    common: Common
    instructions: Bytes

    @cached_property
    def rows(self) -> list[tuple[int, Rules]]:
        """Rules, and the address from which on they hold."""
        its = self.common
        return list(carried_out(self.instructions, its, its.rules, self.start))

    @cached_property
    def addresses(self) -> list[int]:
        return [address for address, _ in self.rows]

    def at(self, address: int) -> Rules:
        return self.rows[bisect_right(self.addresses, address) - 1][1]


def described(base: int, data: bytes, program: Program, loaded: bool) -> Iterator[Frame]:
    """The functions of a section, of which the loaded one, .eh_frame, differs in details."""
    common: dict[int, Common] = {}
    piece = Bytes(data, program.order)
    while piece.at + 4 <= len(data):
        begin = piece.at
        size = piece.number(4)
        if not size:
            continue
        entry = Bytes(data, program.order, piece.at, piece.at + size)
        number = entry.number(4)
        if number == (0 if loaded else 0xFFFFFFFF):
            common[begin] = shared(entry, program)
        else:
            its = common[begin + 4 - number if loaded else number]
            start = pointer(entry, its.encoding, base, program)
            length = pointer(entry, its.encoding & 15, base, program)
            if its.augmented:
                entry.block()
            yield Frame(start, start + length, its, entry)
        piece.at += size


def pointer(entry: Bytes, encoding: int, base: int, program: Program) -> int:
    """An address in one of the encodings of the Linux Standard Base (.eh_frame)."""
    here = base + entry.at
    size = {0: program.word, 2: 2, 3: 4, 4: 8}[encoding & 7]
    value = entry.number(size, signed=bool(encoding & 8))
    return (value + here if encoding & 0x70 == 0x10 else value) % (1 << 8 * program.word)


def shared(entry: Bytes, program: Program) -> Common:
    version = entry.number(1)
    augmentation = entry.text()
    if version >= 4:
        entry.at += 2  # the sizes of an address and of a segment
    code, data = entry.variable(), entry.variable(signed=True)
    entry.number(1) if version == 1 else entry.variable()  # the return address's register
    encoding = 0
    if augmentation.startswith("z"):
        letters = Bytes(entry.block(), entry.order)
        for letter in augmentation[1:]:
            if letter == "R":
                encoding = letters.number(1)
            elif letter == "L":
                letters.number(1)
            elif letter == "P":
                pointer(letters, letters.number(1), 0, program)
    return Common(code, data, encoding, augmentation.startswith("z"), entry)


def carried_out(entry: Bytes, common: Common, first: Rules, at: int) -> Iterator[tuple[int, Rules]]:
    """The rules from each address on; first are those of the beginning."""
    rules, kept = first, list[Rules]()
    code = Bytes(entry.data, entry.order, entry.at, entry.end)

    def saved(number: int, distance: int) -> Rules:
        return rules.changed(number, ("stack", 0, distance * common.data))

    def restored(number: int) -> Rules:
        before = first.of
        others = {k: rule for k, rule in rules.of.items() if k != number}
        return replace(rules, of=others | ({number: before[number]} if number in before else {}))

    while code.at < code.end:
        byte = code.number(1)
        kind, low = byte & 0xC0, byte & 63
        if kind == 0x40 or byte in (2, 3, 4):  # DW_CFA_advance_loc and its longer kinds
            yield at, rules
            at += (low if kind else code.number({2: 1, 3: 2, 4: 4}[byte])) * common.code
        elif kind == 0x80:  # offset
            rules = saved(low, code.variable())
        elif kind == 0xC0:  # restore
            rules = restored(low)
        elif byte == 0x05:  # offset_extended
            rules = saved(code.variable(), code.variable())
        elif byte == 0x06:  # restore_extended
            rules = restored(code.variable())
        elif byte == 0x09:  # register
            number = code.variable()
            rules = rules.changed(number, ("register", code.variable(), 0))
        elif byte == 0x0A:  # remember_state
            kept.append(rules)
        elif byte == 0x0B:  # restore_state
            rules = kept.pop()
        elif byte == 0x0C:  # def_cfa
            rules = rules.cfa(code.variable(), code.variable())
        elif byte == 0x0D:  # def_cfa_register
            rules = rules.cfa(number=code.variable())
        elif byte == 0x0E:  # def_cfa_offset
            rules = rules.cfa(distance=code.variable())
        elif byte == 0x0F:  # def_cfa_expression
            rules = rules.changed(CFA, code.block())
        elif byte == 0x11:  # offset_extended_sf
            rules = saved(code.variable(), code.variable(signed=True))
        elif byte == 0x2D:  # AARCH64_negate_ra_state
            rules = replace(rules, signed=not rules.signed)
        else:
            assert byte == 0, f"an instruction of frames that is not read here: {byte:#x}"
    yield at, rules


def value(
    expression: bytes, order: str, register: Callable[[int], int], load: Callable[[int], int]
) -> int:
    """What an expression of DWARF (2.5) comes to, of those that asm.h writes."""
    code, stack = Bytes(expression, order), list[int]()
    while code.at < code.end:
        byte = code.number(1)
        if 0x70 <= byte < 0x90:  # breg
            stack.append(register(byte - 0x70) + code.variable(signed=True))
        elif byte == 0x06:  # deref
            stack.append(load(stack.pop()))
        elif byte == 0x11:  # consts
            stack.append(code.variable(signed=True))
        elif byte == 0x1A:  # and
            stack.append(stack.pop() & stack.pop())
        else:
            assert byte == 0x23, f"an operation that is not read here: {byte:#x}"
            stack.append(stack.pop() + code.variable())  # plus_uconst
    return stack.pop()
