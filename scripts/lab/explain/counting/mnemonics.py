"""Kinds of instructions, by the table known/mnemonics, and where their operands lie."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.paths import KNOWN

from .code import Disassembly, Instruction

TABLE = KNOWN / "mnemonics"
OTHER, LIBRARY = "other", "library"
MOVE, LOAD, STORE, STACK = "move", "load", "store", "stack"
POINTER = re.compile(r"\b([re]?sp|fp|x29|sp)\b|\(r?1\)")
WIDTHS = (  # of the widest register, in bits
    (512, r"\bzmm\d"), (256, r"\bymm\d"), (128, r"\bxmm\d"), (64, r"\bmm\d"),
    (128, r"\b[vq]\d+\b|\{v\d"),
)  # fmt: skip
LITTLE = ("cmp", "test", "bt")  # x86 instructions that write no memory though it comes first


@cache
def table(file: Path = TABLE) -> Mapping[str, list[tuple[str, str]]]:
    """Pairs of kind and pattern by machine; Trouble for a line of another form."""
    found: dict[str, list[tuple[str, str]]] = {}
    for number, line in enumerate(file.read_text(encoding="ascii").splitlines(), 1):
        words = line.partition("#")[0].split()
        if words and len(words) < 3:
            raise Trouble(f"{file}, line {number}: not MACHINE KIND PATTERN... Mend it.")
        for pattern in words[2:]:
            found.setdefault(words[0], []).append((words[1], pattern))
    return found


@cache
def named(machine: str, name: str) -> str:
    """The kind of a mnemonic."""
    if machine == "x86" and name.startswith("v"):
        name = name[1:]
    return next((kind for kind, each in table().get(machine, []) if fnmatchcase(name, each)), OTHER)


def reads(i: Instruction, machine: str) -> bool:
    """Whether it loads from memory."""
    if machine != "x86":
        return named(machine, i.name) == LOAD
    if i.name == "lea" or named(machine, i.name) == "nop":
        return False
    if i.name.startswith(("pop", "ret", "leave")):
        return True
    places = ["[" in part for part in i.parts]
    written = places[:1] == [True] and len(places) > 1
    modified = not i.name.startswith(("mov", "vmov", "vextract", "pextr", "vpextr", "set"))
    return any(places[1:]) or (written and modified) or (places == [True] and modified)


def writes(i: Instruction, machine: str) -> bool:
    """Whether it stores to memory."""
    if machine != "x86":
        return named(machine, i.name) == STORE
    if i.name.startswith(("push", "call")):
        return True
    first = bool(i.parts) and "[" in i.parts[0] and named(machine, i.name) != "nop"
    return first and not i.name.startswith((*LITTLE, "prefetch", "j", "mul", "imul", "ldmxcsr"))


def on_stack(i: Instruction, machine: str) -> bool:
    """Whether it loads from or stores to its frame on the stack: variables and what was spilt."""
    if machine == "x86":
        if i.name.startswith(("push", "pop")):
            return True
        return i.name != "lea" and bool(re.search(r"\[(r|e)(sp|bp)\b", i.operands))
    return (reads(i, machine) or writes(i, machine)) and bool(POINTER.search(i.operands))


def width(i: Instruction) -> int:
    """The bits of its widest vector register; 0 without vectors."""
    return max((bits for bits, pattern in WIDTHS if re.search(pattern, i.operands)), default=0)


def kind(i: Instruction, machine: str) -> str:
    """Its kind; moves to and from memory are loads and stores."""
    found = named(machine, i.name)
    if machine == "x86" and found in (MOVE, STACK):
        if writes(i, machine):
            return STORE
        return LOAD if reads(i, machine) else MOVE
    return found


@dataclass
class Mix:
    """How many instructions there are of each kind, on vectors, and to and from memory."""

    kinds: Counter[str] = field(default_factory=Counter)
    vectors: int = 0
    loads: int = 0
    stores: int = 0
    stack: int = 0

    @property
    def total(self) -> int:
        return sum(self.kinds.values())


def mix(counts: Mapping[int, int], code: Disassembly) -> Mix:
    """The mix of instructions that were executed so many times, by address."""
    found = Mix()
    for at, n in counts.items():
        i = code.instructions.get(at)
        if not i:
            found.kinds[LIBRARY] += n
            continue
        found.kinds[kind(i, code.machine)] += n
        found.vectors += n * bool(width(i))
        found.loads += n * reads(i, code.machine)
        found.stores += n * writes(i, code.machine)
        found.stack += n * on_stack(i, code.machine)
    return found
