"""Where the cycles of a message go: once, for each block, for each byte within a block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shootout.results.curve import block_size
from shootout.results.stats import SHORT, ends, middle

NEAR = 16  # blocks: of longer messages the differences are lost in the noise


@dataclass(frozen=True)
class Parts:
    """The cost of a message as a sum, in cycles or in instructions."""

    block: int  # bytes
    once: float  # beyond the blocks of a message: padding, beginning, end
    per_block: float
    per_byte: float | None  # of a byte more that needs no block more; None without a curve

    def share(self, cost: float) -> float:
        """The part of a message's cost that comes once."""
        return self.once / cost


def parts(
    primitive: str, costs: Mapping[int, float], between: tuple[int, int] | None = None
) -> Parts | None:
    """The parts of costs by message length in bytes; None without the lengths it takes.

    The cost of a block is the slope `between` two lengths, by default those of the figure of long
    messages. What the shortest message takes beyond one block comes once. The cost of a byte is
    the usual difference between a length and the next, in a curve.
    """
    block = block_size(primitive)
    top, low = between or ends(primitive)
    if not {SHORT, top, low} <= costs.keys():
        return None
    per_block = (costs[top] - costs[low]) / (top - low) * block
    near = (n for n in costs if n + 1 in costs and n < block * NEAR)
    single = [costs[n + 1] - costs[n] for n in near]
    per_byte = middle(single) if len(single) >= block else None
    return Parts(block, costs[SHORT] - per_block, per_block, per_byte)
