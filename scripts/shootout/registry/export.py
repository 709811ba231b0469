"""./do export DIR: crypto_hash as plain files for SUPERCOP."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from ..common.errors import Trouble, Usage
from .stage import dangling
from .tree import CHECKS, implementations, primitives

OURS = {"set", *(f"checksum{name}" for name in CHECKS[2:])}  # files that SUPERCOP does not know


def export(folder: Path) -> int:
    """Write DIR/crypto_hash; return the number of implementations.

    Raises Usage when DIR/crypto_hash exists: nothing is overwritten.
    """
    top = folder / "crypto_hash"
    if top.exists():
        raise Usage(f"{top}: exists already. Name a new folder, or move this one away.")
    count = 0
    for primitive in primitives():
        home = top / primitive.name
        home.mkdir(parents=True)
        for file in primitive.folder.iterdir():
            if file.is_file() and file.name not in OURS:
                shutil.copyfile(file, home / file.name)
        for i in implementations(primitive):
            if dangling(i):
                raise Trouble(f"{i.path}: links lead nowhere: {' '.join(dangling(i))}.")
            for name, reason in i.strays().items():
                raise Trouble(f"{i.path}/{name}: {reason}. Remove it.")
            (home / i.name).mkdir(parents=True, exist_ok=True)
            for file in filter(Path.is_file, i.folder.iterdir()):
                shutil.copyfile(file, home / i.name / file.name)
            count += 1
    return count


def export_command(args: argparse.Namespace) -> int:
    count = export(args.folder)
    print(f"{count} implementations in {args.folder / 'crypto_hash'}")
    return 0


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.set_defaults(func=export_command)
