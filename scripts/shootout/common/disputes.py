"""Files under a name that another owner had first: their machine is shown with a mark."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .named import content

BESIDE = ".check"  # what collect keeps beside a file
DISPUTED = "disputed"  # a key there: true if the name of the machine is another owner's
MARK = "?"  # behind the name, which no name of a machine has


def disputed(path: Path) -> bool:
    """Whether the findings beside a file say that its machine's name is another's."""
    return findings(path.with_name(path.name + BESIDE)).get(DISPUTED) is True


def findings(beside: Path) -> dict[str, Any]:
    """What collect wrote beside a file; empty if there is none, or something else is there."""
    try:
        told = json.loads(content(beside))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}
