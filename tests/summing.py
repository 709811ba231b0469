"""Result files made of lines: the sums that ./do writes below sections, and the archive."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping

from shootout.results import archive
from shootout.results.sections import WORDS, sections
from shootout.results.sections import summed as closed


def summed(lines: Iterable[str]) -> list[str]:
    """The lines, each section followed by `sum LINES CRC32`."""
    text = "".join(f"{line}\n" for line in lines).encode()
    found = sections([text], print, words=WORDS[:1])
    return "".join([closed(section).decode() for _, section in found]).split("\n")[1:]


def packed(members: Mapping[str, bytes]) -> bytes:
    """A result file of these members, with a MANIFEST of them."""
    file = io.BytesIO()
    archive._pack(file, {**members, archive.MANIFEST: archive.manifest(members)}, 0)
    return file.getvalue()
