"""Digests of the sources of a result: of the harness and of each implementation."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from ..build.cells import Cell
from ..common.paths import ROOT
from ..registry.tree import Implementation
from ..results.archive import is_archive, read_members
from ..results.figures import Row

# Files of a staged copy that the build makes, besides the primitive's own header.
MADE_HERE = ("stamp", "crypto_hash.h")
# The programs that try and time, and the packages that build, run and record.
HARNESS = (
    "measure/**/*", "java/shootout/**/*.java", "scripts/shootout/common/version.py",
    *(f"scripts/shootout/{name}/**/*.py" for name in ("build", "java", "layout", "machine", "run")),
    *(f"scripts/shootout/results/{name}.py" for name in ("archive", "columns", "sections")),
)  # fmt: skip


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


def of_harness() -> str:
    """The digest of everything that decides the contents of a result: see HARNESS."""
    return digest({file.relative_to(ROOT).as_posix(): file.read_bytes() for file in harness()})


def harness() -> list[Path]:
    """The files of the harness. A change of a graph or of a rule of check does not change it."""
    found = (file for pattern in HARNESS for file in ROOT.glob(pattern))
    return sorted(file for file in found if file.is_file())


def timed(path: Path, row: Row) -> str:
    """The digest of a row's sources by the `source` lines of its file; empty without them."""
    if not is_archive(path):
        return ""
    name = f"crypto_hash/{row.primitive}/{row.implementation}"
    line = rf" source {re.escape(name)} ([0-9a-f]{{64}})$"
    data = read_members(path)["data"]
    found = re.search(line.encode(), data, re.MULTILINE)
    return found[1].decode() if found else ""
