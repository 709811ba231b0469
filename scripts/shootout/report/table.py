"""The contents of a table, however it is printed: the figures of one machine in one ABI."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..common.grouped import grouped
from ..machine.counter import unit
from ..ranking.promises import outcomes
from ..ranking.rows import below_floor, shown
from ..registry.families import ORDER, shown_in
from ..registry.sets import ALL, DEFAULT, PAPERS, TODAY, covers, of_vm
from ..results.figures import Row, every_length, fastest, rows_of
from ..results.grade import Grade, grade
from ..results.records import CellName, Result, lines_used
from ..results.stats import Length
from .conversion import CYCLES, frequency

QUARTILES = ("q1", "median", "q3")
# States that do harm to ticks: the fact that tells each, and the reason.
STATES = {
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
    hertz: float = 0.0  # what the figures count in a second; 0 if unknown
    # Bytes of code and tables by file, of a cell.
    sizes: Mapping[CellName, Mapping[str, int]] = field(default_factory=dict)
    # What came of tracing a cell that promises constant time.
    promises: Mapping[CellName, str] = field(default_factory=dict)
    set: str = PAPERS
    impossible: tuple[str, ...] = ()  # figures below their floors, which no row shows
    lines: str = ""  # how many compiler lines were used, if not all

    @property
    def java(self) -> bool:
        """Whether its figures are of code in a VM."""
        return of_vm(self.abi)

    def unit(self) -> tuple[str, str]:
        """The unit of the figures, to be followed by "per byte", and a warning if it is ticks."""
        if self.converted:
            return "core cycles", ""
        return unit(self.counter)

    def whose(self) -> str:
        """The machine, ABI, set and date."""
        whose = f"{self.machine} {self.abi}" + (f", {self.set}" if self.set != PAPERS else "")
        return f"{whose}, {max(row.date for row in self.rows)}"

    def title(self) -> str:
        """Whose it is, the counter, and the ratio of core cycles to its ticks."""
        title = f"{self.whose()}, {self.counter}"
        ratios = sorted(row.clock for row in self.rows if row.clock)
        if not ratios:
            return f"{title} not converted"
        least, most = f"{ratios[0]:.3f}", f"{ratios[-1]:.3f}"
        ratio = least if least == most else f"{least} to {most}"
        return f"{title} converted by {ratio} core cycles per tick"

    def remarks(self) -> list[str]:
        """Remarks on what was not timed, and on states of the machine: they do harm but where a
        clock was timed beside every sample, and boost none to a counter of core cycles."""
        states = {word: self.facts.get(fact, "off") for word, (fact, _) in STATES.items()}
        part = [f"timed with {self.lines}"] if self.lines else []
        said = [f"{word} {state}" for word, state in states.items() if state != "off"]
        if self.converted:
            but = "the clock was timed beside every sample, so these are core cycles"
            return [*part, f"{', '.join(said)}; but {but}"] if said else part
        harmless = {"boost"} if self.unit()[0] == "core cycles" else set[str]()
        part += [f"{word}: {STATES[word][1]}" for word in states
                 if states[word] == "on" and word not in harmless]  # fmt: skip
        unknown = [word for word, state in states.items() if state == "unknown"]
        return [*part, f"not known of this machine: {', '.join(unknown)}"] if unknown else part


def split(result: Result) -> list[Table]:
    """The tables of a file: one for each machine, ABI, counter and set.

    The null hash is in the first that a machine has.
    """
    # Those of a process that broke have no figures, and say nothing about a counter.
    found = grouped(
        (row for row in rows_of(result.blocks) if row.figures.medians),
        lambda row: (row.machine, row.abi, row.counter, row.clock is not None),
    )
    blocks = grouped(result.blocks, lambda block: (block.machine, block.abi, block.counter))
    tables = []
    for key, its in found.items():
        grades = grade(result.facts, blocks.get(key[:3], []), its)
        rest = result.facts, grades, frequency(its)
        sizes, promises = result.sizes, outcomes(result.attempts)
        low = tuple(dict.fromkeys(filter(None, map(below_floor, its))))
        timed = (row for row in shown(its) if row.figures.medians)
        for name, some in _by_set(timed).items():
            table = Table(*key, tuple(some), *rest, sizes, promises, name, low)
            tables.append(replace(table, lines=lines_used(result, table.abi)))
            low = ()
    return tables


def _by_set(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """The rows of each set, in the order of the sets."""
    found: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: place(row.primitive)[0]):
        own = next(iter(found), PAPERS) if row.primitive == "null" else shown_in(row.primitive)
        found.setdefault(own, []).append(row)
    return found


def place(primitive: str) -> tuple[int, str]:
    """The sort key of a primitive: the paper's order set by set, then other
    names, the null hash last."""
    order = [*ORDER, primitive] if primitive != "null" else [*ORDER, "", primitive]
    return order.index(primitive), primitive


def chosen(table: Table, *, each: bool = False) -> list[tuple[Length, Row]]:
    """The rows to show at each length, by the paper's rule: only the fastest counts.

    It is the fastest cell of each primitive, with `each` that of each implementation.
    """
    found = [
        (mlen, row)
        for mlen in every_length(table.rows)
        for row in fastest(table.rows, mlen, per_implementation=each)
    ]
    return sorted(found, key=lambda f: (place(f[1].primitive), f[1].implementation if each else ""))


def joined(tables: Sequence[Table]) -> list[Table]:
    """The tables, that of today's functions with the paper's, which stand before it alone."""
    papers = {(t.machine, t.abi, t.counter, t.converted): t for t in tables if t.set == PAPERS}
    found = []
    for table in tables:
        paper = papers.get((table.machine, table.abi, table.counter, table.converted))
        if paper and table.set == TODAY:
            rows = (*(row for row in paper.rows if row.primitive != "null"), *table.rows)
            table = replace(table, rows=rows, set=DEFAULT)
        found.append(table)
    return found


def short_compilers(compilers: Iterable[str]) -> dict[str, str]:
    """Short names of compiler lines: command, -O level, and options that not all lines share."""
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


@dataclass(frozen=True)
class TableOptions:
    """The form of tables: `each` implementation or only the fastest."""

    form: str = "terminal"
    each: bool = False
    unit: str = CYCLES  # of UNITS
    java: bool | None = None  # Java's tables or those of native code; None for all
    set: str = ALL
    brief: bool = False  # nothing that a figure does not need, so that it fits a small screen
    verdicts: bool = True  # whether a brief table ends in verdicts, a line for each function


PLAIN = TableOptions()


def tables_of(result: Result, options: TableOptions) -> list[Table]:
    """The tables of the options, Java's last; where there is no native code, Java's."""
    of_set = (table for table in split(result) if covers(options.set, table.set))
    found = sorted(of_set, key=lambda table: table.java)
    wanted = [table for table in found if options.java in (None, table.java)]
    return wanted if wanted or options.java else found
