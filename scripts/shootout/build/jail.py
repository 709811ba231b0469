"""A jail for compilers, which may be given a stranger's sources.

What is compiled does not run, but the compiler reads what it includes (`#include`, `.incbin`) and
takes the time, memory and disk that it asks for. Words of a file that is no source would stand in
the compiler's complaint, and so in the result. In the jail a file and a process have limits, and on
Linux with Landlock a compiler reads what systems install and what its command names, and writes to
one folder of build/ alone. `jailed.py` is the program that enters it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from ..common import surroundings
from . import jailed
from .jailed import FILES, MEMORY, SECONDS, SIZES

__all__ = [
    "FILES", "MEMORY", "SECONDS", "SIZES", "entering", "environment", "fit", "libraries", "limits",
    "order",
]  # fmt: skip

# Beside a folder of programs; x86_64-conda-linux-gnu and the like, too.
BESIDE = re.compile(r"lib\w*|include|\w+-\w+-\w+(-\w+)?")


def entering(order: str) -> list[str]:
    """The beginning of a command that runs in the jail; its first line of output is `jail` and
    what that is, FILES or SIZES."""
    return [sys.executable, "-S", jailed.__file__, order]


def environment() -> dict[str, str]:
    """The environment of a compiler there: it says the same in all languages, and has its temporary
    files where it works, for the jail has no other folder to write to."""
    return {**surroundings.of_compilers(), "TMPDIR": "."}


def order(
    commands: Iterable[Sequence[str]], reads: Iterable[Path], writes: Path, memory: int = MEMORY
) -> str:
    """The jail of compilers with these commands, which may read some folders more, write to one,
    and have so many bytes of address space each."""
    named = {*reads, *(path for words in commands for path in _named(words)), *_looked_in()}
    folders = sorted(path for path in map(str, named) if "\n" not in path)
    return "\n".join([str(memory), str(writes), *folders])


def limits(memory: int = MEMORY) -> str:
    """The jail without rules about files."""
    return str(memory)


@cache
def libraries(command: tuple[str, ...]) -> str:
    """The folders, with colons between, in which programs of a compiler may have libraries besides
    the system's (measure/files.h): beside the compiler, in its options, in LD_LIBRARY_PATH."""
    told = filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep))
    beside = (path for path in (*_named(command), *_looked_in()) if path.name.startswith("lib"))
    found = {*beside, *_in_options(command), *filter(fit, map(Path, told))}
    return ":".join(sorted(path for path in map(str, found) if ":" not in path))


def _named(words: Sequence[str]) -> Iterator[Path]:
    """The folders that a compiler's command needs: its program's, and those in its options."""
    program = shutil.which(words[0])
    if program:
        yield from _home(Path(program).parent)
        yield from _home(Path(program).resolve().parent)
    yield from _in_options(words)


def _in_options(words: Sequence[str]) -> Iterator[Path]:
    for word in words[1:]:
        if "/" in word and fit(path := Path(word[word.index("/") :])):
            yield path


def _looked_in() -> Iterator[Path]:
    """The folders that the environment names."""
    for name in surroundings.PLACES:
        for folder in map(Path, filter(None, os.environ.get(name, "").split(os.pathsep))):
            yield from _home(folder) if name == "PATH" else filter(fit, [folder])


def _home(folder: Path) -> Iterator[Path]:
    """A folder of programs, and those beside it that have their libraries and headers. What else
    may be there, as in ~/.local, is no compiler's."""
    yield from filter(fit, [folder])
    if folder.name == "bin":
        with contextlib.suppress(OSError):  # what cannot be read is of no use to a compiler
            yield from (each for each in folder.parent.iterdir() if BESIDE.fullmatch(each.name))


def fit(path: Path) -> bool:
    """Whether it is a place of its own: neither the user's home nor around that."""
    try:
        home = Path("~").expanduser().resolve()
        return path.is_absolute() and path.resolve() not in (home, *home.parents)
    except (OSError, RuntimeError):  # links in a circle, or nobody's home
        return False
