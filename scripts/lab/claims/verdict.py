"""The statements on each machine: the value of the formula there, and whether they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan

from shootout.registry.causes import INCONSISTENT
from shootout.registry.floors import used
from shootout.registry.homes import folder_of
from shootout.report import literature
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
    counts: bool = True  # of a core's machines that with the best run, if that is reliable


@dataclass(frozen=True)
class Judged:
    claim: Statement
    found: tuple[OnMachine, ...]
    unknown: tuple[str, ...]  # machines that it is about, where a figure is missing

    def count(self, holds: bool) -> int:
        """The number of cores on which it holds, or does not."""
        return sum(each.holds is holds for each in self.found if each.counts)


def judge(claim: Statement, contestants: Sequence[MachineRow]) -> Judged:
    """A statement on all the machines that it is about."""
    found: list[OnMachine] = []
    unknown: list[str] = []
    wide = {c.microarchitecture for c in contestants if kind_of(c.abi)[1] == 64}
    for c in contestants:
        part = claim.machines == "cpu32" and c.microarchitecture in wide
        if part or not claim.about(c.abi) or not c.fastest:
            continue
        used: list[Best | None] = []

        def figure(term: Term, c: MachineRow = c, used: list[Best | None] = used) -> float:
            used.append(best := best_of(term, c, contestants))
            return best.figure.median if best else nan

        value, deciding = claim.formula.value(figure)
        if value and (None not in used or claim.partly(value)):
            doubts = {doubt for best in used if best for doubt in best.figure.doubts}
            doubtful = bool(doubts - {literature.DOUBT})
            found.append(OnMachine(c, value, doubtful, claim.judge(value), deciding))
        elif not c.published:
            unknown.append(f"{c.name} {c.abi}")
    first = {each.contestant.band: each for each in sorted(found, key=_standing)}.values()
    counts = [each in first and _standing(each)[1] > -ord("D") for each in found]
    its = tuple(replace(each, counts=its) for each, its in zip(found, counts))
    return Judged(claim, its, tuple(unknown))


def _standing(found: OnMachine) -> tuple[bool, int, str]:
    """The better run last: ours before the literature's, by grade, by date."""
    c = found.contestant
    return not c.published, -ord(c.grade.letter if c.grade else "C"), c.date


def best_of(term: Term, c: MachineRow, contestants: Sequence[MachineRow]) -> Best | None:
    """The fastest that a term means, seen from a machine; None if there is none."""
    possible = [
        (at, best)
        for at in _places(term, c, contestants)
        for best in _all(at, term)
        if best.figure.median > 0 and INCONSISTENT not in best.figure.doubts
    ]
    if not possible:
        return None
    at, best = min(possible, key=lambda pair: pair[1].figure.median)
    return _slowest(best, at.entries.get(term.name, {}), term) if term.worst else best


def _places(term: Term, c: MachineRow, contestants: Sequence[MachineRow]) -> list[MachineRow]:
    """Where a term's figures are taken."""
    if not term.where:
        return [c]
    if term.where == "peer":
        same = [other for other in contestants if other.band == c.band and other.name != c.name]
        return [other for other in same if other.version == c.version != ""]
    if term.where == "rest":
        others = [other for other in contestants if other.abi == c.abi and other.band != c.band]
        return [other for other in others if not c.published and not other.published]
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


def _slowest(best: Best, entries: Mapping[str, Entry], term: Term) -> Best | None:
    """The same implementation with the slowest of its compilers; None if it has one only."""
    entry = entries.get(best.implementation, Entry()).best.get(term.mlen)
    if entry is None or entry.compilers < 2:
        return None
    slowest = entry.figure._replace(median=entry.slowest)
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
