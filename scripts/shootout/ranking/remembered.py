"""The results of this machine so far, trials among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..common import paths
from ..common.errors import Trouble
from ..machine import naming
from ..results.figures import Row, rows_of
from ..results.reader import read
from .rows import shown

LOOKS = 8  # results that are read in search of a function, the newest first


def own_files() -> list[Path]:
    """The results of this machine, in data/ and among its trials, the newest first."""
    name = naming.remembered()
    files = [
        path
        for folder in (paths.DATA, paths.TRIALS)
        for path in folder.glob(f"{name}-*.tar.gz")
        if re.fullmatch(rf"{re.escape(name)}-[0-9]{{8}}-[0-9]{{6}}\.tar\.gz", path.name)
    ]
    return sorted(files, key=lambda path: path.name, reverse=True) if name else []


def timed(primitive: str) -> Iterator[list[Row]]:
    """The rows of a function in each of the newest results that have it."""
    for path in own_files()[:LOOKS]:
        try:
            blocks = read(path, curves=False).blocks
        except Trouble:  # to say what is wrong with it is for ./do check
            continue
        if its := [block for block in blocks if block.primitive == primitive]:
            yield list(shown(rows_of(its)))
