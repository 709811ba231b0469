"""Nominal power of processors, from known/watts, which says where it is from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import KNOWN

WATTS = KNOWN / "watts"
KINDS = ("x86-atom", "amd64-atom", "-")


@dataclass(frozen=True)
class Nominal:
    year: int
    watts: float
    kind: str  # of KINDS
    name: str
    source: str


def load(file: Path = WATTS) -> list[Nominal]:
    """The processors of the table. Raises Trouble for a line of another form."""
    found = []
    for number, line in enumerate(file.read_text(encoding="ascii").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            facts, _, source = line.partition("|")
            year, watts, kind, name = facts.split(None, 3)
            if kind not in KINDS or not source.strip() or not float(watts) > 0:
                raise ValueError(line)
            found.append(Nominal(int(year), float(watts), kind, name.strip(), source.strip()))
        except ValueError as error:
            what = "not YEAR WATTS KIND NAME | SOURCE; its head explains the format"
            raise Trouble(f"{file}, line {number}: {what}") from error
    return found
