"""Nominal power of processors, from known/watts, which says where it is from."""

from __future__ import annotations

from dataclasses import dataclass

from ..common.paths import KNOWN


@dataclass(frozen=True)
class Nominal:
    year: int
    watts: float
    kind: str  # x86-atom, amd64-atom, or - for others
    name: str
    source: str


def load() -> list[Nominal]:
    """The processors of the table; its head explains the format."""
    found = []
    for line in (KNOWN / "watts").read_text(encoding="ascii").splitlines():
        if line.strip() and not line.startswith("#"):
            facts, _, source = line.partition("|")
            year, watts, kind, name = facts.split(None, 3)
            found.append(Nominal(int(year), float(watts), kind, name.strip(), source.strip()))
    return found
