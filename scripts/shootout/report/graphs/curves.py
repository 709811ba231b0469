"""curves.pdf: cycles/byte against the message length, of a machine's functions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, groupby, islice
from pathlib import Path

from ...common.grouped import grouped
from ...machine.counter import unit
from ...ranking.rows import NULL
from ...registry.families import ORDER, PAPER, SERIES, Colour, Group, colour, in_set
from ...registry.sets import called, native
from ...results.curve import ABOUT, Curve, block_size, boundary, crossings, fastest, of_file
from ...results.stats import DECIDING, TOP
from ..bands import spread
from ..exclusions import footer, meanings, words_of
from ..machines import MachineRow
from ..table import short_compilers
from .drawing import (
    GREY,
    HEIGHT,
    INK,
    LEADING,
    MARGIN,
    PALE,
    WIDTH,
    Axis,
    Page,
    dashes,
    elide,
    footnotes,
    pdf,
    width,
)

MOST = 4  # machines that are drawn; choose others with --machine
MOST_CURVES, MOST_OTHERS = 20, 8  # curves on a page, the fastest; functions without a set
SIZE, LABELS, LEFT, HEAD = 8.0, 150.0, 52.0, 46.0
DASH = 1.8  # points
AXIS = 34.0  # from the notes up to the axis: its names, its title
CROSSING = 8.0  # type size of what is said of a ring


def draw(machines: Sequence[MachineRow], folder: Path, group: Group = PAPER) -> list[Path | str]:
    """The curves of a set's functions, of machines that have some; complaints about files."""
    complaints: list[str] = []
    found = list(islice(_found(machines, group, complaints), MOST))
    if not found:
        return [*complaints]
    path = folder / f"{group.stem('curves')}.pdf"
    with pdf(path, "Cycles per byte against message length") as out:
        for machine, curves in found:
            for page in pages(machine, curves, group):
                out.savefig(page.figure)
    return [path, *complaints]


def _found(
    machines: Sequence[MachineRow], group: Group, complaints: list[str]
) -> Iterator[tuple[MachineRow, list[Curve]]]:
    """The machines that have some with their curves, of the runs that their figures are from."""
    for machine in machines:
        sources = {p: path for p, (path, _) in machine.sources.items() if in_set(p, group.name)}
        sources.pop(NULL, None)
        found = list[Curve]()
        for path, names in sorted(grouped(sorted(sources), sources.__getitem__).items()):
            its = of_file(path, group.name)
            complaints += filter(None, [its.complaint])
            found += [c for p in names for c in its.longest((machine.name, machine.abi, p))]
        if found:
            yield machine.about(curve.primitive for curve in found), _limited(found)


def _limited(curves: Sequence[Curve]) -> list[Curve]:
    """The fastest curves of each function, and of few functions that belong to no set."""
    of: dict[str, list[Curve]] = {}
    for curve in sorted(curves, key=lambda curve: min(curve.costs.values(), default=0)):
        of.setdefault(curve.primitive, []).append(curve)
    others = sorted(of.keys() - {*ORDER})[:MOST_OTHERS]
    kept = {id(c) for p, some in of.items() if p in (*ORDER, *others) for c in some[:MOST_CURVES]}
    return [curve for curve in curves if id(curve) in kept]


def pages(machine: MachineRow, found: Sequence[Curve], group: Group = PAPER) -> Iterator[Page]:
    """The fastest of each output and of functions without a set, then each function alone."""
    best = fastest(c for c in found if not native(c.primitive, c.implementation))
    if not any(group.bits):
        of_set = {p: best[p] for p in group.primitives if p in best}
        shades = dict(zip(of_set, cycle(SERIES)))
        if of_set:
            yield _overview(group.name, machine, of_set, shades)
    for kind, bits in enumerate(group.bits if any(group.bits) else ()):
        some = {f.name: best[p] for f in group.families if (p := f.functions[kind]) in best}
        shades = {f.name: f.colour for f in group.families}
        if some:
            yield _overview(f"{bits} bits", machine, some, shades)
    own = {*group.primitives, "null"}
    rest = {p: curve for p, curve in sorted(best.items()) if p not in own}
    if rest:
        shades = {p: SERIES[i % len(SERIES)] for i, p in enumerate(rest)}
        yield _overview("Other functions", machine, rest, shades)
    for primitive in [*group.primitives, *rest]:
        every = [curve for curve in found if curve.primitive == primitive]
        if len(every) > 1:
            yield _single(primitive, machine, every)


