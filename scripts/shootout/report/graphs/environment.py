"""NumPy and matplotlib for drawing: found on this system, or installed under build/."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re

from ..environment import Environment

OLDEST = (3, 6)  # of matplotlib: the first that can take a dollar sign in text literally


def present() -> bool:
    """Whether this Python has NumPy and a matplotlib that is new enough."""
    if not all(importlib.util.find_spec(name) for name in ("numpy", "matplotlib")):
        return False
    try:
        version = importlib.metadata.version("matplotlib")
    except importlib.metadata.PackageNotFoundError:
        return False
    return tuple(map(int, re.findall(r"\d+", version)[:2])) >= OLDEST


def ready() -> None:
    """Make `import matplotlib` work; raise Trouble when that is impossible."""
    Environment(
        "drawing", "requirements-graphs.txt", "matplotlib and NumPy", present, "no graphs",
        "Install them (Debian: apt install python3-matplotlib), then run ./do graphs.",
    ).ready()  # fmt: skip
