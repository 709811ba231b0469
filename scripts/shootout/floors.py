"""Cycles per byte that no machine goes below: data/floors, which says why."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from .errors import Trouble
from .paths import CRYPTO_HASH, ROOT

FLOORS = ROOT / "data" / "floors"
ANY, PLAIN, OTHER = "any", "plain", "*"
SPECIAL = frozenset(["sha", "sha512", "sha3", "aes", "vaes", "gfni", "shani", "aesni"])
"""Words of `architectures` for instructions that do a part of a hash function at once."""


@cache
def load(file: Path = FLOORS) -> dict[tuple[str, str], float]:
    """Cycles per byte by primitive and set. A line of another form is Trouble."""
    found: dict[tuple[str, str], float] = {}
    for number, line in enumerate(file.read_text(encoding="ascii").splitlines(), 1):
        fields = line.partition("#")[0].split()
        if not fields:
            continue
        try:
            primitive, name, floor = fields
            found[primitive, name] = float(floor)
        except ValueError as error:
            what = "not PRIMITIVE SET CYCLES-PER-BYTE; its head explains the format"
            raise Trouble(f"{file}, line {number}: {what}") from error
    return found


@cache
def plain(primitive: str, implementation: str, top: Path = CRYPTO_HASH) -> bool:
    """Whether it is an implementation that is here and needs no special instructions."""
    folder = top / primitive / implementation
    needs = folder / "architectures"
    if ".." in folder.parts or not (folder / "api.h").is_file():
        return False
    return not (needs.is_file() and SPECIAL & set(needs.read_text().split()))


def floor_of(primitive: str, implementation: str) -> float:
    """The floor of an implementation in core cycles per byte."""
    floors = load()
    if (primitive, PLAIN) in floors and plain(primitive, implementation):
        return floors[primitive, PLAIN]
    return floors.get((primitive, ANY), floors[OTHER, ANY])
