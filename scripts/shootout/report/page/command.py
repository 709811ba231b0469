"""./do page FILE...: one HTML file with every figure, which needs no network."""

from __future__ import annotations

import argparse
import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...common.arguments import pattern
from ...common.atomic import appear
from ...common.errors import Trouble, Usage
from ...common.named import escaped
from ...common.paths import GRAPHS
from ...common.progress import BAR
from ...common.terminal import warn
from ...machine.counter import unit
from ...machine.microarchitecture import FEATURES
from ...ranking.lines import AVOID, LEVEL, together
from ...ranking.ratio import ALPHA, FASTER, SAME, SLOWER, Ratio
from ...registry import strengths
from ...registry.families import EVERY, ORDER, PAPER, Family, Group, groups, in_set, letters
from ...registry.sets import FINALISTS
from ...registry.vm import native
from ...results import grade, stats
from ...results.records import CellName
from ...results.stats import lengths_of
from .. import confirmed, sets
from ..confirmed import SIGNS
from ..doubts import MEANING
from ..drawn import Drawn, key, of_files
from ..exclusions import REASONS, reasons, remarks
from ..literature import sources
from ..machines import Best, Contestant
from ..selection import matching, result_files
from ..table import short_compilers
from ..unit import CYCLES, UNITS
from . import contents
from .contents import Function, Machine, Run
from .pack import Packed, pack

PARTS = Path(__file__).parent / "web"
LIBRARY = PARTS / "uplot"
SCRIPTS = ("dom", "unpack", "model", "state", "unit", "address", "layers", "slider", "letters",
           "layout", "graph", "marks", "card", "choose", "lines", "curves", "download", "tables",
           "crossings", "machine", "history", "past", "compilers", "compare",
           "start")  # fmt: skip
PHASE = "draw the page"  # on the bar
LARGEST = 1_000_000  # bytes of the page; curves are stored as finely as this allows
STEPS = (1024, 512, 256, 128)  # resolutions of curves, in steps to a factor of two
DIGITS = 4  # decimals of a figure
RATIO = 4  # and of a ratio of compilers
VERDICTS = (SAME, FASTER, SLOWER)
MOST = 1e6  # what stands for an endless interval


