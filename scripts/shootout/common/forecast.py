"""The time that phases of a command take, learned from the runs before."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .atomic import appear


@dataclass(frozen=True)
class Rate:
    """What a phase takes: its steps for each unit of the plan, and seconds for each step."""

    steps: float
    seconds: float


class Forecast:
    """The rates of phases, by their names: those of the last run, kept in a file.

    A phase that never ran here has its `usual` rate, or none.
    """

    def __init__(self, file: Path | None = None, usual: Mapping[str, Rate] | None = None) -> None:
        self.file, self.usual, self.learned = file, dict(usual or {}), dict[str, Rate]()
        with contextlib.suppress(OSError, ValueError, TypeError, AttributeError):
            found = json.loads(file.read_text()) if file else {}
            self.learned = {name: Rate(*map(float, rate)) for name, rate in found.items()}

    def rate(self, phase: str) -> Rate | None:
        """The rate of a phase; None if nothing is known of it."""
        return self.learned.get(phase) or self.usual.get(phase)

    def note(self, phase: str, units: int, steps: int, seconds: float) -> None:
        """Learn from a phase that ended: it took so many steps for these units of the plan.

        Steps whose work was kept from before take no time, so the old rate counts for half.
        """
        if units and steps:
            old = self.rate(phase)
            each = max(seconds / steps, old.seconds / 2 if old else 0.0)
            self.learned[phase] = Rate(steps / units, each)

    def save(self) -> None:
        """Write the rates; a full disk is no reason to fail."""
        if self.file:
            rates = {name: (r.steps, r.seconds) for name, r in sorted(self.learned.items())}
            with contextlib.suppress(OSError):
                self.file.parent.mkdir(parents=True, exist_ok=True)
                with appear(self.file, replace=True) as file:
                    file.write(json.dumps(rates, indent=1).encode())
