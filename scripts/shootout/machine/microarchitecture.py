"""The name of a microarchitecture, from the identification numbers of a CPU.

The names, their order and the numbers are in known/microarchitectures, kept by hand.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import KNOWN

TABLE = KNOWN / "microarchitectures"

# CPUID(1).EDX, from bit 0 on, as Linux names the bits; two are reserved.
EDX = (
    "fpu vme de pse tsc msr pae mce cx8 apic - sep mtrr pge mca cmov "
    "pat pse36 pn clflush - dts acpi mmx fxsr sse sse2 ss ht tm ia64 pbe"
)

# The words of result lines. The first two are SUPERCOP's, whose older versions leave out the
# core's type; the _ at their end was the end of a line.
X86 = re.compile(r"(\S{12})-([0-9a-f]{8})(?:-([0-9a-f]{2}))?(?:-[0-9a-f]{8})?_?")
MIDR = re.compile(r"([0-9a-f]{2})[0-9a-f]{2}([0-9a-f]{3})[0-9a-f]_?")
PVR = re.compile(r"ppc-([0-9a-f]{4})[0-9a-f]{4}")
RISCV = re.compile(r"riscv-([0-9a-f]*)-([0-9a-f]*)-(\S*)")
SMALL = "20"  # CPUID(26).EAX, upper 8 bits, of a small core

# The numbers in the table, X standing for a hexadecimal digit.
NOTATION = {"ARM": "XX_XXX(-XXX)?", "PVR": "XXXX(-XXXX)?", "RISC-V": "X+_X+"}
NOTATION_OF_X86 = "XX_XX(-XX)?(/X(-X)?)?"


@dataclass(frozen=True)
class Cpu:
    """A processor, by its identification numbers.

    `kind` is the vendor string of CPUID, or ARM, PVR, RISC-V, unknown; `word` is the name in
    result lines. If the list of features is `complete`, the processor lacks all others.
    """

    kind: str
    word: str
    numbers: tuple[int, ...]
    uarch: str = ""
    features: frozenset[str] = frozenset()
    complete: bool = False

    @staticmethod
    def x86(vendor: str, family: int, model: int, stepping: int, features: Collection[str]) -> Cpu:
        """An x86 processor. Its word is SUPERCOP's, with EDX made of the flags of Linux.

        The word has the core's type only for small cores, marked by the feature "e-core".
        """
        vendor = _word(vendor.center(12))  # Linux strips the blanks of "  Shanghai  "
        word = f"{vendor}-{signature(family, model, stepping):08x}"
        edx = sum(1 << bit for bit, name in enumerate(EDX.split()) if name in features)
        if "e-core" in features:
            word += f"-{SMALL}"
        if features:
            word += f"-{edx:08x}_"
        numbers = (family, model, stepping)
        return Cpu(vendor, word, numbers, "", frozenset(features), bool(features))

    @staticmethod
    def arm(
        implementer: int, part: int, features: Collection[str], variant: int = 0, revision: int = 0
    ) -> Cpu:
        """An ARM processor. Its word is SUPERCOP's: the MIDR register."""
        midr = implementer << 24 | variant << 20 | 0xF << 16 | part << 4 | revision
        numbers = (implementer, part)
        return Cpu("ARM", f"{midr:08x}_", numbers, "", frozenset(features), bool(features))

    @staticmethod
    def ppc(pvr: int, name: str) -> Cpu:
        """A PowerPC, by its processor version register; 0 if only the name is known."""
        if not pvr:
            return Cpu("unknown", "unknown-" + _word(name), ())
        return Cpu("PVR", f"ppc-{pvr:08x}", (pvr >> 16,))

    @staticmethod
    def riscv(uarch: str, mvendorid: str, marchid: str) -> Cpu:
        """A RISC-V processor, by three strings of /proc/cpuinfo; a missing one is empty."""
        vendor, arch = _hex(mvendorid), _hex(marchid)
        numbers = (int(vendor, 16), int(arch, 16)) if vendor and arch else ()
        return Cpu("RISC-V", f"riscv-{vendor}-{arch}-{_word(uarch)}", numbers, _word(uarch))

    @staticmethod
    def parse(word: str, features: Collection[str] | None = None) -> Cpu:
        """The processor named by the word of a result line, SUPERCOP's or ours.

        The word does not contain the features: pass them if they are known, or those that
        `features_of` derives from the microarchitecture stated in the result file.
        """
        cpu = Cpu("unknown", word, ())
        if found := X86.fullmatch(word):
            small = {"e-core"} if found[3] == SMALL else set[str]()
            numbers = family_model_stepping(int(found[2], 16))
            cpu = Cpu(found[1], word, numbers, features=frozenset(small))
        elif found := MIDR.fullmatch(word):
            cpu = Cpu("ARM", word, (int(found[1], 16), int(found[2], 16)))
        elif found := PVR.fullmatch(word):
            cpu = Cpu("PVR", word, (int(found[1], 16),))
        elif found := RISCV.fullmatch(word):
            cpu = Cpu.riscv(found[3], found[1], found[2])
        if features is None:
            return cpu
        return replace(cpu, features=cpu.features | frozenset(features), complete=True)

    @property
    def raw(self) -> str:
        """The numbers as text, to tell unknown CPUs apart."""
        if found := X86.fullmatch(self.word):
            return f"{found[1]}-{found[2]}"
        if self.kind == "ARM":
            return f"ARM-{self.numbers[0]:02x}_{self.numbers[1]:03x}"
        if self.kind == "PVR":
            return f"PVR-{self.numbers[0]:04x}"
        return "" if self.word.startswith("unknown_CPU_ID") else self.word.replace("unknown-", "")


