"""The paper's shootout graphs: every machine, the functions of a set, a page for each length.

Java has the same graphs in a file of its own.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from ...registry.families import MARKS, PAPER, Family, Group, letters, shown_in
from ...registry.sets import called, native
from ...results.stats import LONG, Length, lengths_of
from .. import literature
from ..bands import bands, spread
from ..doubts import listed, tally
from ..exclusions import NAMED, Selection, footer, label_of, meanings
from ..literature import DOUBT
from ..machines import Best, MachineRow
from .dark import readable
from .drawing import (
    BROKEN,
    GREY,
    LEADING,
    MARGIN,
    PALE,
    Axis,
    Page,
    dashes,
    elide,
    lighter,
    parallel,
    pdf,
    width,
)
from .leaves import AIR, GAP, PageLayout, band_size, fitting, layout, leaves, words_beside

LEGEND = (
    "Medians and, as bars, first to third quartiles of the fastest implementation. Beside a "
    "machine: the version that timed it, and the compiler of most of the fastest. The letter of a "
    "function stands above its mark, or as near to that as there is room, in the marks' order."
)
TAG = (6.5, 10.0)  # type size of the figures beside the marks at scale 1: least, greatest
LETTER = (5.0, 8.0)  # type size of the families' letters at scale 1: least, greatest
CAPITAL = 0.95  # height of a letter, and the air above it, in type sizes
KEY = 0.7  # part of the page's width that the names of functions above it may take
UNIT = "cycles/byte: less is faster"
BLANK = {"facecolor": "white", "edgecolor": "none", "pad": 0.5}  # the box behind these figures


def title(mlen: Length) -> str:
    """The title of the page of a length."""
    return "Long messages" if mlen == LONG else f"Messages of {mlen} bytes"


def draw(
    choice: Selection, folder: Path, group: Group = PAPER, java: bool = False,
    form: str = "pdf", cited: Sequence[MachineRow] = (),
) -> list[Path]:  # fmt: skip
    """Write a set's shootout.pdf, or java-shootout.pdf, or each page as SVG; return paths.

    Published machines are `cited` where they have a figure of the set.
    """
    own = {p for p in group.primitives if shown_in(p) == group.name}  # without guests
    shown = (c.about(group.primitives) for c in choice.shown)
    every = [c for c in shown if not own.isdisjoint([*c.fastest, *c.native])]
    if not every:
        return []
    left = {
        why: its
        for why, some in choice.left_out.items()
        if (its := [c for c in some if c.emulated or not own.isdisjoint(c.fastest)])
    }
    fixed = [*Selection((), left).notes(), f"{footer(every)} {LEGEND}"]
    stem = group.stem("java-shootout" if java else "shootout")

    def pages_of(mlen: Length) -> Iterator[tuple[Page, str, str]]:
        here = [*every, *(c for c in cited if any(c.figure(p, mlen) for p in own))]
        extent = values(here, mlen, group)  # the same axis on all pages
        for number, (name, bands_of) in enumerate(leaves(bands(here)), 1):
            heading = title(mlen) + " in Java" * java + f", {name}" * bool(name)
            machines = [c for each in bands_of.values() for c in each]
            lines = [*notes(machines, mlen, group), *meanings(machines), *fixed]
            lines += literature.notes(machines)
            page = picture(bands_of, mlen, lines, heading, group, extent)
            yield page, heading, f"-{number}" * bool(name)

    if form == "pdf":
        written = [folder / f"{stem}.pdf"]
        with pdf(written[0], f"The SHA-3 software shootout{' in Java' * java}") as pages:
            for mlen in lengths_of(group.name):
                for page, *_ in pages_of(mlen):
                    pages.savefig(page.figure)
        return written
    written = []
    for mlen in lengths_of(group.name):
        for page, heading, more in pages_of(mlen):
            written.append(folder / f"{stem}-{mlen}{more}.svg")
            page.save_svg(written[-1], f"{heading}, {UNIT}")
    return written


def notes(machines: Sequence[MachineRow], mlen: Length, group: Group = PAPER) -> list[str]:
    """Notes on this page's doubtful figures, and on its native code in VMs."""
    ours = [c for c in machines if not c.published]
    figures = (c.figure(primitive, mlen) for c in ours for primitive in group.primitives)
    said = tally(filter(None, figures))
    lines = [f"Broken crosses and hollow dots are doubtful: {said}."] if said else []
    names: dict[str, list[str]] = {}
    for _, primitive, best in _natives(machines, mlen, group):
        what = native(primitive, best.implementation)
        names.setdefault(what, []).append(f"{primitive}/{best.implementation}")
    if names:
        those = "; ".join(f"{listed(each, NAMED)}: {what}" for what, each in names.items())
        lines.append(f"Diamonds are not Java, and not joined to it. {those}.")
    return lines


