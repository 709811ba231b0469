"""Sheets of figures: the paper's tables 2 to 4 repeated, and Java beside C."""

from __future__ import annotations

from collections.abc import Iterable

from shootout.build.compilers import Compiler
from shootout.registry.families import SHOOTOUT
from shootout.report.doubts import MARK
from shootout.report.sheet import Sheet

from .against_c import PORTABLE, Rivals
from .block import CASTLE, JDK, OURS, PLAIN, SPHLIB, C, Measured, VmFigure
from .results import BITS, HANSER, MEANING, NAMES, PORNIN, Results, beside, label, source
from .subjects import version

# The greatest ratios to our portable C that we accept.
GOALS = {"skein": 1.5, "keccak": 1.7, "blake": 1.9, "round3jh": 3.0, "groestl": 1.8}


def number(figure: VmFigure | None) -> str:
    """The median as text, with a mark if it is doubtful."""
    return f"{figure.median:.1f}{MARK if figure.doubts else ' '}" if figure else "- "


def ratio(over: float | None, under: float | None) -> str:
    """The quotient as text; a dash without both numbers."""
    return f"{over / under:.2f} " if over and under else "- "


def _median(m: Measured | None) -> float | None:
    return m.figure.median if m else None


def own(results: Results) -> Sheet:
    """Table 2: our fastest in every VM, beside the unoptimised one and the paper's."""
    head = ["function"]
    for vm in results.vms:
        head += ["implementation", f"{BITS[vm.abi]} {version(vm)}", "VMs from-to", "plain", "paper"]
    grid = [head]
    for p in results.primitives():
        line = [NAMES[p]]
        for vm in results.vms:
            m = results.of(vm, p, OURS)
            before = results.named(vm, p, PLAIN)
            paper = results.printed(HANSER, vm.abi, p)
            extent = f"{m.figure.low:.1f}-{m.figure.high:.1f}" if m else "-"
            line += [
                m.subject.name if m else "-", number(m.figure if m else None), extent,
                number(before.figure if before else None), f"{paper.median}" if paper else "-",
            ]  # fmt: skip
        grid.append(line)
    notes = [
        "plain: the specification's reference, ported as it is, in one VM",
        *(
            f"paper, {BITS[abi]}: {source(results.printed(HANSER, abi, p) for p in SHOOTOUT)}"
            for abi in dict.fromkeys(vm.abi for vm in results.vms)
        ),
        *doubts(
            (BITS[vm.abi], m)
            for vm in results.vms
            for p in SHOOTOUT
            if (m := results.of(vm, p, OURS))
        ),
    ]
    if any(note.startswith(MARK) for note in notes):
        notes.append("why Java is flagged more often than C in the same run: docs/java.md")
    return Sheet("Table 2: ours, core cycles per byte", grid, 1, notes)


def every(results: Results) -> Sheet:
    """The table of all our implementations."""
    grid = [["function", "implementation", *(f"{BITS[v.abi]} {version(v)}" for v in results.vms)]]
    known = {(m.subject.primitive, m.subject.name) for m in results.survey if m.subject.who == OURS}
    for p in results.primitives():
        for name in sorted(name for primitive, name in known if primitive == p):
            found = [results.named(vm, p, name) for vm in results.vms]
            grid.append([NAMES[p], name, *(number(m.figure if m else None) for m in found)])
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
        ours = _median(found[0])
        grid.append([
            NAMES[p], *(number(m.figure if m else None) for m in found),
            f"{paper.median:.1f} " if paper else "- ", f"{pornin.median:.1f} " if pornin else "- ",
            *(ratio(_median(m), ours) for m in found[1:3]),
            ratio(paper.median if paper else None, ours),
        ])  # fmt: skip
    libraries = {m.subject.who: m.subject.name for m in used if m.subject.who != OURS}
    notes = [
        *(f"{who}: {name}" for who, name in libraries.items()),
        f"paper: {source(results.printed(HANSER, vm.abi, p) for p in SHOOTOUT)}",
        f"sphlib 2011: {source(results.printed(PORNIN, vm.abi, p) for p in SHOOTOUT)}",
        *slower(results, vm),
        *doubts((m.subject.who, m) for m in used),
    ]
    table = "3" if vm.abi == "jvm64" else "4"
    return Sheet(f"Table {table}: {label(vm)}, core cycles per byte", grid, 1, notes)


