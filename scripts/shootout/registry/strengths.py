"""Output and security of functions beside their speed, as their specifications have them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ..common.errors import Trouble
from ..common.named import escaped, told
from ..common.paths import FUNCTIONS
from .sets import output_bytes

MEANING = (
    "output and security are in bits, and security is what the specification claims against every "
    "attack on the function with this output"
)
SAID = re.compile(r"(\d{1,4}) ([ -~]{1,400})", re.ASCII)


class Strength(NamedTuple):
    """What the specification of a function says about it."""

    output: int  # bits
    bits: int  # the work that no attack takes less than, as a power of two
    source: str


def strength(folder: Path) -> Strength | None:
    """What the file `security` of the primitive in a folder says; None without it."""
    file = folder / "security"
    apis = sorted(folder.glob("*/api.h"))
    if not file.is_file() or not apis:
        return None
    said = SAID.fullmatch(told(file).strip())
    if not said:
        raise Trouble(f"{escaped(file)}: not BITS SOURCE, a number and words. Mend the file.")
    return Strength(8 * output_bytes(apis[0]), int(said[1]), said[2])


def known(primitives: Iterable[str]) -> dict[str, Strength]:
    """What those primitives that have a file `security` promise."""
    every = {p: strength(FUNCTIONS / p) for p in primitives}
    return {p: s for p, s in every.items() if s}


def strengths(primitives: Iterable[str]) -> dict[str, list[str]]:
    """The columns of those primitives that have a file `security`."""
    return {p: [f"{s.output} ", f"{s.bits} "] for p, s in known(primitives).items()}


def sources_of(primitives: Iterable[str]) -> list[str]:
    """A note that says what the columns mean, and where each figure is from; none without any."""
    found: dict[str, list[str]] = {}
    for p, its in known(primitives).items():
        found.setdefault(its.source, []).append(p)
    said = "; ".join(f"{', '.join(names)}: {source}" for source, names in found.items())
    return [f"{MEANING}. {said}"] if said else []
