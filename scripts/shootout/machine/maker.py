"""The maker of a microarchitecture, by the numbers that its CPUs give of themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import KNOWN
from .microarchitecture import TABLE
from .patterns import read_table

MAKERS = KNOWN / "makers"
OTHERS = "other makers"


def maker(microarchitecture: str) -> str:
    """The maker of a microarchitecture by its name, also of one that has only numbers."""
    name = microarchitecture.removeprefix("unknown, says ")
    for pattern in read_table(TABLE):
        if pattern.name == name:
            return _of(pattern.kind, pattern.ranges[0].bounds[0][0] if pattern.ranges else 0)
    kind, _, numbers = name.removeprefix("unknown ").rpartition("-")
    implementer = numbers.partition("_")[0]
    return _of(kind, int(implementer, 16) if re.fullmatch("[0-9a-f]+", implementer) else 0)


def _of(kind: str, implementer: int) -> str:
    known = read_makers(MAKERS)
    return known.get(f"{kind}_{implementer:02x}") or known.get(kind, OTHERS)


@cache
def read_makers(table: Path) -> Mapping[str, str]:
    """The maker of each kind of CPU. Raises Trouble for a line in another form."""
    found: dict[str, str] = {}
    for number, line in enumerate(table.read_text(encoding="ascii").splitlines(), 1):
        name, _, kinds = line.partition("#")[0].rstrip().partition("  ")
        if not name.strip():
            continue
        if not kinds.strip() or found.keys() & kinds.split():
            raise Trouble(f"{table}, line {number}: {line!r} needs a name, at least two blanks, "
                          "and kinds of CPUs that no other line has")  # fmt: skip
        found |= dict.fromkeys(kinds.split(), name)
    return found
