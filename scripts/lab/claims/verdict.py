"""The statements on each machine: the value of the formula there, and whether they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from shootout.registry.floors import used
from shootout.registry.homes import folder_of
from shootout.report.machines import Best, Entry, MachineRow

from .formula import Term, Value
from .papers import Statement, kind_of

AES = frozenset(["aes", "vaes"])
GFNI = "gfni"  # has an inversion in the field of AES


@dataclass(frozen=True)
class OnMachine:
    """A statement on a machine."""

    contestant: MachineRow
    value: Value
    doubtful: bool  # one of its figures is
    holds: bool | None  # None: the statement is only told
    deciding: tuple[str, ...]  # the functions that max and min of the formula chose


@dataclass(frozen=True)
class Judged:
    claim: Statement
    found: tuple[OnMachine, ...]
    unknown: tuple[str, ...]  # machines that it is about, where a figure is missing

    def count(self, holds: bool) -> int:
        """The number of machines on which it holds, or does not."""
        return sum(each.holds is holds for each in self.found)


def judge(claim: Statement, contestants: Sequence[MachineRow]) -> Judged:
    """A statement on all the machines that it is about."""
    found: list[OnMachine] = []
    unknown: list[str] = []
    for c in contestants:
        if not claim.about(c.abi) or not c.fastest:
            continue
        doubts: list[str] = []

        def figure(term: Term, c: MachineRow = c, doubts: list[str] = doubts) -> float:
            best = best_of(term, c, contestants)
            doubts.extend(best.figure.doubts)
            return best.figure.median

        try:
            value, deciding = claim.formula.value(figure)
        except LookupError:
            unknown.append(f"{c.name} {c.abi}")
            continue
        found.append(OnMachine(c, value, bool(doubts), claim.judge(value), deciding))
    return Judged(claim, tuple(found), tuple(unknown))


def best_of(term: Term, c: MachineRow, contestants: Sequence[MachineRow]) -> Best:
    """The fastest that a term means, seen from a machine. Raises LookupError if there is none."""
    possible = [
        (at, best)
        for at in _places(term, c, contestants)
        for best in _all(at, term)
        if best.figure.median > 0
    ]
    if not possible:
        raise LookupError(term.name)
    at, best = min(possible, key=lambda pair: pair[1].figure.median)
    return _slowest(best, at.entries.get(term.name, {}), term) if term.worst else best


def _places(term: Term, c: MachineRow, contestants: Sequence[MachineRow]) -> list[MachineRow]:
    """Where a term's figures are taken."""
    if not term.where:
        return [c]
    if term.where == "peer":
        return [other for other in contestants if other.band == c.band and other.name != c.name]
    if term.where == "rest":
        return [other for other in contestants if other.abi == c.abi and other.band != c.band]
    same = [other for other in contestants if other.name == c.name]
    same = [other for other in same if other.microarchitecture == c.microarchitecture]
    if term.where == "c":
        wanted = ("native", kind_of(c.abi)[1])
        return [other for other in same if kind_of(other.abi) == wanted]
    return [other for other in same if other.abi == term.where]


def _all(at: MachineRow, term: Term) -> list[Best]:
    """The figures at a machine that a term may mean."""
    if term.kind in ("", "native"):
        some = at.native if term.kind else at.fastest
        best = some.get(term.name, {}).get(term.mlen)
        return [best] if best else []
    entries = at.entries.get(term.name, {})
    return [
        entry.best[term.mlen]
        for name, entry in entries.items()
        if term.mlen in entry.best and _is(term.kind, term.name, name)
    ]


def _slowest(best: Best, entries: Mapping[str, Entry], term: Term) -> Best:
    """The same implementation with the slowest of its compilers.

    Raises LookupError if it was timed with one only.
    """
    entry = entries.get(best.implementation, Entry()).best.get(term.mlen)
    if entry is None or entry.compilers < 2:
        raise LookupError(term.name)
    slowest = replace(entry.figure, median=entry.slowest)
    return replace(entry, figure=slowest)


def _is(kind: str, primitive: str, implementation: str) -> bool:
    """Whether an implementation is of a kind; not if nothing is known about it."""
    if kind == "portable":
        folder = folder_of(primitive, implementation)
        return (folder / "api.h").is_file() and not (folder / "architectures").is_file()
    if kind not in ("aes", "noaes"):
        return kind == implementation
    words = used(primitive, implementation)
    if words is None:
        return False
    return bool(words & AES) if kind == "aes" else not words & (AES | {GFNI})
