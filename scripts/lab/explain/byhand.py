"""Floors that were counted by hand, from known/counted, which says how and where."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

from shootout.common.errors import Trouble
from shootout.common.paths import KNOWN

TABLE = KNOWN / "counted"
REASONS = ("latency", "issue")


class ByHand(NamedTuple):
    """A floor in core cycles per byte of long messages."""

    floor: float
    reason: str
    source: str


@cache
def floors(file: Path = TABLE) -> dict[tuple[str, str, str], ByHand]:
    """By primitive, implementation and microarchitecture; Trouble for a line of another form."""
    found = {}
    for number, line in enumerate(file.read_text(encoding="ascii").splitlines(), 1):
        fields = line.partition("#")[0].split()
        if not fields:
            continue
        try:
            primitives, implementation, core, floor, reason, source = fields
            if reason not in REASONS:
                raise ValueError(reason)
            its = ByHand(float(floor), reason, source)
        except ValueError as error:
            raise Trouble(f"{file}, line {number}: not as its head says. Mend it.") from error
        for primitive in primitives.split(","):
            found[primitive, implementation, core.replace("-", " ")] = its
    return found


def known_cores() -> set[str]:
    """The microarchitectures of the table."""
    return {core for _, _, core in floors()}
