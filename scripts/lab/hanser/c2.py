"""What C2 of several JDKs made of each pair of kernels: since when a strategy is for nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import NamedTuple

from shootout.common.errors import Trouble
from shootout.common.paths import KNOWN
from shootout.report.sheet import Sheet

from . import strategies
from .bench import NAMES
from .steps import function

C2 = KNOWN / "c2"
# The same code may differ in so many operations, and in that part of its instructions: registers
# are chosen in another way, and so are the places of values that find none.
OPERATIONS, INSTRUCTIONS = 2, 0.08
NOTES = (
    "instructions of C2's machine code without and with; =: the same code, that is as many calls, "
    f"at most {OPERATIONS} operations (logic, shifts, rotations) exchanged, and at most "
    f"{INSTRUCTIONS:.0%} more or fewer instructions. scripts/shootout/known/c2 says how they were "
    "counted",
    "buffers of the object: bytes that a block allocates on the heap without and with; C2 may do "
    "without an array that it sees through",
    "by itself: the JDKs whose C2 makes the same code of both, so that the strategy gains nothing. "
    "JDK 8 is the oldest that was looked at; the paper's was 6",
)


class Seen(NamedTuple):
    """Instructions before and after, calls before and after, and operations that one alone has.

    Without the last three it is bytes of the heap that a block takes before and after.
    """

    before: int
    after: int
    calls: int = -1
    calls_after: int = -1
    exchanged: int = 0

    @property
    def allocated(self) -> bool:
        return self.calls < 0

    @property
    def same(self) -> bool:
        least = 0 if self.allocated else INSTRUCTIONS * self.before
        close = abs(self.after - self.before) <= least
        return close and self.calls == self.calls_after and self.exchanged <= OPERATIONS

    def __str__(self) -> str:
        unit = " bytes" if self.allocated else ""
        return f"{'= ' if self.same else ''}{self.before} to {self.after}{unit}"


def load(file: Path = C2) -> dict[tuple[str, str], dict[int, Seen]]:
    """What was seen of each pair, by JDK. Raises Trouble for a line of another form."""
    found: dict[tuple[str, str], dict[int, Seen]] = {}
    for number, line in enumerate(file.read_text(encoding="ascii").splitlines(), 1):
        names, words = line.split()[:2], line.split()[2:]
        if not names or line.startswith("#"):
            continue
        if len(words) not in (3, 6) or not all(word.isdecimal() for word in words):
            what = "not BEFORE AFTER and six numbers, or three; its head explains the format"
            raise Trouble(f"{file}, line {number}: {what}")
        jdk, *numbers = map(int, words)
        found.setdefault((names[0], names[1]), {})[jdk] = Seen(*numbers)
    return found


def verdict(counts: Mapping[int, Seen]) -> str:
    """Since when C2 makes the same code, or where it did; a dash if nowhere."""
    jdks = sorted(counts)
    since = next((n for n in jdks if all(counts[m].same for m in jdks if m >= n)), None)
    if since:
        return f"since JDK {since}{' or before' if since == jdks[0] else ''}"
    then = [str(n) for n in jdks if counts[n].same]
    return f"only in JDK {', '.join(then)}" if then else "-"


def sheet(primitives: Collection[str]) -> Sheet | None:
    """The table of the pairs of these functions; None if there are none."""
    found = load()
    jdks = sorted({jdk for counts in found.values() for jdk in counts})
    grid = [["strategy", "function", *(f"JDK {jdk}" for jdk in jdks), "by itself"]]
    for s in strategies.load():
        name = function(s.before)
        if name in primitives and (counts := found.get((s.before, s.after))):
            cells = [str(counts.get(jdk, "-")) for jdk in jdks]
            grid.append([s.what, NAMES[name], *cells, verdict(counts)])
    title = "Strategies, from JDK to JDK: what C2 does by itself"
    return Sheet(title, grid, 2, NOTES) if len(grid) > 1 else None
