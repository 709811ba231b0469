"""The files java.md and java.csv: the paper's tables 2 to 4 repeated, and Java beside C."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path

from shootout.build.compilers import Compiler
from shootout.common.atomic import appear
from shootout.registry.families import SHOOTOUT
from shootout.report import sheet
from shootout.report.sheet import Sheet

from .against_c import PORTABLE
from .bench import CASTLE, JDK, NAMES, OURS, PLAIN, SPHLIB, C, Measured
from .results import (
    BITS,
    HANSER,
    PAPER,
    PORNIN,
    Results,
    beside,
    doubts,
    label,
    number,
    ratio,
    source,
    speed,
)
from .subjects import version

# The greatest ratios to our portable C that we accept.
GOALS = {"skein": 1.5, "keccak": 1.7, "blake": 1.9, "round3jh": 3.0, "groestl": 1.8}
HEAD = (
    "abi", "vm", "primitive", "who", "implementation", "vms", "least", "median", "most", "unit",
    "doubts",
)  # fmt: skip
UNIT = "cycles/byte"
TITLE = "# Java, by the method of Hanser's paper"
ABOUT = """
Written by `./do java`; docs/java.md says how it is measured. A figure is the median over fresh
VMs of core cycles per byte, whole blocks in a loop, user time of the thread.
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
    tables = [own(results), *(compared(results, vm) for vm in results.vms)]
    others = [*(beside_c(results, vm) for vm in results.vms), every(results), *more]
    tables += [s for s in others if s]
    lines = [TITLE, ABOUT, *([f"{origin}\n"] if origin else []), *([QUICKLY] if quick else [])]
    lines += [line for each in tables for line in sheet.markdown(each)]
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
            if p.collection in (HANSER, PORNIN) and p.abi == PAPER[abi]:
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
        line = [NAMES[p]]
        for vm in results.vms:
            m, paper = results.of(vm, p, OURS), results.printed(HANSER, vm.abi, p)
            used += [(BITS[vm.abi], NAMES[p], m)] if m else []
            line += [
                m.subject.name if m else "-", number(m),
                f"{m.figure.low:.1f}-{m.figure.high:.1f}" if m else "-",
                number(results.named(vm, p, PLAIN)), f"{paper.median}" if paper else "-",
            ]  # fmt: skip
        grid.append(line)
    said = doubts(used)
    notes = [
        "plain: the specification's reference, ported as it is, in one VM",
        *(
            f"paper, {BITS[abi]}: {source(results.printed(HANSER, abi, p) for p in SHOOTOUT)}"
            for abi in dict.fromkeys(vm.abi for vm in results.vms)
        ),
        *said,
        *(["why Java is flagged more often than C in the same run: docs/java.md"] if said else []),
    ]
    return Sheet("Table 2: ours, core cycles per byte", grid, 1, notes)


def every(results: Results) -> Sheet:
    """The table of all our implementations."""
    grid = [["function", "implementation", *(f"{BITS[v.abi]} {version(v)}" for v in results.vms)]]
    known = {(m.subject.primitive, m.subject.name) for m in results.survey if m.subject.who == OURS}
    for p in results.primitives():
        for name in sorted(name for primitive, name in known if primitive == p):
            found = (number(results.named(vm, p, name)) for vm in results.vms)
            grid.append([NAMES[p], name, *found])
    notes = [
        "what is not among the fastest is from one VM and a shorter time",
        "javaplain: the specification's reference; javajni: C, called for each block",
    ]
    return Sheet("All of ours, core cycles per byte", grid, 2, notes)


def compared(results: Results, vm: Compiler) -> Sheet:
    """Tables 3 and 4: others' libraries in the same VM, published figures, and ratios to ours."""
    whose = [OURS, SPHLIB, CASTLE, JDK]
    ratios = [f"{name} / ours" for name in ("sphlib", "Castle", "paper")]
    grid = [["function", *whose, "paper", "sphlib 2011", *ratios]]
    used = []
    for p in results.primitives():
        found = [results.of(vm, p, who) for who in whose]
        used += [m for m in found if m]
        paper, pornin = (results.printed(c, vm.abi, p) for c in (HANSER, PORNIN))
        grid.append([
            NAMES[p], *map(number, [*found, paper, pornin]),
            *(ratio(other, found[0]) for other in [*found[1:3], paper]),
        ])  # fmt: skip
    libraries = {m.subject.who: m.subject.name for m in used if m.subject.who != OURS}
    notes = [
        *(f"{who}: {name}" for who, name in libraries.items()),
        f"paper: {source(results.printed(HANSER, vm.abi, p) for p in SHOOTOUT)}",
        f"sphlib 2011: {source(results.printed(PORNIN, vm.abi, p) for p in SHOOTOUT)}",
        *slower(results, vm),
        *doubts((m.subject.who, NAMES[m.subject.primitive], m) for m in used),
    ]
    name = "3" if vm.abi == "jvm64" else "4"
    return Sheet(f"Table {name}: {label(vm)}, core cycles per byte", grid, 1, notes)


def slower(results: Results, vm: Compiler) -> Iterator[str]:
    """Notes on how many of ours are faster than each of the others', SHA-2 aside."""
    finalists = [p for p in results.primitives() if not p.startswith("sha")]
    for who, name in ((SPHLIB, SPHLIB), (CASTLE, CASTLE), (HANSER, "the paper")):
        faster = {}
        for p in finalists:
            paper = who == HANSER
            other = results.printed(who, vm.abi, p) if paper else results.of(vm, p, who)
            ours, its = speed(results.of(vm, p, OURS)), speed(other)
            if ours and its:
                faster[NAMES[p]] = ours < its
        behind = ", ".join(p for p in faster if not faster[p])
        if faster:
            count = f"{sum(faster.values())} of {len(faster)} finalists"
            yield f"ours faster than {name}: {count}{f'; not {behind}' if behind else ''}"


def beside_c(results: Results, vm: Compiler) -> Sheet | None:
    """The table of ratios to C; None without figures of C."""
    rivals = results.in_c(vm).by_primitive
    if not rivals:
        return None
    name = PORTABLE[vm.abi]
    head = ["function", "fastest C", "Java", name, "fastest", f"Java / {name}", "wanted"]
    grid, above, used = [[*head, "Java / fastest"]], [], []
    for p in results.primitives():
        m, c, timed = results.of(vm, p, OURS), rivals.get(p), results.of(vm, p, C)
        if m and c:
            goal = next((g for stem, g in GOALS.items() if p.startswith(stem)), None)
            goal = goal if vm.abi == "jvm64" else None
            portable = results.portable(vm, p)
            if goal and portable and m.figure.median > goal * portable:
                above.append(NAMES[p])
            used += [("Java", NAMES[p], m), *([(name, NAMES[p], timed)] if timed else [])]
            grid.append([
                NAMES[p], c.name, number(m), number(timed or portable), number(c.fastest),
                ratio(m, portable), number(goal), ratio(m, c.fastest),
            ])  # fmt: skip
    notes = [beside(results, vm), "wanted: the ratio is to be at most that"]
    if above:
        notes.append(f"above what is wanted: {', '.join(above)}")
    notes += doubts(used)
    return Sheet(f"Java beside C: {label(vm)}, core cycles per byte", grid, 2, notes)
