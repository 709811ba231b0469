"""Sizes of machine code: the same sources and compiler make the same code for every sender.

`FILE.check` keeps a mark of the size of each implementation. Where a file has most of them in
common with one that was collected before, and a few not, what it says of these is of other code.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from . import owners
from .evidence import NULL, Evidence

PROGRAM = "try"  # its size is the harness's as well
DIGITS = 8
COMMON = 8  # implementations that two files have in common, at least, or compilers only look alike
MOVED = 0.25  # part of them that may differ, at most: else something of all is different


def codes_of(e: Evidence) -> dict[str, str]:
    """Marks of the sizes of code, by a mark of what it is made of.

    Each implementation counts with the first line of each compiler, which quick runs have, too.
    """
    return {key: size for _, key, size in _codes(e)}


def _codes(e: Evidence) -> Iterator[tuple[str, str, str]]:
    """The name of an implementation, and the two marks."""
    versions = {(b.abi, b.compiler): b.compiler_version for b in e.blocks.kept}
    target = e.facts.get("features") or e.facts.get("cpuid")
    seen = set()
    for cell, sizes in e.sizes.items():
        command = cell.compiler.partition("_")[0]
        name = f"{cell.primitive}/{cell.implementation}"
        source = e.trials.sources.get(f"crypto_hash/{name}")
        version = versions.get((cell.abi, cell.compiler))
        if not source or not version or cell.primitive == NULL:
            continue
        if (cell.abi, name, command) in seen:
            continue
        seen.add((cell.abi, name, command))
        made = (cell.abi, name, source, cell.compiler, version, target)
        its = sorted((file, size) for file, size in sizes.items() if file != PROGRAM)
        if its:
            yield name, _mark(made), _mark(its)


def _mark(what: object) -> str:
    return hashlib.sha256(repr(what).encode()).hexdigest()[:DIGITS]


def others(e: Evidence) -> Iterator[tuple[list[str], str]]:
    """The implementations whose code has another size in a file collected before, and that file."""
    mine = list(_codes(e))
    for known in owners.before(e):
        common = [each for each in mine if each[1] in known.codes]
        other = dict.fromkeys(name for name, key, size in common if known.codes[key] != size)
        if other and len(common) >= COMMON and len(other) <= MOVED * len(common):
            yield list(other), known.file
