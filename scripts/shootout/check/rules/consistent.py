"""Do the parts of a result agree with each other, as measured things do?"""

from __future__ import annotations

from collections.abc import Iterable

from ...machine.microarchitecture import Cpu, features_of, microarchitecture, order
from ...results.pace import SHARED, usual
from ..evidence import Evidence
from ..rules import ERROR, WARNING, rule
from ..step import ALIKE
from .structure import AGAIN, few, todo

KINDS = {"arm": "ARM", "ppc": "PVR", "powerpc": "PVR", "riscv": "RISC-V"}
ROUNDED = 0.0006
"""Seconds; the time of a process is told in milliseconds."""
SLOWEST, FASTEST = 1e6, 1e10
"""Hertz of a core's clock."""


@rule(30, ERROR)
def one_cpu(e: Evidence) -> Iterable[str]:
    """A run is of one processor: each block names the same."""
    fact = e.facts.get("cpuid")
    words = sorted({*([fact] if fact else []), *(block.cpuid for block in e.blocks.kept)})
    if len(words) > 1:
        yield f"of {len(words)} processors: {words[0]:.60}, {words[1]:.60}; send one run a machine"


@rule(31, ERROR)
def claimed_microarchitecture(e: Evidence) -> Iterable[str]:
    """The processor's own numbers tell its microarchitecture; a name that they do not bear
    out would put the machine into the wrong band of the graph."""
    claimed, word = e.facts.get("microarchitecture"), e.facts.get("cpuid")
    if claimed and word:
        found = microarchitecture(Cpu.parse(word, features_of(claimed) or ()), "amd64")
        plain = {
            found,
            microarchitecture(Cpu.parse(word)),
            microarchitecture(Cpu.parse(word), "x86"),
        }
        if claimed not in plain and (claimed in order() or found in order()):
            what = f"{word:.60} is {found:.60}, not {claimed:.60}"
            yield f"{what}; correct the fact, or known/microarchitectures"


@rule(32, ERROR)
def counters_of_the_cpu(e: Evidence) -> Iterable[str]:
    """A counter is an instruction of a processor: another kind does not have it."""
    for name, word in sorted({(block.counter, block.cpuid) for block in e.blocks.kept}):
        kind = Cpu.parse(word).kind
        intended = (
            "x86"
            if name.startswith(("x86-", "amd64-"))
            else next((found for start, found in KINDS.items() if name.startswith(start)), "")
        )
        is_x86 = kind not in (*KINDS.values(), "unknown")
        if intended and kind != "unknown" and intended != ("x86" if is_x86 else kind):
            yield f"the counter {name:.40} is none of {word:.40}; {AGAIN}"


@rule(33, ERROR)
def counter_as_claimed(e: Evidence) -> Iterable[str]:
    """The blocks were timed with the counter that the facts describe, at its rate. One that
    counts core cycles goes with the clock; others stand still."""
    for abi, counters in e.facts.counters.items():
        stated = counters.best
        blocks = [block for block in e.blocks.kept if block.abi == abi]
        names = sorted({block.counter for block in blocks} - {stated.name})
        if names:
            yield f"{abi} was timed with {names[0]:.40}, the facts say {stated.name:.40}; {AGAIN}"
        most = 10 if stated.exact else 1.01
        least, most = stated.persecond / most, stated.persecond * most
        wrong = [block.persecond for block in blocks if not least <= block.persecond <= most]
        if wrong:
            yield f"{abi}: {wrong[0]} ticks a second, the facts say {stated.persecond}; {AGAIN}"


@rule(34, ERROR)
def possible_clock(e: Evidence) -> Iterable[str]:
    """Core cycles per tick, times ticks a second, is the core's clock: from one megahertz to
    ten gigahertz, on any machine, and within a factor of eight throughout a run, lines with
    the flag `drift` aside."""
    for abi, counters in e.facts.counters.items():
        stated, clock = counters.best, counters.clock
        if clock and not SLOWEST < clock * stated.persecond < FASTEST:
            yield f"{abi}: a clock of {clock * stated.persecond / 1e6:g} MHz; {AGAIN}"
        if stated.exact and not 0.5 < clock < 2:
            yield f"{abi}: {clock:g} cycles a cycle; {stated.name} counts something else"
    yield from todo(e.notices.of("clock"), "the facts say otherwise: " + AGAIN)


@rule(35, ERROR)
def step(e: Evidence) -> Iterable[str]:
    """A counter that moves in steps leaves them in every sample. Who makes up samples, or
    scales real ones, seldom gets that right."""
    lines = e.notices.of("step")
    for abi, share in e.blocks.in_step.items():
        if share < ALIKE:
            stated = e.facts.counters[abi].best.step
            yield f"{abi}: {share:.0%} of the samples are in steps of {stated:g}, the stated step"
    yield from todo(lines, "its samples are not in the steps of the counter")


@rule(36, ERROR)
def middles(e: Evidence) -> Iterable[str]:
    """The middle that a line states is computed from its samples, and can be computed anew."""
    return todo(e.notices.of("middle"), "the middle is not that of the samples")


@rule(37, ERROR)
def flags(e: Evidence) -> Iterable[str]:
    """Two flags can be computed anew: `uneven` from the samples, `shared` from the pace beside
    them. One that is missing hides a doubt."""
    yield from todo(e.notices.of("uneven"), "its flag `uneven` is not what the samples say")
    for abi, (pace, line) in e.blocks.slowest.items():
        counters = e.facts.counters.get(abi)
        stated = counters.pace if counters else 0.0
        reference = max(stated, usual(e.blocks.paces.get(abi, [])))
        if pace < (SHARED - 0.001) * reference:
            yield f"line {line}: a pace of {pace:g} of {reference:g}, and no flag `shared`"


@rule(38, ERROR)
def calls(e: Evidence) -> Iterable[str]:
    """A sample is of so many calls that it lasts a hundred steps, and of no more."""
    return todo(e.notices.of("calls"), "no such number is chosen by measure")


@rule(39, ERROR)
def elapsed(e: Evidence) -> Iterable[str]:
    """A process takes at least the time of its samples."""
    wrong = [
        f"line {ran.line}: samples of {ran.timed:.4f} s in a process of {ran.took:.3f} s"
        for ran in e.blocks.processes
        if ran.timed > ran.took + ROUNDED
    ]
    yield from todo(few(wrong), AGAIN)


@rule(40, WARNING)
def one_after_the_other(e: Evidence) -> Iterable[str]:
    """Programs are timed one at a time, so their times follow each other; a system's clock
    that was set meanwhile is the only excuse."""
    ran = sorted(e.blocks.processes, key=lambda each: each.began)  # curves stand at the end
    wrong = [
        second.line
        for first, second in zip(ran, ran[1:])
        if second.began < first.began + first.took - 1
    ]
    if wrong:
        yield (
            f"line {wrong[0]}: began before another block had ended "
            f"({len(wrong)} such blocks); was the clock set?"
        )
