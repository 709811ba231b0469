"""Digests of the sources of a result: of the harness and of each implementation."""

from __future__ import annotations

import ast
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ..build.cells import Cell
from ..common.paths import ROOT
from ..registry.tree import Implementation
from ..results.archive import is_archive, read_members
from ..results.figures import Row
from .language import Language

# Files of a staged copy that the build makes, besides the primitive's own header.
MADE_HERE = ("stamp", "crypto_hash.h")
PACKAGE = Path(__file__).resolve().parents[1]


def digest(files: Mapping[str, bytes]) -> str:
    """The SHA-256 of names and contents, independent of their order."""
    each = (f"{hashlib.sha256(files[name]).hexdigest()} {name}\n" for name in sorted(files))
    return hashlib.sha256("".join(each).encode()).hexdigest()


def _own(files: Mapping[str, bytes], primitive: str) -> str:
    """The digest of an implementation's files, without the headers that the build makes."""
    made = {*MADE_HERE, f"crypto_hash_{primitive}.h"}
    return digest({name: content for name, content in files.items() if name not in made})


def of_implementation(implementation: Implementation) -> str:
    """The digest of an implementation's sources as they are now."""
    return _own(implementation.files(), implementation.primitive.name)


def of_cell(cell: Cell) -> str:
    """The digest of the copy that a cell was compiled from, or the one kept when it was made."""
    kept = cell.made / "source"
    if kept.is_file():
        return kept.read_text()
    files = {file.name: file.read_bytes() for file in cell.stage.iterdir()}
    return _own(files, cell.primitive)


def of_harness(languages: Iterable[Language]) -> str:
    """The digest of everything that decides the contents of a result: see `harness`."""
    files = harness(languages)
    return digest({file.relative_to(ROOT).as_posix(): file.read_bytes() for file in files})


def harness(languages: Iterable[Language]) -> list[Path]:
    """The files of the harness: programs that try and time, modules that build, run and record.

    The modules are those that the driver and the languages import, directly or not. So
    a change of a graph or of a rule of check does not change the harness.
    """
    languages = list(languages)
    roots = [PACKAGE / "run" / "driver.py"]
    roots += [Path(str(sys.modules[type(language).__module__].__file__)) for language in languages]
    programs = (file for language in languages for file in language.programs() if file.is_file())
    return [*imported(roots), *programs]


def imported(roots: Iterable[Path]) -> list[Path]:
    """The modules that some modules import, directly or not; with these and their packages."""
    found: list[Path] = []
    waiting = [root.resolve() for root in roots]
    while waiting:
        file = waiting.pop()
        if file in found:
            continue
        found.append(file)
        above = [folder / "__init__.py" for folder in file.parents if PACKAGE in folder.parents]
        waiting += [*above, PACKAGE / "__init__.py", *_imports(file)]
    return sorted(found)


def _imports(file: Path) -> Iterator[Path]:
    """The modules named by a file's relative imports, anywhere in it."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = file.parents[node.level - 1].joinpath(*(node.module or "").split("."))
            names = [base.with_suffix(".py"), *(base / f"{a.name}.py" for a in node.names)]
            yield from (name for name in names if name.is_file())


def timed(path: Path, row: Row) -> str:
    """The digest of a row's sources by the `source` lines of its file; empty without them."""
    if not is_archive(path):
        return ""
    name = f"crypto_hash/{row.primitive}/{row.implementation}"
    line = rf" source {re.escape(name)} ([0-9a-f]{{64}})$"
    data = read_members(path)["data"]
    found = re.search(line.encode(), data, re.MULTILINE)
    return found[1].decode() if found else ""
