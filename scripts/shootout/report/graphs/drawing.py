"""A canvas over matplotlib: pages in points, colours, marks, a logarithmic axis, text."""

# Where matplotlib is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, no-untyped-call"

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal, Union

import matplotlib as mpl
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont
from matplotlib.ft2font import FT2Font
from matplotlib.lines import Line2D
from matplotlib.path import Path as Shape
from matplotlib.text import Text
from matplotlib.transforms import Affine2D

from ...common.atomic import appear
from ...registry.families import Colour
from .dark import both

Point = tuple[float, float]
Shade = Union[str, Colour]
Align = Literal["left", "center", "right"]

INCH = 72.0  # points
WIDTH, HEIGHT = 720.0, 540.0  # of a page at scale 1; the paper's format, 4:3
MARGIN = 14.0  # points at scale 1
NOTE, LEADING = 7.0, 1.3  # type size of notes in points at scale 1; line distance in type sizes
INK, GREY, PALE, RED = "#111111", "#555555", "#dddddd", "#c00000"
# Text is kept as text, and equal data give equal files.
STYLE = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "sans-serif"],
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "shootout",
}
BREAK = (math.nan, math.nan)  # between the lines of a path
DOTS = "\u2026"
# What pages can show; matplotlib's font has many more.
LETTERS = frozenset([*filter(str.isprintable, map(chr, range(0x250))), DOTS, "\u2013", "\u2192"])
BROKEN = "broken"
ARMS = ((1, 1), (-1, -1), (1, -1), (-1, 1))
MOVE, DRAW = Shape.MOVETO, Shape.LINETO
# Of marks that matplotlib has not: a cross whose arms do not meet.
SHAPES = {BROKEN: Shape([(k * x, k * y) for x, y in ARMS for k in (1, 0.4)], [MOVE, DRAW] * 4)}


def lighter(colour: Colour, part: float = 0.6) -> Colour:
    """The colour mixed with white, of which it then has this part."""
    red, green, blue = (1 - (1 - c) * (1 - part) for c in colour)
    return red, green, blue


def dashes(path: Sequence[Point], length: float) -> list[list[Point]]:
    """The path as dashes, and gaps as long as these."""
    found, piece, left, on = list[list[Point]](), [path[0]], length, True
    for (x0, y0), (x1, y1) in zip(path, path[1:]):
        way, done = math.hypot(x1 - x0, y1 - y0), 0.0
        while way - done > left:
            done += left
            here = (x0 + (x1 - x0) * done / way, y0 + (y1 - y0) * done / way)
            if on:
                found.append([*piece, here])
            piece, left, on = [here], length, not on
        left -= way - done
        piece.append((x1, y1))
    return [*found, piece] if on and len(piece) > 1 else found


def plain(text: str) -> str:
    """The text with ? for characters that the font lacks: names come from strangers."""
    return text if LETTERS.issuperset(text) else "".join(c if c in LETTERS else "?" for c in text)


@cache
def _font(weight: str) -> FT2Font:
    """A font object of our own: matplotlib changes the size of its own whenever it draws."""
    font = FT2Font(findfont(FontProperties(family="DejaVu Sans", weight=weight)))
    font.set_size(100, INCH)
    return font


@cache
def _advance(letter: str, weight: str) -> float:
    """The advance width of a letter at size 1, an upper bound: kerning is ignored."""
    return float(_font(weight).load_char(ord(letter)).linearHoriAdvance / 65536 / 100)


def width(text: str, size: float, weight: str = "normal") -> float:
    """The width of the text in points at this size, plus 1 % for rounding."""
    return _advances(text, weight) * size * 1.01


@lru_cache(10_000)
def _advances(text: str, weight: str) -> float:
    return sum(_advance(letter, weight) for letter in plain(text))


def elide(text: str, size: float, room: float, weight: str = "normal") -> str:
    """The text, with dots for its middle if it is wider than the room."""
    if width(text, size, weight) <= room:
        return text
    for kept in range(len(text) - 1, 1, -1):
        tail = kept // 3
        short = text[: kept - tail] + DOTS + text[len(text) - tail :]
        if width(short, size, weight) <= room:
            return short
    return DOTS