def _overview(
    title: str, machine: MachineRow, some: Mapping[str, Curve], shades: Mapping[str, Colour],
) -> Page:  # fmt: skip
    said = {name: curve.implementation for name, curve in some.items()}
    rings = (
        "Rings, with the length in bytes on top: from there on the first of the two is the faster; "
        "disturbed lengths do not count."
    )
    about = f"The fastest at {DECIDING} bytes; of those within {ABOUT - 1:.0%} of it the one"
    note = f"{_legend('the')} {about} timed at the most lengths. {rings}"
    chart = CurveChart(title, INK, machine, list(some.values()), note)
    chart.draw([(name, curve, shades[name], said[name]) for name, curve in some.items()])
    chart.cross(some)
    return chart.page


def _single(primitive: str, machine: MachineRow, every: Sequence[Curve]) -> Page:
    every = sorted(every, key=lambda curve: curve.costs[max(curve.costs)])
    short = short_compilers(curve.compiler for curve in every)
    edge = next((at for curve in every if (at := boundary(curve)) is not None), None)
    size = block_size(primitive)
    said = (
        f" The ticks on top: {edge} bytes and every {size} more take another block." if edge else ""
    )
    own = {_name(c): what for c in every if (what := native(c.primitive, c.implementation))}
    said += "".join(f" {name} is not Java: {what}." for name, what in own.items())
    name, note = called(primitive), _legend("every") + said
    chart = CurveChart(name, colour(primitive), machine, every, note)
    if edge:
        chart.blocks(edge, size)
    chart.draw(
        [
            (_name(curve), curve, SERIES[i % len(SERIES)], short[curve.compiler])
            for i, curve in enumerate(every)
        ]
    )
    return chart.page


def _name(curve: Curve) -> str:
    """The name of the implementation, in brackets if its work is done by native code in a VM."""
    own = native(curve.primitive, curve.implementation)
    return f"[{curve.implementation}]" if own else curve.implementation


def _legend(which: str) -> str:
    return (
        f"Medians of {which} implementation, each with its best compiler; "
        "dashed where every sample was flagged as disturbed."
    )


