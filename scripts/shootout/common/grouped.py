"""Things by what they have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Thing = TypeVar("Thing")
Group = TypeVar("Group")


def grouped(things: Iterable[Thing], key: Callable[[Thing], Group]) -> dict[Group, list[Thing]]:
    """The things with each key, in their order."""
    found: dict[Group, list[Thing]] = {}
    for each in things:
        found.setdefault(key(each), []).append(each)
    return found
