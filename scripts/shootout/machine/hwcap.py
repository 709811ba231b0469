"""The extensions of a processor, from what systems tell: a function for each source.

Nothing here asks the system, so facts that were recorded elsewhere do as well.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping

from ..registry.extensions import word

# Bits of AT_HWCAP (16) and AT_HWCAP2 (26), by the names in Linux's arch/powerpc cputable.h.
POWER = {(16, 0x10000000): "altivec", (16, 0x80): "vsx", (26, 0x02000000): "vcrypto"}
# What Apple's sysctl calls them: hw.optional.arm.FEAT_SHA512: 1
APPLE = {
    "feat_aes": "aes", "feat_sha256": "sha2", "feat_sha512": "sha512", "feat_sha3": "sha3",
    "neon": "neon", "armv8_2_sha512": "sha512", "armv8_2_sha3": "sha3",
}  # fmt: skip
# Bits of Linux's riscv_hwprobe (asm/hwprobe.h): its number, the key IMA_EXT_0, and what it tells.
HWPROBE, IMA_EXT_0 = 258, 4
RISCV = {2: "v", 4: "zbb", 8: "zbkb", 23: "zvknh"}
RISCV_LETTERS = set("v")  # the others of rv64imafdcv are the baseline's, or not ours


def of_cpuinfo(info: Mapping[str, str]) -> frozenset[str]:
    """From fields of /proc/cpuinfo: x86's flags, ARM's Features, RISC-V's isa, AltiVec of a G4."""
    flags = info.get("flags", info.get("Features", "")).split()
    flags += ["altivec"] if "altivec" in info.get("cpu", "") else []
    base, *more = info.get("isa", "").lower().split("_")
    flags += [*(c for c in base[4:] if c in RISCV_LETTERS), *more]
    return frozenset(map(word, filter(None, flags)))


def of_auxv(vector: bytes, machine: str) -> frozenset[str]:
    """From /proc/self/auxv in the machine's byte order, for POWER, whose cpuinfo has no list."""
    if not machine.startswith("ppc"):
        return frozenset()
    pair = struct.Struct("@LL")
    whole = vector[: len(vector) // pair.size * pair.size]
    found = dict(pair.iter_unpack(whole))
    return frozenset(name for (key, bit), name in POWER.items() if found.get(key, 0) & bit)


def of_hwprobe(pairs: bytes) -> frozenset[str]:
    """From what riscv_hwprobe made of pairs of a key and a value; an unknown key became -1."""
    pair = struct.Struct("<qQ")
    whole = pairs[: len(pairs) // pair.size * pair.size]
    value = dict(pair.iter_unpack(whole)).get(IMA_EXT_0, 0)
    return frozenset(name for bit, name in RISCV.items() if value >> bit & 1)


def of_sysctl(values: Mapping[str, str]) -> frozenset[str]:
    """From macOS's sysctl: hw.optional.* of Apple's cores, machdep.cpu.*features of Intel's."""
    found = set()
    for key, value in values.items():
        name = key.rpartition(".")[2].lower()
        if key.startswith("hw.optional.") and name in APPLE and value == "1":
            found.add(APPLE[name])
        if re.fullmatch(r"machdep\.cpu\.(leaf7_)?features", key):
            found |= {word(flag.replace(".", "")) for flag in value.split()}
    return frozenset(found)
