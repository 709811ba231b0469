"""Formulas over figures: Python objects with a text, the figures that they need, and a value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, Union

from shootout.registry.families import FAMILIES, FIRST, PAPER
from shootout.results.stats import LONG, Length

Value = Union[float, tuple[str, ...]]  # a number, or functions, the fastest first
CANDIDATES = [family.functions for family in FAMILIES if family.name != FIRST]
SETS: Mapping[str, Sequence[str]] = {
    "S": [small for small, _ in CANDIDATES],
    "L": [large for _, large in CANDIDATES],
    "F": PAPER.primitives,
}


class Term(NamedTuple):
    """A figure: of a function, at a length, of some implementations."""

    name: str
    kind: str = ""  # aes, noaes, portable, native, or the name of an implementation or a library
    mlen: Length = LONG
    where: str = ""  # c, peer, rest or an ABI; empty: on the machine itself
    worst: bool = False  # with the slowest of the compilers


class Number(NamedTuple):
    """What a formula is on a machine."""

    value: float
    by: tuple[str, ...]  # the functions that max and min chose, from left to right
    names: tuple[str, ...]  # those whose figures went into it


Figure = Callable[[Term], float]  # cycles per byte; raises LookupError where there is none


@dataclass(frozen=True)
class Formula:
    """A number for each machine, or for each function of a set in turn; or their order."""

    text: str
    terms: tuple[Term, ...]
    members: Callable[[Figure], list[Number]]
    ordered: bool = False

    def __truediv__(self, other: Formula) -> Formula:
        def members(figure: Figure) -> list[Number]:
            pairs = zip(self.members(figure), other.members(figure))
            return [
                Number(a.value / b.value, a.by + b.by, tuple(dict.fromkeys(a.names + b.names)))
                for a, b in pairs
            ]

        return Formula(f"{self.text} / {other.text}", self.terms + other.terms, members)

    def value(self, figure: Figure) -> tuple[Value, tuple[str, ...]]:
        """The value, and what max and min chose; LookupError if a figure is missing."""
        numbers = self.members(figure)
        if not self.ordered:
            return numbers[0].value, numbers[0].by
        pairs = sorted(zip((n.value for n in numbers), (term.name for term in self.terms)))
        return tuple(name for _, name in pairs), ()


def of(
    name: str, kind: str = "", mlen: Length = LONG, where: str = "", worst: bool = False
) -> Formula:
    """The figures of a function, or of each of a set."""
    text = f"{where}:" * bool(where) + name + f"~{kind}" * bool(kind) + "!" * worst
    text += f"@{mlen}" * (mlen != LONG)
    terms = tuple(Term(each, kind, mlen, where, worst) for each in SETS.get(name, (name,)))
    return Formula(text, terms, lambda figure: [Number(figure(t), (), (t.name,)) for t in terms])


def _chosen(word: str, choose: Callable[[list[Number]], Number], *formulas: Formula) -> Formula:
    def members(figure: Figure) -> list[Number]:
        found = []
        for value, by, names in (n for each in formulas for n in each.members(figure)):
            found.append(Number(value, by or names * (len(names) == 1), names))
        return [choose(found)]

    text = f"{word}({', '.join(each.text for each in formulas)})"
    return Formula(text, tuple(term for each in formulas for term in each.terms), members)


most, least = partial(_chosen, "max", max), partial(_chosen, "min", min)  # of all numbers


def order(set_: Formula) -> Formula:
    """The functions of a set, the fastest first."""
    return Formula(f"order({set_.text})", set_.terms, set_.members, ordered=True)
