"""Instruction-set extensions that this machine has, and that a compiler may use."""

from __future__ import annotations

import functools
import subprocess

from ..registry.extensions import word
from .target import cpuinfo

SECONDS = 60
"""Wall time of a compiler that is asked for its macros."""


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
