"""The paper's shootout graphs: every machine, the functions of a set, a page for each length."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from ...registry.families import MARKS, PAPER, Family, Group
from ...registry.sets import FINALISTS
from ...results.stats import LENGTHS, LONG, Figure, Length
from ..bands import bands, spread
from ..doubts import MEANING
from ..exclusions import GRAVE, Choice, meanings, named, words_of
from ..literature import DOUBT
from ..machines import Contestant
from .drawing import (  # fmt: skip
    GREY,
    LEADING,
    MARGIN,
    NOTE,
    PALE,
    RED,
    Axis,
    Page,
    Point,
    elide,
    lighter,
    parallel,
    pdf,
    width,
)
from .layout import GAP, Layout, band_size, layout

MEANINGS = {**MEANING, DOUBT: "by others, not measured here: see known/published"}
LEGEND = "Medians and, as bars, first to third quartiles of the fastest implementation."
TAG = (6.5, 10.0)  # type size of the figures beside the marks at scale 1: least, greatest
BLANK = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}  # the box behind these figures


def title(mlen: Length) -> str:
    """The title of the page of a length."""
    return "Long messages" if mlen == LONG else f"Messages of {mlen} bytes"


def draw(choice: Choice, folder: Path, footer: str, group: Group = PAPER) -> list[Path]:
    """Write a set's shootout.pdf and each of its pages as SVG; return their paths."""
    shown = bands([c for c in choice.shown if any(p in group.primitives for p in c.fastest)])
    if not shown:
        return []
    machines = [c for each in shown.values() for c in each]
    fixed = [*members(group), *meanings(machines), *choice.notes(), f"{footer} {LEGEND}"]
    stem = group.stem("shootout")
    written = [folder / f"{stem}.pdf"]
    with pdf(written[0], "The SHA-3 software shootout") as pages:
        for mlen in LENGTHS:
            page = picture(shown, mlen, [*doubts(machines, mlen, group), *fixed], group)
            pages.savefig(page.figure)
            written.append(folder / f"{stem}-{mlen}.svg")
            page.save_svg(written[-1], f"{title(mlen)}, cycles/byte")
    return written


def members(group: Group) -> list[str]:
    """A note that names the functions; that of the paper's graph is left out."""
    said = (f"{f.name}: {' and '.join(filter(None, f.functions))}" for f in group.families)
    return [] if group.name == FINALISTS else [f"The {group.name}: {'; '.join(said)}."]


def doubts(machines: Sequence[Contestant], mlen: Length, group: Group = PAPER) -> list[str]:
    """Notes on the doubts of this page's figures, and on figures that cannot be drawn."""
    found: dict[str, int] = {}
    nothing = []
    for c in machines:
        for primitive in group.primitives:
            figure = c.figure(primitive, mlen)
            for doubt in figure.doubts if figure else ():
                found[doubt] = found.get(doubt, 0) + 1
            if figure and figure.median <= 0:
                nothing.append(f"{primitive} on {c.name}")
    said = [
        f"{number} {doubt} ({MEANINGS.get(doubt, 'so flagged while it was timed')})"
        for doubt, number in sorted(found.items())
    ]
    notes = [f"Pale crosses and hollow dots are doubtful: {'; '.join(said)}."] if said else []
    if nothing:
        notes.append(f"Not drawn, because the figure is not positive: {named(nothing)}.")
    return notes


def picture(
    shown: Mapping[str, Sequence[Contestant]], mlen: Length, notes: Sequence[str],
    group: Group = PAPER,
) -> Page:  # fmt: skip
    """The page of one length."""
    place = layout(shown, notes)
    page = Page(place.scale)
    machines = [c for each in shown.values() for c in each]
    axis = Axis.over(_extent(machines, group, mlen), place.left, place.right)
    page.axis(axis, place.bottom, place.top, "cycles/byte")
    _names(page, place, shown)
    for kind in (1, 0):
        for family in group.families:
            _function(page, place, axis, machines, family, kind, mlen)
    _tags(page, place, axis, machines, group, mlen)
    _head(page, title(mlen), group, place)
    for i, line in enumerate(reversed(place.notes)):
        y = (MARGIN + i * NOTE * LEADING) * place.scale
        page.text(MARGIN * place.scale, y, line, NOTE * place.scale, GREY)
    return page


def _extent(machines: Sequence[Contestant], group: Group, mlen: Length) -> list[float]:
    """The values that the axis has to hold: all medians, and the quartiles that have no doubt."""
    figures = [f for c in machines for p in group.primitives if (f := c.figure(p, mlen))]
    sure = [v for f in figures if not f.doubts for v in (f.q1, f.q3)]
    return [f.median for f in figures] + sure


def _names(page: Page, place: Layout, shown: Mapping[str, Sequence[Contestant]]) -> None:
    """Draw microarchitectures at the left and machines at the right, grave remarks in red."""
    scale, margin = place.scale, MARGIN * place.scale
    room = place.left - margin - GAP * scale
    edges = [[(margin, y), (place.right, y)] for y in place.edges.values()]
    page.lines(edges, GREY, 0.5 * scale, 0)
    x = page.width - margin
    leaders, rows = [], []
    for name, machines in shown.items():
        size = band_size(place.band / scale) * scale
        size *= min(1.0, room / width(name, size, "bold"))
        page.text(margin, place.edges[name] - place.band / 2, name, size, weight="bold")
        for c in machines:
            words = words_of(c)
            y, label = place.rows[c.key][0], place.labels[c.key]
            x = place.names
            rows.append([(place.left, y), (place.right, y)])
            leaders.append([(place.right, y), (x - 0.3 * place.size, label)])
            room_here = page.width - margin - x - width(" " + " ".join(words), place.size)
            x = page.text(x, label, elide(c.name, place.size, room_here), place.size)
            for word in words:
                x += width(" ", place.size)
                x = page.text(x, label, word, place.size, RED if word in GRAVE else GREY)
    page.lines(rows, PALE, 0.4 * scale, 0)
    page.lines(leaders, PALE, 0.4 * scale, 0)


