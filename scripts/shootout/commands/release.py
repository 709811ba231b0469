"""Release the checked-out sources under their version, once for each version.

    python3 -m shootout.commands.release FILE >> scripts/shootout/known/releases

prints a line `VERSION NAME SHA-256` for the harness and for each implementation that is in
no release so far, if FILE is a whole run of just these sources, and nothing is wrong with it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from ..collect.checked import check
from ..common.errors import Trouble
from ..common.version import VERSION
from ..registry.releases import HARNESS, RELEASES, releases
from ..registry.sets import ALL, DEFAULT
from ..registry.tree import select
from ..results.reader import read
from ..results.records import LEFT_OUT
from ..run.sources import of_harness, of_implementation
from .languages import LANGUAGES


def lines(known: dict[str, dict[str, str]], found: dict[str, str]) -> list[str]:
    """Lines of known/releases for digests that are of no release, by name.

    Raises Trouble when there is a release of this version.
    """
    if VERSION in known.get(HARNESS, {}).values():
        raise Trouble(
            f"{VERSION} is released already, and results name it. Give this one a VERSION of "
            "its own, in scripts/shootout/common/version.py and pyproject.toml, then try again."
        )
    return [f"{VERSION} {name} {hash}" for name, hash in found.items()
            if name == HARNESS or hash not in known.get(name, {})]  # fmt: skip


def sources() -> dict[str, str]:
    """The digests of the checked-out sources, by name."""
    implementations = select([], kinds=[language.kind for language in LANGUAGES], group=ALL)
    found = {HARNESS: of_harness()}
    return {**found, **{i.path: of_implementation(i) for i in implementations}}


def unproven(file: Path, candidate: Mapping[str, str]) -> str:
    """Why a file does not show that sources work, in words; empty if it does."""
    result = read(file)
    if result.facts.get(HARNESS) != candidate[HARNESS]:
        return "it is not of these sources"
    curves = {block.primitive for block in result.blocks if block.curve}
    due = select([], kinds=[language.kind for language in LANGUAGES], group=DEFAULT)
    if lacking := {i.primitive.name for i in due} - curves:
        return f"it is no whole run: no curves of {' '.join(sorted(lacking))}"
    if LEFT_OUT in result.facts:
        return f"it left something out: {result.facts[LEFT_OUT]}"
    report = check(file, candidate=candidate)
    return "; ".join(map(str, [*report.errors, *report.warnings]))


def main(arguments: Sequence[str]) -> int:
    found = sources()
    try:
        if arguments and (why := unproven(Path(arguments[0]), found)):
            raise Trouble(f"{arguments[0]}: {why}")
        print("\n".join(lines(releases(RELEASES), found)))
    except Trouble as e:
        print(f"release: {e}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
