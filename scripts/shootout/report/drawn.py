"""The record of what was drawn from what: nothing is drawn again from the same, by the same code.

The graphs of a command, and each page, have a key: a hash of their data, and of the code and tables
that they are drawn with. The record of a folder is in build/, and has the hash of each file too:
where one was changed or removed, all with its key are drawn again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path

from ..common.atomic import appear
from ..common.paths import BUILD
from ..results.cache import code, sha256


class Drawn:
    """The record of the pictures in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        name = hashlib.sha256(str(self.folder).encode(errors="surrogateescape")).hexdigest()[:16]
        self.file = BUILD / "drawn" / f"{name}.json"
        self.known: dict[str, tuple[str, dict[str, str]]] = {}
        with contextlib.suppress(OSError, ValueError, TypeError, KeyError):
            self.known = dict(json.loads(self.file.read_text())["pictures"])

    def still(self, name: str, key: str) -> list[Path]:
        """The files that were drawn by this key; empty if they have to be drawn again."""
        old, files = self.known.get(name, ("", {}))
        paths = [self.folder / file for file in files]
        same = old == key and all(sha256(p) == files[p.name] for p in paths)
        return paths if same else []

    def note(self, name: str, key: str, paths: Iterable[Path]) -> None:
        """Write down which files were drawn by a key."""
        self.known[name] = (key, {path.name: sha256(path) for path in paths})
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with appear(self.file, replace=True) as file:
            text = {"folder": str(self.folder), "pictures": self.known}
            file.write(json.dumps(text, indent=1).encode())


def key(*data: object) -> str:
    """The key of pictures of these data, whose `repr` has all that is drawn."""
    return hashlib.sha256(f"{code()} {data!r}".encode()).hexdigest()


def of_files(paths: Sequence[Path]) -> list[tuple[str, str]]:
    """The names and hashes of result files; a file that cannot be read has none."""
    return [(str(path), sha256(path)) for path in paths]


def libraries() -> list[str]:
    """The libraries that graphs are drawn by, with their versions."""
    return [f"{name} {metadata.version(name)}" for name in ("matplotlib", "numpy")]
