"""The files java.md and java.csv: the paper's tables 2 to 4 repeated, and Java beside C."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from shootout.build.compilers import Compiler
from shootout.common.atomic import appear
from shootout.registry.families import SHOOTOUT
from shootout.registry.sets import called
from shootout.report import sheet
from shootout.report.sheet import Sheet

from .against_c import PORTABLE
from .bench import CASTLE, JDK, OURS, PLAIN, SPHLIB, C, Measured
from .results import (
    BITS,
    COLLECTIONS,
    HANSER,
    ITS_SPHLIB,
    PAPER,
    PORNIN,
    Results,
    beside,
    doubts,
    label,
    number,
    ratio,
    source,
)
from .subjects import version

HEAD = (
    "abi", "vm", "primitive", "who", "implementation", "vms", "least", "median", "most", "unit",
    "doubts",
)  # fmt: skip
UNIT = "cycles/byte"
TITLE = "# Java, by the method of Hanser's paper"
ABOUT = """
Written by `./do java`; docs/java.md says how it is measured. A figure is the median over fresh
VMs of core cycles per byte (less is faster), whole blocks in a loop, user time of the thread.
"""
QUICKLY = "\n**Measured with --quick: shorter than the paper did, in fewer VMs.**\n"


def write(
    results: Results, more: Iterable[Sheet | None], folder: Path, quick: bool, origin: str = ""
) -> list[Path]:
    """Write the two files and java.pdf, java.md with `more` tables at its end; return their paths.

    `origin` is when and where it was measured.
    """
    from . import java_pdf

    folder.mkdir(parents=True, exist_ok=True)
    by_vm = [make(results, vm) for make in (compared, beside_c) for vm in results.vms]
    lines = [TITLE, ABOUT, *([f"{origin}\n"] if origin else []), *([QUICKLY] if quick else [])]
    for each in filter(None, (own(results), *by_vm, *more)):
        lines += sheet.markdown(each)
    texts = {"java.md": "\n".join(lines).rstrip() + "\n", "java.csv": table(results)}
    for name, text in texts.items():
        with appear(folder / name, replace=True) as file:
            file.write(text.encode())
    return [*(folder / name for name in texts), java_pdf.draw(results, folder, quick)]


def table(results: Results) -> str:
    """The text of java.csv: all figures, a line each, with those of the literature."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEAD)
    known = {(m.vm, m.subject) for m in results.finals}
    first = [m for m in results.survey if (m.vm, m.subject) not in known]
    for m in [*results.finals, *first]:
        f, s = m.figure, m.subject
        speeds = [f"{x:.3f}" for x in (f.low, f.median, f.high)]
        facts = [m.vm.abi, label(m.vm), s.primitive, s.who, s.name, f.vms]
        writer.writerow([*facts, *speeds, UNIT, " ".join(f.doubts)])
    for abi in dict.fromkeys(vm.abi for vm in results.vms):
        for p in results.published:
            if p.collection in COLLECTIONS and p.abi == PAPER[abi]:
                facts = [abi, f"{p.note}, {p.cpu}", p.primitive, p.source.key, "", "", ""]
                writer.writerow([*facts, f"{p.median:.3f}", "", UNIT, "published"])
    return out.getvalue()


def own(results: Results) -> Sheet:
    """Table 2: our fastest in every VM, beside the unoptimised one and the paper's."""
    head = ["function"]
    for vm in results.vms:
        head += ["implementation", f"{BITS[vm.abi]} {version(vm)}", "VMs from-to", "plain", "paper"]
    grid, used = [head], list[tuple[str, str, Measured]]()
    for p in results.primitives():
        line = [called(p)]
        for vm in results.vms:
            m, paper = results.of(vm, p, OURS), results.printed(HANSER, vm.abi, p)
            used += [(BITS[vm.abi], called(p), m)] if m else []
            line += [
                m.subject.name if m else "-", number(m),
                f"{m.figure.low:.1f}-{m.figure.high:.1f}" if m else "-",
                number(results.named(vm, p, PLAIN)), f"{paper.median}" if paper else "-",
            ]  # fmt: skip
        grid.append(line)
    notes = [
        "plain: the specification's reference, ported as it is, in one VM",
        *(
            f"paper, {BITS[abi]}: {source(results.printed(HANSER, abi, p) for p in SHOOTOUT)}"
            for abi in dict.fromkeys(vm.abi for vm in results.vms)
        ),
        *doubts(used),
    ]
    return Sheet("Table 2: ours, core cycles per byte", grid, 1, notes)


def compared(results: Results, vm: Compiler) -> Sheet:
    """Tables 3 and 4: others' libraries in the same VM, published figures, and ratios to ours."""
    whose = [OURS, SPHLIB, CASTLE, JDK]
    ratios = [f"{name} / ours" for name in ("sphlib", "Castle", "paper")]
    grid = [["function", *whose, "paper", "paper's sphlib", "sphlib 2011", *ratios]]
    used = []
    for p in results.primitives():
        found = [results.of(vm, p, who) for who in whose]
        used += [m for m in found if m]
        then = [results.printed(c, vm.abi, p) for c in COLLECTIONS]
        grid.append([
            called(p), *map(number, [*found, *then]),
            *(ratio(other, found[0]) for other in [*found[1:3], then[0]]),
        ])  # fmt: skip
    libraries = {m.subject.who: m.subject.name for m in used if m.subject.who != OURS}
    notes = [
        *(f"{who}: {name}" for who, name in libraries.items()),
        f"paper: {source(results.printed(HANSER, vm.abi, p) for p in SHOOTOUT)}",
        f"paper's sphlib: 3.0, {source(results.printed(ITS_SPHLIB, vm.abi, p) for p in SHOOTOUT)}",
        f"sphlib 2011: {source(results.printed(PORNIN, vm.abi, p) for p in SHOOTOUT)}",
        *doubts((m.subject.who, called(m.subject.primitive), m) for m in used),
    ]
    title = f"Table {3 if vm.abi == 'jvm64' else 4}: {label(vm)}, core cycles per byte"
    return Sheet(title, grid, 1, notes)


def beside_c(results: Results, vm: Compiler) -> Sheet | None:
    """The table of ratios to C; None without figures of C."""
    rivals = results.in_c(vm).by_primitive
    if not rivals:
        return None
    name = PORTABLE[vm.abi]
    head = ["function", "fastest C", "Java", name, "fastest", f"Java / {name}", "Java / fastest"]
    grid, used = [head], []
    for p in results.primitives():
        m, c, timed = results.of(vm, p, OURS), rivals.get(p), results.of(vm, p, C)
        if m and c:
            portable = results.portable(vm, p)
            used += [("Java", called(p), m), *([(name, called(p), timed)] if timed else [])]
            grid.append([
                called(p), c.name, number(m), number(timed or portable), number(c.fastest),
                ratio(m, portable), ratio(m, c.fastest),
            ])  # fmt: skip
    notes = [beside(results, vm), *doubts(used)]
    return Sheet(f"Java beside C: {label(vm)}, core cycles per byte", grid, 2, notes)
