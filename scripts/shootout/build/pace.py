"""Find timings whose core was shared, from the pace of all probes of a run.

The doctor may have taken the usual pace in a busy moment. The pace is probed beside every
group of timings, so the end of a run knows it better, and flags the slow ones then.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

SHARED = 0.96  # part of the usual pace below which the core is shared; also in measure/watch.c
AGREE = 0.99  # probes of an unshared core agree within this ratio
SOME = 0.02  # part of all probes that has to agree on a pace
FACT = "pace-"  # with an ABI: the usual pace of a run whose curves were left out since
PROBE = re.compile(rb"\npace (\S+)")
PIECE = re.compile(rb"(\n(pace|cycles) (\S+)[^\n]*)((?:\nflag [^\n]*)*)")


def usual(paces: Sequence[float]) -> float:
    """The highest pace, in instructions per cycle, on which some probes agree; 0 without probes.

    The highest probe of all is no measure: it may come from an interrupt in the shorter of its
    two bursts.
    """
    ordered = sorted(paces, reverse=True)
    some = max(3, round(SOME * len(ordered)))
    for i in range(len(ordered) - some + 1):
        if ordered[i + some - 1] >= AGREE * ordered[i]:
            return ordered[i + some // 2]
    return ordered[len(ordered) // 2] if ordered else 0.0


def probes(text: bytes) -> list[float]:
    """The probes in bare lines, each after a newline, in instructions per cycle."""
    return list(map(float, PROBE.findall(text)))


def flagged(text: bytes, reference: float) -> bytes:
    """The bare lines of a block, with `flag MLEN shared PART` added below slow timings.

    `reference` is the usual pace in instructions per cycle.
    """
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
