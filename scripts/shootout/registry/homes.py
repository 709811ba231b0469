"""Functions that are another one with other parameters: the file `home` names that one.

Each implementation of the home is one of the function, too. The file `bytes` has the bytes of
output, and files in the function's `common` take the place of the home's of the same name.
"""

from __future__ import annotations

import re
from pathlib import Path

from ..common.errors import Trouble, near
from ..common.named import escaped, told
from ..common.paths import CRYPTO_HASH
from .sets import BYTES

API, HOME = "api.h", "home"
# Files beside generated code that no compiler reads: the home generates it for all.
GENERATES = re.compile(r".*\.py|order(\..*)?")


def home(function: Path) -> Path | None:
    """The folder of the function whose code the one in a folder has; None if it has its own. Raises
    Trouble if the file `home` does not name a function with code of its own."""
    file = function / HOME
    if not file.is_file():
        return None
    name = told(file).strip()
    there = [folder.name for folder in function.parent.iterdir() if folder.is_dir()]
    if name not in there:
        raise Trouble(f"{escaped(file)}: {escaped(name)}: no such function{near(name, there)}.")
    if (function.parent / name / HOME).is_file():
        raise Trouble(f"{escaped(file)}: {name} has a home itself. Name a function with code.")
    return function.parent / name


def overlay(function: Path) -> dict[str, Path]:
    """The files that say the parameters of a function with a home, by the names they replace."""
    common = function / "common"
    files = common.iterdir() if common.is_dir() else ()
    return {API: function / BYTES, **{f.name: f for f in files if not f.is_dir()}}


def takes(folder: Path, function: Path) -> bool:
    """Whether code of its home takes a function's parameters: from a file, or the output alone."""
    files = {file.name: file for file in folder.iterdir() if file.name != API}
    sources = (file for name, file in files.items() if name.endswith((".c", ".h", ".S", ".s")))
    by_file = files.keys() & overlay(function).keys()
    return bool(by_file) or any("CRYPTO_BYTES" in told(file) for file in sources)


def folder_of(primitive: str, implementation: str, top: Path = CRYPTO_HASH) -> Path:
    """The folder with the code of a C implementation: its own, or one of the function's home."""
    own, where = top / primitive / implementation, home(top / primitive)
    there = where and not (own / API).is_file() and (where / implementation / API).is_file()
    return where / implementation if where and there else own
