"""Release the checked-out sources under their version, once for each version.

    python3 -m shootout.release >> scripts/shootout/known/releases

prints a line `VERSION NAME SHA-256` for the harness and for each implementation that is in
no release so far.
"""

from __future__ import annotations

import sys

from . import VERSION
from .common.errors import Trouble
from .languages import LANGUAGES
from .registry.releases import HARNESS, RELEASES, releases
from .registry.sets import ALL
from .registry.tree import select
from .run.sources import of_harness, of_implementation


def lines(known: dict[str, dict[str, str]], found: dict[str, str]) -> list[str]:
    """Lines of known/releases for digests that are of no release, by name.

    Raises Trouble when there is a release of this version.
    """
    if VERSION in known.get(HARNESS, {}).values():
        raise Trouble(
            f"{VERSION} is released already, and results name it. Give this one a VERSION of "
            "its own, in scripts/shootout/__init__.py and pyproject.toml, then try again."
        )
    return [f"{VERSION} {name} {hash}" for name, hash in found.items()
            if name == HARNESS or hash not in known.get(name, {})]  # fmt: skip


def main() -> int:
    implementations = select([], kinds=[language.kind for language in LANGUAGES], group=ALL)
    found = {HARNESS: of_harness(LANGUAGES)}
    found.update((i.path, of_implementation(i)) for i in implementations)
    try:
        print("\n".join(lines(releases(RELEASES), found)))
    except Trouble as e:
        print(f"release: {e}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