def _mark(place: Layout, c: Contestant) -> float:
    """The size of a machine's marks."""
    return max(1.2 * place.scale, min(6 * place.scale, 0.6 * place.rows[c.key][1]))


def _function(
    page: Page, place: Layout, axis: Axis, machines: Sequence[Contestant],
    family: Family, kind: int, mlen: Length,
) -> None:  # fmt: skip
    """Draw a function's marks, their quartiles, and the lines that join them between machines."""
    drawn: list[tuple[Contestant, Figure, Point]] = []
    joins = []
    previous = None
    for c in machines:
        figure = c.figure(family.functions[kind], mlen)
        here = None
        if figure and figure.median > 0:
            here = (axis.place(figure.median), place.rows[c.key][0])
            drawn.append((c, figure, here))
        if previous and here:
            join = [previous, here]
            joins += parallel(join, 1.6 * place.scale) if kind else [join]
        previous = here
    page.lines(joins, lighter(family.colour, 0.35), 0.5 * place.scale, 1)
    for size, doubtful in {(_mark(place, c), bool(f.doubts)) for c, f, _ in drawn}:
        same = [
            (f, p) for c, f, p in drawn if (_mark(place, c), bool(f.doubts)) == (size, doubtful)
        ]
        shade = lighter(family.colour) if doubtful else family.colour
        bars = [[(axis.place(f.q1), y), (axis.place(f.q3), y)] for f, (_, y) in same]
        page.lines(bars, shade, 0.16 * size, 2)
        points = [point for _, point in same]
        if kind:
            page.marks(points, "o", 0.7 * size, family.colour, hollow=doubtful)
        else:
            page.marks(points, "x", size, shade)


def _tags(
    page: Page, place: Layout, axis: Axis, machines: Sequence[Contestant], group: Group,
    mlen: Length,
) -> None:  # fmt: skip
    """Draw the figures where there is room: of crosses above the line, of dots below."""
    near, far = 5 * place.scale, 16 * place.scale
    room = min(pitch for _, pitch in place.rows.values()) / 2 - far
    tags = [
        (c, side, axis.place(figure.median), text, family.colour)
        for c in machines
        for kind, side in enumerate((1, -1))
        for family in group.families
        if (figure := c.figure(family.functions[kind], mlen)) and figure.median > 0
        for text in [f"{family.name} {figure.median:.2f}{'?' if figure.doubts else ''}"]
    ]
    size = min(TAG[1] * place.scale, *(room / width(text, 1) for *_, text, _ in tags), math.inf)
    if size < TAG[0] * place.scale:
        return
    for c, side in ((c, side) for c in machines for side in (1, -1)):
        some = sorted(tag[2:] for tag in tags if tag[0] is c and tag[1] == side)
        places = spread([x for x, *_ in some], size * LEADING, place.left, place.right)
        y = place.rows[c.key][0]
        for at, (x, text, colour) in zip(places, some):
            mark, tip = (x, y + side * near), (at, y + side * (far - 2 * place.scale))
            page.lines([[mark, tip]], lighter(colour), 0.5 * place.scale)
            page.text(
                at, y + side * far, text, size, colour, rotation=90, ha="center",
                va="bottom" if side > 0 else "top", bbox=BLANK,
            )  # fmt: skip


def _head(page: Page, text: str, group: Group, place: Layout) -> None:
    """Draw the title, and the key to colours and marks."""
    scale = place.scale
    y, size = page.height - 26 * scale, 10 * scale
    page.text(MARGIN * scale, y, text, 17 * scale, weight="bold")
    gaps = 14 * scale
    if not any(group.bits):
        _names_of_functions(page, group, y, size)
        return
    words = [(kind, f"{bits} bits") for kind, bits in enumerate(group.bits) if bits]
    names = {family.name: family.colour for family in group.families}
    total = sum(width(name, size, "bold") + gaps for name in names)
    total += sum(width(word, 0.9 * size) + 25 * scale for _, word in words) - 10 * scale
    x = page.width - MARGIN * scale - total
    for name, colour in names.items():
        x = page.text(x, y, name, size, colour, weight="bold") + gaps
    for kind, word in words:
        page.marks([(x + 6 * scale, y)], MARKS[kind], (6, 4.2)[kind] * scale, GREY)
        line = [(x, y), (x + 12 * scale, y)]
        page.lines(parallel(line, 1.6 * scale) if kind else [line], GREY, 0.5 * scale)
        x = page.text(x + 15 * scale, y, word, 0.9 * size, GREY) + 10 * scale


def _names_of_functions(page: Page, group: Group, y: float, size: float) -> None:
    """Draw a key to the functions of a set, each with its mark."""
    named = [
        (name, kind, family.colour)
        for family in group.families
        for kind, name in enumerate(family.functions)
        if name
    ]
    x = page.width - MARGIN * page.unit - sum(width(name, size) + 2.2 * size for name, *_ in named)
    for name, kind, colour in named:
        page.marks([(x + size, y)], MARKS[kind], (0.6, 0.42)[kind] * size, colour)
        x = page.text(x + 1.6 * size, y, name, size, colour) + 0.6 * size
