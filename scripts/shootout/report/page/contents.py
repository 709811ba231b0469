"""What the page shows of result files: machines, their best figures, their curves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from ...common import parallel
from ...common.errors import Trouble
from ...common.grouped import grouped
from ...common.named import escaped
from ...compare import runs
from ...machine import notes
from ...ranking.lines import LineChoice, choices
from ...ranking.promises import of_each
from ...ranking.ratio import Ratio
from ...ranking.rows import NULL, shown
from ...registry.families import in_set, shown_in
from ...registry.sets import ALL, of_vm
from ...results import cache, published, stats
from ...results.curve import FileCurves, Points, of_file
from ...results.figures import Row, fastest, rows_of
from ...results.reader import read
from ...results.records import Attempt, failures, uncollected
from ...results.stats import Length
from .. import literature
from ..bands import bands
from ..machines import READING, Best, MachineRow, together
from ..machines import summarise as graph_rows

Changes = Mapping[str, Mapping[Length, Ratio]]  # by primitive
# By primitive: the cause, the implementation, the number of compilers that it failed with.
Failures = Mapping[str, Sequence[tuple[str, str, int]]]
Past = Sequence[tuple[runs.Key, runs.PastRun]]  # a run of each primitive


@dataclass(frozen=True)
class Function:
    """A primitive on a machine: the fastest compiler of each implementation at the lengths of
    the table, and the curves."""

    best: Mapping[str, Mapping[Length, Best]]  # by implementation
    curves: tuple[Points, ...] = ()
    hertz: float = 0.0  # core cycles, or ticks, in a second; 0 if unknown
    # What came of tracing implementations that promise constant time, in a sentence each.
    promises: Mapping[str, str] = field(default_factory=dict)
    choices: tuple[LineChoice, ...] = ()  # the best and the worst compiler of each implementation


@dataclass(frozen=True)
class MachineRun:
    """One run of a machine: the fastest of each primitive at the lengths of the table."""

    contestant: MachineRow
    file: str
    past: Past = ()
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
    past: Past = ()  # of the only one

    @property
    def runs(self) -> tuple[MachineRun, ...]:
        """The runs that the machine was merged from."""
        return self.history or tuple(MachineRun(self.contestant, f, self.past) for f in self.files)


def functions(rows: Iterable[Row]) -> dict[str, Function]:
    """By primitive, from the rows of one machine and ABI; without curves."""
    found = {}
    for primitive, every in grouped(rows, lambda row: row.primitive).items():
        best, its = dict[str, dict[Length, Best]](), shown(every)
        for mlen in stats.ALL_LENGTHS:
            for row in fastest(its, mlen, per_implementation=True):
                best.setdefault(row.implementation, {})[mlen] = Best.of(row, mlen)
        java = any(of_vm(row.abi) for row in its)
        found[primitive] = Function(best, choices=() if java else tuple(choices(its)))
    return found


def summarise(path: Path) -> tuple[list[PageMachine], str]:
    """The machines of a file without curves, or those that could be read, and the complaint;
    commands keep them, and what graphs show of it."""
    kind = f"page {cache.sha256(path.parent / notes.FILE)}"
    return cache.kept(kind, path, partial(_summarise, path), lambda its: not its[1])


@uncollected()
def _summarise(path: Path) -> tuple[list[PageMachine], str]:
    try:
        result = read(path, curves=False, keep=True, once=True)
        every, wrong = graph_rows(path, result)
        past = grouped(runs.of_result(result, path), lambda run: (run[0].machine, run[0].abi))
    except (Trouble, OSError) as error:  # of the file, or of owners' notes beside it
        return [], str(error)
    rows = grouped(rows_of(result.blocks), lambda row: (row.machine, row.abi))
    found = []
    for c in every:
        at = c.name, c.abi
        if (c.fastest or c.native) and not c.emulated:
            tried = [a for a in result.attempts if (a.machine, a.abi) == at]
            said = of_each(tried)
            own = {
                name: replace(
                    each, hertz=c.hertz, promises={i: t for (p, i), t in said.items() if p == name}
                )
                for name, each in functions(rows[at]).items()
            }
            facts, ours, files = result.facts, bool(result.facts), (path.name,)
            c = replace(c, entries={})
            machine = PageMachine(c, ours, facts, own, files, _failed(tried), past=past.get(at, ()))
            found.append(machine)
    complaint = str(result.complaint or "")
    if not found and not complaint:
        complaint = wrong or f"{escaped(path)}: holds no timing of a hash function"
    return found, complaint


def _failed(attempts: Sequence[Attempt]) -> Failures:
    found: dict[str, list[tuple[str, str, int]]] = {a.primitive: [] for a in attempts}
    for why, some in failures(attempts).items():
        for (p, i), count in Counter((a.primitive, a.implementation) for a in some).items():
            found[p].append((why, f"{p}/{i}", count))
    return found


def collect(
    paths: Sequence[Path], name: str = ALL, own: str | None = None
) -> tuple[list[PageMachine], list[str]]:
    """The machines of all files in the order of the graphs, and what is wrong with files.

    Only functions of the set have curves, which take most of the time: those of a run are computed
    if no newer one has its functions. With the name of one's `own` file, other machines have only
    those of what is the fastest anywhere, at every eighth length.
    """
    made = list(parallel.each(summarise, paths, parallel.cpus(len(paths)), phase=READING))
    wrong = {path: complaint for path, (_, complaint) in zip(paths, made) if complaint}
    merged = merge(machine for machines, _ in made for machine in machines)
    asked: dict[tuple[Path, str], set[str]] = {}
    for m in merged:
        for p, (path, _) in m.contestant.sources.items():
            if p == NULL or in_set(p, name):
                only = asked.setdefault((path, shown_in(p)), set())
                best = {} if own in (None, *m.files) else m.contestant.fastest.get(p, {})
                only.update(f"{p}/{each.implementation}" for each in best.values())
    its = parallel.each(_curves, [*asked.items()], parallel.cpus(len(asked)), phase=READING)
    found = dict(zip(asked, its))
    wrong.update((path, its.complaint) for (path, _), its in found.items() if its.complaint)
    return ordered(with_changes([_with_curves(m, found) for m in merged])), [*wrong.values()]


def _curves(asked: tuple[tuple[Path, str], set[str]]) -> FileCurves:
    return of_file(*asked[0], frozenset(asked[1]))


def _with_curves(m: PageMachine, found: Mapping[tuple[Path, str], FileCurves]) -> PageMachine:
    c, functions = m.contestant, dict(m.functions)
    for p, (path, _) in c.sources.items():
        if p in functions and (its := found.get((path, shown_in(p)))):
            functions[p] = replace(functions[p], curves=(*its.points.get((c.name, c.abi, p), ()),))
    return replace(m, functions=functions)


def with_changes(machines: Sequence[PageMachine]) -> list[PageMachine]:
    """The machines, their runs with the changes from the run before, as ./do history has them."""
    found: dict[tuple[str, str, str], dict[str, dict[Length, Ratio]]] = {}
    for h in runs.together(each for m in machines for run in m.history for each in run.past):
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
    for c, cpu in literature.rows(published.load()):
        functions = {p: Function(_by_source(best)) for p, best in c.fastest.items()}
        found.append(PageMachine(c, False, {"cpu": cpu} if cpu else {}, functions))
    return found


def _by_source(best: Mapping[Length, Best]) -> dict[str, dict[Length, Best]]:
    found: dict[str, dict[Length, Best]] = {}
    for mlen, each in best.items():
        sure = replace(each, figure=each.figure._replace(doubts=()))  # their rows tell already
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
