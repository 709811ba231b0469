"""A grade for a run, A to D, from what was measured, with its reasons in words.

It says how far the figures can be trusted, hides none of them, and is no judgement of the
machine. A run is as good as the worst of what is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..machine.counter import exact
from ..registry.families import SHOOTOUT
from .figures import Row, fastest
from .records import Block, by_cell
from .stats import LENGTHS, SHORT, TOP, quartiles

LETTERS = "ABCD"


@dataclass(frozen=True)
class Limits:
    """Up to `a` it is an A, up to `b` a B, up to `c` a C, beyond that a D."""

    a: float
    b: float
    c: float
    says: str  # with the number in its place

    def letter(self, value: float) -> str:
        return LETTERS[sum(value > limit for limit in (self.a, self.b, self.c))]


# What is a number, and how much of it is how bad.
LIMITS = {
    # A reader takes figures one at a time: with one in twenty in doubt he may forget about
    # doubts, with half of them he may not compare functions at all.
    "doubtful": Limits(0.05, 0.15, 0.5, "{:.0%} of the figures are doubtful"),
    # Where rounds disagree by 2 % a figure is called unsteady; the fastest implementations of
    # a function are often 1 % apart, and 5 % changes the order of functions.
    "reference": Limits(0.005, 0.02, 0.05, "rounds of {name} are {:.1%} apart"),
    # The null hash costs 5 to 30 cycles. An 8-byte message costs some 300: 3 are 1 %.
    "null": Limits(1, 3, 10, "rounds of the null hash are {:.1f} cycles apart"),
    # Quartiles average steps out, but hardly below a tenth of one.
    "step": Limits(0.02, 0.1, 0.3, "the counter's step is {:.0%} of the shortest time"),
    # The ratio is timed beside every group of lengths, 0.2 ms: slow drift does no harm; the
    # more the clock moves in a run, the more it moves within a group.
    "drift": Limits(0.005, 0.02, 0.1, "the clock moved by {:.1%} against the counter"),
    # What is flagged is left out while there is something else. A disturbance that is rare
    # is left out whole; a frequent one also leaves traces too small to be flagged.
    "stolen": Limits(0.01, 0.1, 0.5, "the hypervisor took the core in {:.0%} of the measurements"),
    "shared": Limits(0.05, 0.25, 0.5, "a stranger shared the core in {:.0%} of the measurements"),
}

# What is one of a few kinds.
KINDS = {
    # The processor's own count is right by definition. A conversion is itself measured.
    "exact": ("A", "the counter counts core cycles"),
    "converted": ("B", "ticks of the counter were converted to core cycles"),
    # Ticks have the pace of the nominal clock, which the core leaves when it may.
    "ticks, boost off": ("B", "ticks were not converted to core cycles, but boost was off"),
    "ticks": ("C", "ticks were not converted to core cycles, and boost is not known"),
    "ticks, boost on": ("D", "ticks were not converted to core cycles, though boost was on"),
    # A sibling takes up to half of the core. The probe of the pace sees one that is busy.
    "smt on": ("B", "SMT was on, so that a sibling thread may have shared the core"),
    "smt unknown": ("B", "it is not known whether SMT was on"),
    # One round shows nothing of what differs between processes.
    "once": ("B", "timed in one round, which shows no repeatability"),
}
MEANING = (
    "A to D: the grade of a run, by its counter, its disturbances and how well it repeats itself. "
    "A: core cycles, counted in peace; B: converted, or somewhat disturbed; C: much disturbed, "
    "or ticks that may be no cycles; D: not to be relied on."
)


@dataclass(frozen=True)
class Grade:
    """The letter, and why: all that was worse than an A, the worst first.

    A reason that would have given a better letter alone has that behind it.
    """

    letter: str
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return f"grade {self.letter}: {'; '.join(self.reasons) or 'nothing speaks against it'}"


def grade(facts: Mapping[str, str], blocks: Sequence[Block], rows: Sequence[Row]) -> Grade:
    """The grade of the timings of one machine in one ABI, at the lengths of the tables.

    `rows` are the figures of `blocks`, at least one; `facts` those of the machine, as far
    as they are known.
    """
    found = [KINDS[kind] for kind in _kinds(facts, rows)]
    for name, value, what in _numbers(blocks, rows):
        limits = LIMITS[name]
        found.append((limits.letter(value), limits.says.format(value, name=what)))
    worst = sorted((each for each in found if each[0] != "A"), key=lambda each: -ord(each[0]))
    letter = worst[0][0] if worst else "A"
    return Grade(letter, tuple(text if a == letter else f"{text} ({a})" for a, text in worst))


def _kinds(facts: Mapping[str, str], rows: Sequence[Row]) -> Iterator[str]:
    if all(exact(row.counter) for row in rows):
        yield "exact"
    elif all(row.clock or exact(row.counter) for row in rows):
        yield "converted"
    else:
        yield "ticks, boost {}".format(facts["boost"]) if _known(facts, "boost") else "ticks"
    if not _known(facts, "smt"):
        yield "smt unknown"
    elif facts["smt"] == "on":
        yield "smt on"
    if all(figure.rounds == 1 for row in rows for figure in row.figures.values()):
        yield "once"


def _known(facts: Mapping[str, str], name: str) -> bool:
    return facts.get(name) in ("on", "off")


def _numbers(blocks: Sequence[Block], rows: Sequence[Row]) -> Iterator[tuple[str, float, str]]:
    """What is measured: the name of its limits, its value, what it is about."""
    timed = [primitive for primitive in SHOOTOUT if any(r.primitive == primitive for r in rows)]
    shown = [row for row in rows if row.primitive in timed]
    figures = [row.figures[mlen] for mlen in LENGTHS for row in fastest(shown, mlen)]
    if figures:
        yield "doubtful", sum(bool(f.doubts) for f in figures) / len(figures), ""
    for primitive in timed[:1]:
        for middle, apart in _repeated(rows, primitive):
            yield "reference", apart / middle, primitive
    for _, apart in _repeated(rows, "null"):
        yield "null", apart, ""
    cells = by_cell(blocks)
    steps = [step for row in fastest(shown, SHORT) for step in _steps(cells[row.cell])]
    if steps:
        yield "step", max(steps), ""
    clocks = [clock for b in blocks for clock in b.clocks() if clock]
    if clocks:
        low, middle, high = quartiles(clocks)
        yield "drift", (high - low) / middle, ""
    flagged: Counter[str] = Counter()
    timings = sum(len(b.timings) for b in blocks)
    for b in blocks:
        own = {flag.cause for flag in b.flags}
        for _, _, causes, _ in b.rounds():
            if own or causes:
                flagged.update(own | causes)
    for cause in ("stolen", "shared"):
        if timings:
            yield cause, flagged[cause] / timings, ""


def _repeated(rows: Iterable[Row], primitive: str) -> Iterator[tuple[float, float]]:
    """The median of the rounds of a function's fastest cell, and their quartiles' distance.

    Both in cycles of the longest messages; nothing where there are fewer than two rounds.
    """
    for row in fastest([row for row in rows if row.primitive == primitive], TOP):
        every = list(row.figures.taken[TOP].values())
        used = [each for each in every if not each.causes] or every
        low, middle, high = quartiles([quartiles(each.samples)[1] for each in used])
        if len(used) > 1 and middle > 0:
            yield middle, high - low


def _steps(blocks: Iterable[Block]) -> Iterator[float]:
    """The least difference between two samples of the shortest message, of their median."""
    timings = [t for b in blocks for t in b.timings if t.mlen == SHORT]
    values = sorted({sample for t in timings for sample in t.samples})
    gaps = [high - low for low, high in zip(values, values[1:])]
    if gaps and values[len(values) // 2] > 0:
        yield min(gaps) / values[len(values) // 2]
