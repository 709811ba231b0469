"""What the two papers of 2012 state, with the formula that decides it: known/claims."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.paths import KNOWN

from .formula import Formula, Value, parsed

LIST = KNOWN / "claims"

PAPERS = {
    "shootout": "Bernstein and Lange, The new SHA-3 software shootout, 2012",
    "java": "Hanser, Performance of the SHA-3 candidates in Java, 2012",
}
NOT_JUDGED = "-"


@dataclass(frozen=True)
class Statement:
    """A statement of a paper, in our words, and when it holds."""

    id: str
    paper: str  # of PAPERS
    section: str
    machines: str  # as the list's head explains
    then: str  # the paper's number, or its words
    holds: str  # a range as 1.8..2, ..3 or 1..; an order; or NOT_JUDGED: the paper has a picture
    formula: Formula
    sentence: str

    def judge(self, value: Value) -> bool | None:
        """Whether it holds with this value; None if it is only told."""
        if self.holds == NOT_JUDGED:
            return None
        if isinstance(value, tuple):
            return " < ".join(value) == self.holds
        low, _, high = self.holds.partition("..")
        return float(low or 0) <= value <= float(high or "inf")

    def partly(self, value: Value) -> bool:
        """Whether it holds by some of the figures: a maximum is not less with all."""
        greatest = re.fullmatch(r"max\([^()]*\)( / min\([^()]*\))?", self.formula.text)
        return bool(greatest and self.holds.endswith("..") and self.judge(value))

    def about(self, abi: str) -> bool:
        """Whether it is about machines with this ABI."""
        kind, bits = kind_of(abi)
        return self.machines.replace("cpu", "native") in (kind, f"{kind}{bits}")


def kind_of(abi: str) -> tuple[str, int]:
    """What an ABI is of: `native` or `jvm`, and the bits of a word."""
    bits = 64 if "64" in abi or abi in ("s390x",) else 32
    return ("jvm" if abi.startswith("jvm") else "native"), bits


def load(file: Path = LIST) -> list[Statement]:
    """All statements, in the order of the file. Raises Trouble for one of another form."""
    lines = file.read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#"))
    found = []
    for paragraph in text.strip().split("\n\n"):
        head, *more = paragraph.split("\n")
        words = head.split(" | ")
        formula = parsed(more[0]) if more else None
        if len(words) != 6 or len(more) != 2 or not formula:
            raise Trouble(f"{file}, {words[0]}: not as its head explains")
        id_, paper, section, machines, then, holds = words
        said = then, holds, formula, more[1].strip()
        found.append(Statement(id_, paper, section, machines, *said))
    return found
