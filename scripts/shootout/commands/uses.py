"""./do uses FILE: the implementations that a file of crypto_hash is part of."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..common.errors import Usage
from ..common.paths import CRYPTO_HASH
from ..common.terminal import say
from ..registry.sets import ALL
from ..registry.tree import select
from .languages import LANGUAGES


def uses(args: argparse.Namespace) -> int:
    """Print them, a line each, then their number."""
    inside = CRYPTO_HASH / args.file.removeprefix("crypto_hash/")
    found = [path.resolve() for path in (Path(args.file), inside) if path.is_file()]
    if not found:
        raise Usage(f"{args.file}: no such file, here or in crypto_hash.")
    kinds = [language.kind for language in LANGUAGES]
    every = select([], kinds=kinds, group=ALL)
    its = [i.path for i in every if found[0] in {file.resolve() for file in i.parts().values()}]
    say(*its, f"{len(its)} implementations")
    return 0


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="blake256/common/blocks.h")
    parser.set_defaults(func=uses)
