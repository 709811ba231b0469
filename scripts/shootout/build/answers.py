"""Answers of chains of calls, by a program that was verified: the digests that others must have.

Messages differ from process to process, so no table of answers can be kept: another
implementation of the function, if there is one, is asked in a process of its own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..common.process import execute
from .cells import Cell
from .printed import Chain, Printed

SECONDS = 60  # processor time of a witness
JURY = 5  # witnesses that are asked where the first one disagrees
TRIED = 12  # witnesses to be asked; some may have no answer
SEEDS = 4  # messages of the six lengths of a primitive; one is drawn for each process
# A call of a new message may take so many times what a call of the same one took, and so many
# ticks more, or core cycles where a tick is several of them: measure.c has the same limits.
SLOWER, TICKS, CYCLES = 1.5, 400, 600
# The kernel's processor time of a chain, against that which the process claims, and nanoseconds
# for the look itself. The rate of a counter of core cycles is not known as well.
CONVERTED, EXACT, LOOKING = 1.5, 4.0, 20_000


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
        few = self.seeds.setdefault(cell.primitive, [random.getrandbits(32) for _ in range(SEEDS)])
        return random.choice(few)

    def witnesses(self, cell: Cell) -> list[Cell]:
        """Cells of other implementations of the same function, one of each, `ref` first."""
        others = {c.implementation: c for c in self.cells if c.primitive == cell.primitive}
        others.pop(cell.implementation, None)
        return sorted(others.values(), key=lambda c: c.implementation.name != "ref")

    def ask(self, witness: Cell, seed: int, lengths: Iterable[int]) -> None:
        """Ask for the chains of a seed that are not known yet."""
        missing = [n for n in dict.fromkeys(lengths) if (witness, seed, n) not in self.known]
        if not missing:
            return
        self.known.update({(witness, seed, n): {} for n in missing})
        words = [f"{seed}:{n}" for n in missing]
        for said in execute(witness.trying(SECONDS, "chain", *words), SECONDS).lines:
            if said[0] == "answer" and len(said) == 5 and all(w.isdigit() for w in said[1:4]):
                found = self.known.get((witness, int(said[1]), int(said[2])))
                if found is not None:
                    found[int(said[3])] = said[4]

    def wrong(self, cell: Cell, seed: int, chains: Sequence[Chain]) -> str:
        """What is wrong with the answers of chains, in words; empty for right ones.

        One witness suffices where it agrees. Otherwise several are asked, for any of them may be
        the one that is wrong: cheats do not agree, and `ref` has two votes. A cell without others
        is asked again, in another process.
        """
        own = tuple(c.digest for c in chains)
        votes = Counter({own: _votes(cell)})
        answered = 0
        for witness in self.witnesses(cell)[:TRIED] or [cell]:
            self.ask(witness, seed, (c.mlen for c in chains))
            said = tuple(self.known[witness, seed, c.mlen].get(c.calls, "") for c in chains)
            if "" in said:
                continue
            answered += 1
            votes[said] += _votes(witness)
            if answered == JURY or (answered == 1 and said == own):
                break
        right, most = votes.most_common(1)[0]
        if not answered:
            return "has nobody to compare its answers with"
        if votes[own] == most:
            return ""
        wrong = [c.mlen for c, digest in zip(chains, right) if c.digest != digest]
        return f"wrong digest of another message, {wrong[0]} bytes"


def _votes(cell: Cell) -> int:
    return 2 if cell.implementation.name == "ref" else 1


def too_fast(printed: Printed, persecond: int, *, exact: bool) -> str:
    """Why the timings can't be true, in words; empty if nothing speaks against them.

    Of several attempts at a chain the best one counts.
    """
    best: dict[int, Chain] = {}
    excess: dict[int, float] = {}
    for c in printed.chains:
        best[c.mlen] = min(best.get(c.mlen, c), c, key=lambda c: c.middle)
        claimed = (EXACT if exact else CONVERTED) * 1e9 * c.ticks / persecond
        over = (c.nanoseconds or 0) - claimed - LOOKING
        excess[c.mlen] = min(excess.get(c.mlen, over), over)
    slack = _slack(printed)
    for mlen, c in best.items():
        once = printed.middles.get(mlen)
        if once is None:
            return f"leaves out {mlen} bytes"
        if excess[mlen] > 0:
            return f"its clock is wrong: calls of {mlen} bytes take longer, says the system"
        if c.middle > SLOWER * once + slack:
            times = f"{mlen} bytes: {once} to {c.middle}"
            return f"is faster on a message that it had before, {times}"
    return ""


def _slack(printed: Printed) -> float:
    """Ticks that a call of a chain may take longer, besides the factor."""
    said = (line.partition(" ") for line in printed.lines)
    clock = min((float(rest) for word, _, rest in said if word == "clock"), default=0.0)
    return TICKS if clock * TICKS <= CYCLES else CYCLES / clock + 2
