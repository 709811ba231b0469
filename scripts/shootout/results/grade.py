"""Grade a run from A to D by its measurements, with reasons in words.

A grade says how far the figures can be trusted. It hides none of them and does not judge the
machine. The worst of all criteria decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..machine.counter import exact
from ..registry.causes import SHARED, STOLEN
from ..registry.families import ORDER, SHOOTOUT
from .figures import Row, fastest
from .records import LEFT_OUT, Block
from .stats import LENGTHS, SHORT, TOP, Rounds, quartiles

LETTERS = "ABCD"


@dataclass(frozen=True)
class Limits:
    """The limits of a criterion: up to `a` it is an A, up to `b` a B, up to `c` a C, else a D."""

    a: float
    b: float
    c: float
    says: str  # a format for the value and a name

    def letter(self, value: float) -> str:
        return LETTERS[sum(value > limit for limit in (self.a, self.b, self.c))]


# The criteria that are numbers.
LIMITS = {
    # A reader looks at single figures. With one in twenty in doubt, doubts can be forgotten;
    # with half of them, functions can no longer be compared.
    "doubtful": Limits(0.05, 0.15, 0.5, "{:.0%} of the figures are doubtful"),
    # A figure is called unsteady if its rounds disagree by 2 %. The fastest implementations of
    # a function are often 1 % apart, and 5 % changes the order of functions.
    "reference": Limits(0.005, 0.02, 0.05, "rounds of {name} are {:.1%} apart"),
    # The null hash costs 5 to 30 cycles, an 8-byte message about 300, so 3 cycles are 1 %.
    "null": Limits(1, 3, 10, "rounds of the null hash are {:.1f} cycles apart"),
    # Quartiles average the steps out, but hardly to less than a tenth of one.
    "step": Limits(0.02, 0.1, 0.3, "the counter's step is {:.0%} of the shortest time"),
    # The ratio is timed beside every group of lengths, every 0.2 ms, so slow drift does no
    # harm. But a clock that moves more in a run also moves more within a group.
    "drift": Limits(0.005, 0.02, 0.1, "the clock moved by {:.1%} against the counter"),
    # Flagged samples are left out while there are others. That removes a rare disturbance
    # completely; a frequent one also leaves traces too small to be flagged.
    STOLEN: Limits(0.01, 0.1, 0.5, "the hypervisor took the core in {:.0%} of the measurements"),
    SHARED: Limits(0.05, 0.25, 0.5, "the core was shared in {:.0%} of the measurements"),
}

# The criteria that are one of a few kinds.
KINDS = {
    # The processor's own count is right by definition; a conversion is measured, too.
    "exact": ("A", "the counter counts core cycles"),
    "converted": ("B", "ticks of the counter were converted to core cycles"),
    # Ticks have the pace of the nominal clock, from which boost departs.
    "ticks, boost off": ("B", "ticks were not converted to core cycles, but boost was off"),
    "ticks": ("C", "ticks were not converted to core cycles, and boost is not known"),
    "ticks, boost on": ("D", "ticks were not converted to core cycles, though boost was on"),
    # A sibling thread takes up to half of the core. The probe of the pace sees a busy one.
    "smt on": ("B", "SMT was on, so that a sibling thread may have shared the core"),
    "smt unknown": ("B", "it is not known whether SMT was on"),
    # One round cannot show differences between processes.
    "once": ("B", "timed in only one round, which cannot show repeatability"),
}
MEANING = (
    "A to D: the grade of a run, by its counter, its disturbances and how well it repeats itself. "
    "A: core cycles, counted undisturbed; B: converted, or slightly disturbed; C: much "
    "disturbed, or ticks that may not be cycles; D: unreliable."
)


@dataclass(frozen=True)
class Grade:
    """A grade: the letter, and a reason for each criterion worse than A, the worst first.

    A reason ends with a letter of its own if that is better than the grade.
    """

    letter: str
    reasons: tuple[str, ...]

    def __str__(self) -> str:
        return f"grade {self.letter}: {'; '.join(self.reasons) or 'no faults found'}"

    def brief(self, columns: int) -> str:
        """The grade with the reasons that decide it, as many as fit into so many columns."""
        reasons = [r for r in self.reasons if "(grade " not in r]
        while len(reasons) > 1 and len(str(Grade(self.letter, tuple(reasons)))) > columns:
            reasons.pop()
        return str(Grade(self.letter, tuple(reasons)))


def grade(facts: Mapping[str, str], blocks: Sequence[Block], rows: Sequence[Row]) -> Grade:
    """The grade of the timings of one machine in one ABI, at the lengths of the tables.

    `rows` are the figures of `blocks`, at least one; `facts` are the known facts of the
    machine.
    """
    rows = representative(rows)
    named = {row.primitive for row in rows}
    blocks = [block for block in blocks if block.primitive in named]
    found = [KINDS[kind] for kind in _kinds(facts, rows)]
    if LEFT_OUT in facts:  # figures are right, but the fastest may be missing
        found.append(("B", facts[LEFT_OUT]))
    for name, value, what in _numbers(blocks, rows):
        limits = LIMITS[name]
        found.append((limits.letter(value), limits.says.format(value, name=what)))
    return of_criteria(found)


def representative(rows: Sequence[Row]) -> Sequence[Row]:
    """The rows that stand for a run, whatever else it timed: those of the null hash and of the
    paper's functions, or if there is none of these all."""
    papers = [row for row in rows if row.primitive in ("null", *SHOOTOUT)]
    return papers if any(row.primitive in SHOOTOUT for row in papers) else rows