class Numbering:
    """Numbers for values that occur often, given in the order in which they first occur."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}

    def __getitem__(self, thing: Any) -> int:
        return self.known.setdefault(thing, len(self.known))

    def __iter__(self) -> Any:
        return iter(self.known)


class Content:
    """Everything that the page shows, for JSON."""

    def __init__(self, machines: Sequence[Machine], group: Group = PAPER) -> None:
        self.machines, self.group = machines, group
        self.compilers, self.sets = Numbering(), Numbering()
        self.marked = False
        self.sets[()]  # a figure without doubts has number 0
        self.described = [self._machine(machine) for machine in machines]
        self.curves = [curve for m in machines for f in m.functions.values() for curve in f.curves]
        for curve in self.curves:
            for figure in curve.figures.values():
                self.sets[figure.doubts]

    def _machine(self, m: Machine) -> dict[str, Any]:
        c = m.contestant
        short = short_compilers(_compilers(m))
        return {
            "name": c.name,
            "abi": c.abi,
            "band": c.band,
            "microarchitecture": c.microarchitecture,
            "java": c.java,
            "published": c.published,
            "version": c.version,
            "compiler": c.compiler,
            "date": c.date,
            "counter": c.counter,
            "clock": c.clock,
            "unit": _unit(c),
            "remarks": remarks(c),
            "grade": [c.grade.letter, *c.grade.reasons] if c.grade else [],
            "out": reasons(c),
            "ours": m.ours,
            "facts": [fact for fact in m.facts.items() if fact[0] != FEATURES],
            "files": m.files,
            "short": {self.compilers[name]: text for name, text in short.items()},
            "functions": {name: self._function(name, f) for name, f in m.functions.items()},
            "options": [
                [
                    e.command,
                    e.before,
                    e.after,
                    round(e.middle, RATIO),
                    *e.count(LEVEL),
                    *(self._worth(e.ratios[end]) for end in (0, -1)),
                ]
                for e in together(e for f in m.functions.values() for e in f.effects)
            ],
            "history": [self._run(run, m.functions) for run in m.history],
        }

    @staticmethod
    def _worth(one: tuple[CellName, float]) -> list[Any]:
        cell, ratio = one
        return [cell.primitive, cell.implementation, round(ratio, RATIO)]

    def _run(self, run: Run, functions: Iterable[str]) -> dict[str, Any]:
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
        natives = {name: what for name in f.best if (what := native(primitive, name))}
        return {
            "best": {
                name: {str(mlen): self._figure(each) for mlen, each in best.items()}
                for name, best in f.best.items()
            },
            "curves": [
                [curve.implementation, self.compilers[curve.compiler], len(curve.figures)]
                for curve in f.curves
            ],
            **({"native": natives} if natives else {}),
            **({"promises": dict(f.promises)} if f.promises else {}),
            **({"choices": self._choices(f)} if f.choices else {}),
            **({"hertz": round(f.hertz)} if f.hertz else {}),
        }

    def _choices(self, f: Function) -> list[list[Any]]:
        """Implementations with their best and worst compilers, the ratio and its interval."""
        return [
            [c.best.implementation, self.compilers[c.best.compiler],
             self.compilers[c.worst.compiler],
             *(round(min(r, MOST), RATIO) for r in (c.ratio.value, c.ratio.low, c.ratio.high))]
            for c in f.choices
        ]  # fmt: skip

    def _figure(self, best: Best) -> list[Any]:
        figure = best.figure
        quartiles = [round(q, DIGITS) for q in (figure.median, figure.q1, figure.q3)]
        doubts, left_out = self.sets[figure.doubts], self.sets[figure.left_out]
        self.marked |= bool(best.mark)
        return [
            *quartiles, self.compilers[best.compiler], doubts, left_out,
            figure.samples, figure.rounds,
            *([round(figure.layout, 2), figure.culprit] if figure.layout > 1 or best.mark else []),
            *([best.mark] if best.mark else []),
        ]  # fmt: skip

    def json(self, steps: int, packed: Packed, unit: str) -> str:
        looks = {name: k for k, (name, *_) in enumerate(EVERY)}
        families = [("", f) for f in self.group.families] + beside(self.machines, self.group)
        return json.dumps(
            {
                "families": [
                    [f.name, f.functions, looks.get(f.name, -1), of] for of, f in families
                ],
                "letters": letters(f.name for _, f in families),
                "bits": self.group.bits,
                "lengths": lengths_of(self.group.name),
                "strengths": strengths.known(p for _, f in families for p in f.functions if p),
                "strength": strengths.MEANING,
                "deciding": stats.DECIDING,
                "inconsistent": stats.INCONSISTENT,
                "undisturbed": [stats.FEW, stats.UNSTEADY],
                "meanings": MEANING,
                "verdicts": VERDICTS,
                "confidence": 1 - ALPHA,
                "reasons": REASONS,
                "grades": grade.MEANING,
                "avoid": AVOID,
                "level": LEVEL,
                "sources": {name: s.text for name, s in sources().items()},
                "unit": unit,
                "steps": steps,
                "within": [packed.median, packed.quartile],
                "compilers": list(self.compilers),
                "sets": list(self.sets),
                "machines": self.described,
                **({"signs": SIGNS} if self.marked else {}),
            },
            separators=(",", ":"),
        )


def _change(ratio: Ratio) -> list[Any]:
    """The ratio to the run before with its interval, the number of the verdict, whether it is of
    one process."""
    ends = [round(each, DIGITS) for each in (ratio.value, ratio.low, min(ratio.high, MOST))]
    return [*ends, VERDICTS.index(ratio.verdict), int(ratio.single)]


def _compilers(m: Machine) -> list[str]:
    its = m.functions.values()
    best = {b.compiler for f in its for i in f.best.values() for b in i.values()}
    best |= {line.compiler for f in its for c in f.choices for line in (c.best, c.worst)}
    return sorted(best.union(c.compiler for f in its for c in f.curves) - {""})


def _unit(c: Contestant) -> list[str]:
    """The unit of a contestant's figures, and a warning if it is not core cycles."""
    if c.published:
        return ["cycles", ""]
    if c.clock:
        return ["core cycles", ""]
    return list(unit(c.counter))


def render(
    machines: Sequence[Machine], group: Group = PAPER, more: str = "", unit: str = CYCLES
) -> str:
    """The text of the page of a set, with curves as fine as its size allows."""
    content = Content(machines, group)
    text = ""
    for steps in STEPS:
        packed = pack(content.curves, content.sets.known, steps)
        text = assemble(content.json(steps, packed, unit), packed.text, more)
        if len(text.encode()) <= LARGEST:
            break
    return text


def assemble(figures: str, curves: str, more: str = "") -> str:
    """The template, filled with styles, scripts and data."""
    style = _part(LIBRARY / "uPlot.min.css", "style.css").strip()
    own = "\n".join(_part(f"{name}.js") for name in SCRIPTS)
    library = _part(LIBRARY / "uPlot.iife.min.js").strip()
    licence = _part(LIBRARY / "LICENSE").strip()
    script = f'/* uPlot\n\n{licence}\n*/\n{library}\n(() => {{\n"use strict";\n{own}}})();\n'
    parts = {
        "policy": policy(script),
        "style": style,
        "dark": _part("dark.css").strip(),
        "figures": inert(figures),
        "curves": curves,
        "more": more,
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _part("page.html"))


