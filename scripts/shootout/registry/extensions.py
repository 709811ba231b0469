"""Instruction-set extensions: the words after the ABIs in `architectures`."""

from __future__ import annotations

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
