"""The pages of the shootout for a length: the machines of each, and the places on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from ..exclusions import GRAVE, label_of
from ..machines import Key, MachineRow
from .drawing import GREY, HEIGHT, LEADING, MARGIN, RED, WIDTH, Page, footnotes, width

MOST = 44  # machines of a page: of more the names are too small on a screen

Bands = dict[str, list[MachineRow]]  # the machines of each band

# Lengths are in points at scale 1.
SMALLEST = 6.0  # type size of machines' names in points: the page is scaled up until it has it
LARGEST, HUGE = 9.0, 13.0  # greatest type sizes of the names of machines and of bands
HEAD, FOOT = 46.0, 46.0  # heights above and below the plot; FOOT without the notes
GAP = 8.0  # between plot and names
AIR = 0.5  # of a band above and below its rows together, in heights of a row
SHRUNK = 0.8  # the least part of their type size to which long labels shrink before they are cut
LABELS = 0.34  # the greatest part of the width for labels of machines


def leaves(shown: Mapping[str, Sequence[MachineRow]], most: int = MOST) -> list[tuple[str, Bands]]:
    """The bands of each page with its name, which is empty if there is only one page.

    Pages have about the same number of machines; a band that does not end on one goes on on the
    next.
    """
    flat = [(band, c) for band, machines in shown.items() for c in machines]
    pages = -(-len(flat) // most)
    found: list[tuple[str, Bands]] = []
    for k in range(pages):
        some: Bands = {}
        for band, c in flat[k * len(flat) // pages : (k + 1) * len(flat) // pages]:
            some.setdefault(band, []).append(c)
        found.append((f"{k + 1} of {pages}" if pages > 1 else "", some))
    return found


@dataclass(frozen=True)
class PageLayout:
    """Sizes and places on a page, in points."""

    scale: float
    row: float  # height of a row; that of a band is AIR more than its machines'
    bottom: float
    left: float
    right: float
    names: float  # x where the names of machines begin
    size: float  # type size of these names
    rows: Mapping[Key, float]  # y of a machine
    edges: Mapping[str, float]  # y of the upper edge of a band
    notes: tuple[str, ...]

    @property
    def top(self) -> float:
        return (HEIGHT - HEAD) * self.scale


def fitting(c: MachineRow, words: Sequence[str], size: float, room: float) -> list[str]:
    """The words of a machine's label that fit into the room: where they do not, it can do without
    the ratio of its clock, then its compiler, then its version."""
    kept = list(words)
    clock = next((word for word in kept if word.startswith("\u00d7")), "")
    for spare in (clock, c.compiler, c.version):
        if width(" ".join(kept), size) > room:
            kept = [word for word in kept if word != spare]
    return kept


def words_beside(page: Page, x: float, y: float, words: Iterable[str], size: float) -> None:
    """Draw the words of a machine's label from x on, the grave ones in red."""
    for grave, run in groupby(words, GRAVE.__contains__):
        x = page.text(x + width(" ", size), y, " ".join(run), size, RED if grave else GREY)


def layout(shown: Mapping[str, Sequence[MachineRow]], notes: Sequence[str]) -> PageLayout:
    """The layout of the smallest page on which the names of all machines can be read."""
    machines = [c for each in shown.values() for c in each]
    lines, noted = footnotes(notes)
    bottom = FOOT + noted
    high = HEIGHT - HEAD - bottom
    row = high / (len(machines) + AIR * len(shown))
    size = min(LARGEST, row / LEADING)
    labels = max(width(" ".join([c.name, *label_of(c)]), 1) for c in machines) + 1
    size *= min(1.0, max(SHRUNK, WIDTH * LABELS / labels / size))
    rows, edges = {}, {}
    upper = HEIGHT - HEAD
    for name, each in shown.items():
        edges[name] = upper
        first = upper - (1 + AIR) / 2 * row  # letters are above their marks
        rows.update({c.key: first - i * row for i, c in enumerate(each)})
        upper -= (len(each) + AIR) * row
    names = max(width(name, band_size(row), "bold") for name in shown)
    right = WIDTH - MARGIN - min(labels * size, WIDTH * LABELS) - GAP
    s = max(1.0, SMALLEST / size)
    return PageLayout(
        s, row * s, bottom * s, s * (MARGIN + min(names, WIDTH * 0.2) + GAP),
        s * right, s * (right + GAP), size * s,
        {key: y * s for key, y in rows.items()},
        {name: y * s for name, y in edges.items()}, tuple(lines),
    )  # fmt: skip


def band_size(row: float) -> float:
    """The type size of a microarchitecture's name beside rows of this height, at scale 1."""
    return min(HUGE, row * (1 + AIR) * 0.7)
