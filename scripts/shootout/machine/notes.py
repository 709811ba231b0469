"""What owners say of their machines: the file `machines` beside result files.

A line is a machine: its name in results, two or more blanks, and a note. Words of the note that
begin with + are features and caches that the machine has, as in known/microarchitectures:
+amx_tile, +L1i=64K. They count only for result files that do not record features themselves.
A word as =Zen_3 names the microarchitecture, with _ for blanks; it counts only where a file does
not identify its processor. A word as @FILE names a file that is the owner's, although its facts
or its signature are not those of the first file of the machine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ..common.errors import Trouble
from ..common.named import content
from .microarchitecture import Identity, cpu_of, identify, order

FILE = "machines"
FEATURE = re.compile(r"\+[A-Za-z0-9_]+(=\d+K)?")


@cache
def read(folder: Path) -> Mapping[str, str]:
    """The notes of a folder by machine, if it has any. Raises Trouble for a malformed line."""
    file = folder / FILE
    try:
        lines = content(file).splitlines()
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


def vouched(folder: Path, machine: str) -> frozenset[str]:
    """The files that are the owner's, by the note about a machine, although they look otherwise."""
    return frozenset(word[1:] for word in _words(folder, machine) if word.startswith("@"))


def features(folder: Path, machine: str) -> frozenset[str]:
    """The features and caches that the note about a machine states."""
    return frozenset(word[1:] for word in _words(folder, machine) if FEATURE.fullmatch(word))


def _words(folder: Path, machine: str) -> list[str]:
    return [word.rstrip(",.;:") for word in read(folder).get(machine, "").split()]


def identity(
    folder: Path, machine: str, word: str, facts: Mapping[str, str], abi: str = ""
) -> Identity:
    """The microarchitecture of a machine, by a file in the folder, whose lines name its CPU with
    `word`, and the note there."""
    cpu = cpu_of(word, facts, features(folder, machine))
    if cpu.kind == "unknown":
        for stated in _words(folder, machine):
            name = stated[1:].replace("_", " ")
            if stated.startswith("=") and name in order():
                return Identity(name)
    return identify(cpu, abi)
