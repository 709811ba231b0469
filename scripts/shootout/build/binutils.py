"""The tools of binutils: nm, objdump, size."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

AT_ONCE = 200  # files that a tool looks at in one call
SECONDS = 60


def printed(command: Sequence[str], files: Sequence[Path]) -> Iterator[str]:
    """The lines that a tool of binutils prints about files; none where it is missing."""
    for i in range(0, len(files), AT_ONCE):
        try:
            yield from subprocess.run(
                [*command, *map(str, files[i : i + AT_ONCE])],
                capture_output=True, text=True, errors="replace", check=False, timeout=SECONDS,
            ).stdout.splitlines()  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return
