"""Items on a page, measured in points: lines, marks, text; and artists that draw them."""

# Where matplotlib is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, no-untyped-call"

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Union

from matplotlib import lines, text
from matplotlib.artist import Artist
from matplotlib.path import Path
from matplotlib.transforms import Transform

from ...registry.families import Colour

Point = tuple[float, float]
Shade = Union[str, Colour]
Align = Literal["left", "center", "right"]
ROUND: Literal["round"] = "round"  # how the lines of a path meet
BROKEN = "broken"
ARMS = ((1, 1), (-1, -1), (1, -1), (-1, 1))
# Of marks that matplotlib has not: a cross whose arms do not meet, and signs beside marks.
SHAPES = {
    BROKEN: Path(
        [(part * x, part * y) for x, y in ARMS for part in (1, 0.4)], [Path.MOVETO, Path.LINETO] * 4
    ),
    "=": Path([(-1, 0.5), (1, 0.5), (-1, -0.5), (1, -0.5)], [Path.MOVETO, Path.LINETO] * 2),
    "!": Path([(0, 1), (0, -0.3), (0, -0.7), (0, -1)], [Path.MOVETO, Path.LINETO] * 2),
}


class Line(NamedTuple):
    """A path, interrupted where a point is not a number."""

    zorder: float
    points: Sequence[Point]
    colour: Shade
    thick: float

    def artist(self, transform: Transform) -> Artist:
        return lines.Line2D(
            *zip(*self.points), color=self.colour, lw=self.thick, solid_capstyle="butt",
            solid_joinstyle=ROUND, transform=transform,
        )  # fmt: skip


class Marks(NamedTuple):
    """One mark at several points."""

    zorder: float
    points: Sequence[Point]
    mark: str
    size: float
    colour: Shade  # of its edge
    fill: Shade

    @property
    def thick(self) -> float:
        """The width of the edge."""
        return 0.16 * self.size

    def artist(self, transform: Transform) -> Artist:
        return lines.Line2D(
            *zip(*self.points), linestyle="none", marker=SHAPES.get(self.mark, self.mark),
            markersize=self.size,
            color=self.colour, markerfacecolor=self.fill, markeredgewidth=self.thick,
            transform=transform,
        )  # fmt: skip


class Text(NamedTuple):
    """A line of text centred on y, drawn over lines and marks."""

    x: float
    y: float
    text: str
    size: float
    colour: Shade
    weight: str
    align: Align  # where x is
    more: Mapping[str, Any]  # further arguments of matplotlib's Text

    @property
    def zorder(self) -> float:
        return 4.0

    def artist(self, transform: Transform) -> Artist:
        more = {"va": "center_baseline", **self.more}
        return text.Text(
            self.x, self.y, self.text, size=self.size, color=self.colour, weight=self.weight,
            ha=self.align, parse_math=False, transform=transform, **more,
        )  # fmt: skip


Item = Union[Line, Marks, Text, Artist]
