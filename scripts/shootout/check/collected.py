"""Files that were collected before, by what stands beside them: whose names, and which figures.

`FILE.check` keeps who signed a file, what its facts say of the machine, marks of its samples, and
figures. The first file of a machine's name tells who owns it. A file that contradicts it is
disputed: it stays, but its figures are never those of the owner (common/named.py).
"""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ..common.named import BESIDE, DISPUTED, findings
from ..machine import notes
from ..registry.causes import INCONSISTENT
from ..results.figures import Row, fastest
from ..results.sign import GOOD, STRANGER, Signature
from ..results.stats import DECIDING, LONG, TOP, Length
from .evidence import Evidence, Key, Known

FACTS = ("cpu", "cpuid")  # neither its CPUs nor its counter: docs/submit.md tells to change these
MARKS = 200  # of a file: the least hashes, so that two files that share lines share marks
SHARED = 5  # marks that no chance explains
MLENS: tuple[Length, ...] = (LONG, TOP, DECIDING)
ENOUGH = 3  # machines; the median of fewer means little
LEAST = 1.5  # times the median, or its inverse: figures closer than that are never far
MADS = 4.5  # median absolute deviations, which are three standard deviations


class PeerFigure(NamedTuple):
    """The fastest implementation of a primitive on a machine, in core cycles per byte."""

    abi: str
    primitive: str
    mlen: Length
    implementation: str
    cycles: float

    @property
    def key(self) -> Key:
        return self.abi, self.primitive, self.mlen


def load(data: Path) -> list[Known]:
    """The files of a folder in the order of their collection. What cannot be read is skipped, and
    no result file is read."""
    found = []
    with contextlib.suppress(OSError), os.scandir(data) as entries:
        for entry in entries:
            if entry.name.endswith(BESIDE) and entry.is_file():
                found.append(_known(entry.path, entry.stat().st_mtime_ns))
    return sorted(filter(None, found), key=lambda each: each.when)


@cache
def _known(path: str, _changed: int) -> Known | None:
    """What stands beside a file; None if it cannot be read. Read again when it was changed."""
    told = findings(Path(path))
    with contextlib.suppress(ValueError, KeyError, TypeError, AttributeError, OverflowError):
        name, date = str(told["file"]), str(told["date"])
        every = [PeerFigure(*each) for each in told.get("figures", ())]
        return Known(
            name, str(told["machine"]), (str(told.get("collected", "")), date, name),
            {str(key): str(text) for key, text in told.get("facts", {}).items()},
            Signature(**told["signature"]), frozenset(map(str, told.get("marks", ()))),
            bool(told.get(DISPUTED)), str(told.get("microarchitecture", "")),
            {each.key: float(each.cycles) for each in every if 0 < float(each.cycles) < math.inf},
        )  # fmt: skip
    return None


def facts_of(e: Evidence) -> dict[str, str]:
    """What the facts say of a machine that another one would hardly say, too."""
    return {name: e.facts.get(name) for name in FACTS if e.facts.get(name)}


def marks_of(e: Evidence) -> tuple[str, ...]:
    """The marks of a file."""
    return tuple(sorted(e.blocks.marks)[:MARKS])


def before(e: Evidence) -> Iterator[Known]:
    """The files that were collected before this one."""
    inside = e.home.parent.resolve() == e.data.resolve()
    for each in e.known:
        if inside and each.file == e.home.name:
            return
        yield each


def vouched(e: Evidence) -> bool:
    """Whether the publisher says in the note about the machine that this file is its owner's. A
    name says nothing of a file outside of the folder: a stranger chose it."""
    inside = e.home.parent.resolve() == e.data.resolve()
    return inside and e.home.name in notes.vouched(e.data, e.machine)


def owners(e: Evidence) -> list[Known]:
    """The files that tell who owns the machine's name, the first one first; none if this file is
    the first, or if the publisher says in the note about the machine that it is the owner's."""
    if vouched(e):
        return []
    return [k for k in before(e) if k.machine == e.machine and not k.disputed]


def other_facts(e: Evidence) -> str:
    """How the facts differ from those of the owner's first file; empty if they do not."""
    mine = facts_of(e)
    first = next((known for known in owners(e) if known.facts), None)
    theirs = first.facts if first else {}
    apart = [
        f"{name} is {mine[name]:.60}, not {text:.60}"
        for name, text in theirs.items()
        if name in mine and mine[name] != text
    ]
    return f"{' and '.join(apart)} as in {first.file:.80}" if first and apart else ""


def other_key(e: Evidence) -> str:
    """Whose signature is missing; empty if none is. The owner's key is that of the first file, or
    any later one that the publisher listed."""
    keys: dict[str, str] = {}
    for n, known in enumerate(owners(e)):
        state = known.signature.state
        if state == GOOD or (state == STRANGER and not n):
            keys[known.signature.key] = known.file
    if keys and e.signature.key not in keys:
        return f"not signed with the key of {next(iter(keys.values())):.80}"
    return ""


def copied(e: Evidence) -> list[Known]:
    """The files of other machines that have samples of this one."""
    mine = frozenset(marks_of(e))
    enough = SHARED if e.kind == "shootout" else 1  # a mark of SUPERCOP's is of a whole block
    return [k for k in before(e) if k.machine != e.machine and len(mine & k.marks) >= enough]


def standings(rows: Iterable[Row]) -> tuple[PeerFigure, ...]:
    """The standings of the figures in core cycles at the lengths that machines are compared at.

    Left out are an impossible slope, and a figure that rounds to zero, as that of the null
    function may.
    """
    clocked = [row for row in rows if row.clock is not None]
    return tuple(
        PeerFigure(row.abi, row.primitive, mlen, row.implementation, cycles)
        for mlen in MLENS
        for row in fastest(clocked, mlen)
        for figure in (row.figures[mlen],)
        for cycles in (round(figure.median, 4),)
        if INCONSISTENT not in figure.doubts and cycles > 0 and not row.native
    )


def peers(e: Evidence) -> list[Mapping[Key, float]]:
    """The figures of all other machines of its microarchitecture, in core cycles per byte. If a
    machine has several runs, the last by name counts."""
    kind = e.microarchitecture
    alike = [k for k in e.known if kind and kind == k.microarchitecture and not k.disputed]
    every = {k.machine: k.figures for k in sorted(alike, key=lambda k: k.file) if k.figures}
    return [figures for name, figures in every.items() if name != e.machine]


def far(cycles: float, others: Sequence[float]) -> float:
    """The ratio of a figure to the median of the others; 1 unless that is far from them all."""
    if len(others) < ENOUGH:
        return 1.0
    middle = median(others)
    spread = median(abs(math.log(other / middle)) for other in others)
    share = cycles / middle
    return share if abs(math.log(share)) > max(math.log(LEAST), MADS * spread) else 1.0
