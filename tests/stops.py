"""Unwinds a program at each instruction at which tests/registers/traps.c has stopped it."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from frames import CFA, Frame, Rules, frames, value

ADDRESS = (1 << 48) - 1  # of 64-bit ARM: what is above it is a signature
LAST = 32  # what traps.c writes behind 32 registers


@dataclass(frozen=True)
class Machine:
    """By DWARF's numbers: the stack pointer, where the return address is when a function begins,
    and what a call keeps; vectors, as many as there are, of so many bytes each."""

    stack: int
    link: int
    kept: tuple[int, ...]
    vectors: tuple[int, ...] = ()
    size: int = 0


MACHINES = {
    "armeabi": Machine(13, 14, (*range(4, 12),), (*range(264, 272),), 8),
    "arm64": Machine(31, 30, (*range(19, 30),), (*range(72, 80),), 8),
    "ppc32": Machine(1, 65, (*range(14, 32),), (*range(97, 109),), 16),
    "riscv64": Machine(2, 1, (8, 9, *range(18, 28))),
}


@dataclass(frozen=True)
class Words:
    """How a program writes numbers down: the order of bytes, and the bytes of an address."""

    order: str
    size: int

    @classmethod
    def of(cls, program: Path) -> Words:
        head = program.read_bytes()[:6]
        return cls({1: "<", 2: ">"}[head[5]], {1: 4, 2: 8}[head[4]])


@dataclass(frozen=True)
class Stop:
    """An instruction's address and what there was before it was carried out: registers, vectors
    that a call keeps, the stack up to the caller's frame."""

    address: int
    registers: tuple[int, ...]
    vectors: bytes
    stack: bytes


def stops(records: bytes, words: Words) -> Iterator[Stop]:
    head = struct.Struct(words.order + f"{LAST + 4}{'I' if words.size == 4 else 'Q'}")
    at = 0
    while at < len(records):
        address, *registers, vectors, stack = head.unpack_from(records, at)
        at += head.size
        first, second = records[at : at + vectors], records[at + vectors : at + vectors + stack]
        at += vectors + stack
        yield Stop(address, tuple(registers), first, second)


class Lost(Exception):
    """Why a caller's frame is not found."""


@dataclass(frozen=True)
class Unwinding:
    """One stop, and the rules that hold there."""

    stop: Stop
    rules: Rules
    machine: Machine
    words: Words

    def register(self, number: int) -> int:
        return self.stop.registers[min(number, LAST)]

    def memory(self, address: int, size: int) -> bytes:
        begin = address - self.register(self.machine.stack)
        if begin < 0:
            raise Lost("something of it is said to be below the stack pointer")
        if begin + size > len(self.stop.stack):
            raise Lost("something of it is said to be beyond the caller's frame")
        return self.stop.stack[begin : begin + size]

    def word(self, address: int) -> int:
        order = "little" if self.words.order == "<" else "big"
        return int.from_bytes(self.memory(address, self.words.size), order)

    def frame(self) -> int:
        rule = self.rules.of[CFA]
        if isinstance(rule, str):
            return value(rule, self.register, self.word)
        return self.register(rule[1]) + rule[2]

    def of_caller(self, number: int) -> int:
        rule = self.rules.of.get(number)
        if rule is None:
            return self.register(number)
        assert isinstance(rule, tuple)
        return self.word(self.frame() + rule[2]) if rule[0] == "stack" else self.register(rule[1])

    def vector(self, k: int) -> bytes:
        size = self.machine.size
        rule = self.rules.of.get(self.machine.vectors[k])
        if rule is None:
            return self.stop.vectors[k * size : (k + 1) * size]
        assert isinstance(rule, tuple)
        return self.memory(self.frame() + rule[2], size)

    def caller(self) -> dict[str, int | bytes]:
        """The caller's frame, where it goes on, and what it had in registers."""
        link = self.of_caller(self.machine.link)
        found: dict[str, int | bytes] = {"the frame": self.frame()}
        found["the return address"] = link & ADDRESS if self.rules.signed else link
        found |= {f"register {n}": self.of_caller(n) for n in self.machine.kept}
        there = len(self.stop.vectors) // self.machine.size if self.machine.size else 0
        return found | {f"vector {k}": self.vector(k) for k in range(there)}


def begins_with_a_state(frame: Frame) -> bool:
    """Whether a state is remembered before anything else is said. Where the common part has no
    register, as on all of these machines, gdb does not find it again: to it the frame of the last
    instruction is still there."""
    return frame.instructions[:1] == ["remember_state"]


def lost(file: Path, records: bytes, abi: str, names: Mapping[int, str]) -> tuple[int, list[str]]:
    """How often the program stopped, and where the caller is not found, or another one than when
    the function began. names: of functions, by their addresses."""
    words, machine = Words.of(file), MACHINES[abi]
    described = {frame.start: frame for frame in frames(file) if frame.start in names}
    wrong = {
        name: "gdb 13 forgets what .cfi_remember_state says before the first instruction"
        for start, name in names.items()
        if start in described and begins_with_a_state(described[start])
    }
    steps, first = 0, dict[str, int | bytes]()
    for stop in stops(records, words):
        steps += 1
        start = max((start for start in names if start <= stop.address), default=0)
        where = f"{names.get(start, '')}+{stop.address - start}"
        if start not in described or stop.address >= described[start].end:
            wrong[where] = "the frame is not described"
            continue
        unwinding = Unwinding(stop, described[start].at(stop.address), machine, words)
        try:
            found = unwinding.caller()
        except Lost as why:
            wrong[where] = str(why)
            continue
        if stop.address == start:
            first = found
        differ = [what for what in found if found[what] != first.get(what)]
        if differ:
            wrong[where] = f"another than the caller's: {', '.join(differ)}"
    return steps, [f"{where}: {why}" for where, why in wrong.items()]
