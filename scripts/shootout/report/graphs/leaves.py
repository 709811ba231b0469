"""The pages of the shootout for a length: one, or with many machines one or more for each maker."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...machine.maker import maker
from ..exclusions import named
from ..machines import Contestant

MOST = 48  # machines of a page: of more the names are too small on a screen

Bands = dict[str, list[Contestant]]  # the machines of each band


def leaves(shown: Mapping[str, Sequence[Contestant]]) -> list[tuple[str, Bands]]:
    """The bands of each page with its name, which is empty if there is only one page.

    A maker has pages of its own unless it shares one with neighbours. A band that is too large
    goes on on the next page.
    """
    if sum(map(len, shown.values())) <= MOST:
        return [("", {band: list(machines) for band, machines in shown.items()})]
    makers: dict[str, Bands] = {}
    for band, machines in shown.items():
        for c in machines:
            makers.setdefault(maker(c.microarchitecture), {}).setdefault(band, []).append(c)
    found: list[tuple[str, Bands]] = []
    small: dict[str, Bands] = {}  # makers that share a page
    for name, bands in makers.items():
        if size(bands) > MOST:
            cut = list(_cut(bands))
            for number, some in enumerate(cut, 1):
                found.append((f"{name}, {number} of {len(cut)}", some))
            continue
        if sum(map(size, small.values())) + size(bands) > MOST:
            found.append(_together(small))
            small = {}
        small[name] = bands
    return [*found, _together(small)] if small else found


def size(bands: Mapping[str, Sequence[Contestant]]) -> int:
    """The number of machines."""
    return sum(map(len, bands.values()))


def _cut(bands: Bands) -> Iterator[Bands]:
    """The bands on as few pages as hold them, which have about the same number of machines."""
    flat = [(band, c) for band, machines in bands.items() for c in machines]
    pages = -(-len(flat) // MOST)
    for k in range(pages):
        some: Bands = {}
        for band, c in flat[k * len(flat) // pages : (k + 1) * len(flat) // pages]:
            some.setdefault(band, []).append(c)
        yield some


def _together(makers: Mapping[str, Bands]) -> tuple[str, Bands]:
    """Makers as one page. A band of several, which have no name, is together there, too."""
    bands: Bands = {}
    for its in makers.values():
        for band, machines in its.items():
            bands.setdefault(band, []).extend(machines)
    return named(makers), bands