def _natives(
    machines: Iterable[MachineRow], mlen: Length, group: Group
) -> Iterator[tuple[MachineRow, str, Best]]:
    """The native code in VMs: the contestant, the primitive, the fastest figure."""
    for c in machines:
        for primitive in group.primitives:
            if best := c.native.get(primitive, {}).get(mlen):
                yield c, primitive, best


def picture(
    shown: Mapping[str, Sequence[MachineRow]], mlen: Length, notes: Sequence[str],
    heading: str = "", group: Group = PAPER, extent: Sequence[float] = (),
    unit: str = UNIT,
) -> Page:  # fmt: skip
    """A page of one length; its axis also holds the values of `extent`."""
    place = layout(shown, notes)
    page = Page(place.scale)
    machines = [c for each in shown.values() for c in each]
    axis = Axis.over([*values(machines, mlen, group), *extent], place.left, place.right)
    page.axis(axis, place.bottom, place.top, unit)
    _names(page, place, shown)
    for kind in (1, 0):
        for family in group.families:
            _function(page, place, axis, machines, family, kind, mlen)
    _diamonds(page, place, axis, machines, group, mlen)
    if not _tags(page, place, axis, machines, group, mlen):
        _letters(page, place, axis, machines, group, mlen)
    _head(page, heading or title(mlen), group, place)
    page.foot(place.notes)
    return page


def values(machines: Iterable[MachineRow], mlen: Length, group: Group = PAPER) -> list[float]:
    """The values that the axis has to hold: those without doubts of ours, or else all medians."""
    machines = list(machines)
    figures = [f for c in machines for p in group.primitives if (f := c.figure(p, mlen))]
    figures += [best.figure for _, _, best in _natives(machines, mlen, group)]
    sure = [v for f in figures if {*f.doubts} <= {DOUBT} for v in (f.q1, f.median, f.q3)]
    return sure or [f.median for f in figures]


def _names(page: Page, place: PageLayout, shown: Mapping[str, Sequence[MachineRow]]) -> None:
    """Draw microarchitectures at the left and machines at the right, grave remarks in red."""
    scale, margin = place.scale, MARGIN * place.scale
    room = place.left - margin - GAP * scale
    edges = [[(margin, y), (place.right, y)] for y in place.edges.values()]
    page.lines(edges, GREY, 0.5 * scale, 0)
    widest = max(width(name, 1, "bold") for name in shown)
    size = min(band_size(place.row / scale) * scale, room / widest)
    rows = []
    for name, machines in shown.items():
        middle = place.edges[name] - (len(machines) + AIR) / 2 * place.row
        page.text(margin, middle, name, size, weight="bold")
        for c in machines:
            words = label_of(c)
            y, x = place.rows[c.key], place.names
            rows.append([(place.left, y), (place.right, y)])
            beside = page.width - margin - x
            words = fitting(c, words, place.size, beside - width(f"{c.name} ", place.size))
            room_here = beside - width(" " + " ".join(words), place.size)
            x = page.text(x, y, elide(c.name, place.size, room_here), place.size)
            words_beside(page, x, y, words, place.size)
    page.lines(rows, PALE, 0.4 * scale, 0)


