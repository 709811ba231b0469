"""The sets of functions that a report shows, and the option that chooses them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from ..registry.families import Group, groups
from ..registry.sets import ALL, checked


def chosen(name: str) -> Iterator[Group]:
    """The set of a name, or all sets; raise Usage, which lists them, for another name."""
    name = checked(name, groups())
    return (group for group in groups().values() if name in (ALL, group.name))


def add_option(parser: argparse.ArgumentParser, default: str) -> None:
    """Add --set to a command that shows results."""
    parser.add_argument(
        "--set", default=default, metavar="SET",
        help=f"only functions of a set: {', '.join([*groups(), ALL])}; default: {default}",
    )  # fmt: skip
