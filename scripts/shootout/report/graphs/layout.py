"""Where bands, machines and their names are on a page of the shootout."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..bands import spread
from ..exclusions import words_of
from ..machines import Contestant, Key
from .drawing import HEIGHT, LEADING, MARGIN, NOTE, WIDTH, width, wrap

SMALLEST = 6.0  # points of a machine's name; the page grows until it has them
LARGEST, HUGE = 9.0, 13.0  # of the names of machines and bands, points at scale 1
HEAD, FOOT = 46.0, 46.0  # points at scale 1, as all lengths here; FOOT without the notes
GAP, LEADER = 8.0, 30.0  # between plot and names: always, and where names leave their rows
FULL = 0.8  # the most of the height that names take, lest they stand far from their rows


@dataclass(frozen=True)
class Layout:
    """Where everything is."""

    scale: float
    band: float  # its height
    bottom: float
    left: float
    right: float
    names: float  # where those of machines begin
    size: float  # of them
    rows: Mapping[Key, tuple[float, float]]  # y of a machine, and the distance to the next
    labels: Mapping[Key, float]  # y of its name
    edges: Mapping[str, float]  # upper edge of each band
    notes: tuple[str, ...]

    @property
    def top(self) -> float:
        return (HEIGHT - HEAD) * self.scale


def layout(shown: Mapping[str, Sequence[Contestant]], notes: Sequence[str]) -> Layout:
    """The page just so large that the names of all machines can be read."""
    machines = [c for each in shown.values() for c in each]
    lines = [line for note in notes for line in wrap(note, NOTE, WIDTH - 2 * MARGIN)]
    bottom = FOOT + len(lines) * NOTE * LEADING
    high = HEIGHT - HEAD - bottom
    band = high / len(shown)
    size = min(LARGEST, FULL * high / len(machines) / LEADING)
    rows, edges = {}, {}
    for k, (name, each) in enumerate(shown.items()):
        edges[name] = upper = HEIGHT - HEAD - k * band
        step = band / (len(each) + 1)  # a little more room at the top and the bottom
        rows.update({c.key: (upper - (i + 1) * step, step) for i, c in enumerate(each)})
    keys = sorted(rows, key=lambda key: rows[key][0])
    places = spread(
        [rows[key][0] for key in keys], size * LEADING, bottom + size / 2, HEIGHT - HEAD - size / 2
    )
    leader = min(LEADER, max(abs(rows[key][0] - y) for key, y in zip(keys, places)))
    names = max(width(name, band_size(band), "bold") for name in shown)
    words = max(width(" ".join([c.name, *words_of(c)]), size) for c in machines) + size
    right = WIDTH - MARGIN - min(words, WIDTH * 0.28) - GAP - leader
    s = max(1.0, SMALLEST / size)
    return Layout(
        s, band * s, bottom * s, s * (MARGIN + min(names, WIDTH * 0.2) + GAP),
        s * right, s * (right + leader + GAP), size * s,
        {key: (y * s, step * s) for key, (y, step) in rows.items()},
        {key: y * s for key, y in zip(keys, places)},
        {name: y * s for name, y in edges.items()}, tuple(lines),
    )  # fmt: skip


def band_size(band: float) -> float:
    """Of a microarchitecture's name, by the height of its band, at scale 1."""
    return min(HUGE, band * 0.7)
