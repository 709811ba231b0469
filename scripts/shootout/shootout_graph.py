"""The shootout graphs of the paper: every machine, the twelve functions, a page a length."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from . import microarchitecture, stats
from .contestants import Contestant, count
from .drawing import (
    GREY,
    HEIGHT,
    PALE,
    RED,
    WIDTH,
    Axis,
    Colour,
    Page,
    Point,
    lighter,
    parallel,
    pdf,
    shorten,
    width,
    wrap,
)
from .exclusions import Choice, meanings, named, remarks
from .stats import LENGTHS, LONG, SHOOTOUT, Length
from .tables import MEANING


class Family(NamedTuple):
    name: str
    colour: Colour
    functions: tuple[str, str]  # of 256 and of 512 bits


FAMILIES = (
    Family("BLAKE", (1, 0, 0), ("blake256", "blake512")),
    Family("Gr\u00f8stl", (0, 0.8, 0), ("groestl256", "groestl512")),
    Family("JH", (0, 0.6, 0.6), ("round3jh256", "round3jh512")),
    Family("Keccak", (0.8, 0, 0.8), ("keccakc512", "keccakc1024")),
    Family("Skein", (0, 0, 1), ("skein512256", "skein512512")),
    Family("SHA-2", (0, 0, 0), ("sha256", "sha512")),
)
MARKS = ("x", "o")  # of the 256-bit function, of the 512-bit one

SMALLEST = 6.0  # points of a machine's name; the page grows until it has them
LARGEST = 9.0  # points at scale 1
LEADING = 1.3  # from one name to the next, in type sizes
TOP, MARGIN = 46.0, 14.0  # points at scale 1
NOTE = 6.5  # size of the notes, points at scale 1


def title(mlen: Length) -> str:
    return "Long messages" if mlen == LONG else f"Messages of {mlen} bytes"


def overall(contestants: Sequence[Contestant]) -> dict[tuple[str, str, str], float]:
    """How slow each machine is: the mean logarithm of its figures, each against all machines'.

    So a machine that lacks some functions is compared by those that it has.
    """
    logs: dict[tuple[str, Length], dict[tuple[str, str, str], float]] = {}
    for c in contestants:
        for primitive in SHOOTOUT:
            for mlen in LENGTHS:
                figure = c.figure(primitive, mlen)
                if figure and figure.median > 0:
                    logs.setdefault((primitive, mlen), {})[c.key] = math.log(figure.median)
    scores: dict[tuple[str, str, str], list[float]] = {}
    for values in logs.values():
        mean = sum(values.values()) / len(values)
        for key, value in values.items():
            scores.setdefault(key, []).append(value - mean)
    return {key: sum(each) / len(each) for key, each in scores.items()}


def bands(contestants: Sequence[Contestant]) -> dict[str, list[Contestant]]:
    """The machines by microarchitecture, in the order kept by hand, the fastest first."""
    score, order = overall(contestants), microarchitecture.order()
    found: dict[str, list[Contestant]] = {}
    for c in contestants:
        found.setdefault(c.microarchitecture, []).append(c)
    names = sorted(found, key=lambda n: (order.index(n) if n in order else len(order), n))
    return {name: sorted(found[name], key=lambda c: (score[c.key], c.key)) for name in names}


@dataclass(frozen=True)
class Layout:
    """Where everything is; the same on all six pages."""

    scale: float
    band: float  # height
    bottom: float
    top: float
    left: float
    right: float
    notes: tuple[str, ...]
    rows: Mapping[tuple[str, str, str], tuple[float, float]]  # y and pitch of each machine
    edges: Mapping[str, float]  # upper edge of each band


def layout(shown: Mapping[str, Sequence[Contestant]], notes: Sequence[str]) -> Layout:
    """The page just so large that the most crowded band can be read."""
    crowd = max(map(len, shown.values()))
    lines = [line for note in notes for line in wrap(note, NOTE, WIDTH - 2 * MARGIN)]
    bottom = 46 + len(lines) * NOTE * LEADING
    height = (HEIGHT - TOP - bottom) / len(shown)
    pitch = height / (crowd + 1)
    scale = max(1.0, SMALLEST * LEADING / pitch)
    rows, edges = {}, {}
    for k, (name, machines) in enumerate(shown.items()):
        edges[name] = upper = (HEIGHT - TOP - k * height) * scale
        step = height * scale / (len(machines) + 1)
        rows.update({c.key: (upper - (i + 1) * step, step) for i, c in enumerate(machines)})
    names = max(width(name, _large(height), "bold") for name in shown)
    labels = max(
        1.02 * width(" ".join(_words(c)), min(LARGEST, rows[c.key][1] / scale / LEADING))
        for machines in shown.values()
        for c in machines
    )
    return Layout(
        scale, height * scale, bottom * scale, (HEIGHT - TOP) * scale,
        scale * (MARGIN + min(names, WIDTH * 0.2) + 8),
        scale * (WIDTH - MARGIN - min(labels, WIDTH * 0.26) - 8),
        tuple(lines), rows, edges,
    )  # fmt: skip


def _large(band: float) -> float:
    """The size of a microarchitecture's name."""
    return min(13.0, band * 0.7)


