"""The tools of binutils: nm, objdump, size."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

AT_ONCE = 200  # files that a tool looks at in one call
SECONDS = 60


def common(files: Sequence[Path]) -> Path:
    """The folder that all files lie in, below which `printed` names them."""
    return Path(os.path.commonpath([file.parent for file in files])) if files else Path()


def printed(command: Sequence[str], files: Sequence[Path]) -> Iterator[str]:
    """The lines that a tool of binutils prints about files; none where it is missing.

    It stands in the folder of all files, as a checkout may lie where names have any bytes.
    """
    top = common(files)
    names = [str(file.relative_to(top)) for file in files]
    for i in range(0, len(names), AT_ONCE):
        try:
            yield from subprocess.run(
                [*command, *names[i : i + AT_ONCE]], cwd=top,
                capture_output=True, text=True, errors="replace", check=False, timeout=SECONDS,
            ).stdout.splitlines()  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return