def _mark(place: PageLayout) -> float:
    """The size of marks."""
    return max(1.2 * place.scale, min(6 * place.scale, 0.5 * place.row))


def _function(
    page: Page, place: PageLayout, axis: Axis, machines: Sequence[MachineRow],
    family: Family, kind: int, mlen: Length,
) -> None:  # fmt: skip
    """Draw a function's marks, their quartiles, and the lines that join them between machines."""
    previous, size, shade = None, _mark(place), family.colour
    for c in machines:
        figure, here = c.figure(family.functions[kind], mlen), None
        if figure:
            doubtful, y = bool(figure.doubts), place.rows[c.key]
            bar = [(axis.place(q), y) for q in (figure.q1, figure.q3)]
            point = axis.place(figure.median), y
            unsure = doubtful and not c.published
            here = None if unsure else point
            page.lines(dashes(bar, 0.3 * size) if unsure else [bar], shade, 0.16 * size, 2)
            mark = "o" if kind else "X" if c.published else BROKEN if doubtful else "x"
            hollow = doubtful if kind else bool(c.published)
            page.marks([point], mark, (1, 0.7)[kind] * size, shade, hollow=hollow)
        if previous and here:
            join = [previous, here]
            joins = parallel(join, 1.6 * place.scale) if kind else [join]
            page.lines(joins, lighter(shade, 0.35), 0.5 * place.scale)
        previous = here


def _diamonds(
    page: Page, place: PageLayout, axis: Axis, machines: Sequence[MachineRow], group: Group,
    mlen: Length,
) -> None:  # fmt: skip
    """Draw native code in VMs: hollow diamonds, small ones for 256 bits."""
    for c, primitive, best in _natives(machines, mlen, group):
        family, kind = next(
            (f, f.functions.index(primitive)) for f in group.families if primitive in f.functions
        )
        point = (axis.place(best.figure.median), place.rows[c.key])
        size = (0.6, 0.8)[kind] * _mark(place)
        page.marks([point], "D", size, family.colour, hollow=True)


def _tags(
    page: Page, place: PageLayout, axis: Axis, machines: Sequence[MachineRow], group: Group,
    mlen: Length,
) -> bool:  # fmt: skip
    """Draw the figures where there is room: of crosses above the line, of dots below."""
    near, far = 5 * place.scale, 16 * place.scale
    room = place.row / 2 - far
    tags = [
        (c, side, axis.place(figure.median), text, family.colour)
        for c in machines
        for kind, side in enumerate((1, -1))
        for family in group.families
        if (best := c.fastest.get(family.functions[kind], {}).get(mlen))
        for figure in [best.figure]
        for name in [family.name if any(group.bits) else called(family.functions[kind])]
        for doubt in ["?" if figure.doubts else ""]
        for text in [f"{name} {figure.median:.2f}{doubt}"]
    ]
    size = min(TAG[1] * place.scale, *(room / width(text, 1) for *_, text, _ in tags), math.inf)
    if size < TAG[0] * place.scale:
        return False
    for c, side in ((c, side) for c in machines for side in (1, -1)):
        some = sorted(tag[2:] for tag in tags if tag[0] is c and tag[1] == side)
        places = spread([x for x, *_ in some], size * LEADING, place.left, place.right)
        y = place.rows[c.key]
        for at, (x, text, colour) in zip(places, some):
            mark, tip = (x, y + side * near), (at, y + side * (far - 2 * place.scale))
            page.lines([[mark, tip]], lighter(colour), 0.5 * place.scale)
            page.text(
                at, y + side * far, text, size, colour, rotation=90, ha="center",
                va="bottom" if side > 0 else "top", bbox=BLANK,
            )  # fmt: skip
    return True


