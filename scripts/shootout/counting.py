"""What a counter counts, by its name."""

from __future__ import annotations

import re

# What the counters of SUPERCOP and libcpucycles count, and a warning; the first that matches.
COUNTERS = (
    ("vct|mftb|time|tod|mono|tick|stck|mach|zero", "ticks", ", not core cycles"),
    ("tsc|(amd64|x86)cpu", "TSC ticks", ", not core cycles"),
    ("pmc|perf|cycle|cortex|armv8|1176|mips|-cc", "core cycles", ""),
    ("", "ticks", ", which may not be core cycles"),
)


def unit(counter: str) -> tuple[str, str]:
    """The unit of its readings, and a warning where that is not the core's clock."""
    return next((what, but) for name, what, but in COUNTERS if re.search(name, counter))


def exact(counter: str) -> bool:
    """Whether it counts core cycles."""
    return unit(counter)[0] == "core cycles"
