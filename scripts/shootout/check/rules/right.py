"""Was the right function timed, and from which sources?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ...common.paths import CRYPTO_HASH
from ...registry import releases
from ...registry.releases import HARNESS
from ...registry.sets import output_of
from ...registry.tree import Primitive
from ..evidence import NULL, Evidence
from ..rules import AGAIN, ERROR, NOTE, WARNING, first_few, rule, with_remedy


@cache
def pinned(name: str, top: Path = CRYPTO_HASH) -> str:
    """The checksums of a primitive as `try` prints them; empty for an unknown one."""
    sums = Primitive(name, top / name).checksums() if name.isalnum() else {}
    return f"{sums['small']}/{sums['big']}" if "small" in sums and "big" in sums else ""


@rule(20, ERROR)
def checksums(e: Evidence) -> Iterable[str]:
    """Only correct code is timed: where a result says that code passed, its checksums must be the
    pinned ones, which are SUPERCOP's."""
    for (primitive, found), line in e.trials.checksums.items():
        if pinned(primitive) and found != pinned(primitive):
            yield (
                f"line {line}: the checksums of {primitive} are not those of crypto_hash/"
                f"{primitive}; the code computes another function: leave it out"
            )


@rule(21, ERROR)
def tried(e: Evidence) -> Iterable[str]:
    """Code is timed only after its digests were found to be right."""
    if e.kind != "shootout":
        return
    cells = {block.cell[1:] for block in e.blocks.kept if block.primitive != NULL}
    wrong = sorted(cells - {cell for cell, tried in e.trials.cells.items() if tried.right})
    names = [f"{primitive}/{name} {compiler:.40}" for _, primitive, name, compiler in wrong]
    yield from with_remedy(first_few(names), "timed, but not found to be right: leave it out")


@rule(22, ERROR)
def emulated(e: Evidence) -> Iterable[str]:
    """Times under an emulator say nothing about a processor: emulated code is verified, but never
    timed."""
    cells = {block.cell[1:] for block in e.blocks.kept}
    wrong = sorted(cells & {cell for cell, tried in e.trials.cells.items() if tried.emulated})
    for abi, primitive, implementation, _ in wrong[:1]:
        yield f"{primitive}/{implementation} ({abi}) was timed under an emulator; leave it out"


@rule(23, ERROR)
def digest_length(e: Evidence) -> Iterable[str]:
    """A function with a digest of another length is another function."""
    found = {(b.primitive, b.outputbytes): b for b in e.blocks.kept if b.primitive != NULL}
    for (primitive, size), block in found.items():
        known = output_of(CRYPTO_HASH / primitive) if primitive.isalnum() else 0
        if known and size != known:
            what = f"{primitive}/{block.implementation}"
            yield f"{what} has a digest of {size} bytes, not {known}; correct the code"


@rule(24, WARNING)
def modified(e: Evidence) -> Iterable[str]:
    """A run is marked as modified if the hash of its harness, or of an implementation with a
    released name, belongs to no release. The figures of changed code must not pass for those of the
    code with that name. The hashes are what the sender states."""
    known = releases.releases(releases.RELEASES)
    harness = {HARNESS: e.facts.text[HARNESS]} if HARNESS in e.facts.text else {}
    told = {**e.trials.sources, **harness}
    names = [
        name
        for name, found in told.items()
        if found not in known.get(name, {found: ""}) and found != e.candidate.get(name)
    ]
    if known and names:
        what = f"modified, from no known release: {', '.join(first_few(names))}"
        yield f"{what}; run ./do of a release, or tell the publisher what was changed"


@rule(25, NOTE)
def of_their_own(e: Evidence) -> Iterable[str]:
    """An implementation that no release has is welcome, but the publisher should have its
    sources."""
    known = releases.releases(releases.RELEASES)
    sources = [name for name in e.trials.sources if not name.endswith(NULL)]
    own = [n for n in sources if known and n not in known and n not in e.candidate]
    if own:
        yield f"in no release: {', '.join(first_few(own))}; ask for the sources"


@rule(26, ERROR)
def counted(e: Evidence) -> Iterable[str]:
    """Instructions are counted of code that was found to be right under an emulator: one count
    for each length of the tables, and more for more blocks."""
    tried = e.trials.cells.items()
    wrong = [
        f"line {found.counted}: {primitive}/{name} ({abi}) was not verified under an emulator"
        for (abi, primitive, name, _), found in tried
        if found.counted and not (found.right and found.emulated)
    ]
    yield from with_remedy([*e.notices.of("instructions"), *first_few(wrong)], AGAIN)
