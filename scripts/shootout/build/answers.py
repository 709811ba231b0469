"""Answers of chains of calls, by a program that was verified: the digests that others must have.

Messages differ from process to process, so no table of answers can be kept: another
implementation of the function, if there is one, is asked in a process of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..common.process import execute
from .cells import Cell
from .printed import Chain, Printed

SECONDS = 60  # processor time of a witness
SEEDS = 4  # messages of the six lengths of a primitive; one is drawn for each process
# A call of a new message may take so many times what a call of the same one took, and so many
# ticks more: measure.c has the same limits.
SLOWER, TICKS = 1.5, 400
# The kernel's processor time of a chain, against that which the process claims, and nanoseconds
# for the look itself. The rate of a counter of core cycles is not known as well.
CONVERTED, EXACT, LOOKING = 1.5, 4.0, 100_000


@dataclass
class Answers:
    """The right cells of a run, as witnesses for each other."""

    cells: Sequence[Cell]
    known: dict[tuple[Cell, int, int], dict[int, str]] = field(default_factory=dict)
    seeds: dict[str, list[int]] = field(default_factory=dict)  # by primitive

    def seed(self, cell: Cell, *, fresh: bool) -> int:
        """A random seed for the message of a process; one of a few unless it is to be fresh."""
        if fresh:
            return random.getrandbits(32)
        few = self.seeds.setdefault(
            cell.primitive, [random.getrandbits(32) for _ in range(SEEDS)]
        )
        return random.choice(few)

    def witness(self, cell: Cell) -> Cell:
        """`ref` or another implementation of the same function; the cell itself if it is alone."""
        others = [c for c in self.cells if c.primitive == cell.primitive]
        others = [c for c in others if c.implementation != cell.implementation]
        others.sort(key=lambda c: (c.implementation.name != "ref", c.abi != cell.abi))
        return others[0] if others else cell

    def of(self, witness: Cell, seed: int, lengths: Iterable[int]) -> None:
        """Ask for the chains of a seed that are not known yet."""
        missing = [n for n in dict.fromkeys(lengths) if (witness, seed, n) not in self.known]
        if not missing:
            return
        words = [f"{seed}:{n}" for n in missing]
        for said in execute(witness.trying(SECONDS, "chain", *words), SECONDS).lines:
            if said[0] == "answer" and len(said) == 5:
                found = self.known.setdefault((witness, int(said[1]), int(said[2])), {})
                found[int(said[3])] = said[4]

    def wrong(self, cell: Cell, seed: int, chains: Sequence[Chain]) -> str:
        """What is wrong with the answers of chains, in words; empty for right ones."""
        witness = self.witness(cell)
        self.of(witness, seed, (c.mlen for c in chains))
        for c in chains:
            right = self.known.get((witness, seed, c.mlen), {}).get(c.calls)
            if right is None:
                return f"has no answer of {witness} to compare with, {c.mlen} bytes"
            if right != c.digest:
                return f"wrong digest of another message, {c.mlen} bytes"
        return ""


def too_fast(printed: Printed, persecond: int, *, exact: bool) -> str:
    """Why the timings can't be true, in words; empty if nothing speaks against them.

    Of several attempts at a chain the best one counts; lengths that were disturbed do not.
    """
    best: dict[int, Chain] = {}
    for c in printed.chains:
        best[c.mlen] = min(best.get(c.mlen, c), c, key=lambda c: c.middle)
    for c in printed.chains:
        once = printed.middles.get(c.mlen)
        if once is None:
            return f"leaves out {c.mlen} bytes"
        if c.nanoseconds is not None:
            claimed = 1e9 * c.ticks / persecond
            if c.nanoseconds > (EXACT if exact else CONVERTED) * claimed + LOOKING:
                took = f"{c.nanoseconds} ns, not {claimed:.0f}"
                return f"its clock is wrong: {c.calls} calls of {c.mlen} bytes took {took}"
        if c is not best[c.mlen] or c.mlen in printed.disturbed:
            continue
        if c.middle > SLOWER * once + TICKS:
            return f"is faster on a message that it had before, {c.mlen} bytes: {once} to {c.middle}"
    return ""
