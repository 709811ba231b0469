"""Which sources made a result? Their hashes go into it, and those of releases are known.

    python3 -m shootout.run.sources >> scripts/shootout/known/releases

makes what is checked out a release, under its version: a line `VERSION NAME SHA-256` of the
harness (the driver and measure/), and of each implementation.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from .. import VERSION
from ..build.cells import Cell
from ..common.paths import MEASURE, ROOT
from ..java.implementation import HOME, KINDS, JavaImplementation
from ..registry.stage import contents
from ..registry.tree import Implementation, select
from ..results.releases import HARNESS, RELEASES, releases

NO_SOURCES = ("stamp", "crypto_hash.h")


def digest(files: Mapping[str, bytes]) -> str:
    """SHA-256 of names and contents, whatever their order."""
    each = (f"{hashlib.sha256(files[name]).hexdigest()} {name}\n" for name in sorted(files))
    return hashlib.sha256("".join(each).encode()).hexdigest()


def _own(files: Mapping[str, bytes], primitive: str) -> str:
    """The digest of an implementation's files, without the headers that the build makes."""
    made = {*NO_SOURCES, f"crypto_hash_{primitive}.h"}
    return digest({name: content for name, content in files.items() if name not in made})


def of_implementation(implementation: Implementation) -> str:
    """The digest of a folder of crypto_hash as it is now, and of what else it is made from."""
    if isinstance(implementation, JavaImplementation):
        return digest(implementation.files())
    return _own(contents(implementation), implementation.primitive.name)


def of_cell(cell: Cell) -> str:
    """The digest of the copy that a cell was compiled from, or what its maker kept of that."""
    kept = cell.made / "source"
    if kept.is_file():
        return kept.read_text()
    files = {file.name: file.read_bytes() for file in cell.stage.iterdir()}
    return _own(files, cell.primitive)


def of_harness() -> str:
    """The digest of the driver, of measure/ and of java/shootout/."""
    driver, java = (ROOT / "scripts" / "shootout").rglob("*.py"), HOME / "shootout"
    folders = driver, MEASURE.rglob("*"), java.rglob("*")
    files = (file for folder in folders for file in folder if file.is_file())
    return digest({file.relative_to(ROOT).as_posix(): file.read_bytes() for file in files})


def lines(names: Iterable[tuple[str, str]]) -> list[str]:
    """Lines of known/releases for names and their digests."""
    return [f"{VERSION} {name} {found}" for name, found in names]


def main() -> None:
    """Prints what of the checkout is in no release so far, as one."""
    known = releases(RELEASES)
    names = [(HARNESS, of_harness())]
    names += [(i.path, of_implementation(i)) for i in select([], kinds=KINDS)]
    for line in lines((name, found) for name, found in names if found not in known.get(name, {})):
        print(line)


if __name__ == "__main__":
    main()
