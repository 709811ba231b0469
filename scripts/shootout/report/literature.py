"""Published figures as machines of the graphs and of the page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from ..common.grouped import grouped
from ..results import published
from ..results.published import Published, Source
from ..results.stats import FURTHER, LENGTHS, LONG, Figure, Length
from .machines import Best, MachineRow

DOUBT = "published"
NOTE = (
    "Hollow marks were measured and published by others; the number after a machine's name is that "
    "of its source. Different methods: scripts/shootout/known/published tells what to bear in mind."
)


def rows(figures: Iterable[Published]) -> list[tuple[MachineRow, str]]:
    """A row for each machine and ABI of a collection, with what is second hand in rows of its own;
    each with its CPU. It is labelled with the year, the author, and the numbers of its sources."""
    found = grouped(
        (p for p in figures if p.mlen in LENGTHS),
        lambda p: (p.collection, p.machine, p.abi, p.microarchitecture, p.source.second_hand),
    )
    return [(_row(each), each[0].cpu) for each in found.values()]


def _row(figures: Sequence[Published]) -> MachineRow:
    p = figures[0]
    fastest: dict[str, dict[Length, Best]] = {}
    for each in figures:
        low, high = (each.median if q is None else q for q in (each.q1, each.q3))
        figure = Figure(low, each.median, high, (DOUBT,))
        fastest.setdefault(each.primitive, {})[each.mlen] = Best(
            figure, each.source.key, "", each.median
        )
    for its in fastest.values():  # no tree is among them: a byte of 1 MiB costs as much
        if LONG in its:
            its.setdefault(FURTHER[0], its[LONG])
    used = list({each.source.key: each.source for each in figures}.values())
    years = sorted({each.year for each in figures if each.year})
    # The author, or the program that printed the source.
    author = re.split("[,;]", used[0].text)[0].removeprefix("raw output of ")
    author += ", second hand" * used[0].second_hand
    cited = ", ".join(str(numbers()[source.key]) for source in used)
    label = [*map(str, years), author, f"[{cited}]"]
    return MachineRow(
        p.machine, p.abi, p.microarchitecture, "", "", fastest=fastest, published=" ".join(label)
    )


def contestants() -> list[MachineRow]:
    """The machines that ran native code, but for those whose ticks are no cycles."""
    every = rows(published.load())
    return [c for c, _ in every if not c.java and " in ticks" not in c.published]


def notes(machines: Iterable[MachineRow]) -> list[str]:
    """The sources of published machines in full, equal beginnings together."""
    figures = (its for c in machines if c.published for its in c.fastest.values())
    used = {best.implementation for its in figures for best in its.values()}
    lines: dict[str, str] = {}
    for key in sorted(used, key=lambda key: numbers()[key]):
        start, _, end = sources()[key].text.rpartition(", ")
        before = lines.get(start, f"{start}:" if start else "")
        lines[start] = f"{before} [{numbers()[key]}] {end}"
    return [NOTE, *lines.values()] if lines else []


@cache
def numbers() -> Mapping[str, int]:
    """The number of each source, in the order of their file."""
    return {key: number for number, key in enumerate(sources(), 1)}


@cache
def sources() -> Mapping[str, Source]:
    """The sources by their keys."""
    return published.load_sources(published.FOLDER / published.SOURCES)
