"""The size of an implementation: bytes of code and tables, as `objsize` lines record them."""

from __future__ import annotations

from collections.abc import Mapping

from ..results.records import BESIDE

PROGRAM = "try"  # the file that has the harness, too
MEANING = "size: bytes of code and tables; <: only that of the whole try program is recorded"


def size(files: Mapping[str, int]) -> int | None:
    """The bytes of the objects of an implementation; None if these were not recorded."""
    objects = [n for file, n in files.items() if file not in (PROGRAM, *BESIDE)]
    return sum(objects) if objects else None


def written(files: Mapping[str, int]) -> str:
    """The size, or what it is less than."""
    found = size(files)
    if found is not None:
        return str(found)
    return f"<{files[PROGRAM]}" if PROGRAM in files else "-"


def short(files: Mapping[str, int]) -> str:
    """The size in kB, for a graph; empty if it is not known."""
    text = written(files)
    digits = text.lstrip("<")
    return f"{text[: -len(digits)]}{int(digits) / 1000:.1f} kB" if digits.isdigit() else ""
