"""Names by which an implementation could reach the harness that it is linked with."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from .cells import Cell
from .programs import TIE

AT_ONCE = 200  # files that `nm` looks at in one call
SECONDS = 60
OPEN = frozenset("Uwv")  # letters of nm for names that are used and not defined
TIED = "subject"  # by which the harness knows the implementation


def _names(files: Sequence[Path]) -> dict[Path, tuple[set[str], set[str]]]:
    """The names that each object defines, and those it uses; none where there is no `nm`."""
    found: dict[Path, tuple[set[str], set[str]]] = {}
    for i in range(0, len(files), AT_ONCE):
        try:
            said = subprocess.run(
                ["nm", "-g", "-P", "-A", *map(str, files[i : i + AT_ONCE])],
                capture_output=True, text=True, errors="replace", check=False, timeout=SECONDS,
            ).stdout  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return {}
        for line in said.splitlines():
            file, colon, rest = line.partition(": ")
            fields = rest.split()
            if colon and len(fields) >= 2:
                defined, used = found.setdefault(Path(file), (set(), set()))
                (used if fields[1] in OPEN else defined).add(fields[0])
    return found


def meddlers(cells: Iterable[Cell]) -> dict[Cell, str]:
    """The cells whose code defines what the harness calls, or uses what is the harness's own.

    Such code could change how it is tried and timed without an attack on memory.
    """
    objects = {c: [f for f in c.folder.glob("*.o") if f.name != TIE] for c in cells}
    homes = {c.harness: sorted(c.harness.glob("*.o")) for c in objects}
    names = _names([*{f for files in (*objects.values(), *homes.values()) for f in files}])
    found = {}
    for cell, files in objects.items():
        own = [names[f] for f in homes[cell.harness] if f in names]
        defined = set[str]().union(*(d for d, _ in own))
        called = set[str]().union(*(u for _, u in own)) - defined - {TIED}
        for file in sorted(files):
            theirs, wanted = names.get(file, (set(), set()))
            if both := sorted(theirs & (called | defined)):
                found[cell] = f"defines {both[0]}, which the harness calls"
            elif both := sorted(wanted & defined):
                found[cell] = f"uses {both[0]}, which is the harness's"
    return found
