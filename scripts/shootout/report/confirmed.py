"""Figures that a second machine confirms or contradicts: the one definition.

A figure is the best of an implementation at a length, in core cycles. Its witnesses are figures
of other machines of the same microarchitecture: of the same sources, in the same ABI, from a file
that is signed with another key. The figure's own file is signed, too, and no figure is doubtful.
It is confirmed if a witness agrees within 3 %. It is contradicted if none agrees, and one that
does not was made by the same version of the same compiler; another compiler may well differ.
"""

from __future__ import annotations

import functools
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from ..common import parallel
from ..common.errors import Trouble
from ..common.grouped import grouped
from ..common.named import MARK
from ..common.terminal import warn
from ..machine import notes
from ..machine.counter import exact
from ..machine.microarchitecture import order
from ..ranking.rows import NULL, shown
from ..results import cache
from ..results import sign as signature
from ..results.archive import is_archive, read_first
from ..results.figures import fastest, rows_of
from ..results.reader import read
from ..results.records import CellName, Result
from ..results.stats import ALL_LENGTHS, Length
from .drawn import of_files
from .selection import data_files

WITHIN = 1.03  # a ratio of two figures that agree, or its inverse
CONFIRMED, CONTRADICTED = "confirmed", "contradicted"
OTHER = "another machine of this microarchitecture, whose file is signed with another key,"
NEAR = f"within {WITHIN - 1:.0%}"
SIGNS = {  # each stands before a figure, and is explained where it is used
    CONFIRMED: ("=", f"confirmed: {OTHER} has it {NEAR}"),
    CONTRADICTED: ("!", f"contradicted: {OTHER} has it otherwise, and none has it {NEAR}"),
}
SOURCE = re.compile(rb" source crypto_hash/([!-.0-~]+)/([!-~]+) ([0-9a-f]{64})$", re.MULTILINE)
COLUMN = "confirmation"  # in CSV and JSON, where a figure has a mark

Marks = Mapping[tuple[CellName, Length], str]  # of a file


class Testimony(NamedTuple):
    """A figure in a file."""

    file: str
    cell: CellName
    mlen: Length
    median: float
    compiler: tuple[str, str]  # command and version
    core: str  # microarchitecture
    source: bytes  # digest

    @property
    def machine(self) -> str:
        """Its name, also where that is disputed: it is no other machine then."""
        return self.cell.machine.rstrip(MARK)

    @property
    def subject(self) -> tuple[object, ...]:
        """What figures have in common that can be compared."""
        cell = self.cell
        return self.core, cell.abi, cell.primitive, cell.implementation, self.source, self.mlen

    def verdict(self, witnesses: Iterable[Testimony]) -> str:
        """What the witnesses say: confirmed, contradicted, or nothing."""
        ratios = [(self.median / each.median, each.compiler) for each in witnesses]
        if any(1 / WITHIN <= ratio <= WITHIN for ratio, _ in ratios):
            return CONFIRMED
        return CONTRADICTED if any(its == self.compiler for _, its in ratios) else ""


def signed(paths: Iterable[Path]) -> list[Path]:
    """The signed files among these and in data/, which may confirm; none if none of these is."""
    own, others = (
        [path for path in some if os.path.lexists(signature.beside(path))]
        for some in (paths, data_files())
    )
    return list(dict.fromkeys([*own, *others])) if own else []


def state(paths: Iterable[Path]) -> object:
    """What decides the marks on figures of these files, for the key of a picture."""
    files = signed(paths)
    return files and (shutil.which("ssh-keygen"), of_files([*files, *map(signature.beside, files)]))


def marks(paths: Iterable[Path]) -> dict[str, Marks]:
    """The marks on the figures of each of these files. Each signature is checked once."""
    keys, unchecked = dict[str, str](), ""
    for path in filter(Path.is_file, signed(paths)):
        found = signature.verify(path)
        unchecked = found.text if found.state == signature.UNCHECKED else unchecked
        if found.state in (signature.GOOD, signature.STRANGER):
            keys[str(path)] = found.key
    if unchecked:
        warn(f"./do: figures without marks, confirmed or contradicted: {unchecked}")
    files = list(map(Path, keys)) if len({*keys.values()}) > 1 else []
    claims = chain.from_iterable(parallel.each(_claims, files, parallel.cpus(len(files))))
    alike = grouped(claims, lambda claim: claim.subject)
    marked: dict[str, dict[tuple[CellName, Length], str]] = {}
    for some in alike.values():
        for one in some:
            witnesses = (
                each for each in some
                if keys[each.file] != keys[one.file] and each.machine != one.machine
            )  # fmt: skip
            if verdict := one.verdict(witnesses):
                marked.setdefault(one.file, {})[one.cell, one.mlen] = verdict
    return dict(marked)


def remember(path: Path, result: Result) -> None:
    """Keep the claims of a signed file while its records are here, which `marks` would read."""
    if os.path.lexists(signature.beside(path)) and not result.complaint:
        _claims(path, result)


def _claims(path: Path, result: Result | None = None) -> list[Testimony]:
    """The figures of a file that can confirm others, or be confirmed; commands keep them."""
    kind = f"claims {cache.sha256(path.parent / notes.FILE)}"
    try:
        if not is_archive(path):
            return []
        return cache.kept(kind, path, lambda: list(_figures(path, result)), lambda _: True)
    except (Trouble, OSError):  # whoever shows the file says so
        return []


def _figures(path: Path, read_already: Result | None) -> Iterator[Testimony]:
    result = read_already or read(path, curves=False, once=True)
    data = read_first(path)["data"]
    sources = {(p.decode(), i.decode()): digest for p, i, digest in SOURCE.findall(data)}

    @functools.cache
    def core(name: str, word: str, abi: str) -> str:
        return notes.identity(path.parent, name, word, result.facts, abi).name

    every = shown(rows_of(result.blocks))
    rows = [row for row in every if row.clock is not None or exact(row.counter)]
    for mlen in ALL_LENGTHS:
        for row in fastest(rows, mlen, per_implementation=True):
            where = core(row.machine, row.figures.blocks[-1].cpuid, row.abi)
            source = sources.get((row.primitive, row.implementation))
            plain = where in order() and row.primitive != NULL and not row.native
            if source and plain and not row.figures[mlen].doubts:
                made_by = row.compiler.partition("_")[0], row.compiler_version
                median = row.figures[mlen].median
                yield Testimony(str(path), row.cell, mlen, median, made_by, where, source)


def legend(used: Iterable[str]) -> list[str]:
    """A line for each mark that is used."""
    used = set(used)
    return [" ".join(told) for mark, told in SIGNS.items() if mark in used]


def sign(mark: str) -> str:
    """The sign before a figure; empty for most."""
    return SIGNS[mark][0] if mark else ""
