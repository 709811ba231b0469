"""Machine code as text: a program's instructions by address, from objdump or llvm-objdump."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

SECONDS = 120  # wall time of a disassembler
LARGEST = 1 << 21  # bytes of a program that is disassembled; each instruction takes some hundred
FUNCTION = re.compile(r"^([0-9a-f]+) <(.+)>:$")
LINE = re.compile(r"^ *([0-9a-f]+):\s+(\S.*)$")
PREFIXES = frozenset(
    ["lock", "rep", "repe", "repz", "repne", "repnz", "notrack", "bnd", "data16", "cs", "ds",
     "es", "ss", "fs", "gs", "addr32", "xacquire", "xrelease", "{vex}", "{evex}"]
)  # fmt: skip


class NotCounted(Exception):
    """The reason why there is no count."""


@dataclass(frozen=True)
class Instruction:
    """An instruction as the disassembler writes it, x86 in Intel's syntax."""

    name: str  # the mnemonic
    operands: str

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The operands."""
        depth, parts = 0, [""]
        for letter in self.operands:
            depth += (letter in "[{(") - (letter in "]})")
            if letter == "," and not depth:
                parts.append("")
            else:
                parts[-1] += letter
        return tuple(part.strip() for part in parts if part.strip())

    def __str__(self) -> str:
        return f"{self.name} {self.operands}".strip()


@dataclass(frozen=True)
class Disassembly:
    """The instructions of a program by address in its file."""

    by: str  # the disassembler
    machine: str  # x86, arm, ppc, riscv
    instructions: Mapping[int, Instruction]
    symbols: Mapping[str, int]  # addresses of functions
    fixed: bool  # whether it is always loaded at these addresses


def machine_of(abi: str) -> str:
    """The architecture of an ABI, as in known/mnemonics."""
    if abi in ("amd64", "x86"):
        return "x86"
    return next((name for name in ("arm", "ppc", "riscv") if abi.startswith(name)), abi)


def disassemblers(command: Sequence[str], machine: str) -> Iterator[list[str]]:
    """The commands that may disassemble what a compiler made, the likeliest first."""
    intel = ["-M", "intel"] if machine == "x86" else []
    cross = re.match(r"(.*-linux-\w+-)", Path(command[0]).name) if command else None
    target = re.search(r"--?target=(\S+)", " ".join(command))
    triple = cross[1] if cross else f"{target[1]}-" if target else ""
    if not triple and machine == "x86":
        yield ["objdump", *intel]
    if triple:
        yield [f"{triple}objdump", *intel]
    yield ["llvm-objdump", *(["--x86-asm-syntax=intel"] if intel else ["--mattr=+all"])]


def disassembled(program: Path, abi: str, command: Sequence[str] = ()) -> Disassembly:
    """A program's code; NotCounted with the reason if it can't be disassembled."""
    machine = machine_of(abi)
    if program.stat().st_size > LARGEST:
        raise NotCounted(f"its program has more than {LARGEST >> 20} MB")
    tried = []
    for tool, *words in disassemblers(command, machine):
        tried.append(tool)
        if not shutil.which(tool):
            continue
        told = [tool, "-d", "--no-show-raw-insn", *words, str(program)]
        try:
            ran = subprocess.run(
                told, capture_output=True, text=True, errors="replace", check=False,
                timeout=SECONDS,
            )  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            continue
        instructions, symbols = read(ran.stdout)
        if ran.returncode == 0 and instructions:
            return Disassembly(tool, machine, instructions, symbols, _fixed(program))
    tools = " or ".join(tried)
    raise NotCounted(f"no {tools} that disassembles it (Debian: apt install binutils)")


def read(text: str) -> tuple[dict[int, Instruction], dict[str, int]]:
    """The instructions by address, and the functions, in a disassembler's output."""
    found: dict[int, Instruction] = {}
    symbols: dict[str, int] = {}
    for line in text.splitlines():
        if head := FUNCTION.match(line):
            symbols.setdefault(head[2], int(head[1], 16))
        elif told := LINE.match(line):
            found[int(told[1], 16)] = instruction(told[2])
    return found, symbols


def instruction(text: str) -> Instruction:
    """The instruction that a line is, without prefixes and comments."""
    text = re.sub(r"\s*(# |//|;|@ |<).*$", "", text).strip()
    name, _, operands = text.replace("\t", " ").partition(" ")
    while name in PREFIXES and operands:
        name, _, operands = operands.strip().partition(" ")
    return Instruction(name.lower(), operands.strip())


def _fixed(program: Path) -> bool:
    """Whether an ELF file is one that is not moved (ET_EXEC)."""
    with program.open("rb") as file:
        head = file.read(18)
    little = head[5:6] == b"\1"
    return int.from_bytes(head[16:18], "little" if little else "big") == 2