def _letters(
    page: Page, place: PageLayout, axis: Axis, machines: Sequence[MachineRow], group: Group,
    mlen: Length,
) -> None:  # fmt: skip
    """Draw the letters of the families above their marks, in the order of these; none where
    rows are too near."""
    letter = letters(family.name for family in group.families)
    large = _mark(place)
    size = min(LETTER[1] * place.scale, (place.row - large) / CAPITAL)
    if size < LETTER[0] * place.scale:
        return
    for c in machines:
        y = place.rows[c.key]
        found = sorted(
            (axis.place(best.figure.median), letter[family.name], readable(family.colour))
            for family in group.families
            for primitive in family.functions
            for its in (c.fastest, c.native)
            if (best := its.get(primitive, {}).get(mlen))
        )
        apart = max((width(text, size) for _, text, _ in found), default=0.0)
        places = spread([x for x, *_ in found], apart, place.left, place.right)
        above = y + 0.5 * large + 0.45 * size
        for at, (_, text, colour) in zip(places, found):
            page.text(at, above, text, size, colour, ha="center")


def _head(page: Page, text: str, group: Group, place: PageLayout) -> None:
    """Draw the title, and the key to colours and marks."""
    scale = place.scale
    y, size = page.height - 26 * scale, 10 * scale
    gaps = 14 * scale
    if not any(group.bits):
        x = _names_of_functions(page, group, y, size)
        room = (x - (MARGIN + 20) * scale) / width(text, 1, "bold")
        page.text(MARGIN * scale, y, text, min(17 * scale, room), weight="bold")
        return
    words = [(kind, f"{bits} bits") for kind, bits in enumerate(group.bits) if bits]
    letter = letters(family.name for family in group.families)
    names = {f"{letter[f.name]} {f.name}": readable(f.colour) for f in group.families}
    total = sum(width(name, size, "bold") + gaps for name in names)
    total += sum(width(word, 0.9 * size) + 25 * scale for _, word in words) - 10 * scale
    x = page.width - MARGIN * scale - total
    room = (x - (MARGIN + 20) * scale) / width(text, 1, "bold")
    page.text(MARGIN * scale, y, text, min(17 * scale, room), weight="bold")
    for name, colour in names.items():
        x = page.text(x, y, name, size, colour, weight="bold") + gaps
    for kind, word in words:
        page.marks([(x + 6 * scale, y)], MARKS[kind], (6, 4.2)[kind] * scale, GREY)
        line = [(x, y), (x + 12 * scale, y)]
        page.lines(parallel(line, 1.6 * scale) if kind else [line], GREY, 0.5 * scale)
        x = page.text(x + 15 * scale, y, word, 0.9 * size, GREY) + 10 * scale


def _names_of_functions(page: Page, group: Group, y: float, size: float) -> float:
    """Draw a key to the functions of a set, each with its mark; return its left end."""
    letter = letters(family.name for family in group.families)
    named = [
        (f"{letter[family.name]} {called(name)}", kind, family.colour)
        for family in group.families
        for kind, name in enumerate(family.functions)
        if name
    ]
    total, half = sum(width(name, size) + 2.2 * size for name, *_ in named), len(named) // 2
    most = KEY * page.width
    lines = [named] if total <= most else [named[half:], named[:half]]
    wide = [sum(width(name, 1) + 2.2 for name, *_ in line) for line in lines]
    size = min(size, most / max(wide))
    start = page.width - MARGIN * page.unit - size * max(wide)
    for k, line in enumerate(lines):
        x, y = start, y + k * LEADING * size
        for name, kind, colour in line:
            page.marks([(x + size, y)], MARKS[kind], (0.6, 0.42)[kind] * size, colour)
            x = page.text(x + 1.6 * size, y, name, size, readable(colour)) + 0.6 * size
    return start
