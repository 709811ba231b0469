"""Instructions per byte under an emulator, by instruction set: the rows of CSV and of the graph.

The counts are the same on every machine, so the compilers' instruction sets take the place of
machines: code for ARMv5 has no instruction of ARMv7.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..common.grouped import grouped
from ..results import stats
from ..results.records import CellName, Result
from ..results.stats import BYTES, DECIDING, LENGTHS, LONG, Length

UNIT = "instructions/byte"
COUNTED = "qemu-user"  # takes the place of a counter
NOTE = (
    "Counted under qemu-user, exactly and not timed: how much work there is, not how fast a "
    "processor does it. Those of a function that does nothing are subtracted."
)
NAMED = f"named: at {DECIDING} bytes, +1: another one at other lengths"
OPTIONS = ("-march=", "-mcpu=", "-mfpu=", "-maltivec")  # of compilers: they choose instructions


@dataclass(frozen=True)
class Counted:
    """A cell with its instructions per byte."""

    cell: CellName
    figures: Mapping[Length, float]

    @property
    def instruction_set(self) -> str:
        """What the compiler makes code for, in gcc's words: armv6, armv7-a+neon, ppc32+altivec."""
        words = [w for w in self.cell.compiler.split("_") if w.startswith(OPTIONS)]
        base = [w.partition("=")[2] for w in words if w.startswith(OPTIONS[:2])]
        more = [w.removeprefix(OPTIONS[2]).removeprefix("-m") for w in words if w[:5] != "-marc"]
        return "+".join([*(base or [self.cell.abi]), *(w for w in more if w not in base)])


def figures(primitive: str, counts: Mapping[int, int]) -> dict[Length, float]:
    """The figures of a cell at the lengths of the tables, from its counts."""
    found: dict[Length, float] = {n: counts[n] / n for n in BYTES if n in counts}
    top, low = stats.ends(primitive)
    if top in counts and low in counts:
        found[LONG] = stats.per_byte(primitive, counts[top], counts[low])
    return {mlen: found[mlen] for mlen in LENGTHS if mlen in found}


def counted(result: Result) -> list[Counted]:
    """The cells of a file whose instructions were counted."""
    return [Counted(c, figures(c.primitive, n)) for c, n in result.instructions.items()]


def fewest(
    cells: Iterable[Counted], mlen: Length, *, each: bool = False
) -> dict[tuple[str, str], Counted]:
    """The cell with the fewest instructions of each primitive, or of `each` implementation."""
    found: dict[tuple[str, str], Counted] = {}
    for c in cells:
        key = (c.cell.primitive, c.cell.implementation if each else "")
        best = found.get(key)
        if mlen in c.figures and (not best or c.figures[mlen] < best.figures[mlen]):
            found[key] = c
    return found


def by_set(cells: Iterable[Counted]) -> dict[tuple[str, str, str], list[Counted]]:
    """The cells by machine, ABI and instruction set."""
    found = grouped(cells, lambda c: (c.cell.machine, c.cell.abi, c.instruction_set))
    return dict(sorted(found.items()))
