"""Release the checked-out sources under their version, once for each version.

    python3 -m lab.release FILE >> scripts/shootout/known/releases

prints a line `VERSION NAME SHA-256` for the harness and for each implementation that is in
no release so far, if FILE is a whole run of just these sources, and nothing is wrong with it.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from shootout.collect.checked import check
from shootout.commands.languages import LANGUAGES
from shootout.common.errors import Trouble
from shootout.common.version import VERSION
from shootout.registry.releases import HARNESS, RELEASES, releases
from shootout.registry.sets import ALL, DEFAULT
from shootout.registry.tree import select
from shootout.results.reader import read
from shootout.results.records import LEFT_OUT
from shootout.run.sources import of_harness, of_implementation


def lines(known: dict[str, dict[str, str]], found: dict[str, str]) -> list[str]:
    """Lines of known/releases for digests that are of no release, by name. Raises Trouble when
    there is a release of this version."""
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
