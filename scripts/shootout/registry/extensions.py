"""Instruction-set extensions: the words after the ABIs in `architectures`."""

from __future__ import annotations

_WORDS = """mmx sse sse2 sse3 ssse3 sse41 sse42 avx avx2 bmi bmi2 adx aes vaes pclmul sha sha512
gfni avx512f avx512vl avx512bw avx512dq avx512vbmi avx512vbmi2 neon altivec"""
# gcc's options without -m and dots. All other words of `architectures` are ABIs.
KNOWN = frozenset(_WORDS.split())
# Other names of extensions, in Linux and in macros of compilers, and ours.
ALIASES = {
    "pni": "sse3", "shani": "sha", "bmi1": "bmi", "pclmulqdq": "pclmul", "armneon": "neon",
    "asimd": "neon",
}  # fmt: skip


def word(name: str) -> str:
    """Our word for a flag of /proc/cpuinfo (`sse4_1`) or a macro (`__SSE4_1__`): `sse41`."""
    plain = name.replace("_", "").lower()
    return ALIASES.get(plain, plain)
