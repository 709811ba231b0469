"""Instructions and cycles by the processor's own counters, through perf, where there are any."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from shootout.build.cells import MEGABYTES
from shootout.common import surroundings

SECONDS = 60
CALLS = 200  # of each length; the difference of two programs leaves the hash alone
EVENTS = ("instructions:u", "cycles:u")


class Counters(NamedTuple):
    """What a byte of a long message takes."""

    instructions: float
    cycles: float


def counted(text: str) -> dict[str, int] | str:
    """The counts in the output of `perf stat -x,`; the reason, in words, if they are not there."""
    found: dict[str, int] = {}
    for line in text.splitlines():
        fields = line.split(",")
        if len(fields) > 2 and fields[2] in EVENTS and fields[0].isdigit():
            found[fields[2]] = int(fields[0])
    if len(found) == len(EVENTS):
        return found
    if "<not supported>" in text or "<not counted>" in text:
        return "this processor, or its hypervisor, has no counters of instructions for perf"
    if re.search("perf_event_paranoid|[Pp]ermission|access", text):
        return "the system does not let this user count (perf_event_paranoid)"
    return "perf has no counts"


def count(program: Path, top: int, low: int) -> Counters | str:
    """The counts of a try program; the reason, in words, if there are none."""
    if not shutil.which("perf"):
        return "no perf (Debian: apt install linux-perf)"
    found = []
    for mlen in (top, low):
        its = _run(program, [mlen] * CALLS)
        if isinstance(its, str):
            return its
        found.append(its)
    bytes_ = (top - low) * CALLS
    each = [(found[0][name] - found[1][name]) / bytes_ for name in EVENTS]
    return Counters(*each) if min(each) > 0 else "perf's counts vary by more than the hash takes"


def _run(program: Path, lengths: Sequence[int]) -> dict[str, int] | str:
    bounds = [str(SECONDS), str(MEGABYTES)]
    words = ["perf", "stat", "-x", ",", "-e", ",".join(EVENTS), "--", str(program), *bounds]
    try:
        ran = subprocess.run(
            [*words, "calls", *map(str, lengths)], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
            check=False, timeout=SECONDS, env=surroundings.of_code(),
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"perf: {error}"
    return counted(ran.stderr)
