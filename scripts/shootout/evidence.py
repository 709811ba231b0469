"""What the rules of ./do check look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

SHOWN = 3
"""Faults of a kind that are told one by one; a hostile file may have millions."""


@dataclass
class Fault:
    """What was noticed while reading, of one kind."""

    told: list[str] = field(default_factory=list)
    count: int = 0


@dataclass
class Evidence:
    """A file, read once."""

    path: Path
    kind: str = "shootout"
    """supercop for SUPERCOP's own."""
    facts: Mapping[str, str] = field(default_factory=dict)
    """Of the member `machine`."""
    machine: str = ""
    date: str = ""
    noticed: dict[str, Fault] = field(default_factory=dict)

    def notice(self, fault: str, text: str) -> None:
        """Keeps a fault; of many of one kind the first few, and how many there were."""
        kept = self.noticed.setdefault(fault, Fault())
        kept.count += 1
        if len(kept.told) < SHOWN:
            kept.told.append(text)

    def faults(self, *kinds: str) -> list[str]:
        """What was noticed, in a few lines."""
        told = []
        for kind in kinds:
            fault = self.noticed.get(kind, Fault())
            told += fault.told
            if fault.count > len(fault.told):
                told.append(f"{fault.count - len(fault.told)} more like this")
        return told
