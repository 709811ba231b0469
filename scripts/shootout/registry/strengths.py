"""Output and security of functions beside their speed, as their specifications have them."""

from __future__ import annotations

from collections.abc import Iterable

from ..common.paths import FUNCTIONS
from .sets import strength

MEANING = (
    "output and security are in bits, and security is what the specification claims against every "
    "attack on the function with this output"
)


def strengths(primitives: Iterable[str]) -> dict[str, list[str]]:
    """The columns of those primitives that have a file `security`."""
    known = {p: strength(FUNCTIONS / p) for p in primitives}
    return {p: [f"{s.output} ", f"{s.bits} "] for p, s in known.items() if s}


def sources_of(primitives: Iterable[str]) -> list[str]:
    """A note that says what the columns mean, and where each figure is from; none without any."""
    found: dict[str, list[str]] = {}
    for p in dict.fromkeys(primitives):
        if its := strength(FUNCTIONS / p):
            found.setdefault(its.source, []).append(p)
    said = "; ".join(f"{', '.join(names)}: {source}" for source, names in found.items())
    return [f"{MEANING}. {said}"] if said else []
