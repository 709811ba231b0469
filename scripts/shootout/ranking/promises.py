"""Promises of constant time, and what came of tracing the programs (`constanttime` lines)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..common.grouped import grouped
from ..results.records import Attempt, CellName

KEPT, UNCLAIMED = "kept", "unclaimed"
COLUMN = "constant "
MEANING = (
    "constant: yes: neither branches nor indices depended on the message; branches: no branch did, "
    "and of indices nothing is promised; no: a promise is broken; -: not traced"
)
SAID = {
    "yes": "no branch and no index depends on the message",
    "branches": "no branch depends on the message; of indices nothing is promised",
    "indices": "no index depends on the message; of branches nothing is promised",
}


def outcomes(attempts: Iterable[Attempt]) -> dict[CellName, str]:
    """A word for each traced cell, as MEANING has it."""
    found = {}
    for a in attempts:
        words = a.detail.split()
        if a.word == "constanttime" and len(words) == 3:
            found[a.cell] = _word(*words[1:])
    return found


def _word(branch: str, index: str) -> str:
    if {branch, index} == {KEPT}:
        return "yes"
    if {branch, index} <= {KEPT, UNCLAIMED}:
        return "branches" if branch == KEPT else "indices"
    return "no"


def of_each(attempts: Iterable[Attempt]) -> dict[tuple[str, str], str]:
    """A sentence for each primitive and implementation: it holds with every compiler, or not."""
    traced = outcomes(attempts)
    every = grouped(traced, lambda cell: (cell.primitive, cell.implementation))
    return {
        name: _sentence({c.compiler: traced[c] for c in cells}) for name, cells in every.items()
    }


def _sentence(words: Mapping[str, str]) -> str:
    broken = sorted(compiler for compiler, word in words.items() if word == "no")
    if broken:
        others = f" and {len(broken) - 1} more" * (len(broken) > 1)
        return f"promised, but not kept with {broken[0].replace('_', ' ')}{others}"
    n, said = len(words), SAID[next(iter(words.values()))]
    return f"{said}: traced with {n} compiler line{'s' * (n > 1)}"
