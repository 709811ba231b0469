"""A processor: its identification numbers, its features, and its word in result lines."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, replace

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


@dataclass(frozen=True)
class Cpu:
    """A processor, by its identification numbers.

    `kind` is the vendor string of CPUID, or ARM, PVR, RISC-V, unknown. Features are flags of
    /proc/cpuinfo, and caches as in L1d=48K; if they are `complete`, it lacks all others.
    """

    kind: str
    word: str
    numbers: tuple[int, ...]
    uarch: str = ""
    features: frozenset[str] = frozenset()
    complete: bool = False

    @staticmethod
    def x86(vendor: str, family: int, model: int, stepping: int, features: Collection[str]) -> Cpu:
        """An x86 processor. Its word is SUPERCOP's, with EDX made of the flags of Linux, and the
        core's type for small cores only, marked by the feature "e-core"."""
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

        The word does not contain the features: pass them, or those that `features_of` tells.
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

    def also(self, features: Collection[str]) -> Cpu:
        """The same processor with more features, which do not make the list complete."""
        return replace(self, features=self.features | frozenset(features))

    def size(self, cache: str) -> str:
        """The size of the cache `L1d`, `L1i`, `L2` or `L3`, as in 48K; empty if not known."""
        start = f"{cache}="
        return next((f[len(start) :] for f in self.features if f.startswith(start)), "")

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
