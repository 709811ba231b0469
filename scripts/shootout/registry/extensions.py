"""Instruction-set extensions: the words after the ABIs in `architectures`."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ..common.named import escaped, told
from ..common.paths import CRYPTO_HASH

_WORDS = """mmx sse sse2 sse3 ssse3 sse41 sse42 avx avx2 bmi bmi2 adx aes vaes pclmul sha sha512
gfni avx512f avx512vl avx512bw avx512dq avx512vbmi avx512vbmi2
neon sha2 sha3 sve2 zbb zbkb zvknh v altivec vsx vcrypto"""
# gcc's options without -m, + and dots; `sha512` is x86's or ARM's, with the ABI beside it, and
# `vcrypto`, as POWER's HWCAP2 has it, is -mcrypto of gcc. All other words are ABIs.
KNOWN = frozenset(_WORDS.split())
# Other names of extensions, in Linux and in macros of compilers, and ours.
ALIASES = {
    "pni": "sse3", "shani": "sha", "bmi1": "bmi", "pclmulqdq": "pclmul", "armneon": "neon",
    "asimd": "neon",
    **{f"armfeature{name}": name for name in ("aes", "sha2", "sha512", "sha3", "sve2")},
    **{f"riscv{name}": name for name in ("zbb", "zbkb", "v")}, "riscvvector": "v",
    "riscvzvknhb": "zvknh", "zvknhb": "zvknh", "crypto": "vcrypto",
}  # fmt: skip


def word(name: str) -> str:
    """Our word for a flag of /proc/cpuinfo (`sse4_1`) or a macro (`__SSE4_1__`): `sse41`."""
    plain = name.replace("_", "").lower()
    return ALIASES.get(plain, plain)


# How the words for ABIs of VMs begin: ours, and those of known/published.
PREFIXES = ("jvm", "java")
NATIVE = "native"  # a file in the folder of an implementation


def of_vm(abi: str) -> bool:
    """Whether the ABI is that of a VM, and not of a processor."""
    return abi.startswith(PREFIXES)


@cache
def native(primitive: str, implementation: str, top: Path = CRYPTO_HASH) -> str:
    """The native code that does the work of an implementation for a VM; empty for all others.

    It is the line of the file `native` in the implementation's folder, if that is in this checkout.
    """
    if ".." in implementation.split("/"):
        return ""
    return escaped(told(top / primitive / implementation / NATIVE).strip())
