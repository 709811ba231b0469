"""Everything that the page shows, as JSON. web/model.js reads it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ...machine.counter import unit
from ...machine.microarchitecture import FEATURES
from ...ranking.lines import AVOID
from ...ranking.ratio import ALPHA, FASTER, SAME, SLOWER, Ratio
from ...registry import causes, sets
from ...registry.families import EVERY, ORDER, Family, Group, groups, in_set, letters
from ...registry.sets import native
from ...results import grade, stats
from ...results.stats import lengths_of
from ..doubts import MEANING
from ..exclusions import REASONS, reasons, remarks
from ..literature import sources
from ..machines import Best, MachineRow
from ..table import short_compilers
from .contents import Function, MachineRun, PageMachine
from .pack import Packed

# What the page has of a row as it is.
PLAIN = ("name", "abi", "band", "microarchitecture", "java", "published", "version", "compiler",
         "date", "counter", "clock")  # fmt: skip
LATER = ("facts", "failures", "choices", "history")  # the first picture does without
DIGITS = 4  # decimals of a figure and of a ratio
VERDICTS = (SAME, FASTER, SLOWER)
MOST = 1e6  # what stands for an endless interval
as_json = partial(json.dumps, separators=(",", ":"))


class Numbering(dict[Any, int]):
    """Numbers for values that occur often, given in the order in which they first occur."""

    def __missing__(self, thing: Any) -> int:
        return self.setdefault(thing, len(self))


class Content:
    """Everything that the page shows, for JSON."""

    def __init__(self, machines: Sequence[PageMachine], group: Group, own: str | None) -> None:
        self.machines, self.group, self.own = machines, group, own  # a file: its machine is first
        self.compilers, self.sets = Numbering(), Numbering()
        self.sets[()]  # a figure without doubts has number 0
        self.described = [self._machine(machine) for machine in machines]
        self.later = [{name: each.pop(name) for name in LATER} for each in self.described]
        self.curves = [curve for m in machines for f in m.functions.values() for curve in f.curves]

    def _machine(self, m: PageMachine) -> dict[str, Any]:
        c, short = m.contestant, short_compilers(_compilers(m))
        shown = c.about(self.group.primitives)
        return {
            **{name: getattr(c, name) for name in PLAIN},
            "unit": _unit(c),
            "remarks": remarks(shown),
            "grade": [shown.grade.letter, *shown.grade.reasons] if shown.grade else [],
            "out": reasons(c),
            "ours": m.ours,
            "files": m.files,
            "short": {self.compilers[name]: text for name, text in short.items()},
            "facts": [fact for fact in m.facts.items() if fact[0] != FEATURES],
            "functions": {name: self._function(name, f) for name, f in m.functions.items()},
            "failures": [each for its in m.failures.values() for each in its],
            "choices": [each for name, f in m.functions.items() for each in self._choices(name, f)],
            "history": [self._run(run, m.functions) for run in m.history],
        }

    def _run(self, run: MachineRun, functions: Iterable[str]) -> dict[str, Any]:
        c = run.contestant
        return {
            "file": run.file,
            "date": c.date,
            "version": c.version,
            "unit": _unit(c)[0],
            "grade": c.grade.letter if c.grade else "",
            "hertz": round(c.hertz),
            "best": {
                name: {str(n): [b.implementation, *self._figure(b)] for n, b in its.items()}
                for name in functions
                if in_set(name, self.group.name) and (its := c.fastest.get(name))
            },
            "changes": {
                name: {str(n): _change(ratio) for n, ratio in changes.items()}
                for name in functions
                if (changes := run.changes.get(name))
            },
        }

    def _function(self, primitive: str, f: Function) -> dict[str, Any]:
        best = {
            n: [[i, *self._figure(b[n])] for i, b in enumerate(f.best.values()) if n in b]
            for n in stats.ALL_LENGTHS
        }
        return {
            "names": list(f.best),
            "best": {n: as_json(its) for n, its in best.items() if its},
            "curves": [
                [curve.implementation, self.compilers[curve.compiler], len(curve.mlens)]
                for curve in f.curves
            ],
            "native": {name: what for name in f.best if (what := native(primitive, name))},
            **({"promises": dict(f.promises)} if f.promises else {}),
            **({"hertz": round(f.hertz)} if f.hertz else {}),
        }

    def _choices(self, primitive: str, f: Function) -> list[list[Any]]:
        """Implementations with their best and worst compilers, the ratio and its interval."""
        return [
            [primitive, c.best.implementation, self.compilers[c.best.compiler],
             self.compilers[c.worst.compiler],
             *(round(min(r, MOST), DIGITS) for r in (c.ratio.value, c.ratio.low, c.ratio.high))]
            for c in f.choices
        ]  # fmt: skip

    def _figure(self, best: Best) -> list[Any]:
        figure = best.figure
        q1, median, q3 = (round(q * 10**DIGITS) for q in (figure.q1, figure.median, figure.q3))
        return [
            median, median - q1, q3 - median, self.compilers[best.compiler],
            self.sets[figure.doubts], self.sets[figure.left_out], figure.samples, figure.rounds,
            *([round(figure.layout, 2), figure.culprit] if figure.layout > 1 else []),
        ]  # fmt: skip

    def json(self, steps: int, packed: Packed, unit: str, pictures: Mapping[str, str]) -> str:
        looks = {name: k for k, (name, *_) in enumerate(EVERY)}
        families = [("", f) for f in self.group.families] + beside(self.machines, self.group)
        return as_json(
            {
                "families": [
                    [f.name, f.functions, looks.get(f.name, -1), of] for of, f in families
                ],
                "letters": letters(f.name for _, f in families),
                "bits": self.group.bits,
                "lengths": lengths_of(self.group.name),
                "names": {p: sets.called(p) for p in ORDER},
                "pictures": pictures,
                "strengths": sets.known(p for _, f in families for p in f.functions if p),
                "strength": sets.MEANING,
                "deciding": stats.DECIDING,
                "inconsistent": causes.INCONSISTENT,
                "undisturbed": [causes.FEW, causes.UNSTEADY],
                "meanings": MEANING,
                "verdicts": VERDICTS,
                "confidence": 1 - ALPHA,
                "reasons": REASONS,
                "grades": grade.MEANING,
                "avoid": AVOID,
                "sources": {name: s.text for name, s in sources().items()},
                "unit": unit,
                "steps": steps,
                "own": self.own,
                "parts": 10**DIGITS,
                "within": [packed.median, packed.quartile],
                "compilers": list(self.compilers),
                "sets": list(self.sets),
                "machines": self.described,
            }
        )


def _change(ratio: Ratio) -> list[Any]:
    """The ratio to the run before with its interval, the number of the verdict, whether it is of
    one process."""
    ends = [round(each, DIGITS) for each in (ratio.value, ratio.low, min(ratio.high, MOST))]
    return [*ends, VERDICTS.index(ratio.verdict), int(ratio.single)]


def _compilers(m: PageMachine) -> list[str]:
    its = m.functions.values()
    best = {b.compiler for f in its for i in f.best.values() for b in i.values()}
    best |= {line.compiler for f in its for c in f.choices for line in (c.best, c.worst)}
    return sorted(best.union(c.compiler for f in its for c in f.curves) - {""})


def _unit(c: MachineRow) -> list[str]:
    """The unit of a contestant's figures, and a warning if it is not core cycles."""
    if c.published:
        return ["cycles", ""]
    if c.clock:
        return ["core cycles", ""]
    return list(unit(c.counter))


def beside(machines: Iterable[PageMachine], group: Group) -> list[tuple[str, Family]]:
    """The families of other sets that were timed here, each with the name of its set."""
    timed = {name for m in machines for name in m.functions}
    return [
        (other.name, replaced)
        for other in groups().values()
        if other.name != group.name
        for family in other.families
        for one, two in [[p if p in timed else "" for p in family.functions]]
        if one or two
        for replaced in [family._replace(functions=(one, two))]
    ]
