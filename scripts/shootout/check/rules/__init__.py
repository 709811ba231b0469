"""The rules of ./do check: numbered functions, found by their decorator.

A module holds a group of rules; a module in this folder counts, no list names it. A rule
looks at the evidence of one file and yields what is wrong, a line each: what, where, and
what to do. Its docstring is the reason for it, and docs/check.md has the same text.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..evidence import Evidence

ERROR, WARNING, NOTE = "error", "warning", "note"

Look = Callable[["Evidence"], Iterable[str]]


@dataclass(frozen=True)
class Rule:
    number: int
    severity: str  # ERROR, WARNING or NOTE
    group: str
    reason: str
    look: Look


_found: dict[int, Rule] = {}


def rule(number: int, severity: str) -> Callable[[Look], Look]:
    """Makes a function a rule. ValueError for a number that another one has."""

    def decorate(look: Look) -> Look:
        if number in _found:
            raise ValueError(f"rule {number} is there twice")
        group = look.__module__.rpartition(".")[2]
        reason = " ".join((look.__doc__ or "").split())
        _found[number] = Rule(number, severity, group, reason, look)
        return look

    return decorate


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, by their numbers."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    return tuple(_found[number] for number in sorted(_found))
