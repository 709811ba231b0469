"""What calls answered while they were timed, compared with another implementation that is right.

The words of an answer say which messages it is of (measure/lanes.h), so they are the order to the
witness, too: nothing here knows how messages are made.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..common.process import execute
from .cells import Cell
from .printed import Answer

SECONDS = 60  # processor time of a witness
ROUNDS = 8  # rounds of a function that have messages of their own
PORTABLE = ("ref", "opt32", "opt64")
CHECKED = 8  # answers of a curve that are compared


@dataclass
class Answers:
    """The right cells of a run, as witnesses for each other, the fastest first."""

    cells: Sequence[Cell]
    known: dict[tuple[Cell, str], str] = field(default_factory=dict)  # digests, by the words
    secrets: dict[tuple[str, int], str] = field(default_factory=dict)  # by primitive and round

    def secret(self, primitive: str, number: int, *, fresh: bool) -> str:
        """What the messages of a process are drawn from. It is the same for all processes of a
        primitive in a round, so that a witness is asked once for all, unless it is fresh."""
        new = secrets.token_hex(16)
        return new if fresh else self.secrets.setdefault((primitive, number % ROUNDS), new)

    def witnesses(self, cell: Cell) -> list[Cell]:
        """A portable one, which is there to be read, not to be the fastest; or else another and the
        cell itself: code that agrees with its own program that was verified is not called wrong
        for what another one says."""
        others = [c for c in self.cells if c.primitive == cell.primitive]
        others = [c for c in others if c.implementation != cell.implementation]
        plain = [c for c in others if c.implementation.name in PORTABLE]
        return plain[:1] or [*others[:1], cell]

    def ask(self, witness: Cell, answers: Sequence[Answer]) -> list[str]:
        """The witness's digests; an empty one where it has no answer."""
        wanted = dict.fromkeys(a.words for a in answers)
        words = [each for each in wanted if (witness, each) not in self.known]
        if words:
            asked = [each.replace(" ", ":") for each in words]
            self.known.update({(witness, each): "" for each in words})
            for said in execute(witness.trying(SECONDS, "answer", *asked), SECONDS).lines:
                if said[0] == "answer" and len(said) == 5:
                    self.known[witness, " ".join(said[1:4])] = said[4]
        return [self.known[witness, a.words] for a in answers]

    def wrong(self, cell: Cell, answers: Sequence[Answer]) -> str:
        """What is wrong with answers, in words; empty for right ones.

        Of many some are compared, which are drawn after the timing.
        """
        some = random.sample(answers, min(CHECKED, len(answers)))
        own, found = [a.digest for a in some], [""]
        for witness in self.witnesses(cell):
            found = self.ask(witness, some)
            if own == found:
                return ""
        wrong = [a.mlen for a, digest in zip(some, found) if a.digest != digest]
        return f"wrong digest of another message, {min(wrong)} bytes"
