"""Was the core shared? What doctor took for the usual pace may have been a busy moment's.

The pace is probed beside every group of timings, so that at the end of a run much more is
known than at its start; what turns out to have been slow is flagged then.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SHARED = 0.96  # below this part of the usual pace others use the core, as in measure/watch.c
AGREE = 0.99  # probes of a core that is not shared agree within this ratio
SOME = 0.02  # a pace is believed when so large a part of all probes agrees on it
PROBE = re.compile(rb"\npace (\S+)")
PIECE = re.compile(rb"(\n(pace|cycles) (\S+)[^\n]*)((?:\nflag [^\n]*)*)")


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


def probes(text: bytes) -> list[float]:
    """The probes in bare lines, each behind a newline, in instructions per cycle."""
    return list(map(float, PROBE.findall(text)))


def flagged(text: bytes, reference: float) -> bytes:
    """The bare lines of a block, with `flag MLEN shared PART` below those that were too slow."""
    part = 1.0

    def flag(found: re.Match[bytes]) -> bytes:
        nonlocal part
        line, word, number, flags = found.groups()
        if word == b"pace":
            part = float(number) / reference if reference else 1.0
        elif part < SHARED and b"\nflag %s shared" % number not in flags:
            return b"%s\nflag %s shared %.3f%s" % (line, number, part, flags)
        return found[0]

    return PIECE.sub(flag, text)
