"""Files under a name that another owner had first: their machine is shown with a mark."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from .records import Result

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


def renamed(result: Result, path: Path) -> Result:
    """The records of a file, under another name if the machine's is disputed."""
    if not disputed(path):
        return result
    return replace(
        result,
        blocks=tuple(b._replace(machine=b.machine + MARK) for b in result.blocks),
        attempts=tuple(a._replace(machine=a.machine + MARK) for a in result.attempts),
        instructions={
            c._replace(machine=c.machine + MARK): n for c, n in result.instructions.items()
        },
        sizes={c._replace(machine=c.machine + MARK): n for c, n in result.sizes.items()},
    )
