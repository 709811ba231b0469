"""crypto_hash/ is the registry: a folder with api.h is an implementation, in C or assembly.

Those in other languages are told by another file: they are kinds of their own.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from ..common.errors import Usage
from ..common.paths import CRYPTO_HASH
from .extensions import KNOWN
from .families import SHOOTOUT

CHECKS = ("small", "big", "edges", "every")
"""The pinned checksums of a primitive: files checksumsmall, checksumbig, ..."""


@dataclass(frozen=True)
class Primitive:
    """A hash function: a folder of crypto_hash with implementations in it."""

    name: str
    folder: Path

    def checksums(self) -> dict[str, str]:
        """The pinned checksums, in hexadecimal, by name; those that have a file."""
        files = {name: self.folder / f"checksum{name}" for name in CHECKS}
        return {name: f.read_text().strip() for name, f in files.items() if f.is_file()}


@dataclass(frozen=True)
class Implementation:
    """A folder that holds its mark, somewhere below its primitive's."""

    MARK: ClassVar[str] = "api.h"

    primitive: Primitive
    name: str
    folder: Path

    @property
    def path(self) -> str:
        """As SUPERCOP names it: crypto_hash/blake256/ref."""
        return f"crypto_hash/{self.primitive.name}/{self.name}"

    def abis(self) -> frozenset[str]:
        """The words of `architectures`; without that file the code is for every ABI."""
        file = self.folder / "architectures"
        return frozenset(file.read_text().split()) if file.is_file() else frozenset()

    def runs_on(self, abi: str) -> bool:
        """SUPERCOP's rule: no `architectures`, or the ABI is a word of it."""
        return not self.abis() or abi in self.abis()

    def extensions(self) -> frozenset[str]:
        """What the code needs beyond its ABI's baseline, as `architectures` says."""
        return self.abis() & KNOWN

    def files(self) -> dict[str, bytes]:
        """All that it is made from, by name: the files of its folder, links followed."""
        files = sorted(f for f in self.folder.iterdir() if f.is_file())
        return {f.name: f.read_bytes() for f in files if not f.name.startswith(".")}

    def output_bytes(self) -> int:
        """CRYPTO_BYTES of api.h; 0 when it is not there."""
        text = (self.folder / "api.h").read_text(errors="replace")
        found = re.search(r"^\s*#\s*define\s+CRYPTO_BYTES\s+(\d+)", text, re.MULTILINE)
        return int(found.group(1)) if found else 0


def _rank(name: str) -> tuple[int, str]:
    paper = list(SHOOTOUT)
    return (paper.index(name) if name in paper else len(paper), name)


Kinds = Sequence[type[Implementation]]


def primitives(top: Path = CRYPTO_HASH, kinds: Kinds = (Implementation,)) -> list[Primitive]:
    """Every primitive that has an implementation, the paper's first."""
    found = [Primitive(d.name, d) for d in top.iterdir() if d.is_dir()]
    return sorted((p for p in found if implementations(p, kinds)), key=lambda p: _rank(p.name))


def implementations(primitive: Primitive, kinds: Kinds = (Implementation,)) -> list[Implementation]:
    """The implementations of a primitive, also nested ones, kind by kind, by name."""
    found = []
    for kind in kinds:
        for mark in sorted(primitive.folder.rglob(kind.MARK), key=lambda f: f.parent):
            name = mark.parent.relative_to(primitive.folder).as_posix()
            if name != ".":
                found.append(kind(primitive, name, mark.parent))
    return found


def select(
    patterns: list[str], top: Path = CRYPTO_HASH, kinds: Kinds = (Implementation,)
) -> list[Implementation]:
    """The implementations that match any pattern, all of them when there is none.

    A pattern is `blake256`, `blake256/avx2`, `crypto_hash/groestl256/` or has wildcards.
    Raises Usage for a pattern that matches nothing.
    """
    everything = [i for p in primitives(top, kinds) for i in implementations(p, kinds)]
    if not everything:
        marks = " or ".join(kind.MARK for kind in kinds)
        raise Usage(f"{top}: no implementation there. One is a folder with a file {marks} in it.")
    if not patterns:
        return everything
    chosen: set[Implementation] = set()
    for pattern in patterns:
        found = {i for i in everything if matches(i, pattern)}
        if not found:
            raise Usage(
                f"{pattern}: no such primitive or implementation in crypto_hash. "
                "`./do list` shows what is there."
            )
        chosen |= found
    return [i for i in everything if i in chosen]


def matches(implementation: Implementation, pattern: str) -> bool:
    """Does a pattern of the command line mean this implementation?"""
    pattern = re.sub("^crypto_hash/", "", pattern).rstrip("/")
    name = f"{implementation.primitive.name}/{implementation.name}"
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, f"{pattern}/*")