def _words(c: Contestant) -> list[str]:
    return [c.name, c.abi, *remarks(c)]


def draw(choice: Choice, folder: Path, footer: str) -> list[Path]:
    """shootout.pdf and its pages as SVG. Returns their paths."""
    shown = bands([c for c in choice.shown if any(p in SHOOTOUT for p in c.fastest)])
    if not shown:
        return []
    machines = [c for each in shown.values() for c in each]
    fixed = [*meanings(machines), *choice.notes()]
    written = [folder / "shootout.pdf"]
    with pdf(written[0], "The SHA-3 software shootout") as pages:
        for mlen in LENGTHS:
            place = layout(shown, [*doubts(machines, mlen), *fixed, footer])
            page = _page(shown, place, mlen)
            pages.savefig(page.figure)
            written.append(folder / f"shootout-{mlen}.svg")
            page.save_svg(written[-1], f"{title(mlen)}, cycles/byte")
    return written


def doubts(machines: Sequence[Contestant], mlen: Length) -> list[str]:
    """What makes figures of this page doubtful, and which cannot be drawn."""
    found: dict[str, list[str]] = {}
    nothing = []
    for c in machines:
        for primitive in SHOOTOUT:
            figure = c.figure(primitive, mlen)
            for doubt in figure.doubts if figure else ():
                found.setdefault(doubt, []).append(primitive)
            if figure and figure.median <= 0:
                nothing.append(f"{primitive} on {c.name}")
    said = [
        f"{doubt} ({MEANING.get(doubt, 'so flagged while it was timed')}): {len(names)}"
        for doubt, names in sorted(found.items())
    ]
    notes = [f"Pale or hollow marks are doubtful: {'; '.join(said)}."] if said else []
    if nothing:
        notes.append(f"Not drawn, being no positive number: {named(nothing)}.")
    return notes


def _page(shown: Mapping[str, Sequence[Contestant]], place: Layout, mlen: Length) -> Page:
    page = Page(place.scale)
    figures = [
        figure
        for machines in shown.values()
        for c in machines
        for primitive in SHOOTOUT
        if (figure := c.figure(primitive, mlen))
    ]
    values = [v for f in figures for v in (f.median, f.q3, max(f.q1, f.median / 4))]
    axis = Axis.over(values, place.left, place.right)
    page.axis(axis, place.bottom, place.top, "cycles/byte")
    _names(page, place, shown)
    machines = [c for each in shown.values() for c in each]
    for family in FAMILIES:
        for kind in (1, 0):
            _function(page, place, axis, machines, family, kind, mlen)
    _head(page, title(mlen), place)
    for i, line in enumerate(reversed(place.notes)):
        y = (MARGIN + i * NOTE * LEADING) * place.scale
        page.text(MARGIN * place.scale, y, line, NOTE * place.scale, GREY)
    return page


def _names(page: Page, place: Layout, shown: Mapping[str, Sequence[Contestant]]) -> None:
    scale = place.scale
    room = place.left - (MARGIN + 8) * scale
    edges = [[(MARGIN * scale, y), (page.width - MARGIN * scale, y)] for y in place.edges.values()]
    page.lines(edges, GREY, 0.5 * scale, 0)
    for name, machines in shown.items():
        size = _large(place.band / scale) * scale
        size *= min(1.0, room / width(name, size, "bold"))
        middle = place.edges[name] - place.band / 2
        page.text(MARGIN * scale, middle, name, size, weight="bold")
        for c in machines:
            y, pitch = place.rows[c.key]
            _label(page, place, c, y, min(LARGEST * scale, pitch / LEADING))


