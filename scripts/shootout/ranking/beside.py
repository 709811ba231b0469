"""The programs to time beside an implementation that is tried out: the fastest, and its origin.

This machine's results so far say which these are, so a verdict on changed code takes seconds; if
it has none, those of data/ for the same microarchitecture do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..build.cells import Cell
from ..build.compilers import Compiler
from ..common import paths
from ..common.errors import Trouble
from ..common.grouped import grouped
from ..machine import naming, target
from ..machine.microarchitecture import microarchitecture
from ..machine.notes import identity
from ..registry.tree import Implementation, implementations, is_named
from ..results.figures import Row, fastest, rows_of
from ..results.reader import read
from ..results.records import Result
from ..results.stats import ALL_LENGTHS
from .rows import shown

LOOKS = 8  # results of a machine that are read in search of a function, the newest first


def _results() -> Iterator[tuple[bool, Result]]:
    """The newest results of this machine, then those of each other of this core, and the newest of
    each one of another, and whether it is of this core."""
    own, core = naming.own_files()[:LOOKS], microarchitecture(target.own())
    newest = sorted(paths.DATA.glob("*.tar.gz"), key=lambda path: path.name[-22:], reverse=True)
    others = grouped((p for p in newest if p not in own), lambda p: p.name.rsplit("-", 2)[0])
    for its in (own, *others.values()):
        for path in its[:LOOKS]:
            try:
                result = read(path, curves=False)
                one = result.blocks[0]
            except (Trouble, IndexError):  # to say what is wrong with it is for ./do check
                continue
            known = identity(path.parent, one.machine, one.cpuid, result.facts, one.abi).name
            yield its is own or known == core, result
            if its is not own and known != core:
                break


def _timed(primitive: str) -> Iterator[list[Row]]:
    """The rows of a function in each of the newest results of this core that have it."""
    for alike, result in _results():
        if alike and (its := [b for b in result.blocks if b.primitive == primitive]):
            yield shown(rows_of(its))


def likely(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Of each function the cells that are probably the fastest here, that of long messages first,
    by the newest result of this core that has the function, or else of another."""
    here = {(c.abi, c.primitive, c.implementation.name): c for c in reversed(cells)}
    left, found = {c.primitive for c in cells} - {"null"}, dict[str, dict[Cell, None]]()

    def others() -> Iterator[Result]:
        rest = []
        for alike, result in _results():
            if alike:
                yield result
            rest += [result] * (not alike)
        yield from rest

    for result in others():
        names = [b for b in result.blocks if (b.abi, b.primitive, b.implementation) in here]
        for row in _fastest(shown(rows_of([b for b in names if b.primitive in left]))):
            cell = here[row.abi, row.primitive, row.implementation]
            found.setdefault(row.primitive, {})[cell] = None
        left -= found.keys()
        if not left:
            break
    return [[*found[p]] for p in dict.fromkeys(c.primitive for c in cells) if p in found]


def alone(patterns: Sequence[str], planned: Sequence[Cell]) -> list[Implementation]:
    """The planned implementations that patterns name and that have no other of their function."""
    every = dict.fromkeys(cell.implementation for cell in planned)
    count = Counter(i.primitive.name for i in every)
    single = [i for i in every if count[i.primitive.name] == 1]
    return [i for i in single if any(is_named(p, i.primitive.name, i.name) for p in patterns)]


def beside(
    one: Implementation, planned: Sequence[Cell], compilers: Sequence[Compiler]
) -> list[Cell]:
    """The cells to time beside an implementation, with their best compilers.

    They are the fastest of the others at each length, and the one that it came from, by the newest
    results that have them; for each ABI for which it is planned. An origin that no result has is
    compiled as the implementation is.
    """
    others = {i.name: i for i in implementations(one.primitive) if i.name != one.name}
    mine = [cell for cell in planned if cell.implementation == one and not cell.compiler.emulated]
    abis = {cell.abi for cell in mine}
    commands = {(c.abi, c.word): c for c in compilers if not c.emulated and c.abi in abis}
    origin, best, own = one.origin(), list[Row](), list[Row]()
    for rows in _timed(one.primitive.name):
        known = [r for r in rows if r.implementation in others and (r.abi, r.compiler) in commands]
        best = best or _fastest(known)
        own = own or _fastest([row for row in known if row.implementation == origin])
        if best and (own or origin not in others):
            break
    found = {(row.implementation, row.abi, row.compiler): None for row in (*best, *own)}
    cells = [Cell(others[name], commands[abi, word]) for name, abi, word in found]
    if origin in others and not own:
        cells += [replace(cell, implementation=others[origin]) for cell in mine]
    return [cell for cell in dict.fromkeys(cells) if not cell.lacking()]


def _fastest(rows: Sequence[Row]) -> list[Row]:
    return [row for mlen in ALL_LENGTHS for row in fastest(rows, mlen)]