def slower(results: Results, vm: Compiler) -> list[str]:
    """Notes on how many of ours are faster than each of the others', SHA-2 aside."""
    notes = []
    finalists = [p for p in results.primitives() if not p.startswith("sha")]
    for who in (SPHLIB, CASTLE, HANSER):
        pairs = []
        for p in finalists:
            paper = results.printed(HANSER, vm.abi, p)
            other = paper.median if paper else None
            other = other if who == HANSER else _median(results.of(vm, p, who))
            ours = _median(results.of(vm, p, OURS))
            if ours and other:
                pairs.append((p, ours < other))
        behind = ", ".join(NAMES[p] for p, faster in pairs if not faster)
        name = "the paper" if who == HANSER else who
        if pairs:
            count = sum(faster for _, faster in pairs)
            tail = f"; not {behind}" if behind else ""
            notes.append(f"ours faster than {name}: {count} of {len(pairs)} finalists{tail}")
    return notes


def beside_c(results: Results, vm: Compiler) -> Sheet | None:
    """The table of ratios to C; None without figures of C."""
    rivals = results.rivals.get(vm.abi, Rivals())
    if not rivals.by_primitive:
        return None
    name = PORTABLE[vm.abi]
    head = ["function", "fastest C", "Java", name, "fastest", f"Java / {name}", "wanted"]
    grid, above, used = [[*head, "Java / fastest"]], [], []
    for p in results.primitives():
        m, c, portable = results.of(vm, p, OURS), rivals.by_primitive.get(p), results.of(vm, p, C)
        if m and c:
            goal = next((g for stem, g in GOALS.items() if p.startswith(stem)), None)
            goal = goal if vm.abi == "jvm64" else None
            speed = results.portable(vm, p)
            if goal and speed and m.figure.median > goal * speed:
                above.append(NAMES[p])
            wanted = f"{goal:.1f} " if goal else "- "
            used += [("Java", m), *([(name, portable)] if portable else [])]
            in_c = number(portable.figure) if portable else f"{speed:.1f} " if speed else "- "
            grid.append([
                NAMES[p], c.name, number(m.figure), in_c, f"{c.fastest:.1f} ",
                ratio(m.figure.median, speed), wanted, ratio(m.figure.median, c.fastest),
            ])  # fmt: skip
    notes = [beside(results, vm), "wanted: the ratio is to be at most that"]
    if above:
        notes.append(f"above what is wanted: {', '.join(above)}")
    notes += doubts(used)
    return Sheet(f"Java beside C: {label(vm)}, core cycles per byte", grid, 2, notes)


def doubts(used: Iterable[tuple[str, Measured]]) -> list[str]:
    """A note for each doubt, with the authors and functions of its figures."""
    found: dict[str, dict[str, list[str]]] = {}
    for whose, m in used:
        for doubt in m.figure.doubts:
            names = found.setdefault(doubt, {}).setdefault(whose, [])
            names.append(NAMES[m.subject.primitive])
    return [
        f"{MARK} {doubt}, {MEANING[doubt]}: "
        + "; ".join(f"{whose} {', '.join(names)}" for whose, names in groups.items())
        for doubt, groups in sorted(found.items())
    ]


def doubtful_kernels(used: Iterable[Measured]) -> list[str]:
    """A note for each doubt, with the kernels that have it."""
    found: dict[str, dict[str, None]] = {}
    for m in used:
        for doubt in m.figure.doubts:
            found.setdefault(doubt, {})[m.subject.name] = None
    return [
        f"{MARK} {doubt}, {MEANING[doubt]}: {', '.join(names)}"
        for doubt, names in sorted(found.items())
    ]
