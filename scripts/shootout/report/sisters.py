"""Sisters: a finalist, and the function with less output that the same submission derives from it.

The paper expects them to cost the same, but in Keccak, where a shorter output leaves
longer blocks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..registry.families import Colour, groups
from ..registry.sets import FINALISTS
from ..results.curve import block_size
from ..results.stats import Length
from .machines import Contestant

SISTERS = "sisters"


@dataclass(frozen=True)
class Pair:
    """A function and its big sister."""

    small: str
    big: str
    colour: Colour

    @property
    def expected(self) -> float:
        """The cost of the small one relative to the big one, if both do the same for a block."""
        return block_size(self.big) / block_size(self.small)

    def costs(self, c: Contestant, mlen: Length) -> tuple[float, float, bool] | None:
        """The cycles per byte of both on a machine, and whether one of them is doubtful.

        They are those of the same implementation: the fastest of the small one's that was timed
        for the big one, too.
        """
        both = [
            (small.best[mlen].figure, big.best[mlen].figure)
            for name, small in c.entries.get(self.small, {}).items()
            if (big := c.entries.get(self.big, {}).get(name))
            if mlen in small.best and mlen in big.best
        ]
        both = [(a, b) for a, b in both if a.median > 0 and b.median > 0]
        if not both:
            return None
        a, b = min(both, key=lambda figures: figures[0].median)
        return a.median, b.median, bool(a.doubts or b.doubts)


def pairs() -> Iterator[Pair]:
    """The pairs, family by family; 224 bits belong to 256, and 384 to 512."""
    known = groups()
    if not {SISTERS, FINALISTS} <= known.keys():
        return
    for family in known[FINALISTS].families:
        for other in known[SISTERS].families:
            if other.name == family.name:
                for small, big in zip(other.functions, family.functions):
                    if small and big:
                        yield Pair(small, big, family.colour)
