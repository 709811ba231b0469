"""Do the parts of a result agree with each other, as they do in a measured one?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from statistics import median

from ...machine.cpu import Cpu
from ...machine.microarchitecture import CACHES, FEATURES, HIDDEN, NAME, cpu_of, identify, order
from ...registry.sets import of_vm
from ...results.records import by_cell
from ...results.stats import by_length
from ..evidence import NULL, Evidence
from ..rules import AGAIN, ERROR, NOTE, WARNING, first_few, rule, with_remedy

SLOWEST, FASTEST = 1e6, 1e10  # Hz, of the clock of a core
DRIFT = 10  # the factor by which the rate of a counter may change that follows the clock
APART = 1.35  # the ratio of a curve to the six lengths
PAIRED = 30  # samples of a length; the middle of fewer may be off
STEADY = 1.01  # the same for a counter with a constant rate


@rule(30, ERROR)
def one_cpu(e: Evidence) -> Iterable[str]:
    """A run is from one processor: all blocks name the same one."""
    fact = e.facts.get("cpuid")
    words = sorted({*([fact] if fact else []), *(block.cpuid for block in e.blocks.kept)})
    if len(words) > 1:
        names = f"{words[0]:.60}, {words[1]:.60}"
        yield f"the file names {len(words)} processors: {names}; send one run per machine"


@rule(31, ERROR)
def claimed_microarchitecture(e: Evidence) -> Iterable[str]:
    """The numbers that a processor gives of itself, its features and its caches determine its
    microarchitecture. A name that contradicts them would put the machine into the wrong band of
    the graph."""
    claimed, word = e.facts.get(NAME), e.facts.get("cpuid")
    if claimed and word:
        cpus = [cpu_of(word, e.facts.text)]
        if not e.facts.get(FEATURES):
            cpus.append(Cpu.parse(word))
        names = [str(identify(cpu, abi)) for abi in ("", "amd64", "x86") for cpu in cpus]
        plain = {name.removesuffix(HIDDEN) for name in (claimed, names[0])}
        if claimed not in names and plain & {*order()}:
            what = f"{word:.60} is {names[0]:.60}, not {claimed:.60}"
            yield f"{what}; correct the fact or known/microarchitectures"


@rule(41, WARNING)
def contradicted_model(e: Evidence) -> Iterable[str]:
    """A processor has no features and caches that its microarchitecture never has. The numbers
    of a virtual machine may be another processor's: its name is then found by features and
    caches, or it is unknown."""
    found = e.identity()
    if found and found.claims and not found.hidden:
        has = ", ".join(found.against)
        todo = "run ./do" if "L1d=" in e.facts.get(CACHES) else "let ./do read /sys, or run it"
        yield (
            f"the numbers are those of {found.claims}, which never has {has}, and no other "
            f"microarchitecture fits: {todo} without a virtual machine, or show its "
            "guest the model of the host"
        )


@rule(42, NOTE)
def hidden_model(e: Evidence) -> Iterable[str]:
    """If the numbers of a processor are another's, but features and caches tell what it is, this
    name is shown, with `model hidden` beside it."""
    found = e.identity()
    if found and found.hidden:
        has = ", ".join(found.against)
        yield f"it is {found.name}: the numbers say {found.claims}, which never has {has}"


@rule(33, ERROR)
def counter_as_claimed(e: Evidence) -> Iterable[str]:
    """The blocks were timed with the counter that the facts describe, at the stated rate. A
    counter of core cycles follows the clock; the rate of any other is constant."""
    for abi, counters in e.facts.counters.items():
        stated = counters.best
        blocks = [block for block in e.blocks.kept if block.abi == abi]
        names = sorted({block.counter for block in blocks} - {stated.name})
        if names:
            told = f"the facts state {stated.name:.40}"
            yield f"{abi} was timed with {names[0]:.40}, but {told}; {AGAIN}"
        factor = DRIFT if stated.exact else STEADY
        least, most = stated.persecond / factor, stated.persecond * factor
        wrong = [block.persecond for block in blocks if not least <= block.persecond <= most]
        if wrong:
            told = f"the facts state {stated.persecond}"
            yield f"{abi}: {wrong[0]} ticks per second, but {told}; {AGAIN}"


@rule(34, ERROR)
def possible_clock(e: Evidence) -> Iterable[str]:
    """Core cycles per tick times ticks per second is the clock of the core. On any machine it is
    between one megahertz and ten gigahertz, and within a run within a factor of eight of the
    stated one, except in lines with the flag `drift`."""
    stated = [*_stated_clocks(e)]
    wrong = stated or e.notices.first.get("clock", []) or [*_odd_clocks(e)]
    count = len(stated) or e.notices.count["clock"] or len(wrong)
    more = f" and {count - 1} more" if count > 1 else ""
    return [f"{wrong[0]}{more}; is the counter steady? {AGAIN}"] if wrong else []


def _stated_clocks(e: Evidence) -> Iterable[str]:
    """The clocks in the facts that no core has."""
    for abi, counters in e.facts.counters.items():
        best, clock = counters.best, counters.clock
        if clock and not SLOWEST < clock * best.persecond < FASTEST:
            yield f"a clock of {clock * best.persecond / 1e6:g} MHz on {abi}"
        elif best.exact and not 0.5 < clock < 2:
            yield f"{clock:g} core cycles in a tick of {best.name:.40} on {abi}, which counts them"


def _odd_clocks(e: Evidence) -> Iterable[str]:
    """The blocks with a clock that no core has; the facts of SUPERCOP's files state none."""
    for block in e.blocks.read:
        steady = [each.clock for each in block.timings if "drift" not in dict(each.flags)]
        clocks = [clock for clock in steady if clock is not None]
        for clock in {min(clocks), max(clocks)} if clocks and block.persecond else ():
            if not SLOWEST < clock * block.persecond < FASTEST:
                name = f"{block.primitive}/{block.implementation:.60}"
                yield f"{name}: a clock of {clock * block.persecond / 1e6:g} MHz"


@rule(36, ERROR)
def middles(e: Evidence) -> Iterable[str]:
    """A line states the middle of its samples, so the middle can be computed again from them."""
    return with_remedy(e.notices.of("middle"), "the line was changed")


@rule(47, WARNING)
def two_measurements(e: Evidence) -> Iterable[str]:
    """The six lengths and the curve of a cell are timed in processes of their own, and agree within
    a third where nothing disturbed them."""
    if e.kind == "shootout":
        wrong = [
            f"{cell}: the curve takes {share:.2f} times the cycles of the six lengths"
            for cell, share in _apart(e)
            if not 1 / APART < share < APART
        ]
        yield from with_remedy(first_few(wrong), "one of the two is not of this code")


def _apart(e: Evidence) -> Iterator[tuple[str, float]]:
    """Cells with a curve, and the usual ratio of its figures to those of the six lengths."""
    timed = [b for b in e.blocks.kept if not of_vm(b.abi) and b.primitive != NULL]
    curves = by_cell(b for b in timed if b.curve)
    six = by_cell(b for b in timed if not b.curve)
    for cell in curves.keys() & six.keys():
        its = by_length(six[cell])
        curve = by_length(curves[cell], frozenset(its))
        pairs = [(curve[n].trusted, its[n].trusted) for n in curve]
        shares = [
            a.second / b.second
            for a, b in pairs
            if not (a.doubts or b.doubts) and len(b.ordered) >= PAIRED and b.second > 0
        ]
        if len(shares) > 2:
            name = f"{cell.primitive}/{cell.implementation} on {cell.abi}"
            yield f"{name} with {cell.compiler:.40}", median(shares)