class CurveChart:
    """A page with the message length across and cycles/byte upwards, both logarithmic."""

    def __init__(
        self, title: str, shade: str | Colour, machine: MachineRow, curves: Sequence[Curve],
        note: str,
    ) -> None:  # fmt: skip
        self.page = page = Page()
        page.text(MARGIN, HEIGHT - 26, title, 17, shade, weight="bold")
        words = " ".join([machine.name, *words_of(machine), machine.microarchitecture])
        room = WIDTH - 2 * MARGIN - width(title, 17, "bold") - 24
        said = elide(words, 12, room)
        page.text(WIDTH - MARGIN, HEIGHT - 26, said, 12, GREY, ha="right")
        last = max([TOP, *(max(curve.costs, default=0) for curve in curves)])
        beyond = f" Dots: lengths beyond {TOP} bytes; nothing was timed between them."
        notes = [note + beyond * (last > TOP), *meanings([machine]), footer([machine])]
        lines, high = footnotes(notes)
        page.foot(lines)
        self.bottom = bottom = MARGIN + high + AXIS
        self.across = Axis(0, math.ceil(math.log2(last)), LEFT, WIDTH - MARGIN - LABELS)
        sure = [[cost for n, cost in c.costs.items() if n not in c.doubtful] for c in curves]
        ends = [end for costs in sure if costs for end in (min(costs), max(costs))]
        self.upward = Axis.over(ends, bottom, HEIGHT - HEAD)
        page.axis(self.across, bottom, HEIGHT - HEAD, "bytes of message")
        for y, name in self.upward.powers():
            page.lines([[(LEFT, y), (self.across.right, y)]], PALE, 0.6, 0)
            page.text(LEFT - 6, y, name, 9, ha="right")
        middle = (bottom + HEIGHT - HEAD) / 2
        counted = "core cycles" if machine.clock else unit(machine.counter)[0]
        page.text(MARGIN, middle, f"{counted}/byte: less is faster", 9, GREY, rotation=90)

    def draw(self, series: Sequence[tuple[str, Curve, Colour, str]]) -> None:
        """Curves, and at their right ends name, cost and a word more."""
        ordered = sorted(series, key=lambda each: each[1].costs[max(each[1].costs)])
        ends = [self.upward.place(c.costs[max(c.costs)]) for _, c, _, _ in ordered]
        high = HEIGHT - HEAD
        size = min(SIZE, (high - self.bottom) / len(ordered) / LEADING)
        places = spread(ends, size * LEADING, self.bottom, high)
        for (name, curve, shade, more), end, y in zip(ordered, ends, places):
            path = [
                (self.across.place(n), self.upward.place(cost)) for n, cost in curve.costs.items()
            ]
            told = [mlen in curve.doubtful for mlen in curve.costs]
            for bad, run in groupby(range(len(path)), told.__getitem__):
                first, *_, last = [*run] * 2
                if bad:  # from the length before to the one after
                    broken = dashes(path[max(first - 1, 0) : last + 2], DASH)
                    self.page.lines(broken, shade, 0.6)
                else:
                    self.page.lines([path[first : last + 1]], shade, 0.7, 2)
            apart = [point for point, mlen in zip(path, curve.costs) if mlen > TOP]
            self.page.marks(apart, "o", 3, shade, layer=2)
            x = self.across.right
            self.page.lines([[(x, end), (x + 12, y)]], shade, 0.4)
            text = f"{name} {curve.costs[max(curve.costs)]:.2f}"
            x = self.page.text(x + 15, y, elide(text, size, 0.65 * LABELS), size, shade)
            room = WIDTH - MARGIN - x - size
            if room > width("...", size):
                more = elide(more, 0.8 * size, room)
                self.page.text(x + 0.6 * size, y, more, 0.8 * size, GREY)

    def blocks(self, first: int, size: int) -> None:
        """Ticks at the top where one more block begins, as long as they can be told apart."""
        top, last = HEIGHT - HEAD, TOP // 2
        xs = [self.across.place(mlen) for mlen in range(first, last + 1, size)]
        self.page.lines([[(x, top), (x, top - 5)] for x in xs], GREY, 0.5)

    def cross(self, some: Mapping[str, Curve]) -> None:
        """Rings where two functions change places for good: the length, the faster from there."""
        names = list(some)
        found = sorted(
            (mlen, first, other)
            for i, first in enumerate(names)
            for other in names[i + 1 :]
            for mlen in crossings(some[first], some[other])
        )
        xs = [self.across.place(mlen) for mlen, *_ in found]
        places = spread(xs, CROSSING * LEADING, LEFT, self.across.right)
        top = HEIGHT - HEAD
        for (mlen, first, other), x, place in zip(found, xs, places):
            y = self.upward.place(some[first].costs[mlen])
            self.page.marks([(x, y)], "o", 6, INK, hollow=True, layer=1)
            pair = sorted((first, other), key=lambda name: some[name].costs[mlen])
            text = f"{mlen}: {', '.join(pair)}"
            end = top - 4 - width(text, CROSSING)
            self.page.lines([[(x, y + 3), (place, end - 10), (place, end - 2)]], PALE, 0.5, 0)
            self.page.text(place, top - 4, text, CROSSING, INK, rotation=90, ha="center", va="top")
