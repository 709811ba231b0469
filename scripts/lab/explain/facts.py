"""Everything that is known of a subject: timed, counted, or computed from both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from shootout.build import programs
from shootout.machine.counter import unit
from shootout.results.curve import block_size
from shootout.results.stats import LONG, SHORT, TOP, Length, ends

from . import byhand, lengths, places
from .counting import block as blocks
from .counting import hotspot, model, perf
from .counting.code import Code, disassembled, machine_of
from .counting.emulation import emulate
from .counting.mnemonics import Mix, mix
from .counting.stepping import NotCounted, step
from .counting.trace import Trace
from .subject import Subject

SLOW = 120.0  # cycles per byte from which on only short messages are followed
QUICK = 4.0  # up to which long ones are
WIDE = 65536  # bytes, for a tree


@dataclass
class Facts:
    """What is known; None or empty is unknown, and `unknown` says why."""

    subject: Subject
    core: str  # microarchitecture that the figures are of
    source: str = ""  # where the figures come from
    unit: str = "core cycles"
    code: Code | None = None
    trace: Trace | None = None
    mix: Mix | None = None  # of `counted` bytes of a long message
    counted: int = 0
    block: blocks.Block | None = None
    floors: model.Floors | None = None
    byhand: byhand.ByHand | None = None
    counters: perf.Counters | None = None
    cycles: lengths.Parts | None = None
    instructions: lengths.Parts | None = None
    size: int = 0  # bytes of machine code and tables
    methods: dict[str, Mix] = field(default_factory=dict)  # Java's
    bytes_of: dict[str, int] = field(default_factory=dict)
    other: bool = False  # the figures are of another core than the code is compiled on
    unknown: list[str] = field(default_factory=list)
    layout: list[str] = field(default_factory=list)  # sentences on the places of code and data

    def speed(self, mlen: Length) -> float | None:
        """Cycles per byte as timed."""
        row = self.subject.row
        return row.figures.median(mlen) if row and mlen in row.figures.medians else None

    @property
    def per_byte(self) -> float | None:
        """Instructions per byte of a long message."""
        if self.mix and self.counted:
            return self.mix.total / self.counted
        return self.counters.instructions if self.counters else None

    @property
    def ipc(self) -> float | None:
        """Instructions per cycle of a long message."""
        long, each = self.speed(LONG), self.per_byte
        same = self.unit == "core cycles" and not self.other
        return each / long if each and long and same else None

    def of(self, n: float) -> float:
        """A number of instructions in those of a byte."""
        return n / self.counted

    def costs(self) -> dict[int, float]:
        """The cycles of messages by length, those of a curve included."""
        row, curve = self.subject.row, self.subject.curve
        found = dict(curve.cycles) if curve else {}
        if row:
            found.update(
                (n, median * n) for n, median in row.figures.medians.items() if isinstance(n, int)
            )
        return found


def gather(subject: Subject, core: str, source: str, here: str) -> Facts:
    """Look at a built subject. Its figures are of one core, and this machine has that `here`."""
    facts = Facts(subject, core, source)
    if subject.row and core != here:
        facts.other = True
        facts.unknown.append(
            f"instructions per cycle: the cycles are of a {core}, and compilers make other code "
            f"on this {here}"
        )
    row = subject.row
    if row and row.clock is None and unit(row.counter)[0] != "core cycles":
        facts.unit = "ticks"
    facts.unknown += subject.unknown
    if row and places.varied(block.layout for block in row.figures.blocks):
        facts.layout = places.told(row.figures)
    elif row:
        facts.unknown.append(places.UNKNOWN)
    facts.cycles = lengths.parts(subject.primitive, facts.costs())
    i = subject.implementation
    facts.byhand = byhand.floors().get((subject.primitive, i.name, core))
    if subject.java:
        _java(facts)
    else:
        _native(facts)
    return facts


def _native(facts: Facts) -> None:
    """Count what a try program executes, and model it."""
    subject = facts.subject
    cell = subject.cell
    program = cell.folder / "try"
    sizes = programs.sizes([cell]).get(cell, {})
    facts.size = sum(text + data for name, (text, data, _) in sizes.items() if name != "try")
    code = disassembled(program, cell.abi, cell.compiler.command)
    if isinstance(code, str):
        facts.unknown.append(f"instructions: {code}")
        return
    facts.code = code
    top, low = followed(subject.primitive, facts.speed(LONG))
    try:
        trace = follow(subject, code, (SHORT, low, top))
    except NotCounted as why:
        facts.unknown.append(f"instructions: {why}")
        trace = None
    if trace:
        facts.trace = trace
        facts.counted = top - low
        facts.mix = mix(trace.between(top, low), code)
        counts = {mlen: float(trace.count(mlen)) for mlen in trace.calls}
        facts.instructions = lengths.parts(subject.primitive, counts, (top, low))
        _block(facts, code, trace)
    if not cell.compiler.runner:
        counters = perf.count(program, top, low)
        if isinstance(counters, str):
            facts.unknown.append(f"counters: {counters}")
        else:
            facts.counters = counters


def followed(primitive: str, speed: float | None) -> tuple[int, int]:
    """The lengths in bytes whose difference is counted, whole blocks apart, the longer first.

    A tree fills its lanes with long messages alone; slow code has short ones, for each
    instruction takes microseconds.
    """
    block = block_size(primitive)
    if ends(primitive)[0] > TOP and speed is not None and speed < QUICK:
        top = WIDE
    else:
        top = TOP // 2 if speed is None or speed < SLOW else TOP // 8
    return top, top - max(1, top // 2 // block) * block


def follow(subject: Subject, code: Code, wanted: Sequence[int]) -> Trace:
    """The trace of a program: on this processor, or else under the emulator of its ABI."""
    cell = subject.cell
    program = cell.folder / "try"
    if not cell.compiler.runner:
        return step(program, code, wanted)
    if not cell.compiler.emulated:
        raise NotCounted("programs of $DEVICE run elsewhere")
    return emulate(cell.compiler.runner, program, code, wanted)


def _block(facts: Facts, code: Code, trace: Trace) -> None:
    """Cut out a block, and ask the model for its floors."""
    found = blocks.block(trace, block_size(facts.subject.primitive))
    if not found:
        facts.unknown.append("floors: no repetition for each block was found")
        return
    facts.block = found
    if facts.subject.cell.compiler.runner:
        facts.unknown.append("floors: the processor that it is for is not known")
        return
    if code.machine != "x86":
        facts.unknown.append(f"floors: not known for {code.machine}")
        return
    some = found.instructions(code)
    if len(some) > model.MOST:
        facts.unknown.append(f"floors: {len(some)} instructions a block are too many to model")
        return
    floors = model.floors(some, facts.core)
    if isinstance(floors, str):
        facts.unknown.append(f"floors: {floors}")
    else:
        facts.floors = floors


def _java(facts: Facts) -> None:
    """Look at the machine code of a VM."""
    cell = facts.subject.cell
    found = hotspot.methods(cell, block_size(facts.subject.primitive))  # type: ignore[arg-type]
    facts.unknown.append("instructions: no program steps through a VM; they are as they stand")
    if isinstance(found, str):
        facts.unknown.append(f"machine code: {found}")
        return
    for name, method in found.items():
        facts.methods[name] = Mix.of(((i, 1) for i in method.instructions), machine_of(cell.abi))
        facts.bytes_of[name] = method.size
    facts.size = sum(facts.bytes_of.values())
