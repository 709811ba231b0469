"""energy.pdf: nominal power of processors by year, as in the paper's figure 3.1 (known/watts)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...registry.watts import Nominal, load
from .drawing import GREY, INK, PALE, Align, Axis, Page, Shade, pdf, wrap

NOMINAL = (
    "Thermal design power, nominal and of the whole processor, from scripts/shootout/known"
    "/watts, which names the sources. Lower curve (green): 32-bit Atom; upper curve (red): 64-bit "
    "Atom, as in figure 3.1 of Bernstein and Lange."
)
COLOURS: dict[str, Shade] = {"x86-atom": (0, 0.8, 0), "amd64-atom": (1, 0, 0), "-": INK}
BLANK = {"facecolor": "white", "edgecolor": "none", "pad": 0.3}  # so that no line crosses a name
LEFT, RIGHT, BOTTOM, TOP_EDGE = 70.0, 690.0, 110.0, 480.0


def draw(folder: Path) -> list[Path]:
    """Write energy.pdf; return its path."""
    path = folder / "energy.pdf"
    with pdf(path, "Power of processors") as pages:
        pages.savefig(_power(load()).figure)
    return [path]


def _power(shown: Sequence[Nominal]) -> Page:
    """The page of watts by year."""
    page = Page()
    page.text(LEFT - 42, 515, "Power of processors", 15, weight="bold")
    axis = Axis.over([point.watts for point in shown], BOTTOM, TOP_EDGE)
    first = int(min(point.year for point in shown)) - 1
    last = int(max(point.year for point in shown)) + 2
    step = max(1, (last - first) // 12)

    def across(year: float) -> float:
        return LEFT + (year - first) / (last - first) * (RIGHT - LEFT)

    for place, name in axis.powers():
        page.lines([[(LEFT, place), (RIGHT, place)]], PALE, 0.6, 0)
        page.text(LEFT - 6, place, name, 10, ha="right")
    page.lines([[(LEFT, BOTTOM), (RIGHT, BOTTOM)]], INK, 0.6)
    for year in range(first, last + 1, step):
        page.lines([[(across(year), BOTTOM), (across(year), BOTTOM - 3)]], INK, 0.6)
        page.text(across(year), BOTTOM - 11, str(year), 10, ha="center")
    page.text(LEFT - 42, TOP_EDGE + 14, "watts", 9, GREY)
    page.text((LEFT + RIGHT) / 2, BOTTOM - 26, "year of release", 9, GREY,
              ha="center")  # fmt: skip
    for kind, colour in COLOURS.items():
        some = sorted((p for p in shown if p.kind == kind), key=lambda p: p.year)
        places = [(across(p.year), axis.place(p.watts)) for p in some]
        if kind != "-":
            page.lines([places], colour, 1.2)
        page.marks(places, "o", 6, colour, hollow=True)
        for (x, y), p in zip(places, some):
            right = x < (LEFT + RIGHT) * 0.75
            side: Align = "left" if right else "right"
            page.text(x + (7 if right else -7), y, p.name, 8, ha=side, bbox=BLANK)
    for n, line in enumerate(wrap(NOMINAL, 6.5, RIGHT - LEFT + 42)):
        page.text(LEFT - 42, 66 - 9 * n, line, 6.5, GREY)
    return page
