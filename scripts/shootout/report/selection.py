"""The result files, the machines and the set of functions that a command is about."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from ..common import paths
from ..common.errors import Usage
from ..common.named import escaped
from ..common.terminal import warn
from ..machine.naming import own_files
from ..registry.families import Group, groups
from ..registry.sets import ALL, DEFAULT, checked, covers
from ..results.reader import read

Thing = TypeVar("Thing")
DATE = re.compile(r"-(\d{8}(?:-\d{6})?)")  # and time, in the name of a result file


def data_files() -> list[Path]:
    """All result files of data/, ours before SUPERCOP's."""
    return [path for suffix in paths.SUFFIXES for path in sorted(paths.DATA.glob(f"*{suffix}"))]


def result_files(named: Sequence[Path] = ()) -> list[Path]:
    """The files named on the command line, each once; by default all of data/. Raises Usage when
    data/ has none, or none of those that are named exists: nothing is installed, and nothing drawn,
    for them."""
    if named and not any(path.exists() for path in named):
        raise Usage(f"{', '.join(map(escaped, named))}: no such file")
    found = list(named) or data_files()
    if not found:
        raise Usage(f"no result files in {paths.DATA}; name one, or run ./do first")
    return list(dict.fromkeys(found))


def newest_own() -> Path | None:
    """The newest result of this machine, in data/ or among its trials, announced; or None."""
    files = own_files()
    if not files:
        return None
    warn(f"the newest result of this machine: {paths.short(files[0])}")
    return files[0]


def newest() -> Path:
    """The newest file of data/, by the date in its name, that has functions of the default; for who
    has no result yet, announced."""
    every = sorted(result_files(), key=lambda file: DATE.findall(file.name)[-1:], reverse=True)
    usual = {name for group in of_set(DEFAULT) for name in group.primitives}
    others = (
        f for f in every if not usual.isdisjoint(b.primitive for b in read(f, curves=False).blocks)
    )
    found = next(others, every[0])
    said = f"this machine has no result yet: ./do makes one; the newest here: {paths.short(found)}"
    warn(f"{said}; more: ./do tables FILE...")
    return found


def matching(things: Sequence[Thing], pattern: str, name: Callable[[Thing], str]) -> list[Thing]:
    """The things of machines whose names match a regular expression. Raises Usage, which lists all
    names, when none of some matches."""
    found = [thing for thing in things if re.search(pattern, name(thing))]
    if things and not found:
        there = ", ".join(sorted({*map(name, things)}))
        raise Usage(f"no machine matches {pattern!r}; there are {there}")
    return found


def of_set(name: str) -> Iterator[Group]:
    """The sets of a name, of the default, or all; raise Usage, which lists them, for another."""
    name = checked(name, groups())
    return (group for group in groups().values() if covers(name, group.name))


def add_set(parser: argparse.ArgumentParser, default: str) -> None:
    """Add --set to a command that shows results."""
    parser.add_argument(
        "--set", default=default, metavar="SET",
        help=f"only functions of a set: {', '.join([*groups(), DEFAULT, ALL])}; default: {default}",
    )  # fmt: skip
