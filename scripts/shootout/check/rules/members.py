"""Is the file what ./do writes, and whose is it? Seen from the outside; nobody has to sign."""

from __future__ import annotations

from collections.abc import Iterable

from ...results.sign import STRANGER, UNCHECKED, WRONG
from ..evidence import Evidence
from ..rules import ERROR, NOTE, WARNING, rule, with_remedy


@rule(1, ERROR)
def size(e: Evidence) -> Iterable[str]:
    """A stranger's file may be a decompression bomb. The file, its unpacked content and each
    member may have ten times the bytes that a run needs, and result lines never shrink to a
    hundredth."""
    return e.notices.of("input", "output", "ratio", "size")


@rule(2, ERROR)
def whole(e: Evidence) -> Iterable[str]:
    """A file that was cut off or damaged on its way has to be sent again. Bytes after its end show
    that somebody tampered with it."""
    return with_remedy(e.notices.of("gzip", "cut", "padding"), "send the file again")


@rule(3, ERROR)
def plain_files(e: Evidence) -> Iterable[str]:
    """Links, devices, sparse files and headers that change other headers have fooled many
    unpacking programs; ./do writes none of them."""
    return e.notices.of("kind", "header")


@rule(4, ERROR)
def known_members(e: Evidence) -> Iterable[str]:
    """The members are data, machine, log, curves and MANIFEST, each at most once. Other names
    are not ours, and of two members with one name different programs see different ones."""
    return e.notices.of("name", "twice")


@rule(5, ERROR)
def manifest(e: Evidence) -> Iterable[str]:
    """MANIFEST states the format and the hashes of the members. A file that disagrees with it
    was changed, or was written by a later shootout."""
    return e.notices.of("format", "manifest")


@rule(6, ERROR)
def signature(e: Evidence) -> Iterable[str]:
    """A signature that does not match was made for another file or another purpose, or the file
    was changed after it was signed. A file without a signature is no error."""
    wrong = e.signature.state == WRONG
    return [f"{e.signature.text}; ask for the file and its signature again"] if wrong else []


@rule(7, WARNING)
def signature_checked(e: Evidence) -> Iterable[str]:
    """A signature that could not be checked may be anybody's."""
    return [e.signature.text] if e.signature.state == UNCHECKED else []


@rule(8, NOTE)
def signer(e: Evidence) -> Iterable[str]:
    """A valid signature with a key that nobody has vouched for shows only that two files have
    the same owner. Compare its fingerprint with the one that the owner states."""
    return [e.signature.text] if e.signature.state == STRANGER else []
