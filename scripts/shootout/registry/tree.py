"""The registry: a folder of crypto_hash/ with api.h is an implementation, in C or assembly.

Implementations in other languages are marked by other files; each language is a kind.
"""

from __future__ import annotations

import fnmatch
import functools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import ClassVar

from ..common.errors import Usage, near
from ..common.named import escaped, told, walk
from ..common.paths import CRYPTO_HASH, FUNCTIONS
from .extensions import KNOWN
from .families import ORDER
from .homes import API, GENERATES, folder_of, home, overlay, takes
from .sets import ALL, DEFAULT, checked, chosen, output_bytes, output_of, set_of, sets_of

# The pinned checksums of a primitive are in the files checksumsmall, checksumbig, ...
CHECKS = ("small", "big", "edges", "every")
# Files of an implementation that say something about its code and do not change it.
TUNED, ORIGIN = "tuned", "from"
XOF = "xof"  # an empty file of a function whose code gives any length of output
# Files of a function, for each of its folders without `implementors` of its own.
IMPLEMENTORS = "implementors"
SAID = (IMPLEMENTORS, "goal-constbranch", "goal-constindex")
# Names of folders, which stand in result lines and in what make reads.
FIT = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]*/)*[A-Za-z0-9_][A-Za-z0-9_.-]*")
LARGEST = 1 << 26  # bytes of a file
LONGEST = 80, 150  # characters of a primitive's name, and of an implementation's


@dataclass(frozen=True)
class Primitive:
    """A hash function: a folder of crypto_hash with implementations in it."""

    name: str
    folder: Path
    output: int = 0  # bytes; 0 for those that the folder says

    @property
    def set(self) -> str:
        """The set that it belongs to; empty if it names none."""
        return set_of(self.folder)

    def checksums(self) -> dict[str, str]:
        """The pinned checksums in hexadecimal, by name; only those that have a file."""
        names = () if self.output else CHECKS
        found = {name: told(self.folder / f"checksum{name}").strip() for name in names}
        return {name: text for name, text in found.items() if text}


@dataclass(frozen=True)
class Implementation:
    """A folder with the file MARK, somewhere below its primitive's or, in C, its home's."""

    MARK: ClassVar[str] = API

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

    @property
    def shared(self) -> bool:
        """Whether its folder is one of the home of its primitive."""
        return self.primitive.folder not in self.folder.parents

    def entries(self) -> dict[str, Path]:
        """What its folder holds, by name, and what its function says of all; with its primitive's
        parameters in place of a home's."""
        found = {file.name: file for file in self.folder.iterdir()}
        if IMPLEMENTORS not in found:
            function = self.folder.parents[self.name.count("/")]
            found |= {name: function / name for name in SAID if (function / name).is_file()}
        if self.shared:
            found = {name: file for name, file in found.items() if not GENERATES.fullmatch(name)}
            own = overlay(self.primitive.folder)
            found |= {name: file for name, file in own.items() if name in found}
        return found

    def parts(self) -> dict[str, Path]:
        """Its source files by name: its entries without `tuned`, `from` and what `strays` names."""
        apart = {TUNED, ORIGIN, *self.strays()}
        files = sorted((n, f) for n, f in self.entries().items() if n not in apart and f.is_file())
        return {name: file for name, file in files if not name.startswith(".")}

    def files(self) -> dict[str, bytes]:
        """The contents of its source files by name, links followed."""
        found = {name: file.read_bytes() for name, file in self.parts().items()}
        if self.shared:
            found[API] = f"#define CRYPTO_BYTES {self.output_bytes()}\n".encode()
        return found

    def strays(self) -> dict[str, str]:
        """The files of its folder that are not its own, with reasons; usually none."""
        return strays(self.entries().values(), self.primitive.folder.parent)

    def output_bytes(self) -> int:
        """CRYPTO_BYTES of api.h, in bytes; 0 when api.h does not define it."""
        if self.shared:
            return self.primitive.output or output_of(self.primitive.folder)
        return output_bytes(self.folder / API)


def strays(files: Iterable[Path], top: Path) -> dict[str, str]:
    """The files of folders below `top`, or in this checkout, that are not to be read; reasons.

    A compiler's complaint about what lies behind a link out of the tree would stand in the result.
    """
    found = {}
    for file in filter(Path.is_file, files):  # and not a link in a circle
        folders = (top, FUNCTIONS, file.parent.parent, file.parent)
        if file.is_symlink() and not any(file.resolve().is_relative_to(_real(f)) for f in folders):
            found[file.name] = "a link that leads out of crypto_hash"
        elif file.stat().st_size > LARGEST:
            found[file.name] = "too large for a source"
    return found


_real = functools.cache(Path.resolve)


Kinds = Sequence[type[Implementation]]


def primitives(top: Path = CRYPTO_HASH, kinds: Kinds = (Implementation,)) -> list[Primitive]:
    """All primitives that have an implementation: the paper's first, then set by set."""
    found = [Primitive(d.name, d) for d in top.iterdir() if d.is_dir() and _fit(d.name, 0)]
    ranks = {name: rank for rank, name in enumerate(ORDER)}
    some = (p for p in found if implementations(p, kinds))
    return sorted(some, key=lambda p: (ranks.get(p.name, len(ranks)), p.name))


