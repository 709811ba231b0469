"""What code needs beyond its ABI's baseline: the words after the ABIs in `architectures`."""

from __future__ import annotations

import functools
import subprocess

from .machine import cpuinfo

_WORDS = """mmx sse sse2 sse3 ssse3 sse41 sse42 avx avx2 bmi bmi2 adx aes vaes pclmul sha sha512
gfni avx512f avx512vl avx512bw avx512dq avx512vbmi avx512vbmi2 neon altivec"""
KNOWN = frozenset(_WORDS.split())
"""gcc's options without -m and dots. Other words of `architectures` are ABIs."""
ALIASES = {"pni": "sse3", "shani": "sha", "bmi1": "bmi", "pclmulqdq": "pclmul"}
ALIASES.update({"armneon": "neon", "asimd": "neon"})
"""What Linux or a compiler's macro calls an extension, and what we call it."""
SECONDS = 60
"""Wall time of a compiler that is asked for its macros."""


def word(name: str) -> str:
    """Our word for a flag of /proc/cpuinfo (`sse4_1`) or a macro (`__SSE4_1__`): `sse41`."""
    plain = name.replace("_", "").lower()
    return ALIASES.get(plain, plain)


def of_flags(info: dict[str, str]) -> frozenset[str] | None:
    """The extensions that the fields of /proc/cpuinfo list; None when they list none."""
    flags = info.get("flags", info.get("Features", "")).split()
    flags += ["altivec"] if "altivec" in info.get("cpu", "") else []
    return frozenset(map(word, flags)) or None


@functools.cache
def of_machine() -> frozenset[str] | None:
    """This machine's extensions; None where it does not say."""
    return of_flags(cpuinfo())


@functools.cache
def of_compiler(command: tuple[str, ...]) -> frozenset[str]:
    """What a compiler may use without being told more: its predefined macros, as words."""
    ran = subprocess.run(
        [*command, "-dM", "-E", "-x", "c", "-"],
        input="", capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False,
    )  # fmt: skip
    names = (line.split()[1] for line in ran.stdout.splitlines() if line.startswith("#define _"))
    return frozenset(map(word, names))
