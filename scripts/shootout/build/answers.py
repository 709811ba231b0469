"""Answers of chains of calls, by a program that was verified: the digests that others must have.

Messages differ from process to process, so no table of answers can be kept: another
implementation of the function, if there is one, is asked in a process of its own.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..common.process import execute
from .cells import Cell
from .printed import Chain, Printed

SECONDS = 60  # processor time of a witness
ANSWER = re.compile(r"answer \d{1,10} \d{1,7} \d{1,7} [0-9a-f]+", re.ASCII)
JURY = 5  # witnesses that are asked where the first one disagrees
TRIED = 12  # witnesses to be asked; some may have no answer
SEEDS = 8  # messages of the six lengths of a primitive, for its rounds in turn
SEEDS_IN_ALL = 1 << 32
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
    seeds: dict[tuple[str, int], int] = field(default_factory=dict)  # by primitive and round

    def seed(self, primitive: str, number: int, *, fresh: bool) -> int:
        """A random seed for the message of a process: the same for all processes of a primitive in
        a round, which are witnesses for each other, and another in the next, unless fresh."""
        if fresh:
            return random.getrandbits(32)
        return self.seeds.setdefault((primitive, number % SEEDS), random.getrandbits(32))

    def witnesses(self, cell: Cell) -> list[Cell]:
        """Cells of other implementations of the same function, one of each, `ref` first."""
        others = {c.implementation: c for c in self.cells if c.primitive == cell.primitive}
        others.pop(cell.implementation, None)
        return sorted(others.values(), key=lambda c: c.implementation.name != "ref")

    def ask(self, witness: Cell, starts: Iterable[tuple[int, int]]) -> None:
        """Ask for the chains of seeds and lengths that are not known yet."""
        missing = [s for s in dict.fromkeys(starts) if (witness, *s) not in self.known]
        if not missing:
            return
        self.known.update({(witness, *start): {} for start in missing})
        words = [f"{seed}:{mlen}" for seed, mlen in missing]
        for said in execute(witness.trying(SECONDS, "chain", *words), SECONDS).lines:
            if ANSWER.fullmatch(" ".join(said)):
                found = self.known.get((witness, int(said[1]), int(said[2])))
                if found is not None:
                    found[int(said[3])] = said[4]

    def wrong(self, cell: Cell, seed: int, chains: Sequence[Chain]) -> str:
        """What is wrong with the answers of chains, in words; empty for right ones.

        One witness suffices where it agrees. Otherwise several are asked, for any of them may be
        the one that is wrong: cheats do not agree, and `ref` has two votes. A cell without others
        is asked again, in another process.
        """
        starts = [((seed + c.number) % SEEDS_IN_ALL, c.mlen) for c in chains]
        own = tuple(c.digest for c in chains)
        votes = Counter({own: _votes(cell)})
        answered = 0
        for witness in self.witnesses(cell)[:TRIED] or [cell]:
            self.ask(witness, starts)
            said = tuple(self.known[(witness, *s)].get(c.calls, "") for s, c in zip(starts, chains))
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
        best[c.mlen] = min(best.get(c.mlen, c), c, key=lambda c: c.mean)
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
        if c.mean > SLOWER * once + slack:
            times = f"{mlen} bytes: {once} to {c.mean:.0f}"
            return f"is faster on a message that it had before, {times}"
    return ""


def _slack(printed: Printed) -> float:
    """Ticks that a call of a chain may take longer, besides the factor."""
    said = (line.partition(" ") for line in printed.lines)
    clock = min((float(rest) for word, _, rest in said if word == "clock"), default=0.0)
    return TICKS if clock * TICKS <= CYCLES else CYCLES / clock + 2
