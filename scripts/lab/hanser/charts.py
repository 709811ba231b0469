"""The contents of the figures of java.pdf: groups of bars, one for each function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from shootout.build.compilers import Compiler
from shootout.registry.families import BITS, FAMILIES, Colour
from shootout.report.doubts import MARK

from .against_c import PORTABLE, Rivals
from .block import CASTLE, OURS, SPHLIB
from .results import HANSER, MEANING, NAMES, Results, beside, label, source

PAPER_SAYS = 3.0  # times that Java is slower than C at most, by section 8 of the paper
QUICKLY = "Measured with --quick: shorter than the paper did, in fewer VMs."
EXTENT = "The line at the end of a bar goes from the fastest VM to the slowest."


@dataclass(frozen=True)
class Bar:
    """A bar of a chart, its value in the chart's unit."""

    value: float
    text: str  # behind the bar
    place: int  # index in the legend
    extent: tuple[float, float] | None = None  # figures of the fastest VM and of the slowest
    doubts: tuple[str, ...] = ()


Group = tuple[str, Colour, Sequence[Bar]]  # a function's name, its colour, its bars


@dataclass(frozen=True)
class Chart:
    """A page of java.pdf."""

    title: str
    unit: str
    legend: Sequence[str]
    groups: Sequence[Group]
    notes: Sequence[str]
    lines: Sequence[float] = ()  # drawn across all bars


def charts(results: Results, quick: bool) -> Iterator[Chart]:
    """The charts: for each VM one of 256 bits and one of 512, then Java beside C."""
    notes = [QUICKLY] if quick else []
    for vm in results.vms:
        paper = source(results.printed(HANSER, vm.abi, p) for p in NAMES)
        whose = (OURS, SPHLIB, CASTLE, f"the paper: {paper}")
        for size, bits in enumerate(BITS):
            groups = _groups(results, vm, [f.functions[size] for f in FAMILIES])
            if groups:
                title = f"{bits} bits, {label(vm)}"
                own = [EXTENT, *_doubts(groups), *notes]
                yield Chart(title, "core cycles/byte", whose, groups, own)
    for vm in results.vms:
        rivals = results.rivals.get(vm.abi, Rivals())
        groups = _ratios(results, vm, rivals)
        if groups:
            legend = (f"Java / {PORTABLE[vm.abi]}", "Java / fastest C, assembly and intrinsics too")
            said = f"{beside(results, vm)}. The line at {PAPER_SAYS:.0f}: the paper's section 8."
            title = f"Java beside C, {label(vm)}"
            lines = (1.0, PAPER_SAYS)
            yield Chart(title, "times slower", legend, groups, [said, *notes], lines)


def _doubts(groups: Iterable[Group]) -> list[str]:
    """A note that explains the doubtful figures of a chart, with the number of each doubt."""
    found = Counter(doubt for _, _, bars in groups for bar in bars for doubt in bar.doubts)
    said = [f"{n} {doubt} ({MEANING[doubt]})" for doubt, n in sorted(found.items())]
    return [f"{MARK} doubtful: {'; '.join(said)}."] if found else []


def _groups(results: Results, vm: Compiler, primitives: Sequence[str]) -> list[Group]:
    found: list[Group] = []
    for family, primitive in zip(FAMILIES, primitives):
        bars = []
        for place, who in enumerate((OURS, SPHLIB, CASTLE)):
            if m := results.of(vm, primitive, who):
                text = f"{m.figure.median:.1f}{MARK if m.figure.doubts else ''}"
                text += f"  {m.subject.name}" if who == OURS else ""
                extent = (m.figure.low, m.figure.high)
                bars.append(Bar(m.figure.median, text, place, extent, m.figure.doubts))
        paper = results.printed(HANSER, vm.abi, primitive)
        if paper and bars:
            bars.append(Bar(paper.median, f"{paper.median:.1f}", 3))
        if bars:
            found.append((NAMES[primitive], family.colour, bars))
    return found


def _ratios(results: Results, vm: Compiler, rivals: Rivals) -> list[Group]:
    found: list[Group] = []
    for family in FAMILIES:
        for p in family.functions:
            m, c = results.of(vm, p, OURS), (rivals.by_primitive or {}).get(p)
            if m and c:
                pairs = [(0, results.portable(vm, p), ""), (1, c.fastest, f"  {c.name}")]
                bars = [
                    Bar(m.figure.median / v, f"{m.figure.median / v:.2f}{name}", place)
                    for place, v, name in pairs
                    if v
                ]
                found.append((NAMES[p], family.colour, bars))
    return found
