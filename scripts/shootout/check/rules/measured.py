"""Do the two measurements of a cell agree?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import median

from ...registry.sets import of_vm
from ...results.records import BLOCK_CELL, Block, CellName
from ...results.stats import middle, pooled
from ..evidence import NULL, Evidence
from ..rules import WARNING, first_few, rule, with_remedy

APART = 1.35  # the ratio of a curve to the six lengths
PAIRED = 30  # samples of a length; the middle of fewer may be off


@rule(47, WARNING)
def two_measurements(e: Evidence) -> Iterable[str]:
    """The six lengths and the curve of a cell are timed in processes of their own, and agree within
    a third where nothing disturbed them."""
    if e.kind == "shootout":
        wrong = [
            f"{cell}: the curve takes {share:.2f} times the cycles of the six lengths"
            for cell, share in _apart(e)
            if not 1 / APART < share < APART
        ]
        yield from with_remedy(first_few(wrong), "one of the two is not of this code")


def _apart(e: Evidence) -> Iterator[tuple[str, float]]:
    """Cells with a curve, and the usual ratio of its figures to those of the six lengths."""
    six: dict[tuple[str, ...], list[Block]] = {}
    curves: dict[tuple[str, ...], list[Block]] = {}
    for block in e.blocks.kept:
        if not of_vm(block.abi) and block.primitive != NULL:
            (curves if block.curve else six).setdefault(BLOCK_CELL(block), []).append(block)
    for key in curves.keys() & six.keys():
        curve, its = pooled(curves[key]), pooled(six[key])
        shares = [
            middle(curve[n][0]) / middle(its[n][0])
            for n in curve.keys() & its.keys()
            if curve[n][0] and len(its[n][0]) >= PAIRED and middle(its[n][0]) > 0
        ]
        if len(shares) > 2:
            _, abi, primitive, implementation, compiler = CellName(*key)
            yield f"{primitive}/{implementation} on {abi} with {compiler:.40}", median(shares)
