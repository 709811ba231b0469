"""The hashes of sources that were released: known/releases.

A line is `VERSION NAME SHA-256...`. NAME is `harness`, or the path of an implementation. A
version has one line for a name; `make release` writes one hash. Where there are more, sources
were released several times under one version, and results of all of them are known.
"""

from __future__ import annotations

from pathlib import Path

from ..common.errors import Trouble
from ..common.paths import KNOWN

HARNESS = "harness"
RELEASES = KNOWN / "releases"


def releases(file: Path) -> dict[str, dict[str, str]]:
    """For each name that was ever released, the release of each of its digests."""
    known: dict[str, dict[str, str]] = {}
    text = file.read_text(encoding="ascii") if file.is_file() else ""
    for number, line in enumerate(text.splitlines(), 1):
        version, name, *digests = line.split() if len(line.split()) > 2 else ("", "")
        if not digests:
            raise Trouble(f"{file}, line {number}: not RELEASE NAME SHA-256... Mend the line.")
        for digest in digests:
            known.setdefault(name, {}).setdefault(digest, version)
    return known
