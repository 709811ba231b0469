"""What was found out about a program, kept in a file beside it while the program stays the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

Found = TypeVar("Found")


def key(program: bytes, *given: object) -> str:
    """What tells a program, and what it was given besides, from others."""
    return hashlib.sha256(program + repr(given).encode()).hexdigest()


def recall(file: Path, key: str, make: Callable[[Any], Found]) -> Found | None:
    """What `make` makes of the fields that are kept for this key; None if there are none."""
    try:
        old_key, fields = json.loads(file.read_text())
        return make(fields) if old_key == key else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def keep(file: Path, key: str, fields: object) -> None:
    """Keep fields: whoever ends this process, the file is the old one or the whole new one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    aside = file.with_suffix(".new")
    aside.write_text(json.dumps([key, fields]))
    aside.replace(file)
