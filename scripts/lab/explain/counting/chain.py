"""The floor by latency: the longest chain of instructions that wait for one another.

All instructions of a block of the message are done as early as their operands allow, as if there
were units for all of them at once. What the time of a repetition then is, no processor with these
latencies goes below, for this code. x86 only.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

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
NUMBER = re.compile(r"[+-](?:0x)?[0-9a-f]+")
FLAGS = "flags"
READ_FLAGS = ("adc", "sbb", "adox", "cmov", "set", "rcl", "rcr")
WRITE_FLAGS = ("add", "sub", "adc", "sbb", "adcx", "adox", "inc", "dec", "neg", "and", "or",
               "xor", "cmp", "test", "bt", "shl", "shr", "sar", "sal", "rol", "ror", "imul",
               "mul", "ptest", "vptest", "kortest", "ktest")  # fmt: skip
IMPLICIT = {"sha256rnds2": "m0", "pblendvb": "m0", "blendvps": "m0", "blendvpd": "m0"}
PUSHED = 8  # bytes
STORES = ("mov", "vmov", "vextract", "set", "pextr", "vpextr")  # which do not read the place
ZEROING = ("xor", "pxor", "xorps", "xorpd", "sub", "psub")

Value = tuple[object, int]  # something unknown and a constant added to it


def whole(name: str) -> str:
    """The register that a name is a part of; empty for another word."""
    found = WHOLE.match(name)
    if not found:
        return ""
    letter, pointer, numbered, vector, mask = found.groups()
    return letter or pointer or numbered or mask or f"m{vector}"


def registers(text: str) -> list[str]:
    """The registers in an address."""
    return [name for name in map(whole, re.findall(r"[a-z]\w*", text)) if name]


class Registers:
    """Registers and memory: when each is ready, and what is known of its value."""

    def __init__(self) -> None:
        self.ready: dict[object, float] = {}
        self.values: dict[str, Value] = {}
        self.kept: dict[object, Value] = {}  # what memory holds
        self.unknown = 0

    def value(self, register: str) -> Value:
        return self.values.setdefault(register, (register, 0))

    def address(self, text: str) -> Value | None:
        """What is known of an address; None of one with an index."""
        plain = re.fullmatch(rf"(\w+)((?:{NUMBER.pattern})*)", text.replace(" ", ""))
        if not plain:
            return None
        register = whole(plain[1])
        root, offset = self.value(register) if register else ("rip", 0)
        return root, offset + sum(int(number, 0) for number in NUMBER.findall(plain[2]))

    def place(self, text: str, size: int) -> list[object]:
        """The pieces of memory of so many bytes at an address, as far as known."""
        root, offset = self.address(text) or ("", 0)
        start = offset - offset % GRAIN
        return [(root, at) for at in range(start, offset + size, GRAIN)] if root else []

    def when(self, names: Sequence[object]) -> float:
        """When all of these are ready."""
        return max((self.ready.get(name, 0.0) for name in names), default=0.0)

    def step(self, i: Instruction, latency: float) -> None:
        """Do an instruction as early as it can be done."""
        if i.name in ("call", "ret", "push", "pop"):
            self._stack(i)
            return
        if named("x86", i.name) in ("jump", "nop") or not i.parts:
            return
        target, sources = _operands(i)
        at = self.when(sources)
        compares = i.name.startswith(("cmp", "test", "bt"))
        stored: list[object] = []
        held: Value | None = None
        loads = False
        for n, part in enumerate(i.parts if i.name != "lea" else ()):
            found = MEMORY.match(part)
            if not found:
                continue
            pieces = self.place(found[2], WORDS.get(found[1] or "", 8))
            if n == 0 and not compares:
                stored = pieces
                if i.name.startswith(STORES):
                    continue
            loads = loads or n > 0 or not stored
            known = [self.ready[piece] for piece in pieces if piece in self.ready]
            at = max(at, max(known, default=self.when(registers(found[2])) + LOADS))
            held = self.kept.get(pieces[0]) if pieces else None
        move = i.name.startswith(("mov", "vmov")) and "{" not in i.operands
        own = latency if not loads else max(0.0 if move else 1.0, latency - LOADS)
        if move and (loads or stored or (sources and not _crosses(i))):
            own = 0.0  # renamed, forwarded, or counted as a load
        if stored:
            self.ready.update(dict.fromkeys(stored, at + own))
            for piece in stored:
                self.kept.pop(piece, None)
            if i.name == "mov" and sources:
                self.kept[stored[0]] = self.value(sources[0])
        elif target and not compares:
            self.ready[target] = at + own
            self.values[target] = self._result(i, target, sources, held)
        if i.name.startswith(WRITE_FLAGS) and not i.name.startswith("v"):
            self.ready[FLAGS] = at + own

    def _stack(self, i: Instruction) -> None:
        """Follow the stack pointer."""
        root, offset = self.value("sp")
        register = whole(i.operands)
        if i.name in ("push", "call"):
            offset -= PUSHED
            if i.name == "push" and register:
                self.ready[root, offset] = self.ready[root, offset + GRAIN] = self.when([register])
                self.kept[root, offset] = self.value(register)
        else:
            if register:
                self.ready[register] = self.when([(root, offset)])
                self.values[register] = self.kept.get((root, offset)) or self._some()
            offset += PUSHED
        self.values["sp"] = root, offset

    def _some(self) -> Value:
        """A value of which nothing is known."""
        self.unknown += 1
        return self.unknown, 0

    def _result(
        self, i: Instruction, target: str, sources: Sequence[str], held: Value | None
    ) -> Value:
        """What is known of the value that an instruction leaves in a register."""
        if i.name == "mov" and held:
            return held
        if i.name == "mov" and "[" not in i.operands and sources:
            return self.value(sources[0])
        if i.name == "lea" and sources:
            return self.address(i.parts[1].partition("[")[2].rstrip("]")) or self._some()
        if i.name in ("add", "sub") and re.fullmatch(r"-?(0x)?[0-9a-f]+", i.parts[-1]):
            root, offset = self.value(target)
            change = int(i.parts[-1], 0)
            change -= (change >> 63) << 64  # objdump writes -8 as 0xfffffffffffffff8
            return root, offset + (change if i.name == "add" else -change)
        return self._some()


def _operands(i: Instruction) -> tuple[str, list[str]]:
    """The register that is written, if any, and those that are read, with masks and flags."""
    target, *sources = (whole(re.sub(r"\{.*", "", part)) for part in i.parts)
    if i.name == "lea":
        return target, registers(i.parts[-1])
    name = i.name[1:] if i.name.startswith("v") else i.name
    same = len(set(i.parts[-2:])) == 1 and "[" not in i.operands and len(i.parts) > 1
    if same and name.startswith(ZEROING):
        sources = []  # the result is 0, whatever they are
    elif target and not _fresh(i):
        sources.append(target)
    sources += [f"k{n}" for n in re.findall(r"\{k(\d)\}", i.operands)]
    sources += [IMPLICIT.get(i.name, ""), FLAGS * i.name.startswith(READ_FLAGS)]
    return target, [source for source in sources if source]


def _fresh(i: Instruction) -> bool:
    """Whether it does not read what its first operand held."""
    if "{k" in i.operands and "{z}" not in i.operands:
        return False
    if i.name.startswith("v"):
        return not any(re.match(each, i.name) for each in KEPT)
    if i.name == "imul":
        return len(i.parts) == 3
    return i.name.startswith(FRESH)


def _crosses(i: Instruction) -> bool:
    """Whether it moves between general registers and vectors."""
    return len({bool(re.match(r"[xyz]?mm", part)) for part in i.parts}) > 1


def longest(code: Sequence[Instruction], latencies: Sequence[float]) -> float:
    """The cycles of a repetition of the code, by its longest chain alone."""
    machine = Registers()
    ends = []
    for _ in range(REPETITIONS):
        for i, latency in zip(code, latencies):
            machine.step(i, latency)
        ends.append(max(machine.ready.values(), default=0.0))
    half = REPETITIONS // 2
    return (ends[-1] - ends[half - 1]) / (REPETITIONS - half)
