"""What code needs beyond its ABI's baseline: the words after the ABIs in `architectures`."""

from __future__ import annotations

_WORDS = """mmx sse sse2 sse3 ssse3 sse41 sse42 avx avx2 bmi bmi2 adx aes vaes pclmul sha sha512
gfni avx512f avx512vl avx512bw avx512dq avx512vbmi avx512vbmi2 neon altivec"""
KNOWN = frozenset(_WORDS.split())
"""gcc's options without -m and dots. Other words of `architectures` are ABIs."""
ALIASES = {"pni": "sse3", "shani": "sha", "bmi1": "bmi", "pclmulqdq": "pclmul"}
ALIASES.update({"armneon": "neon", "asimd": "neon"})
"""What Linux or a compiler's macro calls an extension, and what we call it."""


def word(name: str) -> str:
    """Our word for a flag of /proc/cpuinfo (`sse4_1`) or a macro (`__SSE4_1__`): `sse41`."""
    plain = name.replace("_", "").lower()
    return ALIASES.get(plain, plain)
