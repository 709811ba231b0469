"""Cycle counters: which of them work here, their steps and their rates."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ..common.errors import Trouble
from ..common.process import execute

DOCTOR_SECONDS = 60  # wall time
SYSTEM_CALL = 100  # ticks; a reading that costs more is a system call, not an instruction
MOST = 1e9  # ticks of a step or of a reading that a result file may state
FACT = re.compile(
    r"(\S+) step (\S+) cost (\S+) persecond (\d{1,15}) (core cycles|converted) "
    r"clock (\d[\d.]*) pace (\d[\d.]*)"
)


@dataclass(frozen=True)
class Counter:
    """A counter that was tried and works here."""

    name: str
    step: float  # ticks; readings differ by multiples of it
    cost: float  # ticks from one reading to the next
    persecond: int  # ticks in a second of real time
    exact: bool  # whether ticks are core cycles; otherwise they are converted

    @property
    def grain(self) -> float:
        """The resolution in ticks: a step, or the cost of a reading by system call.

        A sample lasts at least a hundred of these.
        """
        return self.cost if self.cost > SYSTEM_CALL else self.step


@dataclass(frozen=True)
class Counters:
    """The counters of one ABI, as the C program `doctor` finds them."""

    fit: tuple[Counter, ...]  # the preferred one first
    refused: tuple[tuple[str, str], ...]  # name and reason
    clock: float  # core cycles per tick of the preferred counter, now; 0 if unknown
    pace: float  # instructions per core cycle when nobody shares the core
    alone: float  # fraction of the probes that came near that pace
    core: str = ""  # which kind of core that was, where there are two and the system tells

    @property
    def best(self) -> Counter:
        return self.fit[0]

    def fact(self) -> str:
        """The fact `counter-ABI` of a result file: the preferred counter and its calibration."""
        b = self.best
        kind = "core cycles" if b.exact else "converted"
        return (
            f"{b.name} step {b.step:g} cost {b.cost:g} persecond {b.persecond} {kind} "
            f"clock {self.clock:.4f} pace {self.pace:.3f}"
        )

    @staticmethod
    def of_fact(text: str) -> Counters | None:
        """What `fact` printed, read again; None for any other text."""
        found = FACT.fullmatch(text)
        if not found:
            return None
        name, step, cost, persecond, kind, clock, pace = found.groups()
        try:
            b = Counter(name, float(step), float(cost), int(persecond), kind == "core cycles")
            counters = Counters((b,), (), float(clock), float(pace), alone=1.0)
        except ValueError:
            return None
        return counters if 0 < b.step < MOST and 0 <= b.cost < MOST else None


def parse_doctor(lines: list[list[str]]) -> Counters:
    """The counters in the output of `doctor`, given as the words of each line.

    `counter NAME ok step N cost N persecond N exact|converted`, `counter NAME refused REASON`,
    `clock RATIO`, `pace P`, `alone FRACTION`, `core performance|efficiency`.
    """
    fit: list[Counter] = []
    refused: list[tuple[str, str]] = []
    core = ""
    numbers = {"clock": 0.0, "pace": 0.0, "alone": 1.0}
    for words in lines:
        if words[0] == "counter" and words[2] == "ok":
            step, cost, persecond = (float(words[i]) for i in (4, 6, 8))
            exact = words[9] == "exact"
            fit.append(Counter(words[1], step, cost, round(persecond), exact))
        elif words[0] == "counter":
            refused.append((words[1], " ".join(words[3:])))
        elif words[0] == "core":
            core = words[1]
        elif words[0] in numbers:
            numbers[words[0]] = float(words[1])
    return Counters(tuple(fit), tuple(refused), core=core, **numbers)


def probe(folder: Path, runner: tuple[str, ...], core: int | None) -> Counters:
    """Run the `doctor` of a folder on the core that will be timed."""
    outcome = execute([*runner, str(folder / "doctor")], DOCTOR_SECONDS, core)
    try:
        found = parse_doctor(outcome.lines)
    except (ValueError, IndexError) as e:
        raise Trouble(f"doctor's output can't be understood ({e}): {outcome.output!r}") from e
    if outcome.status or not found.fit:
        reasons = "; ".join(f"{name}: {why}" for name, why in found.refused)
        raise Trouble(
            f"no cycle counter works here ({reasons or outcome.end()}). "
            "`./do doctor` prints what would help."
        )
    return found


# A pattern for names of counters (ours, SUPERCOP's, libcpucycles'), the unit of their readings,
# and a warning; the first that matches counts.
COUNTERS = (
    ("vct|mftb|time|tod|mono|tick|stck|mach|zero", "ticks", ", not core cycles"),
    ("tsc|(amd64|x86)cpu", "TSC ticks", ", not core cycles"),
    ("pmc|perf|cycle|cortex|armv8|1176|mips|-cc", "core cycles", ""),
    ("", "ticks", ", which may not be core cycles"),
)


def unit(counter: str) -> tuple[str, str]:
    """The unit of a counter's readings, and a warning where it is not core cycles."""
    return next((what, but) for name, what, but in COUNTERS if re.search(name, counter))


def exact(counter: str) -> bool:
    """Whether the counter counts core cycles."""
    return unit(counter)[0] == "core cycles"
