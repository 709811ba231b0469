"""Do the parts of a result agree with each other, as they do in a measured one?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...build.pace import FACT, SHARED, usual
from ...machine.cpu import Cpu
from ...machine.microarchitecture import FEATURES, HIDDEN, NAME, cpu_of, identify, order
from ..evidence import Evidence
from ..rules import AGAIN, ERROR, NOTE, WARNING, first_few, rule, with_remedy
from ..step import ALIKE

KINDS = {"arm": "ARM", "ppc": "PVR", "powerpc": "PVR", "riscv": "RISC-V"}
ROUNDED = 0.0006  # seconds; the time of a process is written in milliseconds
SLOWEST, FASTEST = 1e6, 1e10  # Hz, of the clock of a core
DRIFT = 10  # the factor by which the rate of a counter may change that follows the clock
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
        yield (
            f"the numbers are those of {found.claims}, which never has {has}, and no other "
            "microarchitecture fits: run ./do without a virtual machine, or show its guest the "
            "model of the host"
        )


@rule(42, NOTE)
def hidden_model(e: Evidence) -> Iterable[str]:
    """If the numbers of a processor are another's, but features and caches tell what it is, this
    name is shown, with `model hidden` beside it."""
    found = e.identity()
    if found and found.hidden:
        has = ", ".join(found.against)
        yield f"it is {found.name}: the numbers say {found.claims}, which never has {has}"


@rule(32, ERROR)
def counters_of_the_cpu(e: Evidence) -> Iterable[str]:
    """A cycle counter is an instruction of one kind of processor: another kind does not have
    it."""
    for name, word in sorted({(block.counter, block.cpuid) for block in e.blocks.kept}):
        kind = Cpu.parse(word).kind
        intended = (
            "x86"
            if name.startswith(("x86-", "amd64-"))
            else next((found for start, found in KINDS.items() if name.startswith(start)), "")
        )
        is_x86 = kind not in (*KINDS.values(), "unknown")
        if intended and kind != "unknown" and intended != ("x86" if is_x86 else kind):
            yield f"the processor {word:.40} does not have the counter {name:.40}; {AGAIN}"


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
    between one megahertz and ten gigahertz, and within a run it stays within a factor of eight
    of the stated one, except in lines with the flag `drift`."""
    for abi, counters in e.facts.counters.items():
        stated, clock = counters.best, counters.clock
        if clock and not SLOWEST < clock * stated.persecond < FASTEST:
            yield f"{abi}: a clock of {clock * stated.persecond / 1e6:g} MHz; {AGAIN}"
        if stated.exact and not 0.5 < clock < 2:
            yield f"{abi}: {clock:g} core cycles per tick; {stated.name} counts no core cycles"
    yield from with_remedy(e.notices.of("clock"), "the facts state another: " + AGAIN)
    yield from with_remedy(first_few(list(_odd_clocks(e))), AGAIN)


def _odd_clocks(e: Evidence) -> Iterable[str]:
    """The blocks with a clock that no core has; the facts of SUPERCOP's files state none."""
    for block in e.blocks.read:
        clocks = [clock for clock in block.told().clocks() if clock is not None]
        for clock in {min(clocks), max(clocks)} if clocks and block.persecond else ():
            hertz = clock * block.persecond
            if not SLOWEST < hertz < FASTEST:
                name = f"{block.primitive}/{block.implementation:.60}"
                yield f"{name}: a clock of {hertz / 1e6:g} MHz"


@rule(35, ERROR)
def step(e: Evidence) -> Iterable[str]:
    """A counter that moves in steps leaves them in every sample. Samples that were made up, or
    scaled, are rarely multiples of the step."""
    lines = e.notices.of("step")
    for abi, share in e.blocks.in_step.items():
        if share < ALIKE:
            stated = e.facts.counters[abi].best.step
            what = f"{share:.0%} of the samples are multiples of {stated:g}"
            yield f"{abi}: only {what}, the stated step; {AGAIN}"
    yield from with_remedy(lines, "the samples are not multiples of the counter's step")


@rule(36, ERROR)
def middles(e: Evidence) -> Iterable[str]:
    """A line states the middle of its samples, so the middle can be computed again from them."""
    return with_remedy(e.notices.of("middle"), "the line was changed")


@rule(37, ERROR)
def flags(e: Evidence) -> Iterable[str]:
    """Two flags can be computed again: `uneven` from the samples, `shared` from the pace that was
    probed beside them. A flag that is missing hides a doubt."""
    yield from with_remedy(e.notices.of("uneven"), "the line or its flag was changed")
    for abi, (pace, line) in e.blocks.slowest.items():
        counters = e.facts.counters.get(abi)
        stated = counters.pace if counters else 0.0
        reference = max(stated, _usual(e, abi))
        if pace < (SHARED - 0.001) * reference:
            usually = f"{reference:g} when nobody shares the core"
            yield f"line {line}: a pace of {pace:g}, {usually}, but no flag `shared`"


def _usual(e: Evidence, abi: str) -> float:
    """The usual pace of the run, which a file whose curves were left out states."""
    known = re.fullmatch(r"\d{1,6}\.\d{3}", e.facts.get(FACT + abi))
    if known and not any(block.curve for block in e.blocks.kept):
        return float(known[0])
    return usual(e.blocks.paces.get(abi, []))


@rule(39, ERROR)
def elapsed(e: Evidence) -> Iterable[str]:
    """A process takes at least as long as all of its samples together."""
    wrong = [
        f"line {ran.line}: samples that take {ran.timed:.4f} s in a process of {ran.took:.3f} s"
        for ran in e.blocks.processes
        if ran.timed > ran.took + ROUNDED
    ]
    yield from with_remedy(first_few(wrong), AGAIN)


@rule(40, WARNING)
def one_after_the_other(e: Evidence) -> Iterable[str]:
    """Programs are timed one at a time, so their times do not overlap. The only excuse is a system
    clock that was set during the run."""
    ran = sorted(e.blocks.processes, key=lambda each: each.began)  # curves stand at the end
    wrong = [
        second.line
        for first, second in zip(ran, ran[1:])
        if second.began < first.began + first.took - 1
    ]
    if wrong:
        yield (
            f"line {wrong[0]}: the block began before another one had ended "
            f"({len(wrong)} such blocks); was the clock set?"
        )
