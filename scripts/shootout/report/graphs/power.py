"""energy.pdf: power of processors by year, as in the paper's figure 3.1, and energy per byte.

Nominal power is from known/watts. Energy per byte has a page only where it was measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...registry.watts import Nominal, load
from ...results.stats import TOP, Figure, Length
from ..bands import bands
from ..machines import Best, MachineRow
from .drawing import GREY, INK, PALE, Align, Axis, Page, Shade, pdf, wrap
from .shootout import picture

UNIT = "nanojoules/byte"
NOMINAL = (
    "Hollow: thermal design power, nominal and of the whole processor, from scripts/shootout/known"
    "/watts, which names the sources. Lower curve (green): 32-bit Atom; upper curve (red): 64-bit "
    "Atom, as in figure 3.1 of Bernstein and Lange."
)
MEASURED = (
    "Filled: measured watts of the package, by the year of the run, while one core hashes 4096 "
    "bytes again and again; the median of the functions."
)
NOTHING = "No machine of these result files could measure its power."
PER_BYTE = (
    "Measured energy of the whole package, also of what did not hash, while one core did; the "
    "median of the loops. The implementation is the fastest at this length."
)
COLOURS: dict[str, Shade] = {"x86-atom": (0, 0.8, 0), "amd64-atom": (1, 0, 0), "-": INK}
BLANK = {"facecolor": "white", "edgecolor": "none", "pad": 0.3}  # so that no line crosses a name
LEFT, RIGHT, BOTTOM, TOP_EDGE = 70.0, 690.0, 110.0, 480.0


@dataclass(frozen=True)
class Point:
    """A processor or a machine: when, how many watts, its name."""

    year: float
    watts: float
    name: str
    kind: str = "-"
    measured: bool = False


def points(nominal: Iterable[Nominal], contestants: Iterable[MachineRow]) -> list[Point]:
    """What the page of power shows."""
    found = [Point(n.year, n.watts, n.name, n.kind) for n in nominal]
    for c in contestants:
        if c.energy:
            watts = sorted(watts for _, watts in c.energy.values())
            year = int(c.date[:4]) + (int(c.date[4:6]) - 0.5) / 12
            found.append(Point(year, watts[len(watts) // 2], f"{c.name} {c.abi}", measured=True))
    return found


def draw(contestants: Sequence[MachineRow], folder: Path) -> list[Path]:
    """Write energy.pdf; return its path."""
    path = folder / "energy.pdf"
    with pdf(path, "Power and energy per byte") as pages:
        pages.savefig(_power(points(load(), contestants)).figure)
        measured = [each for each in map(_of_energy, contestants) if each.fastest]
        if measured:
            said = picture(bands(measured), TOP, [PER_BYTE], "Energy per byte", unit=UNIT)
            pages.savefig(said.figure)
    return [path]


def _of_energy(c: MachineRow) -> MachineRow:
    """The machine with its energy per byte in place of its cycles."""
    fastest: dict[str, dict[Length, Best]] = {}
    for primitive, (joules, _) in c.energy.items():
        if best := c.fastest.get(primitive, {}).get(TOP):
            figure = Figure(joules, joules, joules)
            fastest[primitive] = {TOP: Best(figure, best.implementation, best.compiler, joules)}
    return replace(c, fastest=fastest, entries={})


def _power(shown: Sequence[Point]) -> Page:
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
    page.text((LEFT + RIGHT) / 2, BOTTOM - 26, "year of release, or of the run", 9, GREY,
              ha="center")  # fmt: skip
    for kind, colour in COLOURS.items():
        some = sorted((p for p in shown if p.kind == kind), key=lambda p: p.year)
        places = [(across(p.year), axis.place(p.watts)) for p in some]
        if kind != "-":
            page.lines([places], colour, 1.2)
        for hollow in (True, False):
            marked = [at for at, p in zip(places, some) if p.measured != hollow]
            page.marks(marked, "o", 6, colour, hollow=hollow)
        for (x, y), p in zip(places, some):
            right = x < (LEFT + RIGHT) * 0.75
            side: Align = "left" if right else "right"
            page.text(x + (7 if right else -7), y, p.name, 8, ha=side, bbox=BLANK)
    notes = [NOMINAL, MEASURED if any(p.measured for p in shown) else NOTHING]
    lines = [line for note in notes for line in wrap(note, 6.5, RIGHT - LEFT + 42)]
    for n, line in enumerate(lines):
        page.text(LEFT - 42, 66 - 9 * n, line, 6.5, GREY)
    return page