def of_criteria(found: Iterable[tuple[str, str]]) -> Grade:
    """The grade by letters of criteria, each with its reason: the worst of them decides."""
    worst = sorted((each for each in found if each[0] != "A"), key=lambda each: -ord(each[0]))
    letter = worst[0][0] if worst else "A"
    return Grade(letter, tuple(text if a == letter else f"{text} (grade {a})" for a, text in worst))


def _kinds(facts: Mapping[str, str], rows: Sequence[Row]) -> Iterator[str]:
    if all(exact(row.counter) for row in rows):
        yield "exact"
    elif all(row.clock or exact(row.counter) for row in rows):
        yield "converted"
    else:
        kind = f"ticks, boost {facts.get('boost')}"
        yield kind if kind in KINDS else "ticks"
    if (smt := facts.get("smt")) != "off":
        yield "smt on" if smt == "on" else "smt unknown"
    if all(figure.rounds == 1 for row in rows for figure in row.figures.values()):
        yield "once"


def _numbers(blocks: Sequence[Block], rows: Sequence[Row]) -> Iterator[tuple[str, float, str]]:
    """The name of each numeric criterion, its value, and the function it concerns."""
    there = {row.primitive for row in rows} - {"null"}
    timed = [p for p in SHOOTOUT if p in there] or [*filter(there.__contains__, ORDER)]
    shown = [row for row in rows if row.primitive in timed]
    figures = [row.figures[mlen] for mlen in LENGTHS for row in fastest(shown, mlen)]
    if figures:
        yield "doubtful", sum(bool(f.doubts) for f in figures) / len(figures), ""
    for primitive in timed[:1]:
        for middle, apart in _repeated(rows, primitive):
            yield "reference", apart / middle, primitive
    for _, apart in _repeated(rows, "null"):
        yield "null", apart, ""
    steps = [step for row in fastest(shown, SHORT) for step in _steps(row.figures.taken[SHORT])]
    if steps:
        yield "step", max(steps), ""
    timings = [timing for b in blocks for timing in b.timings]
    clocks = [timing.clock for timing in timings if timing.clock]
    if clocks:
        low, middle, high = quartiles(clocks)
        yield "drift", (high - low) / middle, ""
    flags = ((*b.flags, *each.flags) for b in blocks for each in b.timings)
    kinds = Counter(cause for some in flags for cause in {flag.cause for flag in some})
    for cause in (STOLEN, SHARED):
        if timings:
            yield cause, kinds[cause] / len(timings), ""


def _repeated(rows: Iterable[Row], primitive: str) -> Iterator[tuple[float, float]]:
    """The median and interquartile range of the rounds of a function's fastest cell.

    Both are in cycles of the longest messages; a cell with one round yields nothing.
    """
    for row in fastest([row for row in rows if row.primitive == primitive], TOP):
        every = list(row.figures.taken[TOP].values())
        used = [each for each in every if not each.causes] or every
        low, middle, high = quartiles([quartiles(each.samples)[1] for each in used])
        if len(used) > 1 and middle > 0:
            yield middle, high - low


def _steps(rounds: Rounds) -> Iterator[float]:
    """The least difference between samples of the shortest message, as a part of their median."""
    values = sorted({sample for each in rounds.values() for sample in each.ticks})
    gaps = [high - low for low, high in zip(values, values[1:])]
    if gaps and values[len(values) // 2] > 0:
        yield min(gaps) / values[len(values) // 2]
