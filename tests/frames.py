"""Descriptions of frames, as readelf prints .debug_frame and .eh_frame (DWARF 5, 6.4)."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

# In one list: of a register its number, of the frame the name CFA
CFA = "cfa"
COMMON = re.compile(r"^([0-9a-f]+) .* CIE$", re.MULTILINE)
FUNCTION = re.compile(r" FDE cie=([0-9a-f]+) pc=([0-9a-f]+)\.\.([0-9a-f]+)$", re.MULTILINE)
INSTRUCTION = re.compile(r"^  DW_CFA_(.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Rules:
    """Where a caller's frame and its registers are.

    of[CFA] is a register's number and a distance, or an expression; of[number] says where the
    caller's register lies, at a distance from its frame, or in which register it is. One that is
    not there is still in its own. signed: the return address is.
    """

    of: dict[int | str, tuple[str, int, int] | str] = field(default_factory=dict)
    signed: bool = False

    def changed(self, key: int | str, rule: tuple[str, int, int] | str) -> Rules:
        return replace(self, of={**self.of, key: rule})

    def cfa(self, number: int | None = None, distance: int | None = None) -> Rules:
        """With another register for the frame, another distance, or both."""
        rule = self.of.get(CFA)
        _, register, before = rule if isinstance(rule, tuple) else ("", 0, 0)
        kept = (register if number is None else number, before if distance is None else distance)
        return self.changed(CFA, ("register", *kept))


@dataclass
class Frame:
    """A function, its addresses, and the instructions that describe its frame."""

    start: int
    end: int
    common: list[str]
    instructions: list[str]

    @cached_property
    def rows(self) -> list[tuple[int, Rules]]:
        """Rules, and the address from which on they hold."""
        ((_, first),) = carried_out(self.common, Rules(), 0)
        return list(carried_out(self.instructions, first, self.start))

    def at(self, address: int) -> Rules:
        return next(rules for start, rules in reversed(self.rows) if start <= address)


def frames(program: Path) -> Iterator[Frame]:
    """All functions of a program whose frames are described."""
    command = ["readelf", "--debug-dump=frames", str(program)]
    text = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    common: dict[str, list[str]] = {}
    for entry in re.split(r"\n\n(?=[0-9a-f]{8} )", text):
        instructions = [line for line in INSTRUCTION.findall(entry) if line != "nop"]
        if found := COMMON.search(entry):
            common[found[1]] = instructions
        elif found := FUNCTION.search(entry):
            yield Frame(int(found[2], 16), int(found[3], 16), common[found[1]], instructions)


def carried_out(instructions: Iterable[str], first: Rules, at: int) -> Iterator[tuple[int, Rules]]:
    """The rules from each address on; first are those of the beginning."""
    rules, kept = first, list[Rules]()
    for line in instructions:
        word, _, rest = line.partition(" ")
        word = word.rstrip(":")
        kind = re.sub(r"_extended|_sf|\d$", "", word)
        numbers = [int(n) for n in re.findall(r"[+-]?\d+", re.sub(r" \(\w+\)", "", rest))]
        if kind == "advance_loc":
            yield at, rules
            at = int(rest.split()[-1], 16)
        elif kind == "offset":
            rules = rules.changed(numbers[0], ("stack", 0, numbers[1]))
        elif kind == "restore":
            others = {k: rule for k, rule in rules.of.items() if k != numbers[0]}
            before = {k: rule for k, rule in first.of.items() if k == numbers[0]}
            rules = replace(rules, of=others | before)
        elif kind == "register":
            rules = rules.changed(numbers[0], ("register", numbers[1], 0))
        elif kind == "remember_state":
            kept.append(rules)
        elif kind == "restore_state":
            rules = kept.pop()
        elif kind == "def_cfa":
            rules = rules.cfa(*numbers)
        elif kind == "def_cfa_register":
            rules = rules.cfa(number=numbers[0])
        elif kind == "def_cfa_offset":
            rules = rules.cfa(distance=numbers[0])
        elif kind == "def_cfa_expression":
            rules = rules.changed(CFA, rest.strip(" ()"))
        else:
            assert kind == "AARCH64_negate_ra_state", f"not read here: {line}"
            rules = replace(rules, signed=not rules.signed)
    yield at, rules


def value(expression: str, register: Callable[[int], int], load: Callable[[int], int]) -> int:
    """What an expression of DWARF (2.5) comes to, of those that asm.h writes."""
    stack = list[int]()
    for operation in expression.split("; "):
        word, _, number = operation.partition(": ")
        if found := re.match(r"DW_OP_breg(\d+)", word):
            stack.append(register(int(found[1])) + int(number))
        elif word == "DW_OP_deref":
            stack.append(load(stack.pop()))
        elif word == "DW_OP_consts":
            stack.append(int(number))
        elif word == "DW_OP_and":
            stack.append(stack.pop() & stack.pop())
        else:
            assert word == "DW_OP_plus_uconst", f"not read here: {operation}"
            stack.append(stack.pop() + int(number))
    return stack.pop()