def wrap(text: str, size: float, room: float) -> list[str]:
    """The text, broken into lines no wider than the room."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(elide(word, size, room))
    return lines


def footnotes(notes: Iterable[str]) -> tuple[list[str], float]:
    """The notes in lines as wide as a page at scale 1, and the height of these in points."""
    lines = [line for note in notes for line in wrap(note, NOTE, WIDTH - 2 * MARGIN)]
    return lines, len(lines) * NOTE * LEADING


@dataclass(frozen=True)
class Axis:
    """A logarithmic axis, from a power of two below the least value to one above the greatest."""

    low: int  # exponents of two
    high: int
    left: float
    right: float

    @staticmethod
    def over(values: Iterable[float], left: float, right: float) -> Axis:
        """The axis from `left` to `right` that holds the values."""
        logs = [math.log2(v) for v in values if v > 0 and math.isfinite(v)] or [0.0, 3.0]
        low, high = math.floor(min(logs) - 0.05), math.ceil(max(logs) + 0.05)
        return Axis(low, max(high, low + 2), left, right)

    def place(self, value: float) -> float:
        """The place of a value, in points; values beyond the axis are at its ends."""
        log = math.log2(value) if value > 0 else self.low
        part = (log - self.low) / (self.high - self.low)
        return self.left + min(max(part, 0.0), 1.0) * (self.right - self.left)

    def powers(self) -> Iterator[tuple[float, str]]:
        """The powers of two: place and name of each."""
        for k in range(self.low, self.high + 1):
            yield self.place(2.0**k), str(2**k) if k >= 0 else f"1/{2**-k}"


class Page:
    """A page, its origin at the lower left, its coordinates in points; `unit` is its scale."""

    def __init__(self, scale: float = 1.0) -> None:
        self.unit, self.width, self.height = scale, WIDTH * scale, HEIGHT * scale
        self.sheet = Figure(figsize=(self.width / INCH, self.height / INCH))
        self.points = Affine2D().scale(1 / INCH) + self.sheet.dpi_scale_trans
        self.paths = dict[Any, list[Point]]()  # by style

    @cached_property
    def figure(self) -> Figure:
        """The page, ready to be saved: draw everything before."""
        for style, points in self.paths.items():
            x, y = zip(*points)
            self.sheet.add_artist(Line2D(x, y, transform=self.points, **dict(style)))
        return self.sheet

    def text(
        self, x: float, y: float, text: str, size: float, colour: Shade = INK,
        ha: Align = "left", weight: str = "normal", **more: Any,
    ) -> float:  # fmt: skip
        """Draw a line of text, centred on y unless told otherwise; return the x of its end."""
        if text:
            given = {"va": "center_baseline", "zorder": 4, **more}
            self.sheet.add_artist(Text(
                x, y, plain(text), size=size, color=colour, weight=weight, ha=ha,
                parse_math=False, transform=self.points, **given,
            ))  # fmt: skip
        return x + width(text, size, weight)

    def lines(
        self, segments: Iterable[Sequence[Point]], colour: Shade, thick: float, layer: int = 1
    ) -> None:
        """Draw lines."""
        path = [point for segment in segments for point in (*segment, BREAK)]
        self._path(path, color=colour, lw=thick, solid_capstyle="butt", zorder=layer)

    def marks(
        self, points: Sequence[Point], mark: str, size: float, colour: Shade,
        *, hollow: bool = False, layer: int = 3,
    ) -> None:  # fmt: skip
        """Draw marks of one style: `x` a cross, `o` a dot, `D` a diamond, `X` a hollow cross,
        or a name of SHAPES."""
        self._path(
            points, linestyle="none", marker=SHAPES.get(mark, mark), markersize=size, color=colour,
            mfc="white" if hollow else colour, markeredgewidth=0.16 * size, zorder=layer,
        )  # fmt: skip

    def _path(self, points: Sequence[Point], **style: Any) -> None:
        """Draw points, all of one style as one path, for pages have thousands."""
        if points:
            self.paths.setdefault(tuple(style.items()), []).extend(points)

    def foot(self, lines: Sequence[str]) -> None:
        """Draw lines of notes at the foot of the page; `footnotes` made them."""
        for i, line in enumerate(reversed(lines)):
            y = (MARGIN + i * NOTE * LEADING) * self.unit
            self.text(MARGIN * self.unit, y, line, NOTE * self.unit, GREY)

    def axis(self, axis: Axis, bottom: float, top: float, title: str) -> None:
        """Draw an axis: lines at the powers of two, their names below, its title."""
        unit = self.unit
        powers = list(axis.powers())
        self.lines([[(x, bottom), (x, top)] for x, _ in powers], PALE, 0.6 * unit, 0)
        room = (axis.right - axis.left) / (len(powers) - 1) * 0.85
        size = min(10 * unit, *(10 * unit * room / width(name, 10 * unit) for _, name in powers))
        for x, name in powers:
            self.lines([[(x, bottom), (x, bottom - 3 * unit)]], INK, 0.6 * unit)
            self.text(x, bottom - 10 * unit, name, size, ha="center")
        self.text(
            (axis.left + axis.right) / 2, bottom - 23 * unit, title, 9 * unit, GREY, ha="center"
        )
        self.lines([[(axis.left, bottom), (axis.right, bottom)]], INK, 0.6 * unit)

    def save_svg(self, path: Path, title: str) -> None:
        """Write the page as SVG, with colours for light and for dark screens."""
        facts, drawn = {"Date": None, "Title": title}, io.StringIO()
        with mpl.rc_context(STYLE), appear(path, replace=True) as file:
            self.figure.savefig(drawn, format="svg", metadata=facts)
            file.write(both(drawn.getvalue()).encode())


def parallel(segment: Sequence[Point], apart: float) -> list[list[Point]]:
    """The two parallels of a segment, this many points apart."""
    (x0, y0), (x1, y1) = segment
    length = math.hypot(x1 - x0, y1 - y0) or 1.0
    dx, dy = (y1 - y0) / length * apart / 2, (x0 - x1) / length * apart / 2
    return [[(x0 + s * dx, y0 + s * dy), (x1 + s * dx, y1 + s * dy)] for s in (1, -1)]


@contextmanager
def pdf(path: Path, title: str) -> Iterator[Any]:
    """A PDF file to which pages are saved."""
    facts = {"Title": title, "Creator": "shootout", "CreationDate": None}
    opened = appear(path, replace=True)
    with mpl.rc_context(STYLE), opened as file, PdfPages(file, metadata=facts) as pages:
        yield pages
