"""All items of a page as one artist of matplotlib."""

# Where matplotlib is missing, types are checked without it.
# mypy: disable-error-code="import-not-found, no-untyped-call"

from __future__ import annotations

from typing import Any

from matplotlib.artist import Artist
from matplotlib.transforms import Transform

from .items import Item
from .pens import pen


class Content(Artist):
    """The items of a page, drawn by `zorder`, items of equal `zorder` in the order added."""

    def __init__(self, points: Transform) -> None:
        super().__init__()
        self.points = points
        self.items: list[Item] = []

    def artists(self) -> list[Artist]:
        """An artist for each item, in the order of drawing: what is drawn without a pen."""
        return [self._artist(item) for item in self._ordered()]

    def _ordered(self) -> list[Item]:
        return sorted(self.items, key=lambda item: item.zorder)

    def _artist(self, item: Item) -> Artist:
        artist = item if isinstance(item, Artist) else item.artist(self.points)
        figure: Any = self.figure
        artist.set_figure(figure)
        return artist

    def draw(self, renderer: Any) -> None:
        quick = pen(renderer, self.points)
        for item in self._ordered():
            if not (quick and quick.draw(item)):
                self._artist(item).draw(renderer)
