"""./do page FILE...: one HTML file with every figure, which needs no network."""

from __future__ import annotations

import argparse
import base64
import hashlib
import html
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from ...common.arguments import pattern
from ...common.atomic import appear
from ...common.errors import Trouble, Usage
from ...common.named import escaped
from ...common.paths import GRAPHS, MINE
from ...common.progress import BAR
from ...common.terminal import warn
from ...registry.families import ORDER, PAPER, Group, in_set
from ...registry.sets import DEFAULT, PAPERS
from ..conversion import CYCLES, UNITS
from ..drawn import Drawn, key, of_files
from ..exclusions import plural
from ..selection import add_set, matching, of_set, result_files
from . import contents
from .contents import PageMachine
from .encoded import Content, as_json
from .pack import pack

PARTS = Path(__file__).parent / "web"
LIBRARY = PARTS / "uplot"
SCRIPTS = ("dom", "unpack", "model", "state", "unit", "address", "layers", "slider", "letters",
           "layout", "graph", "marks", "card", "choose", "lines", "curves", "download", "tables",
           "crossings", "machine", "history", "past", "compilers", "compare",
           "start")  # fmt: skip
PHASE = "draw the page"  # on the bar
LARGEST = 1_000_000  # bytes of the page; curves are stored as finely as this allows
STEPS = (128, 256, 512, 1024)  # resolutions of curves, in steps to a factor of two


def render(
    machines: Sequence[PageMachine], group: Group = PAPER, more: Sequence[str] = ("", ""),
    unit: str = CYCLES, pictures: Mapping[str, str] | None = None, own: str | None = None,
) -> str:  # fmt: skip
    """The text of the page of a set, with curves as fine as its size allows."""
    content = Content(machines, group, own)
    text = ""
    for steps in STEPS:
        packed = pack(content.curves, content.sets, steps)
        later = as_json({"machines": content.later, "curves": packed.text})
        finer = assemble(content.json(steps, packed, unit, pictures or {}), later, *more)
        if len(finer.encode()) > LARGEST:
            return text or finer
        text = finer
    return text


def assemble(figures: str, later: str, lead: str = "", more: str = "") -> str:
    """The template, filled with styles, scripts and data."""
    style = part(LIBRARY / "uPlot.min.css", "style.css").strip()
    own = "\n".join(part(f"{name}.js") for name in SCRIPTS)
    library = part(LIBRARY / "uPlot.iife.min.js").strip()
    licence = part(LIBRARY / "LICENSE").strip()
    script = f'/* uPlot\n\n{licence}\n*/\n{library}\n(() => {{\n"use strict";\n{own}}})();\n'
    parts = {
        "policy": policy(script),
        "style": style,
        "dark": part("dark.css").strip(),
        "figures": inert(figures),
        "later": inert(later),
        "lead": lead,
        "more": more,
        "script": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], part("page.html"))


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


def part(*names: Path | str) -> str:
    """The text of parts of the page, joined."""
    return "\n".join((PARTS / name).read_text(encoding="utf-8") for name in names)


def in_group(machines: Sequence[PageMachine], group: Group) -> list[PageMachine]:
    """The machines that have functions of a set. Those of other sets stay without their curves,
    which are what makes a page large, and without what compilers did."""
    found = []
    for m in machines:
        own = {p: f for p, f in m.functions.items() if p == "null" or in_set(p, group.name)}
        others = {p: f for p, f in m.functions.items() if p in ORDER and p not in own}
        if m.contestant.published:
            found += [replace(m, functions=own)] * bool(own)
        elif own.keys() - {"null"}:
            bare = {p: replace(f, curves=(), choices=()) for p, f in others.items()}
            found.append(replace(m, functions={**own, **bare}))
    return found


def of_page(name: str) -> str:
    """The sets that have a page with the choice `name`: the default's is of the paper."""
    return PAPERS if name == DEFAULT else name


def pages(
    files: Sequence[Path], folder: Path = GRAPHS, name: str = DEFAULT,
    output: Path | None = None, more: Sequence[str] = ("", ""), unit: str = CYCLES,
    machine: str = "", graphs: str = "", own: str | None = None,
) -> int:  # fmt: skip
    """Write the page of each chosen set; return 1 when a file could not be read in full.

    Pages are named after their sets, or the only one is `output`. `more` is HTML above and below
    it, `graphs` the folder beside it with each function's PDF, `unit` the one that it opens with,
    `machine` a regular expression for machines, `own` the file whose machine comes first.
    """
    chosen = list(of_set(name := of_page(name)))
    if output and len(chosen) > 1:
        raise Usage(
            f"--output {escaped(output)}: that is one page, and --set {name} has {len(chosen)}."
        )
    paths = result_files(files)
    targets = [output or folder / f"{group.stem('shootout')}.html" for group in chosen]
    drawn = Drawn(targets[0].parent)
    there = (path.stem for path in (targets[0].parent / graphs).glob("*.pdf"))
    pictures = {p: f"{graphs}{p}.pdf" for p in sorted({*there}.intersection(ORDER))}
    its = key(of_files(paths), more, unit, machine, pictures, own)
    old = [target for target in targets if drawn.still(target.name, its)]
    for target in old:
        BAR.tell(f"{escaped(target)}: is of these files already")
    if len(old) == len(targets):
        return 0
    machines, complaints = contents.collect(paths, name, own)
    for complaint in complaints:
        warn(f"./do: {complaint}")
    machines = matching(machines, machine, lambda m: m.contestant.name)
    published, written = contents.published_machines(), 0
    for group, target in zip(chosen, BAR.each(PHASE, targets)):
        found = in_group(machines, group)
        written += bool(found)
        if found and target not in old:
            every = contents.ordered([*found, *in_group(published, group)])
            number = len({(m.contestant.name, m.contestant.microarchitecture) for m in found})
            write(render(every, group, more, unit, pictures, own), target, number)
            drawn.note(target.name, "" if complaints else its, [target])
    if not written:
        raise Usage("no page: these files have no timings" + f" of the {name}" * bool(machines))
    return 1 if complaints else 0


def write(text: str, output: Path, machines: int) -> None:
    """Write a page and print its size."""
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        with appear(output, replace=True) as file:
            file.write(text.encode())
    except OSError as error:
        raise Trouble(f"{escaped(output)}: cannot be written: {error.strerror}") from error
    size = len(text.encode()) / 1000
    BAR.tell(f"{escaped(output)}: {plural(machines, 'machine')}, {size:.0f} kB")


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `page`."""
    add = parser.add_argument
    add("files", metavar="FILE", nargs="*", type=Path, help="default: all of data/")
    add(
        "--output", type=Path, metavar="PATH",
        help="default: graphs/shootout.html, or graphs/mine/shootout.html for chosen files",
    )  # fmt: skip
    add_set(parser, DEFAULT)
    add("--machine", type=pattern, default="", metavar="REGEX", help="only machines that match")
    add("--unit", choices=UNITS, default=CYCLES, help="of the figures when it is opened")

    def main(args: argparse.Namespace) -> int:
        return pages(
            args.files, MINE if args.files else GRAPHS, args.set, args.output, unit=args.unit,
            machine=args.machine,
        )  # fmt: skip

    parser.set_defaults(func=main)
