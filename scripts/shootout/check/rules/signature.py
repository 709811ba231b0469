"""Who vouches for the file? A signature is nobody's duty."""

from __future__ import annotations

from collections.abc import Iterable

from ...results.sign import STRANGER, UNCHECKED, WRONG
from ..evidence import Evidence
from ..rules import ERROR, NOTE, WARNING, rule


@rule(6, ERROR)
def signature(e: Evidence) -> Iterable[str]:
    """A signature of other bytes, or of another purpose, was taken from elsewhere, or the
    file was changed after it was signed. No signature at all is no fault."""
    return [f"{e.signature.text}; ask for both again"] if e.signature.state == WRONG else []


@rule(7, WARNING)
def signature_checked(e: Evidence) -> Iterable[str]:
    """A signature that could not be checked may be anybody's."""
    return [e.signature.text] if e.signature.state == UNCHECKED else []


@rule(8, NOTE)
def signer(e: Evidence) -> Iterable[str]:
    """A sound signature by a key that nobody has vouched for tells only that two files are
    of the same owner: compare the fingerprint with what the owner says it is."""
    return [e.signature.text] if e.signature.state == STRANGER else []
