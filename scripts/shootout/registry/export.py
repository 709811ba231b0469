"""./do export DIR: crypto_hash as plain files for SUPERCOP."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from ..common.errors import Trouble, Usage
from .homes import HOME
from .sets import BYTES
from .stage import unfit
from .tree import CHECKS, SAID, implementations, primitives

# Files that SUPERCOP does not know
OURS = {"set", HOME, BYTES, *SAID, *(f"checksum{name}" for name in CHECKS[2:])}


def export(folder: Path) -> int:
    """Write DIR/crypto_hash; return the number of implementations. Raises Usage when
    DIR/crypto_hash exists: nothing is overwritten."""
    top = folder / "crypto_hash"
    if top.exists():
        raise Usage(f"{top}: exists already. Name a new folder, or move this one away.")
    count = 0
    for primitive in primitives():
        made = top / primitive.name
        made.mkdir(parents=True)
        for file in primitive.folder.iterdir():
            if file.is_file() and file.name not in OURS:
                shutil.copyfile(file, made / file.name)
        for i in implementations(primitive):
            for wrong in unfit(i):
                raise Trouble(f"{i.path}/{wrong}. Mend or remove it.")
            (made / i.name).mkdir(parents=True, exist_ok=True)
            every = {n: f.read_bytes() for n, f in i.entries().items() if f.is_file()}
            for name, content in {**every, **i.files()}.items():
                (made / i.name / name).write_bytes(content)
            count += 1
    return count


def export_command(args: argparse.Namespace) -> int:
    count = export(args.folder)
    print(f"{count} implementations in {args.folder / 'crypto_hash'}")
    return 0


def register(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.set_defaults(func=export_command)
