"""The lines of a result file with the sums that ./do writes below its sections."""

from __future__ import annotations

from collections.abc import Iterable

from shootout.results.sections import WORDS, sections
from shootout.results.sections import summed as closed


def summed(lines: Iterable[str]) -> list[str]:
    """The lines, each section followed by `sum LINES CRC32`."""
    text = "".join(f"{line}\n" for line in lines).encode()
    found = sections([text], print, words=WORDS[:1])
    return "".join([closed(section).decode() for _, section in found]).split("\n")[1:]
