"""Files under a name that another owner had first: their machine is shown with a mark."""

from __future__ import annotations

import json
from pathlib import Path

BESIDE = ".check"  # what collect keeps beside a file
DISPUTED = "disputed"  # a key there: true if the name of the machine is another owner's
MARK = "?"  # behind the name, which no name of a machine has


def disputed(path: Path) -> bool:
    """Whether the findings beside a file say that its machine's name is another's."""
    try:
        told = json.loads(path.with_name(path.name + BESIDE).read_text(encoding="ascii"))
        return isinstance(told, dict) and told.get(DISPUTED) is True
    except (OSError, ValueError, RecursionError):
        return False
