"""Pens: they draw items as artists do, byte for byte, in less than half the time.

An artist has dozens of properties, which here are the same for all, and loads the glyphs of
its text twice, once to place it and once to draw it. A pen calls the renderer directly.
"""

# Where matplotlib is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, no-untyped-call"

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import matplotlib as mpl
from matplotlib import text
from matplotlib.backends.backend_pdf import PdfFile, pdfRepr
from matplotlib.backends.backend_svg import XMLWriter
from matplotlib.colors import to_rgba
from matplotlib.font_manager import FontProperties
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path
from matplotlib.transforms import IdentityTransform, Transform

from .items import ROUND, SHAPES, Item, Line, Marks, Point, Shade, Text

KNOWN = mpl.__version_info__ < (3, 11)
"""Whether matplotlib places text by the extent of its ink, as pens do, not of its font."""
Extent = tuple[float, float, float]  # width, height above the baseline, depth below it
Extents = dict[tuple[str, float, str], Extent]  # by text, size and weight
LEFT_OF = {"left": 0.0, "center": 0.5, "right": 1.0}  # part of a text that is left of its x
HERE = IdentityTransform()  # PDF and SVG are measured in points, as items are


class Pen:
    """Draws items with a renderer; subclasses know how it shows text."""

    extents: ClassVar[Extents]  # which depend on the renderer's class

    def __init__(self, renderer: Any) -> None:
        self.renderer = renderer
        self.styles: dict[tuple[object, ...], Any] = {}

    def draw(self, item: Item) -> bool:
        """Draw the item, or return False and leave it to an artist."""
        if isinstance(item, Text) and KNOWN and not item.more:
            self.renderer.open_group("text")
            self._show(item, self._style(item.colour), *self._begin(item))
            self.renderer.close_group("text")
        elif isinstance(item, (Line, Marks)):
            self.renderer.open_group("line2d")
            self._line(item) if isinstance(item, Line) else self._marks(item)
            self.renderer.close_group("line2d")
        else:
            return False
        return True

    def _style(self, colour: Shade, thick: float = 1, join: str = ROUND, cap: str = "butt") -> Any:
        """A graphics context for this style, made once a page."""
        key = colour, thick, join, cap
        if key not in self.styles:
            style = self.styles[key] = self.renderer.new_gc()
            style.set_foreground(to_rgba(colour), isRGBA=True)
            style.set_linewidth(thick)
            style.set_joinstyle(join)
            style.set_capstyle(cap)
        return self.styles[key]

    def _line(self, item: Line) -> None:
        style = self._style(item.colour, item.thick)
        self.renderer.draw_path(style, Path(item.points), HERE)

    def _marks(self, item: Marks) -> None:
        mark: Any = MarkerStyle(SHAPES.get(item.mark, item.mark))
        style = self._style(item.colour, item.thick, mark.get_joinstyle(), mark.get_capstyle())
        outline, fill = mark.get_transform().scale(item.size), to_rgba(item.fill)
        points = Path(item.points)
        self.renderer.draw_markers(style, mark.get_path(), outline, points, HERE, fill)

    def _begin(self, item: Text) -> Point:
        """The point where its baseline begins, such that half of its height is above the item's y.

        matplotlib makes the box of a text at least as high and as deep as that of "lp".
        """
        letters = [self._extent(letter, item) for letter in {*item.text}]
        height, depth = max(e[1] for e in letters), max(e[2] for e in letters)
        _, least_height, least_depth = self._extent("lp", item)
        above = max(height + depth, least_height + least_depth) - max(depth, least_depth)
        part = LEFT_OF[item.align]
        before = part * self._extent(item.text, item)[0] if part else 0.0
        return item.x - before, item.y - above / 2

    def _extent(self, text: str, like: Text) -> Extent:
        """The extent of the text in the size and weight of this item."""
        key = text, like.size, like.weight
        if key not in self.extents:
            font = _font(like.size, like.weight)
            width, height, depth = self.renderer.get_text_width_height_descent(text, font, False)
            self.extents[key] = width, height - depth, depth
        return self.extents[key]

    def _show(self, item: Text, style: Any, x: float, y: float) -> None:
        """Draw the text with its baseline beginning at (x, y)."""
        raise NotImplementedError


class PdfPen(Pen):
    """Copies a text that is in the same file already, as half of them are, to its new place."""

    extents: ClassVar[Extents] = {}
    written: ClassVar[WeakKeyDictionary[PdfFile, dict[object, list[bytes]]]] = WeakKeyDictionary()

    def _show(self, item: Text, style: Any, x: float, y: float) -> None:
        self.renderer.check_gc(style, style.get_rgb())
        file, key = self.renderer.file, (item.text, item.size, item.weight)
        page, written = file.currentstream, self.written.setdefault(file, {})
        place = b" %b %b cm\n" % (pdfRepr(x), pdfRepr(y))
        if key in written:
            page.write(place.join(written[key]))
            return
        file.currentstream = copy = io.BytesIO()
        try:
            self.renderer.draw_text(style, x, y, item.text, _font(item.size, item.weight), 0.0)
        finally:
            file.currentstream = page
        page.write(copy.getvalue())
        around = copy.getvalue().split(place)
        if len(around) == 2:
            written[key] = around


class SvgPen(Pen):
    """Tells the SVG how text is aligned, for a viewer may have other fonts."""

    extents: ClassVar[Extents] = {}

    def __init__(self, renderer: Any, points: Transform) -> None:
        super().__init__(renderer)
        self.text = text.Text(transform=points)
        _, self.height = renderer.get_canvas_width_height()

    def _show(self, item: Text, style: Any, x: float, y: float) -> None:
        self.text.set_position((item.x, item.y))
        self.text.set_horizontalalignment(item.align)
        font = _font(item.size, item.weight)
        down = self.height - y
        self.renderer.draw_text(style, x, down, item.text, font, 0.0, mtext=self.text)


def pen(renderer: Any, points: Transform) -> Pen | None:
    """A pen for the renderer, None when there is none."""
    if isinstance(getattr(renderer, "file", None), PdfFile):
        return PdfPen(renderer)
    if isinstance(getattr(renderer, "writer", None), XMLWriter):
        return SvgPen(renderer, points)
    return None


@lru_cache(1000)
def _font(size: float, weight: str) -> FontProperties:
    return FontProperties(size=size, weight=weight)
