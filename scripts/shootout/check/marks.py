"""Marks of samples: two files with the same lines have the same marks."""

from __future__ import annotations

import hashlib

from .groups import Unit

VARIED = 8  # different samples of a line, at least; a line with fewer may recur by chance
LARGE = 200  # ticks of its middle


def mark(u: Unit) -> str:
    """A hash of a line's samples, in whatever order; empty if chance may repeat them."""
    if u.middle < LARGE or len(set(u.ordered)) < VARIED:
        return ""
    text = repr((u.calls, u.middle, u.ordered)).encode()
    return hashlib.blake2b(text, digest_size=8).hexdigest()
