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


def cpuinfo(core: int | None = None) -> dict[str, str]:
    """The fields of /proc/cpuinfo for one CPU (default: the first), and those of the system."""
    fields: dict[str, str] = {}
    for stanza in text(Path("/proc/cpuinfo")).split("\n\n"):
        found = stanza_fields(stanza)
        if fields and core is not None and found.get("processor") == str(core):
            fields.update(found)
        else:
            fields = {**found, **fields}
    return fields


def stanza_fields(stanza: str) -> dict[str, str]:
    """The fields of a stanza of /proc/cpuinfo."""
    pairs = (line.partition(":") for line in stanza.splitlines())
    return {key.strip(): value.strip() for key, colon, value in pairs if colon}
