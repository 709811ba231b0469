"""What owners say of their machines: the file `machines` beside result files.

A line is a machine: its name in results, two or more blanks, and a note. Words of the note that
begin with + are features and caches that the machine has, as in known/microarchitectures:
+amx_tile, +L1i=64K. They count only for result files that do not record features themselves.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ..common.errors import Trouble

FILE = "machines"
FEATURE = re.compile(r"\+[A-Za-z0-9_]+(=\d+K)?")


@cache
def read(folder: Path) -> Mapping[str, str]:
    """The notes of a folder by machine; none if it has no such file.

    Raises Trouble for a line in another form.
    """
    file = folder / FILE
    try:
        lines = file.read_text(encoding="ascii").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{file}: cannot be read: {error}") from error
    notes: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, blanks, note = line.partition("  ")
        if not name.strip() or not blanks or not note.strip() or name in notes:
            todo = "a line has a name, once, two or more blanks, and a note"
            raise Trouble(f"{file}, line {number}: {line[:60]!r}: {todo}")
        notes[name] = note.strip()
    return notes


def features(folder: Path, machine: str) -> frozenset[str]:
    """The features and caches that the note about a machine states."""
    words = read(folder).get(machine, "").split()
    return frozenset(word[1:].rstrip(",.;") for word in words if FEATURE.match(word))
