"""The floor by latency: the longest chain of instructions that wait for one another.

All instructions of a block of the message are done as early as their operands allow, as if there
were units for all of them at once. What the time of a repetition then is, no processor with these
latencies goes below, for this code. x86 only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .code import Instruction
from .mnemonics import named

REPETITIONS = 6
LOADS = 5  # cycles from an address to what is there; registers can wait until then
GRAIN = 4  # bytes of memory that are followed as one
WORDS = {"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8}
WORDS |= {"XMMWORD": 16, "YMMWORD": 32, "ZMMWORD": 64}
WHOLE = re.compile(
    r"^(?:[er]?([abcd])[xlh]|[er]?(si|di|sp|bp)l?|(r\d+)[bwd]?|[xyz]?mm(\d+)|(k\d))$"
)
MEMORY = re.compile(r"(?:(\w+) (?:PTR|BCST) )?(?:[a-z]s:)?\[([^\]]*)\]")
FRESH = ("mov", "lea", "rorx", "shlx", "shrx", "sarx", "andn", "mulx", "pshufd", "pshuflw",
         "pshufhw", "set", "pop", "pabs", "lddqu", "tzcnt", "lzcnt", "popcnt", "bext",
         "kmov", "kshift", "kand", "kor", "kxor", "bs")  # fmt: skip
KEPT = ("vpternlog", "vperm[ti]2", "vfm", "vpshldv", "vpshrdv", "vsha512", "vpdp")  # read theirs
FLAGS = "flags"
READ_FLAGS = ("adc", "sbb", "adox", "cmov", "set", "rcl", "rcr")
WRITE_FLAGS = ("add", "sub", "adc", "sbb", "adcx", "adox", "inc", "dec", "neg", "and", "or",
               "xor", "cmp", "test", "bt", "shl", "shr", "sar", "sal", "rol", "ror", "imul",
               "mul", "ptest", "vptest", "kortest", "ktest")  # fmt: skip
IMPLICIT = {"sha256rnds2": "m0", "pblendvb": "m0", "blendvps": "m0", "blendvpd": "m0"}
ZEROING = ("xor", "pxor", "xorps", "xorpd", "sub", "psub")

Value = tuple[object, int]  # something unknown and a constant added to it


def whole(name: str) -> str:
    """The register that a name is a part of; empty for another word."""
    found = WHOLE.match(name)
    if not found:
        return ""
    letter, pointer, numbered, vector, mask = found.groups()
    return letter or pointer or numbered or mask or f"m{vector}"


class Machine:
    """Registers and memory: when each is ready, and what is known of its value."""

    def __init__(self) -> None:
        self.ready: dict[object, float] = {}
        self.values: dict[str, Value] = {}
        self.kept: dict[object, Value] = {}  # what memory holds
        self.unknown = 0

    def value(self, register: str) -> Value:
        return self.values.setdefault(register, (register, 0))

    def some(self) -> Value:
        """A value of which nothing is known."""
        self.unknown += 1
        return self.unknown, 0

    def place(self, text: str, size: int) -> tuple[list[object], list[str]]:
        """The pieces of memory that an operand means, as far as known, and its registers."""
        registers = [r for r in map(whole, re.findall(r"[a-z]\w*", text)) if r]
        inner = text.replace(" ", "")
        plain = re.fullmatch(r"(\w+)((?:[+-](?:0x)?[0-9a-f]+)*)", inner)
        if not plain:
            return [], registers
        root, offset = self.value(registers[0]) if registers else ("rip", 0)
        for number in re.findall(r"[+-](?:0x)?[0-9a-f]+", plain[2]):
            offset += int(number, 0)
        start = offset - offset % GRAIN
        return [(root, at) for at in range(start, offset + size, GRAIN)], registers

    def step(self, i: Instruction, latency: float) -> None:
        """Do an instruction as early as it can be done."""
        kind = named("x86", i.name)
        if i.name in ("call", "ret", "push", "pop"):
            self._stack(i)
            return
        if kind in ("jump", "nop") or not i.parts:
            return
        *_, last = i.parts
        first = i.parts[0]
        memory = [(n, found) for n, part in enumerate(i.parts) if (found := MEMORY.match(part))]
        target = whole(re.sub(r"\{.*", "", first))
        sources = [r for part in i.parts[1:] if "[" not in part
                   for r in [whole(re.sub(r"\{.*", "", part))] if r]  # fmt: skip
        if target and not self._fresh(i) and not self._zeroes(i):
            sources.append(target)
        if self._zeroes(i):
            sources = []
        sources += [f"k{n}" for n in re.findall(r"\{k(\d)\}", i.operands)]
        sources += [IMPLICIT[i.name]] if i.name in IMPLICIT else []
        sources += [FLAGS] if i.name.startswith(READ_FLAGS) and i.name != "setx" else []
        at = max((self.ready.get(r, 0.0) for r in sources), default=0.0)
        stored: list[object] = []
        held: Value | None = None
        loads = False
        for n, found in memory if i.name != "lea" else []:
            pieces, registers = self.place(found[2], self._size(i, found[1]))
            address = max((self.ready.get(r, 0.0) for r in registers), default=0.0)
            if n == 0 and not i.name.startswith(("cmp", "test", "bt")):
                stored = pieces
                if i.name.startswith(("mov", "vmov", "vextract", "set", "pextr", "vpextr")):
                    continue
            if n or not stored:
                loads = True
            known = [self.ready[p] for p in pieces if p in self.ready]
            at = max(at, max(known, default=address + LOADS))
            held = self.kept.get(pieces[0]) if pieces else None
        if i.name == "lea":
            at = max((self.ready.get(r, 0.0) for r in map(whole, re.findall(r"[a-z]\w*", last))
                      if r), default=0.0)  # fmt: skip
        move = i.name.startswith(("mov", "vmov")) and "{" not in i.operands
        own = latency if not loads else max(0.0 if move else 1.0, latency - LOADS)
        if move and (loads or stored or (sources and not self._crosses(i))):
            own = 0.0  # renamed, forwarded, or counted as a load
        done = at + own
        if stored:
            for piece in stored:
                self.ready[piece] = done
                self.kept.pop(piece, None)
            if i.name == "mov" and sources:
                self.kept[stored[0]] = self.value(sources[0])
        elif target and not i.name.startswith(("cmp", "test", "bt")):
            self.ready[target] = done
            self.values[target] = self._result(i, target, sources, held)
        if i.name.startswith(WRITE_FLAGS) and not i.name.startswith("v"):
            self.ready[FLAGS] = done

    def _stack(self, i: Instruction) -> None:
        """Follow the stack pointer."""
        root, offset = self.value("sp")
        register = whole(i.operands)
        size = 8
        if i.name in ("push", "call"):
            offset -= size
            if i.name == "push" and register:
                for piece in range(offset, offset + size, GRAIN):
                    self.ready[root, piece] = self.ready.get(register, 0.0)
                self.kept[root, offset] = self.value(register)
        else:
            if register:
                self.ready[register] = self.ready.get((root, offset), 0.0)
                self.values[register] = self.kept.get((root, offset)) or self.some()
            offset += size
        self.values["sp"] = root, offset

    def _result(
        self, i: Instruction, target: str, sources: Sequence[str], held: Value | None
    ) -> Value:
        """What is known of the value that an instruction leaves in a register."""
        if i.name == "mov" and held:
            return held
        if i.name == "mov" and "[" not in i.operands and sources:
            return self.value(sources[0])
        if i.name == "lea":
            pieces, registers = self.place(i.parts[1].partition("[")[2].rstrip("]"), 1)
            if pieces and registers:
                root, _ = self.value(registers[0])
                offset = sum(int(n, 0) for n in re.findall(
                    r"[+-](?:0x)?[0-9a-f]+", i.parts[1].replace(" ", "")))  # fmt: skip
                return root, self.value(registers[0])[1] + offset
        constant = re.fullmatch(r"-?(0x)?[0-9a-f]+", i.parts[-1])
        if i.name in ("add", "sub") and constant and whole(i.parts[-1]) == "":
            root, offset = self.value(target)
            change = int(i.parts[-1], 0)
            change -= (change >> 63) << 64  # objdump writes -8 as 0xfffffffffffffff8
            return root, offset + (change if i.name == "add" else -change)
        return self.some()

    @staticmethod
    def _size(i: Instruction, word: str | None) -> int:
        """The bytes of an operand in memory."""
        return WORDS.get(word or "", 8)

    @staticmethod
    def _fresh(i: Instruction) -> bool:
        """Whether it does not read what its first operand held."""
        if "{k" in i.operands and "{z}" not in i.operands:
            return False
        if i.name.startswith("v"):
            return not any(re.match(each, i.name) for each in KEPT)
        if i.name == "imul":
            return len(i.parts) == 3
        return i.name.startswith(FRESH)

    @staticmethod
    def _zeroes(i: Instruction) -> bool:
        """Whether its result is 0, whatever its operands are."""
        name = i.name[1:] if i.name.startswith("v") else i.name
        same = len(set(i.parts[-2:])) == 1 and "[" not in i.operands and len(i.parts) > 1
        return same and name.startswith(ZEROING)

    @staticmethod
    def _crosses(i: Instruction) -> bool:
        """Whether it moves between general registers and vectors."""
        return len({bool(re.match(r"[xyz]?mm", part)) for part in i.parts}) > 1


def ends(code: Sequence[Instruction], latencies: Sequence[float]) -> Iterator[float]:
    """When each repetition of the code is done, in cycles from the beginning."""
    machine = Machine()
    for _ in range(REPETITIONS):
        for i, latency in zip(code, latencies):
            machine.step(i, latency)
        yield max(machine.ready.values(), default=0.0)


def longest(code: Sequence[Instruction], latencies: Sequence[float]) -> float:
    """The cycles of a repetition of the code, by its longest chain alone."""
    found = list(ends(code, latencies))
    half = REPETITIONS // 2
    return (found[-1] - found[half - 1]) / (REPETITIONS - half)
