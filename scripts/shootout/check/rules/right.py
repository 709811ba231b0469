"""Was the right thing timed, and by which sources?"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from ...common.paths import CRYPTO_HASH
from ...registry.tree import Primitive, implementations
from ...results import releases
from ...results.releases import HARNESS
from ..evidence import Evidence
from ..rules import ERROR, NOTE, WARNING, rule
from .structure import few, todo

NULL = "null"


@cache
def pinned(name: str, top: Path = CRYPTO_HASH) -> str:
    """The checksums of a primitive as `try` prints them; empty for an unknown one."""
    sums = Primitive(name, top / name).checksums() if name.isalnum() else {}
    return f"{sums['small']}/{sums['big']}" if "small" in sums and "big" in sums else ""


@cache
def output_bytes(name: str, top: Path = CRYPTO_HASH) -> int:
    """CRYPTO_BYTES of a primitive's implementations; 0 for an unknown one."""
    primitive = Primitive(name, top / name)
    known = implementations(primitive) if name.isalnum() and primitive.folder.is_dir() else []
    return known[0].output_bytes() if known else 0


@rule(20, ERROR)
def checksums(e: Evidence) -> Iterable[str]:
    """Who computes something else is not asked how fast: checksums of what passed are the
    pinned ones, which are SUPERCOP's."""
    for (primitive, found), line in e.trials.checksums.items():
        if pinned(primitive) and found != pinned(primitive):
            yield (
                f"line {line}: the checksums of {primitive} are not those of crypto_hash/"
                f"{primitive}; its figures are of another function: leave it out"
            )


@rule(21, ERROR)
def tried(e: Evidence) -> Iterable[str]:
    """Only what was found right is timed."""
    if e.kind != "shootout":
        return
    cells = {block.cell[1:] for block in e.blocks.kept if block.primitive != NULL}
    wrong = sorted(cells - {cell for cell, tried in e.trials.cells.items() if tried.right})
    names = [f"{primitive}/{name} {compiler:.40}" for _, primitive, name, compiler in wrong]
    yield from todo(few(names), "timed, and not found right before: leave it out")


@rule(22, ERROR)
def emulated(e: Evidence) -> Iterable[str]:
    """What ran under an emulator says nothing about a processor: it is verified, never
    timed."""
    cells = {block.cell[1:] for block in e.blocks.kept}
    wrong = sorted(cells & {cell for cell, tried in e.trials.cells.items() if tried.emulated})
    for abi, primitive, implementation, _ in wrong[:1]:
        yield f"{primitive}/{implementation} ({abi}) is timed, and was emulated; leave it out"


@rule(23, ERROR)
def digest_length(e: Evidence) -> Iterable[str]:
    """A function that writes fewer bytes is another function."""
    found = {(b.primitive, b.outputbytes): b for b in e.blocks.kept if b.primitive != NULL}
    for (primitive, size), block in found.items():
        known = output_bytes(primitive)
        if known and size != known:
            yield f"{primitive}/{block.implementation} writes {size} bytes, not {known}; mend it"


@rule(24, WARNING)
def modified(e: Evidence) -> Iterable[str]:
    """The run is marked modified when its harness, or an implementation of a release's name,
    is of no release: figures of changed code are not those of the code by that name. The
    hashes are the sender's word."""
    known = releases.releases(releases.RELEASES)
    harness = {HARNESS: e.facts.text[HARNESS]} if HARNESS in e.facts.text else {}
    told = {**e.trials.sources, **harness}
    names = [name for name, found in told.items() if found not in known.get(name, {found: ""})]
    if known and names:
        rest = f" and {len(names) - 3} more" if names[3:] else ""
        yield f"modified: {', '.join(names[:3])}{rest}: of no known release; see what was changed"


@rule(25, NOTE)
def of_their_own(e: Evidence) -> Iterable[str]:
    """An implementation that no release has is welcome; the publisher should have its
    sources."""
    known = releases.releases(releases.RELEASES)
    sources = [name for name in e.trials.sources if not name.endswith(NULL)]
    own = [name for name in sources if known and name not in known]
    if own:
        rest = f" and {len(own) - 3} more" if own[3:] else ""
        yield f"in no release: {', '.join(own[:3])}{rest}; ask for the sources"
