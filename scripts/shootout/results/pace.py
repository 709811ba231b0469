"""Was the core shared? What doctor took for the usual pace may have been a busy moment's.

The pace is probed beside every group of timings, so that at the end of a run much more is
known than at its start; what turns out to have been slow is flagged then.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SHARED = 0.96
"""Below this part of the usual pace others use the core (measure/watch.c has the same)."""
AGREE = 0.99
"""Probes of a core that is not shared agree within this ratio."""
SOME = 0.02
"""So large a part of all probes must agree on a pace before it is believed."""


def usual(paces: Sequence[float]) -> float:
    """The highest pace on which some probes agree; 0 without probes.

    The very highest is no measure: an unlucky interrupt in the shorter of two bursts makes it.
    """
    ordered = sorted(paces, reverse=True)
    some = max(3, round(SOME * len(ordered)))
    for i in range(len(ordered) - some + 1):
        if ordered[i + some - 1] >= AGREE * ordered[i]:
            return ordered[i + some // 2]
    return ordered[len(ordered) // 2] if ordered else 0.0


def of_lines(lines: Iterable[str]) -> list[float]:
    """The probes in result lines."""
    words = (line.split() for line in lines)
    return [float(w[7]) for w in words if len(w) == 8 and w[6] == "pace"]


def flagged(lines: Sequence[str], reference: float) -> list[str]:
    """The lines of a block, with `flag MLEN shared PART` where the core was too slow for them."""
    result = []
    part = 1.0
    for i, line in enumerate(lines):
        result.append(line)
        words = line.split()
        if words[6] == "pace":
            part = float(words[7]) / reference if reference else 1.0
        elif words[6] == "cycles" and part < SHARED:
            flag = " ".join([*words[:6], "flag", words[7], "shared"])
            if not any(later.startswith(flag) for later in lines[i + 1 : i + 4]):
                result.append(f"{flag} {part:.3f}")
    return result
