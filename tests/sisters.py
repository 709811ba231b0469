"""Implementations that share their code with a finalist's: only initial value and output differ.

What the code decides (the registers it keeps, the branches it takes, what another compiler
makes of it) is tested once. The digests of each of them are tested.
"""

from __future__ import annotations

from collections.abc import Iterable

from shootout.registry.sets import FINALISTS
from shootout.registry.stage import SOURCES
from shootout.registry.tree import Implementation

PARAMETERS = {"api.h", "params.h"}  # api.h has the length of the output


def code(i: Implementation) -> frozenset[object]:
    """The sources of an implementation, links followed: of its parameters only the macros, for
    other macros make other code."""
    files = [f for f in i.folder.iterdir() if f.suffix in {*SOURCES, ".h", ".inc"}]
    macros = [
        line
        for f in files
        if f.name == "params.h"
        for line in f.read_text().splitlines()
        if line.startswith("#define ")
    ]
    return frozenset([*macros, *(f.resolve() for f in files if f.name not in PARAMETERS)])


def distinct(every: Iterable[Implementation]) -> dict[Implementation, None]:
    """All but those of other sets that share the code of one before them."""
    found: dict[Implementation, None] = {}
    known: set[frozenset[object]] = set()
    for i in every:
        if i.primitive.set == FINALISTS or code(i) not in known:
            found[i] = None
        known.add(code(i))
    return found
