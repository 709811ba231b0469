"""Sets of primitives: the file `set` of a primitive holds the name of its set.

The paper's finalists are a set; so are the alternate functions that it names, and the sisters
of the finalists with 224 and 384 bits of output. A run with no choice times the finalists, and
primitives without the file: whoever adds a primitive wants to see it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ..common.errors import Usage
from ..common.named import escaped, told
from ..common.near import near
from ..common.paths import KNOWN

FINALISTS, ALL = "finalists", "all"


def set_of(folder: Path) -> str:
    """The set of the primitive in a folder; empty without the file."""
    return escaped(told(folder / "set").strip())


def sets_of(folders: Iterable[Path]) -> list[str]:
    """The sets of some primitives, the finalists first."""
    return sorted({set_of(folder) for folder in folders} - {""}, key=lambda s: (s != FINALISTS, s))


@cache
def further(name: str) -> tuple[int, ...]:
    """The lengths in bytes that a set asks for besides the paper's, the longest first."""
    for line in (KNOWN / "sets").read_text().splitlines():
        own, *lengths = line.partition("#")[0].split() or [""]
        if own == name:
            return tuple(sorted(map(int, lengths), reverse=True))
    return ()


def checked(name: str, known: Iterable[str]) -> str:
    """The name of a set; raise Usage, which lists all, if there is no such set."""
    there = [*known, ALL]
    if name not in there:
        raise Usage(f"--set {name}: no such set{near(name, there)}; there are {', '.join(there)}")
    return name


def chosen(folder: Path, name: str) -> bool:
    """Whether the primitive in a folder is to be shown or timed with a set."""
    own = set_of(folder)
    return name in (ALL, own) or (name == FINALISTS and not own)


def output_bytes(api: Path) -> int:
    """CRYPTO_BYTES of an api.h, in bytes; 0 when it does not define it."""
    text = told(api)
    found = re.search(r"^\s*#\s*define\s+CRYPTO_BYTES\s+(\d{1,9})\b", text, re.MULTILINE)
    return int(found.group(1)) if found else 0
