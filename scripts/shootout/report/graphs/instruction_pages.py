"""instructions.pdf: instructions per byte in the layout of the shootout, by instruction set."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ...registry.families import SHOOTOUT
from ...registry.releases import rank
from ...results.stats import LENGTHS, Figure, Length
from ..bands import overall
from ..counts import COUNTED, NOTE, UNIT, Counted, fewest
from ..machines import Best, MachineRow
from .drawing import pdf
from .shootout import picture, title

LEGEND = (
    "Shown is the implementation of each function with the fewest. The names are instruction sets "
    "that compilers made code for; beside them the version that counted, and the compiler of most."
)


MOST = 40  # instruction sets of an ABI


def draw(emulated: Sequence[MachineRow], folder: Path) -> list[Path]:
    """Write instructions.pdf; return its path."""
    shown = rows(emulated)
    path = folder / "instructions.pdf"
    with pdf(path, "Instructions per byte of hash functions") as pages:
        for mlen in LENGTHS:
            heading = f"Instructions, not cycles: {title(mlen).lower()}"
            pages.savefig(picture(shown, mlen, [f"{NOTE} {LEGEND}"], heading, unit=UNIT).figure)
    return [path]


def rows(emulated: Iterable[MachineRow]) -> dict[str, list[MachineRow]]:
    """The instruction sets by ABI, that with the fewest instructions first.

    Machines count the same; of several the newest version of a cell is shown.
    """
    cells: dict[tuple[str, str], dict[tuple[str, ...], Counted]] = {}
    versions: dict[tuple[str, str], str] = {}
    for c in sorted(emulated, key=lambda c: (c.date, rank(c.version))):
        for each in c.instructions:
            key = (c.abi, each.instruction_set)
            cells.setdefault(key, {})[each.cell[2:]] = each
            versions[key] = c.version
    found: dict[str, list[MachineRow]] = {}
    for (abi, name), some in sorted(cells.items()):
        if len(found.get(abi, ())) == MOST:
            continue
        best = _best(some.values())
        if any(primitive in SHOOTOUT for primitive in best):
            version = versions[abi, name]
            row = MachineRow(name, abi, "", version, "", counter=COUNTED, fastest=best)
            found.setdefault(abi, []).append(row)
    score = overall([row for some in found.values() for row in some])
    return {abi: sorted(some, key=lambda row: score[row.key]) for abi, some in found.items()}


def _best(cells: Iterable[Counted]) -> Mapping[str, Mapping[Length, Best]]:
    """By primitive and length the fewest instructions per byte."""
    cells = list(cells)
    found: dict[str, dict[Length, Best]] = {}
    for mlen in LENGTHS:
        for each in fewest(cells, mlen).values():
            n = each.figures[mlen]
            compiler = re.sub(r"^[\w-]*-linux-\w+-", "", each.cell.compiler)  # gcc of any machine
            best = Best(Figure(n, n, n), each.cell.implementation, compiler, n)
            found.setdefault(each.cell.primitive, {})[mlen] = best
    return found
