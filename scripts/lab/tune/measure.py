"""./do tune --measure: the latency of instructions, and which of them share ports, by time alone.

No counter of ports is needed: two kinds that take as long together as one after the other share
all ports; if they take no longer than the slower one alone, they share none. That is how PMEvo
(Ritter and Hack, 2020) and PALMED (Derumigny and others, 2022) infer ports.
"""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.paths import KNOWN

from .timing import Stopwatch

KINDS = KNOWN / "kinds"
NAME = "measured"
TURNS = 100  # of a loop of LENGTH instructions
LENGTH = 240
READINGS = 15
GENERAL = ("eax", "ecx", "edx", "esi", "edi", "r8d", "r9d", "r10d")
VECTORS = 14
SOURCE = {"g": "r11d", "x": "xmm15", "y": "ymm15"}
WIDTHS = {"x": "xmm", "y": "ymm"}


@dataclass(frozen=True)
class Kind:
    """An instruction with places for its registers."""

    name: str
    bank: str  # g, x or y
    template: str

    @property
    def registers(self) -> Sequence[str]:
        """Those it may change."""
        if self.bank == "g":
            return GENERAL
        return [f"{WIDTHS[self.bank]}{n}" for n in range(VECTORS)]

    def line(self, register: str) -> str:
        """The instruction on a register."""
        return self.template.format(d=register, s=SOURCE[self.bank])

    @property
    def file(self) -> str:
        """General registers or vectors: only within one can a result go from kind to kind."""
        return "g" if self.bank == "g" else "v"


def kinds(file: Path = KINDS) -> list[Kind]:
    """The kinds of a file."""
    lines = (line.partition("#")[0].split(maxsplit=2) for line in file.read_text().splitlines())
    return [Kind(*words) for words in lines if len(words) == 3]


def chain(*of: Kind) -> list[str]:
    """Instructions of these kinds in turn, each of which waits for the one before."""
    return [kind.line(kind.registers[0]) for kind in of]


def apart(*of: Kind) -> list[str]:
    """Instructions of these kinds in turn, each on registers of its own, one after another."""
    shares = [kind.registers[i :: len(of)] for i, kind in enumerate(of)]
    return [kind.line(to) for row in zip(*shares) for kind, to in zip(of, row)]


def program(lines: Sequence[str]) -> str:
    """A function that repeats instructions, TURNS times about LENGTH of them."""
    body = list(lines) * (LENGTH // len(lines))
    code = [f".globl {NAME}", f"{NAME}:", "push rbx", "sub rsp, 64", f"mov ebx, {TURNS}"]
    code += [".p2align 6", "1:", *body, "dec ebx", "jnz 1b", "add rsp, 64", "pop rbx"]
    tail = ["xor eax, eax", "ret", '.section .note.GNU-stack,"",@progbits']
    return "\n".join([".intel_syntax noprefix", ".text", *code, *tail]) + "\n"


class Meter:
    """Cycles of an instruction, in a loop of nothing else."""

    def __init__(self, folder: Path, cpu: int | None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.stopwatch = Stopwatch(NAME, 0, folder, cpu)

    def __call__(self, lines: Sequence[str]) -> float:
        """Cycles of an instruction of these; Trouble if the machine does not know one."""
        source, made = self.folder / f"{NAME}.s", self.folder / f"{NAME}.so"
        source.write_text(program(lines))
        command = ["cc", "-shared", "-nostdlib", "-o", str(made), str(source)]
        built = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        if built.returncode:
            raise Trouble(f"{lines[0]}: the assembler does not know it.")
        count = TURNS * (LENGTH // len(lines)) * len(lines)
        return self.stopwatch.compare(made, made, READINGS).cycles / count


def measure(meter: Meter, chosen: Iterable[Kind]) -> Iterator[str]:
    """Lines of a table: of each kind, then of each pair that is not what one would expect."""
    latency: dict[Kind, float] = {}
    alone: dict[Kind, float] = {}
    yield f"{'kind':12}{'latency':>8}{'a cycle':>9}"
    for kind in chosen:
        try:
            latency[kind], alone[kind] = meter(chain(kind)), meter(apart(kind))
        except Trouble as why:
            yield f"{kind.name:12} {why}"
            continue
        yield f"{kind.name:12}{latency[kind]:8.2f}{1 / alone[kind]:9.2f}"
    yield f"{'store, load':12}{_forward(meter):8.2f}"
    yield ""
    yield f"{'pair':24}{'ports':>10}{'one to the other and back':>28}"
    for a, b in itertools.combinations(latency, 2):
        if a.file != b.file:
            continue
        both = 2 * meter(apart(a, b))
        sum_, most = alone[a] + alone[b], max(alone[a], alone[b])
        shared = (both - most) / (sum_ - most)
        word = "shared" if shared > 0.8 else "apart" if shared < 0.2 else "some"
        bypass = 2 * meter(chain(a, b)) - latency[a] - latency[b]
        more = f"{bypass:+.1f} cycles" if abs(bypass) > 0.3 else "no delay"
        yield f"{a.name + ', ' + b.name:24}{word:>10}{more:>28}"


def _forward(meter: Meter) -> float:
    """Cycles from a store to the load of the same place and into the next store."""
    return 2 * meter(["mov [rsp], eax", "mov eax, [rsp]"])