def _of_length(pattern: str, top: Path) -> Primitive | None:
    """SHAKE128 with 64 bytes of output for shake128_64: those with `xof` have 1 to 999."""
    name = _plain(pattern).partition("/")[0]
    own, _, output = name.rpartition("_")
    if not (re.fullmatch(r"[1-9]\d{0,2}", output, re.ASCII) and (top / own / XOF).is_file()):
        return None
    return Primitive(name, top / own, int(output))


def known(top: Path = CRYPTO_HASH) -> frozenset[str]:
    """The names of the primitives of this checkout and of a tree that takes its place."""
    return frozenset({*ORDER, *(folder.name for folder in top.iterdir() if folder.is_dir())})


def implementations(primitive: Primitive, kinds: Kinds = (Implementation,)) -> list[Implementation]:
    """The implementations of a primitive, nested ones too, kind by kind, sorted by name.

    Those in C are also its home's, but for names that the primitive has itself.
    """
    found = []
    for kind in kinds:
        folders = _marked(primitive.folder, kind)
        if kind is Implementation and (where := home(primitive.folder)):
            theirs = _marked(where, kind).items()
            folders = {n: f for n, f in theirs if takes(f, primitive.folder)} | folders
        names = sorted((name for name in folders if _fit(name, 1)), key=PurePath)
        found += [kind(primitive, name, folders[name]) for name in names]
    return found


def _marked(top: Path, kind: type[Implementation]) -> dict[str, Path]:
    """The folders below `top` that have the mark of a kind, by their paths from there."""
    found = (f for f, _, names in walk(top) if kind.MARK in names and (f / kind.MARK).is_file())
    return {folder.relative_to(top).as_posix(): folder for folder in found}


def _fit(name: str, which: int) -> bool:
    return len(name) <= LONGEST[which] and bool(FIT.fullmatch(name))


def misnamed(top: Path = CRYPTO_HASH, kinds: Kinds = (Implementation,)) -> list[str]:
    """The paths below `top` of folders that would be implementations under other names."""
    parts = (path.partition("/") for kind in kinds for path in _marked(top, kind) if "/" in path)
    return sorted({f"{p}/{i}" for p, _, i in parts if not (_fit(p, 0) and _fit(i, 1))})


def _unmarked(top: Path, pattern: str, kinds: Kinds) -> bool:
    """Whether it names a folder that lacks only the file that makes it an implementation."""
    named = (f for f in top.glob("*/*/") if f"{f.parent.name}/{f.name}" == pattern.rstrip("/"))
    return any(not any((folder / kind.MARK).exists() for kind in kinds) for folder in named)


def select(
    patterns: list[str], top: Path = CRYPTO_HASH, kinds: Kinds = (Implementation,), group: str = ""
) -> list[Implementation]:
    """The implementations that match any of the patterns, or those of a set, or both.

    A pattern is `blake256`, `blake256/avx`, `crypto_hash/groestl256/`, `shake128_64`, `*/ref`.
    Without patterns the set is `default` if it is not named; with patterns it is all of them.
    Raises Usage for a pattern or a set that has nothing.
    """
    every, marks = primitives(top, kinds), " or ".join(kind.MARK for kind in kinds)
    every += {p for pattern in patterns if (p := _of_length(pattern, top))} - {*every}
    if not every:
        raise Usage(f"{top}: no implementation there. It would be a folder that holds {marks}.")
    if group:
        checked(group, sets_of(p.folder for p in every))
    group = group or (ALL if patterns else DEFAULT)
    everything = [i for p in every if chosen(p.folder, group) for i in implementations(p, kinds)]
    if not patterns:
        return everything
    found: set[Implementation] = set()
    for pattern in patterns:
        some = {i for i in everything if matches(pattern, i.primitive.name, i.name)}
        if not some and _unmarked(top, pattern, kinds):
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
                f"{near(pattern, sorted(names))}. `./do list` shows what is there."
            )
        found |= some
    return [i for i in everything if i in found]


def origin(primitive: str, implementation: str) -> str:
    """The implementation of a function that another came from, by its file `from`; or empty."""
    return escaped(told(folder_of(primitive, implementation) / ORIGIN).strip())


def is_named(pattern: str, primitive: str, implementation: str) -> bool:
    """Whether a pattern of the command line names this implementation itself, and no other."""
    wanted = _plain(pattern)
    return not set(wanted) & set("*?[") and wanted == f"{primitive}/{implementation}"


def matches(pattern: str, primitive: str, implementation: str) -> bool:
    """Whether a pattern of the command line chooses an implementation."""
    pattern, name = _plain(pattern), f"{primitive}/{implementation}"
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, f"{pattern}/*")


def _plain(pattern: str) -> str:
    return pattern.removeprefix("crypto_hash/").rstrip("/")
