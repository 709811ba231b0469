"""What the tools of binutils tell of programs and objects: sizes, and names by which an
implementation could reach the harness, or run before it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from .cells import TIE, Cell

AT_ONCE = 200  # files that a tool looks at in one call
SECONDS = 60
# Letters of nm: names that are used and not defined, indirect functions, names of one file.
OPEN, INDIRECT, LOCAL = frozenset("Uwv"), "i", frozenset("abdgnprstN?-")
TIED = "subject"  # by which the harness knows the implementation
LINKED = "doctor"  # of the harness; what a linker adds to any program calls more functions
LOADER = frozenset({"malloc", "calloc", "realloc", "free"})  # which it takes from any program
# Sections by which code runs, or the loader is told to run it, before the harness confines it.
# Constructors (.init_array) run after that. `objdump -h` leaves out what linkers take away.
SPECIAL = re.compile(r"\.(preinit_array|init|fini|rela?|dyn\w*|interp|i?plt|got|hash)(\.|$)")


def common(files: Sequence[Path]) -> Path:
    """The folder that all files lie in, below which `printed` names them."""
    return Path(os.path.commonpath([file.parent for file in files])) if files else Path()


def printed(command: Sequence[str], files: Sequence[Path]) -> Iterator[str]:
    """The lines that a tool of binutils prints about files; none where it is missing.

    It stands in the folder of all files, as a checkout may lie where names have any bytes.
    """
    top = common(files)
    names = [str(file.relative_to(top)) for file in files]
    for i in range(0, len(names), AT_ONCE):
        try:
            yield from subprocess.run(
                [*command, *names[i : i + AT_ONCE]], cwd=top,
                capture_output=True, text=True, errors="replace", check=False, timeout=SECONDS,
            ).stdout.splitlines()  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return


class Names(NamedTuple):
    """The names in an object."""

    defined: set[str]
    used: set[str]
    indirect: set[str]  # functions that are chosen by code that runs while the program is loaded


def _names(files: Sequence[Path]) -> dict[Path, Names]:
    """The names that each object defines, uses, and has as indirect functions."""
    found: dict[Path, Names] = {}
    top = common(files)
    for line in printed(["nm", "-P", "-A"], files):
        file, colon, rest = line.partition(": ")
        fields = rest.split()
        name = fields[0].partition("@")[0] if fields else ""  # puts@GLIBC_2.2.5
        if colon and len(fields) >= 2:
            names = found.setdefault(top / file, Names(set(), set(), set()))
            if fields[1] == INDIRECT:
                names.indirect.add(name)
            elif fields[1] in OPEN:
                names.used.add(name)
            # Compilers define functions of their own in every object: __x86.get_pc_thunk.bx.
            elif fields[1] not in LOCAL and "." not in name:
                names.defined.add(name)
    return found


def _special(files: Sequence[Path]) -> dict[Path, str]:
    """The first section of each object that is the loader's, if it has one."""
    found: dict[Path, str] = {}
    top = file = common(files)
    for line in printed(["objdump", "-h", "-w"], files):
        name, colon, _ = line.rpartition(":     file format ")
        fields = line.split()
        if colon:
            file = top / name
        elif len(fields) > 6 and fields[0].isdigit() and SPECIAL.match(fields[1]):
            found.setdefault(file, fields[1])
    return found


def meddlers(cells: Iterable[Cell]) -> dict[Cell, str]:
    """The cells whose code defines what the harness calls, or uses what is the harness's own.

    Such code could change how it is tried and timed without an attack on memory. So could an
    indirect function (ifunc), or a section of the loader's: what these name runs before anything
    else in the process.
    """
    objects = {c: [f for f in c.folder.glob("*.o") if f.name != TIE] for c in cells}
    first = {c.harness: c for c in objects}
    homes = {home: list(home.glob("*.o")) for c in first.values() for home in (c.harness, c.base)}
    linked = [home / LINKED for home in homes if (home / LINKED).is_file()]
    every = {f for files in (*objects.values(), *homes.values(), linked) for f in files}
    names = _names(sorted(every))
    special = _special(sorted(f for files in objects.values() for f in files))
    ours: dict[Path, tuple[set[str], set[str]]] = {}  # defined and called, by harness
    for home, cell in first.items():
        own = [names[f] for f in (*homes[home], *homes[cell.base]) if f in names]
        defined = set[str]().union(*(each.defined for each in own))
        called = set[str]().union(*(each.used for each in own)) - defined - {TIED}
        if cell.base / LINKED in names:
            called |= names[cell.base / LINKED].used | LOADER
        ours[home] = defined, called
    found = {}
    for cell, its in objects.items():
        defined, called = ours[cell.harness]
        for file in sorted(its):
            theirs, wanted, indirect = names.get(file, Names(set(), set(), set()))
            if file in special:
                found[cell] = f"has the section {special[file]}, which is the loader's"
            elif indirect:
                found[cell] = f"{min(indirect)} is chosen by code that runs before it"
            elif both := sorted(theirs & (called | defined)):
                found[cell] = f"defines {both[0]}, which the harness calls"
            elif both := sorted(wanted & defined):
                found[cell] = f"uses {both[0]}, which is the harness's"
    return found


def sizes(cells: Iterable[Cell]) -> dict[Cell, dict[str, tuple[int, int, int]]]:
    """The sizes of text, data and bss of each cell's try program and objects, in bytes, by `size`.

    Cells without such a program, like Java's, are left out, and all cells if there is no `size`.
    """
    found: dict[Cell, dict[str, tuple[int, int, int]]] = {}
    files = {
        file: (c, file.name)
        for c in cells
        if (c.folder / "try").is_file()
        for file in (c.folder / "try", *sorted(c.folder.glob("*.o")))
        if file.name != TIE
    }
    top = common(list(files))
    for w in (line.split() for line in printed(["size"], list(files))):
        if len(w) == 6 and top / w[5] in files:
            cell, name = files[top / w[5]]
            found.setdefault(cell, {})[name] = int(w[0]), int(w[1]), int(w[2])
    return found
