"""Formulas over figures: their text, the figures that they need, and a value on each machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isnan
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
TOKEN = re.compile(r"[(),/]|[^\s(),/]+")
TERM = re.compile(r"(?:(\w+):)?(\w+)(?:~(\w+))?(!?)(?:@(\d+))?")


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


Figure = Callable[[Term], float]  # cycles per byte; NaN where there is none


@dataclass(frozen=True)
class Formula:
    """A number for each machine, or for each function of a set in turn; or their order."""

    terms: tuple[Term, ...]
    members: Callable[[Figure], list[Number]]
    ordered: bool = False
    text: str = ""

    def __truediv__(self, other: Formula) -> Formula:
        def members(figure: Figure) -> list[Number]:
            pairs = zip(self.members(figure), other.members(figure))
            return [
                Number(a.value / b.value, a.by + b.by, tuple(dict.fromkeys(a.names + b.names)))
                for a, b in pairs
            ]

        return Formula(self.terms + other.terms, members)

    def value(self, figure: Figure) -> tuple[Value, tuple[str, ...]]:
        """The value, 0 if figures are missing, and what max and min chose."""
        numbers = self.members(figure)
        if any(isnan(n.value) for n in numbers):
            return 0.0, ()
        if not self.ordered:
            return numbers[0].value, numbers[0].by
        pairs = sorted(zip((n.value for n in numbers), (term.name for term in self.terms)))
        return tuple(name for _, name in pairs), ()


def parsed(text: str) -> Formula | None:
    """The formula that a text is; None if it is none."""
    words = TOKEN.findall(text)
    try:
        found = _quotient(words)
    except LookupError:
        return None
    return None if words else replace(found, text=text.strip())


def _quotient(words: list[str]) -> Formula:
    """A formula at the beginning of these words, which are taken away. Raises LookupError."""
    found = _factor(words)
    while words[:1] == ["/"]:
        del words[0]
        found = found / _factor(words)
    return found


def _factor(words: list[str]) -> Formula:
    word, inner = words.pop(0), []
    if words[:1] != ["("]:
        return _figures(word)
    while words.pop(0) in ("(", ","):  # then it was the parenthesis at the end
        inner.append(_quotient(words))
    return CALLS[word](*inner)


def _figures(word: str) -> Formula:
    """The figures of a function, or of each of a set."""
    found = TERM.fullmatch(word)
    if not found:
        raise LookupError(word)
    where, name, kind, worst, mlen = found.groups("")
    rest = kind, int(mlen) if mlen else LONG, where, bool(worst)
    terms = tuple(Term(each, *rest) for each in SETS.get(name, (name,)))
    return Formula(terms, lambda figure: [Number(figure(t), (), (t.name,)) for t in terms])


def _chosen(choose: Callable[[list[Number]], Number], *formulas: Formula) -> Formula:
    def members(figure: Figure) -> list[Number]:
        found = []
        for value, by, names in (n for each in formulas for n in each.members(figure)):
            found.append(Number(value, by or names * (len(names) == 1), names))
        return [choose([n for n in found if not isnan(n.value)] or found)]

    return Formula(tuple(term for each in formulas for term in each.terms), members)


CALLS: Mapping[str, Callable[..., Formula]] = {
    "max": partial(_chosen, max),  # of all numbers
    "min": partial(_chosen, min),
    "order": partial(replace, ordered=True),  # the functions of a set, the fastest first
}
