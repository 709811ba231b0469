"""The registry: a folder of crypto_hash/ with api.h is an implementation, in C or assembly.

Implementations in other languages are marked by other files; each language is a kind.
"""

from __future__ import annotations

import fnmatch
import functools
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from ..common.errors import Usage, near
from ..common.named import escaped, told, walk
from ..common.paths import CRYPTO_HASH, FUNCTIONS
from .extensions import KNOWN
from .families import ORDER
from .sets import ALL, FINALISTS, checked, chosen, output_bytes, set_of, sets_of

# The pinned checksums of a primitive are in the files checksumsmall, checksumbig, ...
CHECKS = ("small", "big", "edges", "every")
# Files of an implementation that say something about its code and do not change it.
TUNED, ORIGIN = "tuned", "from"
# Names of folders, which stand in result lines and in what make reads.
FIT = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*")
LARGEST = 1 << 26  # bytes of a file
LONGEST = 80, 150  # characters of a primitive's name, and of an implementation's


@dataclass(frozen=True)
class Primitive:
    """A hash function: a folder of crypto_hash with implementations in it."""

    name: str
    folder: Path

    @property
    def set(self) -> str:
        """The set that it belongs to; empty if it names none."""
        return set_of(self.folder)

    def checksums(self) -> dict[str, str]:
        """The pinned checksums in hexadecimal, by name; only those that have a file."""
        found = {name: told(self.folder / f"checksum{name}").strip() for name in CHECKS}
        return {name: text for name, text in found.items() if text}


@dataclass(frozen=True)
class Implementation:
    """A folder, somewhere below its primitive's, that holds the file MARK."""

    MARK: ClassVar[str] = "api.h"

    primitive: Primitive
    name: str
    folder: Path

    @property
    def path(self) -> str:
        """SUPERCOP's name of the implementation: crypto_hash/blake256/ref."""
        return f"crypto_hash/{self.primitive.name}/{self.name}"

    def abis(self) -> frozenset[str]:
        """The words of `architectures`; empty without that file, for code for every ABI."""
        return frozenset(told(self.folder / "architectures").split())

    def runs_on(self, abi: str) -> bool:
        """Whether the code is for the ABI. SUPERCOP's rule: `architectures` is absent or has it."""
        return not self.abis() or abi in self.abis()

    def extensions(self) -> frozenset[str]:
        """The extensions of `architectures`, which the code needs beyond its ABI's baseline."""
        return self.abis() & KNOWN

    def origin(self) -> str:
        """The implementation that its code came from; often empty."""
        return origin(self.primitive.name, self.name)

    def files(self) -> dict[str, bytes]:
        """The contents of its source files by name: those of its folder, links followed.

        Without `tuned`, `from` and what `strays` names.
        """
        strays, apart = self.strays(), (TUNED, ORIGIN)
        files = sorted(f for f in self.folder.iterdir() if f.is_file() and f.name not in apart)
        kept = (f for f in files if f.name not in strays and not f.name.startswith("."))
        return {f.name: f.read_bytes() for f in kept}

    def strays(self) -> dict[str, str]:
        """The files of its folder that are not its own, with reasons; usually none."""
        return strays(self.folder, self.primitive.folder.parent)

    def output_bytes(self) -> int:
        """CRYPTO_BYTES of api.h, in bytes; 0 when api.h does not define it."""
        return output_bytes(self.folder / "api.h")


def strays(folder: Path, top: Path) -> dict[str, str]:
    """The files in a folder below `top`, or in this checkout, that are not to be read; reasons.

    A compiler's complaint about what lies behind a link out of the tree would stand in the result.
    """
    homes = [f"{_real(str(home))}{os.sep}" for home in (top, FUNCTIONS, folder.parent, folder)]
    found = {}
    for file in os.scandir(folder):
        if not Path(file).is_file():  # or a link in a circle
            continue
        if file.is_symlink():
            link = folder / Path(file).readlink()
            target = Path(_real(str(link.parent)), link.name)
            if target.is_symlink():
                target = target.resolve()
            if not str(target).startswith(tuple(homes)):
                found[file.name] = "a link that leads out of crypto_hash"
                continue
        if file.stat().st_size > LARGEST:
            found[file.name] = "too large for a source"
    return found


@functools.cache
def _real(folder: str) -> str:
    return os.path.realpath(folder)


def _rank(name: str) -> tuple[int, str]:
    return (ORDER.index(name) if name in ORDER else len(ORDER), name)


Kinds = Sequence[type[Implementation]]


def primitives(top: Path = CRYPTO_HASH, kinds: Kinds = (Implementation,)) -> list[Primitive]:
    """All primitives that have an implementation: the paper's first, then set by set."""
    found = [Primitive(d.name, d) for d in top.iterdir() if d.is_dir() and _fit(d.name, 0)]
    return sorted((p for p in found if implementations(p, kinds)), key=lambda p: _rank(p.name))


