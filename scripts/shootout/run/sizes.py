"""How large is the code? `size` tells, where there is one."""

from __future__ import annotations

import subprocess

from ..build.cells import Cell
from .record import Recorder

AT_ONCE = 200
"""Programs that `size` looks at in one call."""


def sizes(cells: list[Cell], recorder: Recorder) -> list[str]:
    """objsize lines of built cells; none without a `size`."""
    lines = []
    for i in range(0, len(cells), AT_ONCE):
        some = cells[i : i + AT_ONCE]
        try:
            said = subprocess.run(
                ["size", *[str(c.folder / "try") for c in some]],
                capture_output=True, text=True, check=False, timeout=60,
            ).stdout  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return []
        by_name = {w[5]: w for w in map(str.split, said.splitlines()[1:]) if len(w) == 6}
        for cell in some:
            w = by_name.get(str(cell.folder / "try"))
            if w:
                lines.append(recorder.objsize(cell, int(w[0]), int(w[1]), int(w[2]), "try"))
    return lines
