"""System files of the machine that programs run on: this one, or a board behind $DEVICE."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ..common.process import execute

SECONDS = 60  # wall time to read one file of another machine
_board: list[str] = []  # the command that prints a board's files; empty for this machine


def look_at(command: Sequence[str]) -> None:
    """Read files by running this command with the file name appended."""
    _board[:] = command
    _of_board.cache_clear()


def is_here() -> bool:
    """Whether programs run on this machine."""
    return not _board


@cache
def _of_board(path: Path) -> str:
    outcome = execute([*_board, str(path)], SECONDS)
    return "" if outcome.status or outcome.timed_out else outcome.output


def text(path: Path) -> str:
    """The contents of a small file of /proc or /sys; empty when it can't be read."""
    if _board:
        return _of_board(path)
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
