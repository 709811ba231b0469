"""The claims of the papers: known/claims, a line each."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.paths import KNOWN
from shootout.registry.families import shown_in
from shootout.registry.sets import FINALISTS

from .formula import Formula, Order, Value, parse

FILE = KNOWN / "claims"
FIELDS = ("ID", "PAPER", "SECTION", "MACHINES", "FORMULA", "THEN", "HOLDS", "SENTENCE")
PAPERS = {
    "shootout": "Bernstein and Lange, The new SHA-3 software shootout, 2012",
    "java": "Hanser, Performance of the SHA-3 candidates in Java, 2012",
}
MACHINES = ("native", "native32", "native64", "jvm32", "jvm64")
NOT_JUDGED = "-"


@dataclass(frozen=True)
class Claim:
    id: str
    paper: str  # of PAPERS
    section: str
    machines: str  # of MACHINES
    formula: str
    then: str
    holds: str  # the range as it is written, an order, or NOT_JUDGED
    sentence: str
    parsed: Formula
    range: tuple[float, float] | None = None  # both ends belong to it
    order: Order | None = None

    @property
    def command(self) -> str:
        """The command that times what the formula needs besides the finalists, or else them."""
        sets = (shown_in(primitive) for primitive in self.parsed.primitives)
        return next((f"./do --set {name}" for name in sets if name != FINALISTS), "./do")

    def judge(self, value: Value) -> bool | None:
        """Whether the claim holds with this value; None if it is only told."""
        if isinstance(value, tuple):
            return None if self.order is None else value == self.order
        return None if self.range is None else self.range[0] <= value <= self.range[1]

    def about(self, abi: str) -> bool:
        """Whether the claim is about machines with this ABI."""
        kind, bits = kind_of(abi)
        return self.machines in (kind, f"{kind}{bits}")


def kind_of(abi: str) -> tuple[str, int]:
    """What an ABI is of: `native` or `jvm`, and the bits of a word."""
    bits = 64 if "64" in abi or abi in ("s390x",) else 32
    return ("jvm" if abi.startswith("jvm") else "native"), bits


def load(file: Path = FILE) -> list[Claim]:
    """The claims, in the order of the file. Raises Trouble for a line of another form."""
    found: list[Claim] = []
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            found.append(_claim([field.strip() for field in line.split("|")]))
            if found[-1].id in {claim.id for claim in found[:-1]}:
                raise ValueError(f"a second {found[-1].id}")
        except ValueError as error:
            raise Trouble(f"{file}, line {number}: {error}; its head explains the form") from error
    return found


def _claim(fields: Sequence[str]) -> Claim:
    if len(fields) != len(FIELDS) or not all(fields):
        raise ValueError(f"not {' | '.join(FIELDS)}")
    name, paper, section, machines, formula, then, holds, sentence = fields
    if paper not in PAPERS:
        raise ValueError(f"{paper} is none of {', '.join(PAPERS)}")
    if machines not in MACHINES:
        raise ValueError(f"{machines} is none of {', '.join(MACHINES)}")
    parsed = parse(formula)
    found = Claim(name, paper, section, machines, formula, then, holds, sentence, parsed)
    if holds == NOT_JUDGED:
        return found
    if parsed.ordered:
        return replace(found, order=tuple(re.split(r"\s*<\s*", holds)))
    return replace(found, range=_range(holds))


def _range(text: str) -> tuple[float, float]:
    low, dots, high = text.partition("..")
    ends = float(low) if low else 0.0, float(high) if high else math.inf
    if not dots or not ends[0] <= ends[1]:
        raise ValueError(f"{text} is no range")
    return ends
