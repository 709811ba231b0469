"""The characters that pages can show, and fonts reduced to them, which PDFs embed sooner."""

# Where matplotlib is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, import-untyped, no-untyped-call"

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import fontTools
from matplotlib.backends import _backend_pdf_ps as embedding

from ...common.atomic import appear
from ...common.paths import BUILD

DOTS = "\u2026"
LETTERS = frozenset(
    [*filter(str.isprintable, map(chr, range(0x250))), DOTS, "\u2013", "\u2192"]
)  # fmt: skip


@contextmanager
def reduced() -> Iterator[None]:
    """A context in which closed PDFs take the glyphs that they embed from reduced fonts.

    The bytes are the same. matplotlib reads all glyphs of a font for each PDF, of which pages
    can show a tenth; that reading takes a quarter of the time of drawing.
    """
    whole = embedding.get_glyphs_subset

    def glyphs(path: Any, wanted: Any) -> Any:
        known = isinstance(wanted, str) and LETTERS.issuperset(wanted)
        return whole((known and _reduced(str(path), whole)) or path, wanted)

    embedding.get_glyphs_subset = glyphs
    try:
        yield
    finally:
        embedding.get_glyphs_subset = whole


@cache
def _reduced(path: str, subset: Any) -> str:
    """The path of a copy that has LETTERS alone, made when it is missing; "" on failure."""
    font = Path(path).read_bytes()
    letters = "".join(sorted(LETTERS))
    version = hashlib.sha256(f"{fontTools.version} {letters}".encode() + font).hexdigest()
    small = BUILD / "fonts" / f"{Path(path).stem}-{version:.16}{Path(path).suffix}"
    try:
        if not small.exists():
            small.parent.mkdir(parents=True, exist_ok=True)
            with appear(small, replace=True) as file:
                file.write(subset(path, letters).getvalue())
    except (OSError, AttributeError):  # AttributeError: a version that returns something else
        return ""
    return str(small)
