"""A store of figures, from which graphs and the page can be drawn in place of result files."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any, Protocol

from ..common.paths import STORE
from .machines import MachineRow


class Store(Protocol):
    """What a store has for pictures."""

    @property
    def home(self) -> Path: ...

    def ready(self) -> None:
        """Make its packages importable; raise Trouble when that is impossible."""

    def identity(self) -> list[tuple[str, str]]:
        """What tells the contents of the store: names and hashes."""

    def rows(self, primitives: Collection[str]) -> tuple[list[MachineRow], int]:
        """The machines with their figures of these functions, and the number of files."""

    def machines(self, primitives: Collection[str]) -> list[Any]:
        """The machines of the page."""


Opener = Callable[[Path], Store]


def add_option(
    parser: argparse.ArgumentParser, opener: Opener | None, what: str
) -> Callable[[argparse.Namespace], Store | None]:
    """Add --store to a command, if there are stores; return what opens the one that is chosen."""
    if opener:
        parser.add_argument(
            "--store", type=Path, nargs="?", const=STORE, metavar="DIR",
            help=f"{what}; default: store/ beside data/",
        )  # fmt: skip
    return lambda args: opener(args.store) if opener and args.store else None
