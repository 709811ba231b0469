"""Published figures as machines of the graphs and of the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ..common.grouped import grouped
from ..results import published
from ..results.published import Published, Source
from ..results.stats import LENGTHS, Figure, Length
from .machines import Best, MachineRow

DOUBT = "published"


@dataclass(frozen=True)
class PublishedRow:
    """A machine of a publication, with its figures and what is known about both."""

    contestant: MachineRow
    sources: Sequence[Source]
    cpu: str
    years: Sequence[int]


def rows(figures: Iterable[Published]) -> list[PublishedRow]:
    """A row for each machine and ABI of a collection, with what is second hand in rows of its own.

    Its contestant is labelled with the year, the author, and the numbers of its sources.
    """
    found = grouped(
        (p for p in figures if p.mlen in LENGTHS),
        lambda p: (p.collection, p.machine, p.abi, p.microarchitecture, p.source.second_hand),
    )
    return [_row(each) for each in found.values()]


def _row(figures: Sequence[Published]) -> PublishedRow:
    p = figures[0]
    fastest: dict[str, dict[Length, Best]] = {}
    for each in figures:
        low, high = (each.median if q is None else q for q in (each.q1, each.q3))
        figure = Figure(low, each.median, high, (DOUBT,))
        fastest.setdefault(each.primitive, {})[each.mlen] = Best(
            figure, each.source.key, "", each.median
        )
    used = list({each.source.key: each.source for each in figures}.values())
    years = sorted({each.year for each in figures if each.year})
    # The author, or the program that printed the source.
    author = re.split("[,;]", used[0].text)[0].removeprefix("raw output of ")
    author += ", second hand" * used[0].second_hand
    cited = ", ".join(str(numbers()[source.key]) for source in used)
    label = [*map(str, years), author, f"[{cited}]"]
    contestant = MachineRow(
        p.machine, p.abi, p.microarchitecture, "", "", fastest=fastest, published=" ".join(label)
    )
    return PublishedRow(contestant, used, p.cpu, years)


@cache
def numbers() -> Mapping[str, int]:
    """The number of each source, in the order of their file."""
    return {key: number for number, key in enumerate(sources(), 1)}


@cache
def sources() -> Mapping[str, Source]:
    """The sources by their keys."""
    return published.load_sources(published.FOLDER / published.SOURCES)
