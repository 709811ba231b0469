"""The units of figures: core cycles per byte as they were timed; from these ns/byte and GB/s.

The clock of a core is what the file records: ticks of the counter per second, times core cycles
per tick where these were timed. A counter of core cycles tells it alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..results.figures import Row
from ..results.stats import Figure, middle

CYCLES, NS, GBS = "cycles", "ns", "GB/s"
UNITS = {CYCLES: "core cycles per byte", NS: "nanoseconds per byte", GBS: "gigabytes per second"}
GIGA = 1e9


def frequency(rows: Iterable[Row]) -> float:
    """What a figure of these rows of a machine counts in a second: core cycles, or else ticks.

    The middle of all rows; 0 if no row tells.
    """
    rates = [row.persecond * (row.clock or 1.0) for row in rows if row.persecond]
    return middle(rates) if rates else 0.0


def converted(figure: Figure, unit: str, hertz: float) -> Figure | None:
    """The figure in a unit; None where the file does not tell, or no time passed."""
    if unit == CYCLES:
        return figure
    if not hertz or min(figure.q1, figure.median) <= 0:
        return None
    q1, median, q3 = (each / hertz * GIGA for each in (figure.q1, figure.median, figure.q3))
    if unit == GBS:  # the slowest quarter comes first
        q1, median, q3 = 1 / q3, 1 / median, 1 / q1
    return figure._replace(q1=q1, median=median, q3=q3)
