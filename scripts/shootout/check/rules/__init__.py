"""The rules of ./do check: numbered functions, found by their decorator.

Each module here holds a group of rules and is found without a list of names. A rule looks at
the evidence of one file and yields a line for each thing that is wrong: what, where, and what
to do. Its docstring gives its reason, which docs/check.md repeats.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from ..evidence import SHOWN, Evidence

ERROR, WARNING, NOTE = "error", "warning", "note"
AGAIN = "run ./do again and send its file unchanged"

Look = Callable[[Evidence], Iterable[str]]


@dataclass(frozen=True)
class Rule:
    """A rule, with the function that applies it."""

    number: int
    severity: str  # ERROR, WARNING or NOTE
    group: str
    reason: str
    look: Look


_found: dict[int, Rule] = {}


def rule(number: int, severity: str) -> Callable[[Look], Look]:
    """Make a function a rule. Raises ValueError for a number that is taken."""

    def decorate(look: Look) -> Look:
        if number in _found:
            raise ValueError(f"two rules have the number {number}")
        group = look.__module__.rpartition(".")[2]
        reason = " ".join((look.__doc__ or "").split())
        _found[number] = Rule(number, severity, group, reason, look)
        return look

    return decorate


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, by number."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return tuple(_found[number] for number in sorted(_found))


def first_few(texts: Sequence[str]) -> list[str]:
    """The first few texts, and the number of those left out."""
    more = [f"{len(texts) - SHOWN} more like this"] if len(texts) > SHOWN else []
    return [*texts[:SHOWN], *more]


def with_remedy(texts: Iterable[str], remedy: str) -> list[str]:
    """The texts, each with what to do about it."""
    return [f"{text}; {remedy}" for text in texts]
