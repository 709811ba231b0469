"""./do new PRIMITIVE/NAME: a folder for an implementation, begun with another's code."""

from __future__ import annotations

import argparse
import re

from ..common.errors import Trouble, Usage, near
from ..common.paths import CRYPTO_HASH, short
from ..common.terminal import say
from .homes import home
from .stage import unfit
from .tree import ORIGIN, Implementation, implementations, primitives

FIT = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
HELP = """\
Makes the folder crypto_hash/PRIMITIVE/NAME with the code of another
implementation of the function in it, ready to be changed:

    ./do new blake256/mine
    ./do new blake256/mine --from avx

The files are copies, not links: to change one changes nothing else. The file
`from` names the implementation that they came from; ./do run compares with it."""


def new(name: str, origin: str = "ref") -> Implementation:
    """Make the folder of PRIMITIVE/NAME from an implementation of the same function. Raises Usage
    for a name that can't be, or is there already, or an origin that isn't there."""
    primitive, _, own = name.removeprefix("crypto_hash/").rstrip("/").partition("/")
    if not own:
        raise Usage(f"{name}: a function and a name are wanted, as in blake256/mine.")
    if not FIT.fullmatch(own):
        raise Usage(
            f"{name}: a name has 1 to 64 letters, digits, underscores and hyphens, and starts "
            "with a letter or digit."
        )
    found = {p.name: p for p in primitives()}
    if primitive not in found:
        raise Usage(f"{primitive}: no such function{near(primitive, sorted(found))}.")
    origin = origin.rpartition(f"{primitive}/")[2]
    there = {i.name: i for i in implementations(found[primitive])}
    if origin not in there:
        raise Usage(
            f"{primitive}/{origin}: no such implementation{near(origin, sorted(there))}. "
            f"`./do list {primitive}` shows what is there."
        )
    made = Implementation(found[primitive], own, CRYPTO_HASH / primitive / own)
    if own in there or made.folder.exists() or made.folder.is_symlink():
        raise Usage(f"{short(made.folder)}: exists already. Choose another name.")
    for wrong in unfit(there[origin]):
        raise Trouble(f"{there[origin].path}/{wrong}. Mend or remove it.")
    made.folder.mkdir()
    for file, content in there[origin].files().items():
        (made.folder / file).write_bytes(content)
    (made.folder / ORIGIN).write_text(f"{origin}\n")
    return made


def new_command(args: argparse.Namespace) -> int:
    made = new(args.name, args.origin)
    name = f"{made.primitive.name}/{made.name}"
    say(
        f"{short(made.folder)} has the code of {made.primitive.name}/{made.origin()}: "
        f"{', '.join(sorted(made.files()))}",
        "write your name into its file implementors, then change the code; this tells within "
        "seconds whether it is right, and how fast beside the fastest and where it came from:",
        f"    ./do run {name} --quick",
    )
    served = [p.name for p in primitives() if home(p.folder) == made.primitive.folder]
    if served:
        say(f"it is also an implementation of {', '.join(served)} while it takes their parameters")
    return 0


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = HELP
    parser.add_argument("name", metavar="PRIMITIVE/NAME", help="blake256/mine")
    parser.add_argument(
        "--from", dest="origin", default="ref", metavar="IMPLEMENTATION",
        help="of the same function (default: ref)",
    )  # fmt: skip
    parser.set_defaults(func=new_command)
