"""Implementations that share their code with a finalist's: only parameters differ.

What the code decides (the registers it keeps, the branches it takes, what another compiler
makes of it) is tested once. The digests of each of them are tested.
"""

from __future__ import annotations

from collections.abc import Iterable

from trying import home

from shootout.registry.sets import FINALISTS
from shootout.registry.tree import Implementation


def distinct(every: Iterable[Implementation]) -> list[Implementation]:
    """All but those of other sets that are nothing but links and parameters."""
    return [i for i in every if i.primitive.set == FINALISTS or home(i.primitive) == i.primitive]