def known(top: Path = CRYPTO_HASH) -> frozenset[str]:
    """The names of the primitives of this checkout and of a tree that takes its place."""
    return frozenset({*ORDER, *(folder.name for folder in top.iterdir() if folder.is_dir())})


def implementations(primitive: Primitive, kinds: Kinds = (Implementation,)) -> list[Implementation]:
    """The implementations of a primitive, nested ones too, kind by kind, sorted by name."""
    found = []
    for kind in kinds:
        for mark in sorted(_marks(primitive.folder, kind), key=lambda f: f.parent):
            name = mark.parent.relative_to(primitive.folder).as_posix()
            if name != "." and _fit(name, 1) and mark.is_file():
                found.append(kind(primitive, name, mark.parent))
    return found


def _marks(top: Path, kind: type[Implementation]) -> Iterator[Path]:
    for folder, _, names in walk(top):
        if kind.MARK in names and (folder / kind.MARK).exists():
            yield folder / kind.MARK


def _fit(name: str, which: int) -> bool:
    return len(name) <= LONGEST[which] and bool(FIT.fullmatch(name))


def misnamed(top: Path = CRYPTO_HASH, kinds: Kinds = (Implementation,)) -> list[str]:
    """The paths below `top` of folders that would be implementations under other names."""
    every = {mark.parent.relative_to(top) for kind in kinds for mark in _marks(top, kind)}
    parts = ((path.parts[0], "/".join(path.parts[1:])) for path in every if len(path.parts) > 1)
    return sorted(f"{p}/{i}" for p, i in parts if not (_fit(p, 0) and _fit(i, 1)))


def _unmarked(top: Path, pattern: str, kinds: Kinds) -> bool:
    """Whether it names a folder that lacks only the file that makes it an implementation."""
    for folder in top.glob("*/*"):
        if f"{folder.parent.name}/{folder.name}" == pattern.rstrip("/") and folder.is_dir():
            return not any((folder / kind.MARK).exists() for kind in kinds)
    return False


def select(
    patterns: list[str], top: Path = CRYPTO_HASH, kinds: Kinds = (Implementation,), group: str = ""
) -> list[Implementation]:
    """The implementations that match any of the patterns, or those of a set, or both.

    A pattern is `blake256`, `blake256/avx2`, `crypto_hash/groestl256/` or has wildcards.
    Without patterns the set is `finalists` if it is not named; with patterns it is all of them.
    Raises Usage for a pattern or a set that has nothing.
    """
    every = primitives(top, kinds)
    if not every:
        marks = " or ".join(kind.MARK for kind in kinds)
        raise Usage(f"{top}: no implementation there. It would be a folder that holds {marks}.")
    if group:
        checked(group, sets_of(p.folder for p in every))
    group = group or (ALL if patterns else FINALISTS)
    everything = [i for p in every if chosen(p.folder, group) for i in implementations(p, kinds)]
    if not patterns:
        return everything
    found: set[Implementation] = set()
    for pattern in patterns:
        some = {i for i in everything if matches(i, pattern)}
        if not some and _unmarked(top, pattern, kinds):
            marks = " or ".join(kind.MARK for kind in kinds)
            raise Usage(
                f"{pattern}: its folder has no {marks}, so it is no implementation "
                "(docs/implementations.md)"
            )
        if not some:
            where = "crypto_hash" if group == ALL else f"the set {group}"
            names = {i.primitive.name for i in everything}
            names |= {f"{i.primitive.name}/{i.name}" for i in everything}
            raise Usage(
                f"{pattern}: no such primitive or implementation in {where}"
                f"{near(pattern, sorted(names))}. "
                "`./do list` shows what is there."
            )
        found |= some
    return [i for i in everything if i in found]


def origin(primitive: str, implementation: str) -> str:
    """The implementation of a function that another came from, by its file `from`; or empty."""
    return escaped(told(CRYPTO_HASH / primitive / implementation / ORIGIN).strip())


def is_named(pattern: str, primitive: str, implementation: str) -> bool:
    """Whether a pattern of the command line names this implementation itself, and no other."""
    wanted = re.sub("^crypto_hash/", "", pattern).rstrip("/")
    return not set(wanted) & set("*?[") and wanted == f"{primitive}/{implementation}"


def matches(implementation: Implementation, pattern: str) -> bool:
    """Whether a pattern of the command line names this implementation."""
    pattern = re.sub("^crypto_hash/", "", pattern).rstrip("/")
    name = f"{implementation.primitive.name}/{implementation.name}"
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, f"{pattern}/*")
