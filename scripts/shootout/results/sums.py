"""A sum below each section of a result file, as below a column of figures.

It finds a slip, also one by intent that stopped there. It is no seal: who knows the format
makes it anew, as they make the MANIFEST (docs/check.md).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from .records import HEAD, MANY

OPENS = " implementation "
"""The word that a block begins with; what comes before the first block is a section too."""


def crc(lines: Iterable[str]) -> str:
    """CRC-32 of the lines, each with its newline, in hexadecimal."""
    total = 0
    for line in lines:
        total = zlib.crc32(f"{line}\n".encode("ascii", "replace"), total)
    return f"{total:08x}"


def summed(lines: Iterable[str]) -> list[str]:
    """The lines, each section followed by `sum LINES CRC32` under the head of its last line."""
    return [line for section in _sections(lines) for line in _closed(section)]


def parted(lines: Iterable[str]) -> tuple[list[str], list[str]]:
    """The same in two parts: the blocks of curves are the second."""
    parts: tuple[list[str], list[str]] = [], []
    for section in _sections(lines):
        parts[sum(map(_timed, section)) >= MANY].extend(_closed(section))
    return parts


def _sections(lines: Iterable[str]) -> Iterator[list[str]]:
    section: list[str] = []
    for line in lines:
        if section and _word(line) == OPENS.strip():
            yield section
            section = []
        section.append(line)
    if section:
        yield section


def _word(line: str) -> str:
    return "".join(line.split(" ", HEAD)[HEAD - 1 : HEAD])


def _timed(line: str) -> bool:
    return _word(line) == "cycles"


def _closed(section: list[str]) -> list[str]:
    head = section[-1].split(" ", HEAD)[: HEAD - 1]
    return [*section, " ".join([*head, "sum", str(len(section)), crc(section)])]
