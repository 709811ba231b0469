"""./do page FILE...: one HTML file with every figure, which needs no network."""

from __future__ import annotations

import argparse
import base64
import hashlib
import html
import json
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...common.atomic import appear
from ...common.errors import Trouble, Usage
from ...common.paths import GRAPHS
from ...machine.counter import unit
from ...machine.microarchitecture import FEATURES
from ...registry.families import LOOKS, PAPER, Group, groups, in_set
from ...registry.sets import FINALISTS
from ...results import grade, stats
from ...results.figures import Row
from ...results.stats import LENGTHS
from .. import sets
from ..doubts import MEANING
from ..exclusions import REASONS, reasons, remarks
from ..selection import result_files
from ..table import short_compilers
from . import contents
from .contents import Function, Machine
from .pack import Packed, pack

PARTS = Path(__file__).parent / "web"
LIBRARY = PARTS / "uplot"
SCRIPTS = ("dom", "unpack", "model", "state", "slider", "graph", "card", "choose", "curves",
           "tables", "machine", "start")  # fmt: skip
LARGEST = 1_000_000  # bytes of the page; curves are stored as finely as this allows
STEPS = (1024, 512, 256, 128)  # resolutions of curves, in steps to a factor of two
DIGITS = 4  # decimals of a figure


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
            "version": c.version,
            "date": c.date,
            "counter": c.counter,
            "clock": c.clock,
            "unit": _unit(m),
            "remarks": remarks(c),
            "grade": [c.grade.letter, *c.grade.reasons] if c.grade else [],
            "out": reasons(c),
            "ours": m.ours,
            "facts": [fact for fact in m.facts.items() if fact[0] != FEATURES],
            "files": m.files,
            "short": {self.compilers[name]: text for name, text in short.items()},
            "functions": {name: self._function(f) for name, f in m.functions.items()},
        }

    def _function(self, f: Function) -> dict[str, Any]:
        return {
            "best": {
                name: {str(mlen): self._figure(row, mlen) for mlen, row in best.items()}
                for name, best in f.best.items()
            },
            "curves": [
                [curve.implementation, self.compilers[curve.compiler], len(curve.figures)]
                for curve in f.curves
            ],
        }

    def _figure(self, row: Row, mlen: stats.Length) -> list[Any]:
        figure = row.figures[mlen]
        quartiles = [round(q, DIGITS) for q in (figure.median, figure.q1, figure.q3)]
        doubts, left_out = self.sets[figure.doubts], self.sets[figure.left_out]
        return [
            *quartiles, self.compilers[row.compiler], doubts, left_out,
            figure.samples, figure.rounds,
        ]  # fmt: skip

    def json(self, steps: int, packed: Packed) -> str:
        looks = {name: k for k, (name, *_) in enumerate(LOOKS)}
        families = self.group.families
        return json.dumps(
            {
                "families": [[f.name, f.functions, looks.get(f.name, -1)] for f in families],
                "bits": self.group.bits,
                "lengths": LENGTHS,
                "deciding": stats.DECIDING,
                "bent": stats.BENT,
                "meanings": MEANING,
                "reasons": REASONS,
                "grades": grade.MEANING,
                "steps": steps,
                "within": [packed.median, packed.quartile],
                "compilers": list(self.compilers),
                "sets": list(self.sets),
                "machines": self.described,
            },
            separators=(",", ":"),
        )


def _compilers(m: Machine) -> list[str]:
    rows = {r.compiler for f in m.functions.values() for b in f.best.values() for r in b.values()}
    return sorted(rows.union(c.compiler for f in m.functions.values() for c in f.curves))


def _unit(m: Machine) -> list[str]:
    """The unit of the machine's figures, and a warning if it is not core cycles."""
    if m.contestant.clock:
        return ["core cycles", ""]
    return list(unit(m.contestant.counter))


def render(machines: Sequence[Machine], group: Group = PAPER) -> str:
    """The text of the page of a set, with curves as fine as its size allows."""
    content = Content(machines, group)
    text = ""
    for steps in STEPS:
        packed = pack(content.curves, content.sets.known, steps)
        text = assemble(content.json(steps, packed), packed.text)
        if len(text.encode()) <= LARGEST:
            break
    return text


def assemble(figures: str, curves: str) -> str:
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
    """The machines reduced to the functions of a set; those that have none go."""
    found = []
    for m in machines:
        functions = {p: f for p, f in m.functions.items() if p == "null" or in_set(p, group.name)}
        if functions.keys() - {"null"}:
            found.append(replace(m, functions=functions))
    return found


def pages(files: Sequence[Path], output: Path | None = None, name: str = FINALISTS) -> int:
    """Write the page of each chosen set; return 1 when a file could not be read in full."""
    chosen = list(sets.chosen(name))
    if output and len(chosen) > 1:
        raise Usage(f"--output {output}: that is one page, and --set {name} has {len(chosen)}.")
    machines, complaints = contents.collect(result_files(files))
    for complaint in complaints:
        print(f"./do: {complaint}", file=sys.stderr)
    some = {group.name: found for group in chosen if (found := of_set(machines, group))}
    if not some:
        raise Usage("no page: these files have no timings" + f" of the {name}" * bool(machines))
    for each, found in some.items():
        group = groups()[each]
        write(found, group, output or GRAPHS / f"{group.stem('shootout')}.html")
    return 1 if complaints else 0


def write(machines: Sequence[Machine], group: Group, output: Path) -> None:
    """Write the page of a set and print its size."""
    start = time.monotonic()
    text = render(machines, group)
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with appear(output, replace=True) as file:
            file.write(text.encode())
    except OSError as error:
        raise Trouble(f"{output}: cannot be written: {error.strerror}") from error
    size, seconds = len(text.encode()), time.monotonic() - start
    names = {(m.contestant.name, m.contestant.microarchitecture) for m in machines}
    plural = "" if len(names) == 1 else "s"
    print(f"{output}: {len(names)} machine{plural}, {size / 1000:.0f} kB, {seconds:.1f} s")


def main(args: argparse.Namespace) -> int:
    return pages(args.files, args.output, args.set)


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `page` to the command line."""
    parser = subparsers.add_parser("page", help="make a page to explore result files with")
    parser.add_argument("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    parser.add_argument(
        "--output", type=Path, metavar="PATH",
        help="default: graphs/shootout.html, graphs/SET-shootout.html",
    )  # fmt: skip
    sets.add_option(parser, FINALISTS)
    parser.set_defaults(func=main)
