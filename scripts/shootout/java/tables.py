"""The paper's tables 2 to 4 again, and Java beside C: sheets of figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..compilers import Compiler
from ..published import Published
from ..sheet import Sheet
from ..stats import SHOOTOUT
from ..tables import MARK
from .against_c import PORTABLE, Rivals
from .block import CASTLE, JDK, OURS, SPHLIB, Figure, Measured
from .subjects import version

NAMES = {
    "sha256": "SHA-256", "sha512": "SHA-512", "blake256": "BLAKE-256", "blake512": "BLAKE-512",
    "groestl256": "Gr\u00f8stl-256", "groestl512": "Gr\u00f8stl-512", "round3jh256": "JH-256",
    "round3jh512": "JH-512", "keccakc512": "Keccak-256", "keccakc1024": "Keccak-512",
    "skein512256": "Skein-512-256", "skein512512": "Skein-512-512",
}  # fmt: skip
PAPER = {"jvm64": "java64", "jvm32": "java32"}
"""data/published's words for the ABIs of VMs."""
HANSER, PORNIN = "hanser", "sphlib"
"""Files of data/published: the paper itself, and sphlib's own figures."""
BITS = {"jvm64": "64-bit", "jvm32": "32-bit"}
GOALS = {"skein": 1.5, "keccak": 1.7, "blake": 1.9, "round3jh": 3.0, "groestl": 1.8}
"""What we want to stay below, against our portable C."""
PLAIN, JNI = "javaplain", "javajni"


@dataclass(frozen=True)
class Results:
    """All figures of a run, to look up."""

    finals: Sequence[Measured]
    survey: Sequence[Measured]
    published: Sequence[Published]
    vms: Sequence[Compiler]
    rivals: Mapping[str, Rivals] = field(default_factory=dict)

    def primitives(self) -> list[str]:
        there = {m.subject.primitive for m in [*self.finals, *self.survey]}
        return [p for p in SHOOTOUT if p in there]

    def of(self, vm: Compiler, primitive: str, who: str) -> Measured | None:
        """The best of theirs that is no first look."""
        found = [
            m
            for m in self.finals
            if (m.vm, m.subject.primitive, m.subject.who) == (vm, primitive, who)
            and m.subject.name not in (PLAIN, JNI)
        ]
        return min(found, key=lambda m: m.figure.median, default=None)

    def named(self, vm: Compiler, primitive: str, name: str) -> Measured | None:
        """Ours of this name, from the first look if need be."""
        wanted = (vm, primitive, OURS, name)
        for m in [*self.finals, *self.survey]:
            if (m.vm, m.subject.primitive, m.subject.who, m.subject.name) == wanted:
                return m
        return None

    def printed(self, collection: str, abi: str, primitive: str) -> Published | None:
        for p in self.published:
            if (p.collection, p.abi, p.primitive) == (collection, PAPER[abi], primitive):
                return p
        return None


def number(figure: Figure | None) -> str:
    return f"{figure.median:.1f}{MARK if figure.doubts else ' '}" if figure else "- "


def ratio(over: float | None, under: float | None) -> str:
    return f"{over / under:.2f} " if over and under else "- "


def label(vm: Compiler) -> str:
    return f"{BITS[vm.abi]} VM {version(vm)} ({' '.join(vm.command)})"


def source(figures: Iterable[Published | None]) -> str:
    """Year and processor of published figures."""
    for p in figures:
        if p:
            return f"{p.year} on {p.cpu}, {p.note}"
    return ""


def _median(m: Measured | None) -> float | None:
    return m.figure.median if m else None


def own(results: Results) -> Sheet:
    """Table 2: what we have, in every VM, beside what it was before and the paper's."""
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
        *doubts(m for vm in results.vms for p in SHOOTOUT if (m := results.of(vm, p, OURS))),
    ]
    return Sheet("Table 2: ours, core cycles per byte", grid, 1, notes)


def compared(results: Results, vm: Compiler) -> Sheet:
    """Tables 3 and 4: others in the same VM, what was printed, and ratios to ours."""
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
        *doubts(used),
    ]
    table = "3" if vm.abi == "jvm64" else "4"
    return Sheet(f"Table {table}: {label(vm)}, core cycles per byte", grid, 1, notes)


def slower(results: Results, vm: Compiler) -> list[str]:
    """Are ours faster than all others, SHA-2 aside? Those that are not by name."""
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
    """How many times slower than C."""
    rivals = results.rivals.get(vm.abi, Rivals())
    if not rivals.by_primitive:
        return None
    portable = PORTABLE[vm.abi]
    head = ["function", "fastest C", "Java", portable, "fastest", f"Java / {portable}", "wanted"]
    grid = [[*head, "Java / fastest"]]
    for p in results.primitives():
        m, c = results.of(vm, p, OURS), rivals.by_primitive.get(p)
        if m and c:
            goal = next((g for stem, g in GOALS.items() if p.startswith(stem)), None)
            wanted = f"{goal:.1f} " if goal and vm.abi == "jvm64" else "- "
            grid.append([
                NAMES[p], c.name, number(m.figure), f"{c.portable:.1f} " if c.portable else "- ",
                f"{c.fastest:.1f} ", ratio(m.figure.median, c.portable), wanted,
                ratio(m.figure.median, c.fastest),
            ])  # fmt: skip
    notes = [f"C, long messages: {rivals.origin}", "wanted: the ratio is to be at most that"]
    return Sheet(f"Java beside C: {label(vm)}, core cycles per byte", grid, 2, notes)


def doubts(used: Iterable[Measured]) -> list[str]:
    """A note for each doubt, with the figures it is about."""
    found: dict[str, list[str]] = {}
    for m in used:
        for doubt in m.figure.doubts:
            name = f"{NAMES[m.subject.primitive]} of {m.subject.who}"
            found.setdefault(doubt, []).append(name)
    meaning = {"unsteady": "VMs differ by more than a tenth"}
    return [
        f"{MARK} {doubt}{', ' + meaning[doubt] if doubt in meaning else ''}: {', '.join(names)}"
        for doubt, names in sorted(found.items())
    ]
