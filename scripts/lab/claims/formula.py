"""Formulas over figures, as known/claims has them; the head of that file explains them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Union

from shootout.registry.families import FAMILIES, FIRST, ORDER, PAPER
from shootout.results.stats import LENGTHS, LONG, Length

Order = tuple[str, ...]  # of primitives, the fastest first
Value = Union[float, Order]
CANDIDATES = [family.functions for family in FAMILIES if family.name != FIRST]
SETS: Mapping[str, Sequence[str]] = {
    "S": [small for small, _ in CANDIDATES],
    "L": [large for _, large in CANDIDATES],
    "F": PAPER.primitives,
}
KINDS = ("", "aes", "noaes", "portable", "native")
# Kinds that are an implementation of this name, or a library that ./do java times.
NAMED = ("aesni", "java32", "java64", "sphlib")
TOKEN = re.compile(r"\s*(?:(max|min|order)\s*\(|([/(),])|([^\s/(),]+))")
TERM = re.compile(r"(?:(\w+):)?(\w+)(?:~(\w+))?(!)?(?:@(\w+))?")


@dataclass(frozen=True)
class Term:
    """A figure: of a primitive, or of each of a set, at a length, of some implementations."""

    name: str
    mlen: Length = LONG
    kind: str = ""  # of KINDS or NAMED
    where: str = ""  # c, peer, rest or an ABI; empty: on the machine itself
    worst: bool = False  # with the slowest of the compilers


Figure = Callable[[Term], float]  # cycles per byte; raises LookupError where there is none


@dataclass(frozen=True)
class Call:
    """A max, a min, an order, or a quotient (/) of what the arguments are."""

    name: str
    arguments: tuple[Node, ...]


Node = Union[Term, Call]


@dataclass(frozen=True)
class Formula:
    node: Node

    @property
    def ordered(self) -> bool:
        """Whether its value is an order of primitives, not a number."""
        return isinstance(self.node, Call) and self.node.name == "order"

    @property
    def primitives(self) -> list[str]:
        """The primitives whose figures it needs, each once."""
        return list(dict.fromkeys(_primitives(self.node)))

    def value(self, figure: Figure) -> Value:
        """The value with these figures; raises LookupError if one that it needs is missing."""
        if isinstance(self.node, Call) and self.node.name == "order":
            (term,) = self.node.arguments
            names = SETS[_sets(term).pop()]
            return tuple(sorted(names, key=lambda name: _number(_member(term, name), figure)[0]))
        return _number(self.node, figure)[0]

    def deciding(self, figure: Figure) -> tuple[str, ...]:
        """The primitive that each max and min chooses, from left to right; none of an order."""
        return () if self.ordered else _number(self.node, figure)[1]


def parse(text: str) -> Formula:
    """The formula of a text; raises ValueError, with the reason, for what is none."""
    tokens: list[str] = []
    at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        assert found, "any character is part of a token"
        tokens += [f"{found[1]}("] if found[1] else [found[2] or found[3]]
        at = found.end()
    node = _quotient(tokens)
    if tokens:
        raise ValueError(f"{text}: {tokens[0]!r} is one too many")
    formula = Formula(node)
    if formula.ordered:
        (term, *more) = node.arguments if isinstance(node, Call) else ()
        if more or not isinstance(term, Term) or not _sets(term):
            raise ValueError(f"{text}: order takes one of {', '.join(SETS)}")
    elif _sets(node):
        raise ValueError(f"{text}: {_sets(node).pop()} belongs into max, min or order")
    return formula


def _quotient(tokens: list[str]) -> Node:
    node = _operand(tokens)
    while tokens and tokens[0] == "/":
        tokens.pop(0)
        node = Call("/", (node, _operand(tokens)))
    return node


def _operand(tokens: list[str]) -> Node:
    if not tokens:
        raise ValueError("it ends too early")
    token = tokens.pop(0)
    if not token.endswith("("):
        return _term(token)
    arguments = [_quotient(tokens)]
    while tokens and tokens[0] == ",":
        tokens.pop(0)
        arguments.append(_quotient(tokens))
    if not tokens or tokens.pop(0) != ")":
        raise ValueError("a ) is missing")
    return arguments[0] if token == "(" else Call(token[:-1], tuple(arguments))


def _term(token: str) -> Term:
    found = TERM.fullmatch(token)
    if not found:
        raise ValueError(f"{token!r} is no figure")
    where, name, kind, worst, mlen = (each or "" for each in found.groups())
    lengths = {str(each): each for each in LENGTHS}
    if name not in ORDER and name not in SETS:
        raise ValueError(f"{name}: no such function")
    if kind not in (*KINDS, *NAMED):
        raise ValueError(f"~{kind} is none of {', '.join([*KINDS[1:], *NAMED])}")
    if mlen and mlen not in lengths:
        raise ValueError(f"@{mlen} is none of {', '.join(lengths)}")
    return Term(name, lengths.get(mlen, LONG), kind, where, bool(worst))


def _sets(node: Node) -> set[str]:
    """The sets that are not yet within max, min or order."""
    if isinstance(node, Term):
        return {node.name} & SETS.keys()
    if node.name == "/":
        return {each for argument in node.arguments for each in _sets(argument)}
    return set()


def _primitives(node: Node) -> Iterator[str]:
    if isinstance(node, Term):
        yield from SETS.get(node.name, (node.name,))
        return
    for each in node.arguments:
        yield from _primitives(each)


def _member(node: Node, name: str) -> Node:
    """The node with a primitive in place of its set."""
    if isinstance(node, Call):
        return Call(node.name, tuple(_member(each, name) for each in node.arguments))
    return replace(node, name=name) if node.name in SETS else node


def _number(node: Node, figure: Figure) -> tuple[float, tuple[str, ...]]:
    """The value of a node, and the primitives that its max and min choose."""
    if isinstance(node, Term):
        return figure(node), ()
    if node.name == "/":
        (above, some), (below, others) = (_number(each, figure) for each in node.arguments)
        return above / below, (*some, *others)
    found: list[tuple[float, tuple[str, ...]]] = []
    for each in node.arguments:
        sets = _sets(each)
        members = [_member(each, name) for name in SETS[sets.pop()]] if sets else [each]
        for member in members:
            value, chosen = _number(member, figure)
            own = tuple(dict.fromkeys(_primitives(member)))
            found.append((value, chosen or own if len(own) == 1 else chosen))
    return max(found) if node.name == "max" else min(found)
