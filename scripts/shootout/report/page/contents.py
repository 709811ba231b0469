"""What the page shows of result files: machines, their best figures, their curves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from ...common import parallel
from ...common.errors import Trouble
from ...common.grouped import grouped
from ...common.named import escaped
from ...compare import runs
from ...ranking.lines import LineChoice, choices
from ...ranking.promises import of_each
from ...ranking.ratio import Ratio
from ...ranking.rows import shown
from ...registry.sets import of_vm
from ...results import published, stats
from ...results.curve import Curve, curve
from ...results.figures import fastest, rows_of
from ...results.reader import read
from ...results.records import Attempt, Block, failures, uncollected, without_curves
from ...results.stats import Length
from ...results.timings import Timing
from .. import confirmed, literature
from ..bands import bands
from ..machines import READING, Best, MachineRow, contestants, marked, together, with_marks

Changes = Mapping[str, Mapping[Length, Ratio]]  # by primitive
# By primitive: the cause, the implementation, the number of compilers that it failed with.
Failures = Mapping[str, Sequence[tuple[str, str, int]]]
LEAST = 10  # lengths that make a curve; fewer are the figures of the table


@dataclass(frozen=True)
class Function:
    """A primitive on a machine: the fastest compiler of each implementation at the lengths of
    the table, and the curves."""

    best: Mapping[str, Mapping[Length, Best]]  # by implementation
    curves: tuple[Curve, ...] = ()
    hertz: float = 0.0  # core cycles, or ticks, in a second; 0 if unknown
    # What came of tracing implementations that promise constant time, in a sentence each.
    promises: Mapping[str, str] = field(default_factory=dict)
    choices: tuple[LineChoice, ...] = ()  # the best and the worst compiler of each implementation


@dataclass(frozen=True)
class MachineRun:
    """One run of a machine: the fastest of each primitive at the lengths of the table."""

    contestant: MachineRow
    file: str
    changes: Changes = field(default_factory=dict)  # from the run before


@dataclass(frozen=True)
class PageMachine:
    contestant: MachineRow
    ours: bool  # not SUPERCOP's
    facts: Mapping[str, str] = field(default_factory=dict)
    functions: Mapping[str, Function] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    failures: Failures = field(default_factory=dict)  # of all primitives that were tried
    history: tuple[MachineRun, ...] = ()  # from the oldest run on; empty if there is only one

    @property
    def runs(self) -> tuple[MachineRun, ...]:
        """The runs that the machine was merged from."""
        return self.history or tuple(MachineRun(self.contestant, file) for file in self.files)


def functions(blocks: Iterable[Block]) -> dict[str, Function]:
    """By primitive, from the blocks of one machine and ABI."""
    return {
        primitive: _function([*grouped(its, lambda b: (b.implementation, b.compiler)).values()])
        for primitive, its in grouped(blocks, lambda block: block.primitive).items()
    }


def _function(cells: Sequence[Sequence[Block]]) -> Function:
    known: dict[int, Sequence[Timing]] = {}  # cells with the same code share their timings
    blocks = [
        b._replace(timings=known.setdefault(id(b.timings), _six(b).timings))
        for b in without_curves(b for cell in cells for b in cell)
    ]
    rows = shown(rows_of(blocks))
    best: dict[str, dict[Length, Best]] = {}
    for mlen in stats.ALL_LENGTHS:
        for row in fastest(rows, mlen, per_implementation=True):
            best.setdefault(row.implementation, {})[mlen] = Best.of(row, mlen)
    many = [cell for cell in cells if len({t.mlen for b in cell for t in b.timings}) >= LEAST]
    curves = tuple(c for cell in many if (c := curve(cell, whole=True)).costs)
    if any(of_vm(row.abi) for row in rows):
        return Function(best, curves)
    return Function(best, curves, choices=tuple(choices(rows)))


def _six(block: Block) -> Block:
    """The block with the lengths that the table needs."""
    timings = tuple(t for t in block.timings if t.mlen in stats.needed(block.primitive))
    return block._replace(timings=timings)


@uncollected()
def summarise(path: Path) -> tuple[list[PageMachine], str]:
    """The machines of a file, or those that could be read, and the complaint."""
    try:
        result = read(path, keep=True)
        six = replace(result, blocks=tuple(map(_six, without_curves(result.blocks))))
        every = contestants(six, path, entries=False)
    except (Trouble, OSError) as error:  # of the file, or of owners' notes beside it
        return [], str(error)
    timed = grouped(result.blocks, lambda block: (block.machine, block.abi))
    found = []
    for c in every:
        blocks = timed.get((c.name, c.abi), [])
        if (c.fastest or c.native) and not c.emulated:
            tried = [a for a in result.attempts if (a.machine, a.abi) == (c.name, c.abi)]
            said = of_each(tried)
            own = {
                name: replace(
                    each, hertz=c.hertz, promises={i: t for (p, i), t in said.items() if p == name}
                )
                for name, each in functions(blocks).items()
            }
            found.append(
                PageMachine(c, bool(result.facts), result.facts, own, (path.name,), _failed(tried))
            )
    complaint = str(result.complaint or "")
    if not found and not complaint:
        complaint = f"{escaped(path)}: holds no timing of a hash function"
    return found, complaint


def _failed(attempts: Sequence[Attempt]) -> Failures:
    found: dict[str, list[tuple[str, str, int]]] = {a.primitive: [] for a in attempts}
    for why, some in failures(attempts).items():
        for (p, i), count in Counter((a.primitive, a.implementation) for a in some).items():
            found[p].append((why, f"{p}/{i}", count))
    return found


def collect(paths: Sequence[Path]) -> tuple[list[PageMachine], list[str]]:
    """The machines of all files in the order of the graphs, and what is wrong with files."""
    made = list(parallel.each(summarise, paths, parallel.cpus(len(paths)), phase=READING))
    marks = confirmed.marks(paths)
    merged = merge(_marked(machine, marks) for machines, _ in made for machine in machines)
    return ordered(with_changes(merged)), [complaint for _, complaint in made if complaint]


def _marked(m: PageMachine, marks: Mapping[str, confirmed.Marks]) -> PageMachine:
    """The machine of one file with the marks of its figures."""
    c = m.contestant
    its = marks.get(str(c.paths[0]))
    if not its:
        return m
    functions = {
        name: replace(f, best={i: with_marks(c, name, best, its) for i, best in f.best.items()})
        for name, f in m.functions.items()
    }
    return replace(m, contestant=marked(c, marks), functions=functions)


def with_changes(machines: Sequence[PageMachine]) -> list[PageMachine]:
    """The machines, their runs with the changes from the run before, as ./do history has them.

    Only files of machines with several runs are read for that.
    """
    paths = [path for m in machines for run in m.history for path in run.contestant.paths]
    if not paths:
        return list(machines)
    found: dict[tuple[str, str, str], dict[str, dict[Length, Ratio]]] = {}
    for h in runs.collect(list(dict.fromkeys(paths)), "*")[0]:
        for (mlen, k), (_, ratio) in h.changes.items():
            own = found.setdefault((h.key.machine, h.key.abi, h.runs[k].file), {})
            own.setdefault(h.key.primitive, {})[mlen] = ratio

    def changed(run: MachineRun) -> MachineRun:
        c = run.contestant
        return replace(run, changes=found.get((c.name, c.abi, run.file), {}))

    return [replace(m, history=tuple(map(changed, m.history))) for m in machines]


def published_machines() -> list[PageMachine]:
    """The machines of the literature; in place of implementations they have keys of sources."""
    found = []
    for row in literature.rows(published.load()):
        c = row.contestant
        functions = {p: Function(_by_source(best)) for p, best in c.fastest.items()}
        facts = {"cpu": row.cpu, "year": ", ".join(map(str, row.years))}
        known = {name: text for name, text in facts.items() if text}
        found.append(PageMachine(c, False, known, functions))
    return found


def _by_source(best: Mapping[Length, Best]) -> dict[str, dict[Length, Best]]:
    found: dict[str, dict[Length, Best]] = {}
    for mlen, each in best.items():
        sure = replace(each, figure=replace(each.figure, doubts=()))  # their rows tell already
        found.setdefault(each.implementation, {})[mlen] = sure
    return found


def merge(machines: Iterable[PageMachine]) -> list[PageMachine]:
    """One for each machine and ABI: of several runs, the newest that has a primitive counts."""
    merged: dict[tuple[str, str, str], PageMachine] = {}
    for new in sorted(machines, key=lambda m: (m.contestant.date, m.files)):
        key = new.contestant.key
        if key in merged:
            old = merged[key]
            new = replace(
                new,
                contestant=together(old.contestant, new.contestant),
                functions={**old.functions, **new.functions},
                failures={**old.failures, **new.failures},
                files=(*old.files, *new.files),
                history=(*old.runs, *new.runs),
            )
        merged[key] = new
    return list(merged.values())


def ordered(machines: Sequence[PageMachine]) -> list[PageMachine]:
    """Band by band, the fastest first within each."""
    by_key = {m.contestant.key: m for m in machines}
    shown = bands([m.contestant for m in machines])
    return [by_key[c.key] for each in shown.values() for c in each]
