"""literature.pdf: published figures in the layout of the shootout, native code and then Java."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ...registry.families import SHOOTOUT
from ...results import published
from ...results.stats import LENGTHS, Length
from .. import literature
from ..bands import bands
from ..literature import PublishedRow
from ..machines import MachineRow
from .drawing import pdf
from .leaves import leaves
from .shootout import picture, title, values

ROWS = 32  # greatest number on a page: with their sources below, names can be read
NOTE = (
    "Measured and published by others, not by shootout; the number after a machine's name is that "
    "of its source. Hollow crosses: 256 bits; hollow dots: 512 bits. Different methods: "
    "scripts/shootout/known/published tells what to bear in mind."
)
Bands = Mapping[str, Sequence[MachineRow]]


def draw(folder: Path) -> list[Path]:
    """Write literature.pdf; return its path."""
    rows = literature.rows(published.load())
    path = folder / "literature.pdf"
    with pdf(path, "Hash functions in the literature") as pages:
        for java in (False, True):
            some = [row for row in rows if row.contestant.java == java]
            for mlen in LENGTHS:
                for shown, heading, extent in sheets(some, mlen, java):
                    page = picture(shown, mlen, notes(rows, shown), heading, extent=extent)
                    pages.savefig(page.figure)
    return [path]


def sheets(
    rows: Iterable[PublishedRow], mlen: Length, java: bool
) -> Iterator[tuple[Bands, str, Sequence[float]]]:
    """The pages of a length: only rows that have a figure there, with title and common axis."""
    some = [row.contestant for row in rows]
    here = [c for c in some if any(c.figure(primitive, mlen) for primitive in SHOOTOUT)]
    for of, shown in leaves(bands(here), ROWS):
        heading = f"{title(mlen)}{' in Java' * java}: literature{f', {of}' * bool(of)}"
        yield shown, heading, values(here, mlen)


def notes(rows: Iterable[PublishedRow], shown: Bands) -> list[str]:
    """The notes of a page: the sources of its machines in full, equal beginnings together."""
    keys = {c.key for machines in shown.values() for c in machines}
    used = {s.key: s for row in rows if row.contestant.key in keys for s in row.sources}
    numbers = literature.numbers()
    lines: dict[str, str] = {}
    for source in sorted(used.values(), key=lambda s: numbers[s.key]):
        start, _, end = source.text.rpartition(", ")
        before = lines.get(start, f"{start}:" if start else "")
        lines[start] = f"{before} [{numbers[source.key]}] {end}"
    return [NOTE, *lines.values()]
