"""The fastest programs loop, one after the other, and a meter is read.

Each loops several times, in rounds over all, so that a package that becomes warm does not count
against the last one. How fast it loops has to agree with how fast it was timed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from shootout.build import jail
from shootout.build.cells import Cell
from shootout.common.errors import Trouble
from shootout.common.paths import MEASURE
from shootout.common.process import execute

from .powercap import Zone

MLEN = 4096  # bytes
CALLS = re.compile(rf"calls {MLEN} ([1-9]\d{{0,14}})", re.ASCII)
ROUNDS = 3
SECONDS = 1.0  # of a loop: a thousand steps of the counter
PROCESSOR = 100  # limit of processor time in seconds
SOURCE = Path(__file__).with_name("loop.c")
PARTS = (
    "jail", "channel", "records", "state", "syscalls",
    "lanes", "system", "vectors", "counter", "clock",
)  # fmt: skip
APART = 0.25  # of the expected time; beyond that, something else ran, or it did not loop


class Energy(NamedTuple):
    """The energy of a processor's package while one core hashed again and again."""

    mlen: int  # bytes
    calls: int
    microjoules: int
    microseconds: int
    idle: int  # microwatts of the package while nothing was asked of it

    @property
    def per_byte(self) -> float:
        """Nanojoules per byte."""
        return 1000 * self.microjoules / (self.calls * self.mlen)

    @property
    def watts(self) -> float:
        return self.microjoules / self.microseconds


@dataclass(frozen=True)
class Loop:
    """A program, its counter by name and ticks per second, and the seconds of a call as timed."""

    cell: Cell
    counter: str
    persecond: int
    once: float


def link(cell: Cell) -> None:
    """Make the program that loops, `loop`, beside a cell's others; its compiler works in its jail.
    Raises Trouble with the compiler's first words if it cannot."""
    counters = [f.stem for f in (MEASURE / "cpucycles").glob("*.c")]
    objects = [cell.base / f"{name}.o" for name in (*PARTS, *counters)]
    words = [
        *cell.compiler.command, "-std=gnu99", f"-I{MEASURE}", f"-I{MEASURE / 'jail'}",
        f"-I{cell.base}", "-o", "loop", str(SOURCE), *map(str, filter(Path.is_file, objects)),
        *sorted(f.name for f in cell.folder.glob("*.o")), "-lm",
    ]  # fmt: skip
    order = jail.order([words], [MEASURE, SOURCE.parent, cell.base], cell.folder)
    made = execute(
        [*jail.entering(order), *words], PROCESSOR, folder=cell.folder,
        environment=jail.environment(),
    )  # fmt: skip
    if made.status:
        raise Trouble(f"{cell}: no loop could be linked: {made.end()}")


def idle(meter: Zone, seconds: float = SECONDS) -> int:
    """The microwatts of the package while this process sleeps. Raises NoEnergy."""
    before, start = meter.read(), time.monotonic()
    time.sleep(seconds)
    after, took = meter.read(), time.monotonic() - start
    return round(meter.spent(before, after, took) / took)


def measure(
    loops: Sequence[Loop],
    meter: Zone,
    core: int | None,
    step: Callable[[], object] = bool,
    seconds: float = SECONDS,
) -> Iterator[tuple[Loop, Energy | str]]:
    """The energy of each loop in each round, or the reason why it does not count. Raises NoEnergy
    when the counter stands still or can no longer be read."""
    rest = idle(meter, seconds)
    for _ in range(ROUNDS):
        for loop in loops:
            yield loop, _once(loop, meter, core, rest, seconds)
            step()


def _once(loop: Loop, meter: Zone, core: int | None, rest: int, seconds: float) -> Energy | str:
    ticks = str(round(seconds * loop.persecond))
    command = [*loop.cell.jailed(PROCESSOR, "loop"), loop.counter, ticks, str(MLEN)]
    before, start = meter.read(), time.monotonic()
    outcome = execute(command, PROCESSOR, core)
    after, took = meter.read(), time.monotonic() - start
    calls = [int(found[1]) for found in map(CALLS.fullmatch, map(" ".join, outcome.lines)) if found]
    if outcome.status or outcome.lines[-1:] != [["done"]] or len(calls) != 1:
        return outcome.end()
    expected = calls[0] * loop.once
    if abs(took - expected) > APART * expected:
        return f"looped for {took:.2f} s, not for the {expected:.2f} s that were expected"
    used = meter.spent(before, after, took)
    return Energy(MLEN, calls[0], used, round(took * 1e6), rest)
