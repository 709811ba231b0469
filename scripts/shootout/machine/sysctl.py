"""What macOS and FreeBSD tell of the machine, by the names of sysctl. Elsewhere it is nothing."""

from __future__ import annotations

import functools
import platform
import re
import shutil
from collections.abc import Mapping

from ..common.process import execute

SYSTEMS = {"Darwin": ["hw", "machdep.cpu"], "FreeBSD": ["hw"]}  # the names asked for
SECONDS = 20  # wall time
LEVEL = "hw.perflevel0."  # the performance cores of Apple's processors; 1 is the other kind
CACHES = {"L1d": "l1dcachesize", "L1i": "l1icachesize", "L2": "l2cachesize"}


def parsed(text: str) -> dict[str, str]:
    """The values of lines `name: value`, by name."""
    pairs = (line.partition(": ") for line in text.splitlines())
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


@functools.cache
def values() -> Mapping[str, str]:
    """This machine's values by name; none on other systems, or without the program."""
    names = SYSTEMS.get(platform.system(), [])
    program = shutil.which("sysctl") or shutil.which("sysctl", path="/usr/sbin:/sbin")
    if not names or not program:
        return {}
    return parsed(execute([program, *names], SECONDS).output)


def name(found: Mapping[str, str]) -> str:
    """The processor's name; empty if it is not told."""
    return found.get("machdep.cpu.brand_string") or found.get("hw.model", "")


def part(found: Mapping[str, str]) -> int | None:
    """The part number of an Apple M1's performance core, or a later one's, by the name: macOS
    keeps the register that has it to itself. None for other processors."""
    generation = re.match(r"Apple M(\d)\b", name(found))
    return 0x13 + 0x10 * int(generation[1]) if generation else None


def caches(found: Mapping[str, str]) -> set[str]:
    """The caches with their sizes, as in L1d=128K; of a performance core where cores differ."""
    start = LEVEL if LEVEL + "l1dcachesize" in found else "hw."
    sizes = {ours: found.get(start + theirs, "") for ours, theirs in CACHES.items()}
    return {f"{ours}={int(size) // 1024}K" for ours, size in sizes.items() if size.isdecimal()}


def kinds(found: Mapping[str, str]) -> str:
    """How many cores of each kind there are, as in `4 performance, 4 efficiency`; empty for one."""
    levels = [found.get(f"hw.perflevel{n}.physicalcpu", "") for n in (0, 1)]
    if not all(levels):
        return ""
    return ", ".join(f"{n} {kind}" for n, kind in zip(levels, ("performance", "efficiency")))
