"""literature.pdf: published figures in the layout of the shootout, native code and then Java."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ...registry.families import PAPER, Group, pictured
from ...registry.sets import DEFAULT
from ...results import published
from ...results.stats import Length, lengths_of
from .. import literature
from ..bands import bands
from ..machines import MachineRow
from ..selection import of_set
from .drawing import pdf
from .leaves import leaves
from .shootout import picture, title

ROWS = 32  # greatest number on a page: with their sources below, names can be read
Bands = Mapping[str, Sequence[MachineRow]]


def draw(folder: Path) -> list[Path]:
    """Write literature.pdf; return its path."""
    rows = literature.rows(published.load())
    path = folder / "literature.pdf"
    with pdf(path, "Hash functions in the literature") as pages:
        for group in of_set(DEFAULT):
            for java in (False, True):
                some = [c for c, _ in rows if c.java == java]
                for mlen in lengths_of(group.name):
                    for shown, heading in sheets(some, mlen, java, group):
                        notes = literature.notes(c for each in shown.values() for c in each)
                        pages.savefig(picture(shown, mlen, notes, heading, pictured(group)).figure)
    return [path]


def sheets(
    some: Sequence[MachineRow], mlen: Length, java: bool, group: Group = PAPER
) -> Iterator[tuple[Bands, str]]:
    """The pages of a length, with titles: only rows that have a figure of a set there."""
    here = [c for c in some if any(c.figure(primitive, mlen) for primitive in group.primitives)]
    for of, shown in leaves(bands(here), ROWS):
        heading = f"{title(mlen)}{' in Java' * java}: literature{f', {of}' * bool(of)}"
        yield shown, heading
