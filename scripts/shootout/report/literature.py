"""Published figures as further machines of the graphs."""

from __future__ import annotations

from collections.abc import Iterable

from ..results.published import Published
from ..results.stats import LENGTHS, Figure, Length
from .machines import Best, Contestant

DOUBT = "published"


def contestants(figures: Iterable[Published]) -> list[Contestant]:
    """A contestant for each machine of a collection, by ABI and hand, all figures doubtful."""
    found: dict[tuple[str, str, str, str, str], dict[str, dict[Length, Best]]] = {}
    for p in figures:
        if p.mlen in LENGTHS:
            words = "quoted" if p.source.second_hand else "published"
            key = (p.collection, p.machine, p.abi, p.microarchitecture, words)
            low, high = (p.median if q is None else q for q in (p.q1, p.q3))
            best = Best(Figure(low, p.median, high, (DOUBT,)), p.source.key, "", p.median)
            found.setdefault(key, {}).setdefault(p.primitive, {})[p.mlen] = best
    return [
        Contestant(name, abi, band, "", "", fastest=fastest, published=f"{words} in {collection}")
        for (collection, name, abi, band, words), fastest in found.items()
    ]