def policy(script: str) -> str:
    """The content security policy: nothing is loaded, and no script runs but this one."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
    return html.escape(
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'",
        quote=False,
    )


def inert(text: str) -> str:
    """The JSON text, escaped so that nothing in it can open or close a tag."""
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _part(*names: Path | str) -> str:
    return "\n".join((PARTS / name).read_text(encoding="utf-8") for name in names)


def of_set(machines: Sequence[Machine], group: Group) -> list[Machine]:
    """The machines that have functions of a set. Those of other sets stay without their curves,
    which are what makes a page large, and without what compilers did."""
    found = []
    for m in machines:
        own = {p: f for p, f in m.functions.items() if p == "null" or in_set(p, group.name)}
        others = {p: f for p, f in m.functions.items() if p in ORDER and p not in own}
        if own.keys() - {"null"}:
            bare = {p: replace(f, curves=(), choices=(), effects=()) for p, f in others.items()}
            found.append(replace(m, functions={**own, **bare}))
    return found


def beside(machines: Iterable[Machine], group: Group) -> list[tuple[str, Family]]:
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


def pages(
    files: Sequence[Path], folder: Path = GRAPHS, name: str = FINALISTS,
    output: Path | None = None, more: str = "", unit: str = CYCLES, machine: str = "",
) -> int:  # fmt: skip
    """Write the page of each chosen set; return 1 when a file could not be read in full.

    Pages are named after their sets, or the only one is `output`. `more` is HTML to put below
    it, and `unit` the one that it opens with. `machine` is a regular expression that
    chooses machines.
    """
    chosen = list(sets.chosen(name))
    if output and len(chosen) > 1:
        raise Usage(
            f"--output {escaped(output)}: that is one page, and --set {name} has {len(chosen)}."
        )
    hashes = of_files(result_files(files))
    targets = [output or folder / f"{group.stem('shootout')}.html" for group in chosen]
    marks = confirmed.state(result_files(files))
    drawn, its = Drawn(targets[0].parent), key(hashes, marks, more, unit, machine)
    old = [target for target in targets if drawn.still(target.name, its)]
    for target in old:
        BAR.tell(f"{escaped(target)}: is of these files already")
    if len(old) == len(targets):
        return 0
    machines, complaints = contents.collect(result_files(files))
    if machine:
        names = matching((m.contestant.name for m in machines), machine)
        machines = [m for m in machines if m.contestant.name in names]
    for complaint in complaints:
        warn(f"./do: {complaint}")
    published, written = contents.published_machines(), 0
    for group, target in zip(chosen, BAR.each(PHASE, targets)):
        found = of_set(machines, group)
        if not found:
            continue
        written += 1
        if target not in old:
            every = contents.ordered([*found, *of_set(published, group)])
            write(render(every, group, more, unit), target, len(_names(found)))
            drawn.note(target.name, "" if complaints else its, [target])
            drawn.save()
    if not written:
        raise Usage("no page: these files have no timings" + f" of the {name}" * bool(machines))
    return 1 if complaints else 0


def _names(machines: Sequence[Machine]) -> set[tuple[str, str]]:
    return {(m.contestant.name, m.contestant.microarchitecture) for m in machines}


def write(text: str, output: Path, machines: int) -> None:
    """Write a page and print its size."""
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with appear(output, replace=True) as file:
            file.write(text.encode())
    except OSError as error:
        raise Trouble(f"{escaped(output)}: cannot be written: {error.strerror}") from error
    plural = "" if machines == 1 else "s"
    BAR.tell(f"{escaped(output)}: {machines} machine{plural}, {len(text.encode()) / 1000:.0f} kB")


def main(args: argparse.Namespace) -> int:
    return pages(
        args.files, name=args.set, output=args.output, unit=args.unit, machine=args.machine,
    )  # fmt: skip


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `page` to the command line."""
    parser = subparsers.add_parser("page", help="build an interactive HTML page of result files")
    parser.add_argument("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    parser.add_argument(
        "--output", type=Path, metavar="PATH",
        help="default: graphs/shootout.html, graphs/SET-shootout.html",
    )  # fmt: skip
    sets.add_option(parser, FINALISTS)
    add = parser.add_argument
    add("--machine", type=pattern, default="", metavar="REGEX", help="only machines that match")
    parser.add_argument(
        "--unit", choices=UNITS, default=CYCLES, help="of the figures when it is opened"
    )
    parser.set_defaults(func=main)