def _label(page: Page, place: Layout, c: Contestant, y: float, size: float) -> None:
    """A machine's name, and in red what the paper leaves machines out for."""
    page.lines([[(place.left, y), (place.right, y)]], PALE, 0.04 * size, 0)
    x = place.right + 8 * place.scale
    rest = "".join(f" {word}" for word in _words(c)[1:])
    room = page.width - MARGIN * place.scale - x - width(rest, size)
    x = page.text(x, y, shorten(c.name, size, room), size)
    for word in _words(c)[1:]:
        colour = RED if word in ("boost", "threads", "emulated", "ticks") else GREY
        x = page.text(x + width(" ", size), y, word, size, colour)


def _function(
    page: Page, place: Layout, axis: Axis, machines: Sequence[Contestant],
    family: Family, kind: int, mlen: Length,
) -> None:  # fmt: skip
    """The marks of a function, their quartiles and what joins them from machine to machine."""
    primitive, colour = family.functions[kind], family.colour
    previous: Point | None = None
    for c in machines:
        y, pitch = place.rows[c.key]
        size = max(1.6 * place.scale, min(6 * place.scale, 0.6 * pitch))
        figure = c.figure(primitive, mlen)
        if not figure or figure.median <= 0:
            previous = None
            continue
        here = (axis.place(figure.median), y)
        shade = lighter(colour) if figure.doubts else colour
        bar = [(axis.place(figure.q1), y), (axis.place(figure.q3), y)]
        page.lines([bar], shade, 0.16 * size, 2)
        hollow = bool(figure.doubts) and kind == 1
        page.marks(
            [here], MARKS[kind], size * (0.7 if kind else 1.0), colour if hollow else shade,
            thick=0.16 * size, hollow=hollow,
        )  # fmt: skip
        if previous:
            join = [previous, here]
            both = parallel(join, 1.6 * place.scale) if kind else [join]
            page.lines(both, lighter(colour, 0.35), 0.5 * place.scale, 1)
        previous = here


def _head(page: Page, text: str, place: Layout) -> None:
    """The title, and the key to colours and marks."""
    scale = place.scale
    y = page.height - 26 * scale
    page.text(MARGIN * scale, y, text, 17 * scale, weight="bold")
    size = 10 * scale
    key = [(family.name, family.colour) for family in FAMILIES]
    total = sum(width(name, size, "bold") + 14 * scale for name, _ in key) + 140 * scale
    x = page.width - MARGIN * scale - total
    for name, colour in key:
        x = page.text(x, y, name, size, colour, weight="bold") + 14 * scale
    for kind, words in enumerate(("256 bits", "512 bits")):
        page.marks([(x + 6 * scale, y)], MARKS[kind], (6, 4.2)[kind] * scale, GREY, thick=scale)
        line = [(x, y), (x + 12 * scale, y)]
        page.lines(parallel(line, 1.6 * scale) if kind else [line], GREY, 0.5 * scale)
        x = page.text(x + 15 * scale, y, words, 9 * scale, GREY) + 10 * scale


def footer(machines: Sequence[Contestant], files: int) -> str:
    """When, by which versions, from how much."""
    dates = sorted(c.date for c in machines if c.date)
    versions = sorted({c.version for c in machines if c.version})
    when = _span([f"{d[:4]}-{d[4:6]}-{d[6:]}" for d in (dates[:1] + dates[-1:])])
    which = ", ".join(versions) if len(versions) <= 4 else f"{versions[0]} \u2026 {versions[-1]}"
    many = len({c.name for c in machines})
    return (
        f"Measured {when} by versions {which}. {_plural(many, 'machine')} of "
        f"{_plural(len(count(machines)), 'microarchitecture')}, {_plural(files, 'result file')}. "
        "Medians, bars from the first to the third quartile, of the fastest implementation. "
        "Source: data/, drawn by ./do graphs."
    )


def _span(ends: Sequence[str]) -> str:
    return " to ".join(dict.fromkeys(ends))


def _plural(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


__all__ = ["FAMILIES", "draw", "footer", "stats"]
