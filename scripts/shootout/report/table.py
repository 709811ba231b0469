"""What was timed on one machine in one ABI: what a table holds, however it is printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..machine.counter import unit
from ..registry.families import SHOOTOUT
from ..results.figures import Row, fastest, rows_of
from ..results.grade import Grade, grade
from ..results.records import Result
from ..results.stats import LENGTHS, Length

# What a table says in red of a machine: the fact that tells it, and the reason.
ALARMS = {
    "boost": ("boost", "the clock may run away from the counter"),
    "threads": ("smt", "a sibling thread that is switched on shares the core"),
}


@dataclass(frozen=True)
class Table:
    machine: str
    abi: str
    counter: str
    converted: bool
    rows: tuple[Row, ...]
    facts: Mapping[str, str] = field(default_factory=dict)  # of the machine
    grade: Grade | None = None  # of the run

    def unit(self) -> tuple[str, str]:
        """What a figure counts per byte, and a warning where that is not the core's clock."""
        if self.converted:
            return "core cycles", ""
        return unit(self.counter)

    def title(self) -> str:
        """What, when, and from which counter by what ratio."""
        title = f"{self.machine} {self.abi}, {max(row.date for row in self.rows)}, {self.counter}"
        ratios = sorted(row.clock for row in self.rows if row.clock)
        if not ratios:
            return f"{title} not converted"
        least, most = f"{ratios[0]:.3f}", f"{ratios[-1]:.3f}"
        ratio = least if least == most else f"{least} to {most}"
        return f"{title} converted by {ratio} core cycles per tick"

    def alarms(self) -> dict[str, str]:
        """What is to be printed in red, and why; nothing where the cycles are true.

        A clock timed beside every sample makes them so, and samples that a sibling disturbed
        are flagged. A counter of core cycles never runs away from its clock.
        """
        exact = {"boost"} if self.unit()[0] == "core cycles" else set[str]()
        return {
            word: reason
            for word, (fact, reason) in ALARMS.items()
            if not self.converted and self.facts.get(fact) == "on" and word not in exact
        }

    def remarks(self) -> list[str]:
        """What else bears on the truth of the figures."""
        states = {word: self.facts.get(fact, "off") for word, (fact, _) in ALARMS.items()}
        said = [f"{word} {state}" for word, state in states.items() if state != "off"]
        if self.converted:
            but = "the clock was timed beside every sample, so these are core cycles"
            return [f"{', '.join(said)}; but {but}"] if said else []
        unknown = [word for word, state in states.items() if state == "unknown"]
        return [f"not known of this machine: {', '.join(unknown)}"] if unknown else []


def split(result: Result) -> list[Table]:
    """A table for each machine and ABI in a file."""
    found: dict[tuple[str, str, str, bool], list[Row]] = {}
    for row in rows_of(result.blocks):
        key = (row.machine, row.abi, row.counter, row.clock is not None)
        found.setdefault(key, []).append(row)
    tables = []
    for key, rows in found.items():
        blocks = [b for b in result.blocks if (b.machine, b.abi, b.counter) == key[:3]]
        grades = grade(result.facts, blocks, rows)
        tables.append(Table(*key, tuple(rows), result.facts, grades))
    return tables


def place(primitive: str) -> tuple[int, str]:
    """Sorts functions: those of the paper in its order, then others, the null hash last."""
    order = [*SHOOTOUT, primitive] if primitive != "null" else [*SHOOTOUT, "", primitive]
    return order.index(primitive), primitive


def chosen(table: Table, *, each: bool = False) -> list[tuple[Length, Row]]:
    """The paper's rule: at each length only the fastest counts, of a function or with `each`
    of an implementation."""
    found = [
        (mlen, row)
        for mlen in LENGTHS
        for row in fastest(table.rows, mlen, per_implementation=each)
    ]
    return sorted(found, key=lambda f: (place(f[1].primitive), f[1].implementation if each else ""))


def shorten(compilers: Iterable[str]) -> dict[str, str]:
    """Of each compiler line its command, -O level and what not all lines of the command have."""
    lines = {compiler: compiler.split("_") for compiler in compilers}
    common: dict[str, set[str]] = {}
    for command, *options in lines.values():
        common.setdefault(command, set(options)).intersection_update(options)
    return {
        compiler: " ".join(
            [command, *(o for o in options if o.startswith("-O") or o not in common[command])]
        )
        for compiler, (command, *options) in lines.items()
    }
