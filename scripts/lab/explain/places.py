"""Whether the places of code, stack and message make a difference, by the rounds of a file."""

from __future__ import annotations

from collections.abc import Iterable

from shootout.layout.effect import Layout
from shootout.layout.plan import PAGE
from shootout.ranking.words import lengths
from shootout.results.figures import Figures
from shootout.results.stats import ALL_LENGTHS

NAMES = {"code": "its code", "stack": "its frame on the stack", "message": "the message"}
UNKNOWN = "layout: the file has no layouts, for it is from before they were varied, or of a VM"


def varied(layouts: Iterable[Layout | None]) -> bool:
    """Whether rounds had different layouts."""
    return len({each for each in layouts if each}) > 1


def told(figures: Figures) -> list[str]:
    """Sentences about the lengths at which layouts differ, with the offset that is to blame."""
    found, level = [], []
    for mlen in (n for n in ALL_LENGTHS if n in figures):
        at = lengths([mlen])
        if its := figures.culprit(mlen):
            found.append(
                f"At {at} one offset makes the difference: with {NAMES[its.offset]} at "
                f"{its.slowest} of {PAGE} bytes it takes {its.ratio:.2f} times as long as with it "
                f"at {its.fastest}."
            )
        elif (ratio := figures[mlen].layout) > 1:
            found.append(
                f"At {at} it takes up to {ratio:.2f} times as long by the places of code, stack "
                "and message; no single one of them explains that."
            )
        else:
            level.append(mlen)
    if level:
        found.append(
            f"At {lengths(level)} the places of code, stack and message make no difference "
            "beyond noise."
        )
    return found
