"""What was computed from result files, kept for the next command.

A file of results never changes, so what follows from it is kept below build/cache, by the SHA-256
of the file and of the code that computes it. Only commands keep anything: `enable` it first. An
entry that cannot be read is computed again.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

from ..common.atomic import appear
from ..common.named import disputed, opened
from ..common.paths import CRYPTO_HASH

MOST = 256 << 20  # bytes of all entries; those that were not used for the longest time go
PACKAGE = Path(__file__).resolve().parents[1]
PIECE = 1 << 20  # bytes read at once
Value = TypeVar("Value")

_folder: list[Path] = []  # none as long as nothing is kept


def enable(folder: Path | None) -> None:
    """Keep entries in this folder; None: keep nothing."""
    _folder[:] = [folder] if folder else []


def kept(
    kind: str, path: Path, make: Callable[[], Value], sound: Callable[[Value], bool] = bool,
    *, once: bool = False,
) -> Value:  # fmt: skip
    """What `make` computes from the file at this path, or computed in an earlier command.

    `kind` names the computation, and what else it depends on. A value that is not `sound` is not
    kept, nor one that is needed only `once`.
    """
    if not _folder or not (digest := sha256(path)):
        return make()
    about = f"{kind} {digest} {disputed(path)} {path} {code()}"
    entry = _folder[0] / hashlib.sha256(about.encode(errors="surrogateescape")).hexdigest()
    with contextlib.suppress(Exception):  # whatever is wrong with an entry, it can be made again
        with opened(entry) as file:
            value: Value = pickle.load(file)
        os.utime(entry)
        return value
    value = make()
    if not once and sound(value):
        _keep(entry, value)
    return value


def _keep(entry: Path, value: object) -> None:
    """Write an entry; where there is no room for it, or no permission, do without."""
    with contextlib.suppress(OSError, pickle.PicklingError, TypeError, AttributeError):
        content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
        if len(content) < MOST:
            entry.parent.mkdir(parents=True, exist_ok=True)
            with appear(entry, replace=True) as file:
                file.write(content)
            _bound(entry.parent)


def _bound(folder: Path) -> None:
    """Remove the oldest entries of a folder until the rest has MOST bytes."""
    entries = sorted(
        ((each.stat(), each) for each in folder.iterdir()), key=lambda e: e[0].st_mtime
    )
    total = sum(status.st_size for status, _ in entries)
    for status, each in entries:
        if total <= MOST:
            break
        each.unlink(missing_ok=True)
        total -= status.st_size


def sha256(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal; empty if it cannot be read."""
    found = hashlib.sha256()
    try:
        with opened(path) as file:
            while piece := file.read(PIECE):
                found.update(piece)
    except OSError:
        return ""
    return found.hexdigest()


@cache
def code() -> str:
    """The hash of the package, with its tables and the parts of the page, and of all sets."""
    files = {*PACKAGE.rglob("*"), *CRYPTO_HASH.glob("*/set")} - {*PACKAGE.rglob("*.pyc")}
    about = (f"{file} {sha256(file)}\n" for file in sorted(files) if file.is_file())
    return hashlib.sha256("".join(about).encode(errors="surrogateescape")).hexdigest()
