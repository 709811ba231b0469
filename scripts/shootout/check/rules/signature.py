"""Is the signature valid, and whose is it? Nobody has to sign."""

from __future__ import annotations

from collections.abc import Iterable

from ...results.sign import STRANGER, UNCHECKED, WRONG
from ..evidence import Evidence
from ..rules import ERROR, NOTE, WARNING, rule


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
