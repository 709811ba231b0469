"""The files of the system that programs run on: this one, or a board behind $DEVICE."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ..common.process import execute

SECONDS = 60
"""Wall time of one look at another machine."""
_board: list[str] = []


def look_at(command: Sequence[str]) -> None:
    """From now on files are those that a command prints which is given their names."""
    _board[:] = command
    _of_board.cache_clear()


def is_here() -> bool:
    """Do programs run on this machine?"""
    return not _board


@cache
def _of_board(path: Path) -> str:
    outcome = execute([*_board, str(path)], SECONDS)
    return "" if outcome.status or outcome.timed_out else outcome.output


def text(path: Path) -> str:
    """What a small file of /proc or /sys holds; empty when it can't be read."""
    if _board:
        return _of_board(path)
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""