def signature(family: int, model: int, stepping: int) -> int:
    """CPUID(1).EAX: family and model overflow into the extended fields."""
    extended = max(family - 15, 0) << 20 | model >> 4 << 16
    return extended | min(family, 15) << 8 | (model & 15) << 4 | stepping


def family_model_stepping(eax: int) -> tuple[int, int, int]:
    """Family, model and stepping of a `signature`; families before 6 have no extended model."""
    family = eax >> 8 & 15
    model = eax >> 4 & 15
    if family == 15:
        family += eax >> 20 & 255
    if family >= 6:
        model |= eax >> 12 & 0xF0
    return family, model, eax & 15


def _word(text: str) -> str:
    return re.sub(r"[^!-~]", "_", text)


def _hex(number: str) -> str:
    """A hexadecimal number without 0x and leading zeros; empty if the text is none."""
    found = re.fullmatch(r"(?:0x)?([0-9a-f]{1,16})", number.strip().lower())
    return f"{int(found[1], 16):x}" if found else ""


@dataclass(frozen=True)
class Range:
    """Bounds, both included, for each of the numbers of a CPU."""

    bounds: tuple[tuple[int, int], ...]

    def __contains__(self, numbers: tuple[int, ...]) -> bool:
        # A range of two numbers holds every stepping; a CPU without numbers is in none.
        return len(numbers) >= len(self.bounds) and all(
            low <= number <= high for (low, high), number in zip(self.bounds, numbers)
        )


@dataclass(frozen=True)
class CpuPattern:
    """A line of the table: CPUs of one kind and their microarchitecture."""

    name: str
    kind: str
    ranges: tuple[Range, ...]
    uarchs: frozenset[str]
    has: frozenset[str]
    lacks: frozenset[str]
    line: int

    def fits(self, cpu: Cpu) -> bool:
        """Whether the CPU is of this line, in its numbers and in its features."""
        if cpu.kind != self.kind:
            return False
        if cpu.uarch not in self.uarchs and not any(cpu.numbers in each for each in self.ranges):
            return False
        lacking = cpu.complete and not self.lacks & cpu.features
        return self.has <= cpu.features and (lacking or not self.lacks)


