"""Is the file what ./do writes, and nothing else? Told from its outside."""

from __future__ import annotations

from collections.abc import Iterable

from ..evidence import Evidence
from ..rules import ERROR, rule


@rule(1, ERROR)
def size(e: Evidence) -> Iterable[str]:
    """A stranger's file may be a bomb: so many bytes of input, of output and of each member
    are ten times what a run needs, and lines of samples never shrink a hundredfold."""
    return e.notices.of("input", "output", "ratio", "size")


@rule(2, ERROR)
def whole(e: Evidence) -> Iterable[str]:
    """What was cut off or damaged on its way has to be sent again; what goes on behind its
    end was tampered with."""
    return e.notices.of("gzip", "cut", "padding")


@rule(3, ERROR)
def plain_files(e: Evidence) -> Iterable[str]:
    """Links, devices, sparse files and headers that change other headers have fooled many a
    program that unpacks; ./do writes none of them."""
    return e.notices.of("kind", "header")


@rule(4, ERROR)
def known_members(e: Evidence) -> Iterable[str]:
    """data, machine, log, curves and MANIFEST, each once: other names are not ours, and of
    two members with one name different programs see different ones."""
    return e.notices.of("name", "twice")


@rule(5, ERROR)
def manifest(e: Evidence) -> Iterable[str]:
    """MANIFEST tells the format and the hashes of the members: a file that disagrees was
    changed, or is of a shootout that does not exist yet."""
    return e.notices.of("format", "manifest")
