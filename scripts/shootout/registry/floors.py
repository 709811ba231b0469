"""Lower bounds of core cycles per byte, from known/floors, which says why they hold."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..common.paths import CRYPTO_HASH
from ..common.paths import KNOWN as TABLES
from .extensions import KNOWN, word
from .homes import folder_of

FLOORS = TABLES / "floors"
ANY, WITHOUT, OTHER, XAR = "any", "without=", "*", "xar"
X86 = frozenset(["amd64", "x86"])
VECTORS = frozenset(["avx2", "avx512f"])  # extensions that compilers use without being told
# extensions that x86 does not have alone
FOREIGN = frozenset(["neon", "altivec", "sha2", "sha3", "sha512"])

Floors = dict[str, list[tuple[frozenset[str], float]]]


class ByHand(NamedTuple):
    """A floor of one implementation on one core, counted by hand: cycles per byte."""

    floor: float
    reason: str  # latency or issue
    source: str


@cache
def read_floors() -> tuple[Floors, dict[tuple[str, str, str], ByHand]]:
    """By primitive: sets of extensions, and the floor in cycles per byte of code without them.

    Then floors counted by hand, by primitive, implementation and microarchitecture.
    """
    floors: Floors = {}
    by_hand = {}
    for line in FLOORS.read_text(encoding="ascii").splitlines():
        if not (fields := line.partition("#")[0].split()):
            continue
        primitives, name, floor, *more = fields
        implementation, at, core = name.partition("@")
        lacks = name.removeprefix(WITHOUT).split(",") if name != ANY else ()
        for each in primitives.split(","):
            if at:
                key = each, implementation, core.replace("-", " ")
                by_hand[key] = ByHand(float(floor), *more)
            else:
                floors.setdefault(each, []).append((frozenset(lacks), float(floor)))
    return floors, by_hand


@cache
def used(primitive: str, implementation: str, top: Path = CRYPTO_HASH) -> frozenset[str] | None:
    """The extensions that an implementation may use; None where that is not known.

    If its folder is in this checkout, `architectures` lists them; without that file the code is
    portable, which compilers may turn into vector instructions. For others the name tells.
    """
    if ".." in (top / primitive / implementation).parts:
        return None
    folder = folder_of(primitive, implementation, top)
    if (folder / "api.h").is_file():
        needs = folder / "architectures"
        if not needs.is_file():
            return VECTORS | {XAR}
        words = frozenset(needs.read_text(encoding="ascii").split())
        return _reach(words & KNOWN, on_x86=not words - KNOWN - X86)
    words = frozenset(map(word, re.split(r"[^a-z0-9]+", implementation)))
    words = words | ({"aes"} if "aesni" in words else set())
    words = words | ({"avx512f"} if any(each.startswith("avx512") for each in words) else set())
    words &= KNOWN
    if not words:
        return None
    on_x86 = not words & FOREIGN
    # A name mentions only the rarest extension: code called gfni has vectors of any width.
    return _reach(words | (VECTORS if words & {"aes", "vaes", "gfni"} else set()), on_x86=on_x86)


def _reach(words: frozenset[str], *, on_x86: bool) -> frozenset[str]:
    return words if on_x86 else words | {XAR}


def floor_of(primitive: str, implementation: str) -> float:
    """The floor of an implementation in core cycles per byte."""
    floors, _ = read_floors()
    words = used(primitive, implementation)
    return max(
        floor
        for lacks, floor in floors.get(primitive, floors[OTHER])
        if not lacks or (words is not None and not lacks & words)
    )