def microarchitecture(cpu: Cpu, abi: str = "") -> str:
    """The name of the CPU's band. The ABI of a result decides whether it counts as 64-bit."""
    features = cpu.features - {"lm"} if abi in ("x86", "jvm32") else cpu.features
    features |= {"lm"} if abi in ("amd64", "jvm64") else set()
    known = replace(cpu, features=features)
    fitting = [pattern for pattern in read_table(TABLE) if pattern.fits(known)]
    if fitting:
        return max(fitting, key=lambda pattern: len(pattern.has | pattern.lacks)).name
    return f"unknown {cpu.raw}".rstrip()


def features_of(name: str) -> frozenset[str] | None:
    """The features that a microarchitecture implies, for `Cpu.parse`; None if it implies none."""
    asking = [each for each in read_table(TABLE) if each.name == name and each.has | each.lacks]
    return frozenset().union(*(each.has for each in asking)) if asking else None


def order() -> list[str]:
    """All names, in the order of the table."""
    return list(dict.fromkeys(pattern.name for pattern in read_table(TABLE)))


@cache
def read_table(table: Path) -> tuple[CpuPattern, ...]:
    """The patterns of a table, in its order. Raises Trouble for a line in another form."""
    try:
        text = table.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{table}: cannot be read: {error}") from error
    patterns: list[CpuPattern] = []
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("#")[0].rstrip()
        if not code.strip():
            continue
        try:
            patterns.append(_pattern(code, number, patterns))
        except ValueError as error:
            example = "The head of the file explains the format."
            raise Trouble(f"{table}, line {number}: {error}. {example}") from error
    return tuple(patterns)


def _pattern(code: str, line: int, above: list[CpuPattern]) -> CpuPattern:
    """The pattern of a line without its comment; one that starts with blanks continues `above`."""
    name, _, after = code.partition("  ")
    kind, *words = after.split() or [""]
    if not name and not above:
        raise ValueError("no line above that this one could go on with")
    for pattern in above:
        if pattern.name == name:
            raise ValueError(f"{name} is in line {pattern.line} too: go on below it, after blanks")
    if not kind:
        raise ValueError(f"{code!r} needs a name, at least two blanks, and CPUs")
    if kind not in NOTATION and len(kind) != 12:
        raise ValueError(f"{kind!r} is neither ARM, PVR, RISC-V nor 12 letters of a CPUID vendor")
    asks = [word for word in words if word[0] in "+-"]
    ids = [word for word in words if word[0] not in "+-"]
    if not ids or "+" in asks or "-" in asks:
        raise ValueError(f"no CPUs after {kind}" if not ids else "nothing after + or -")
    uarchs = [word for word in ids if kind == "RISC-V" and "," in word]
    return CpuPattern(
        name or above[-1].name,
        kind,
        tuple(_range(kind, word) for word in ids if word not in uarchs),
        frozenset(uarchs),
        frozenset(word[1:] for word in asks if word[0] == "+"),
        frozenset(word[1:] for word in asks if word[0] == "-"),
        line,
    )


def _range(kind: str, word: str) -> Range:
    """The bounds that a word of the table gives: ((6, 6), (15, 15), (14, 15)) for 06_0f/e-f."""
    notation = NOTATION.get(kind, NOTATION_OF_X86).replace("X", "[0-9a-f]")
    if not re.fullmatch(notation, word):
        raise ValueError(f"{word!r} is not a CPU of {kind}")
    bounds = []
    for part in re.split("[_/]", word):
        low, _, high = part.partition("-")
        bounds.append((int(low, 16), int(high or low, 16)))
        if bounds[-1][0] > bounds[-1][1]:
            raise ValueError(f"the range {part} of {word} runs backwards")
    return Range(tuple(bounds))
