"""Everything that is known of a specimen: timed, counted, or computed from both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from shootout.build.symbols import sizes
from shootout.machine.counter import unit
from shootout.registry.floors import ByHand, read_floors
from shootout.results.curve import block_size
from shootout.results.stats import LONG, SHORT, TOP, Length, ends

from .counting import model
from .counting.code import Disassembly, NotCounted, disassembled
from .counting.mnemonics import Mix, mix
from .counting.repetition import Repetition, repetition
from .counting.trace import CallTrace, emulate, step
from .subject import Specimen

SLOW = 120.0  # cycles per byte from which on only short messages are followed
QUICK = 4.0  # up to which long ones are
WIDE = 65536  # bytes, for a tree
NOTHING = 0.005  # cycles per byte that are printed as 0.00
CORE_CYCLES = "core cycles"


class Parts(NamedTuple):
    """The cost of a message as a sum, in cycles or in instructions."""

    once: float | None  # beyond the blocks of a message: padding, beginning, end
    block: float  # for each


def parts(primitive: str, costs: Mapping[int, float], top: int, low: int) -> Parts | None:
    """The parts of costs by message length in bytes; None if one of the lengths is missing.

    The cost of a block is the slope between two lengths. What the shortest message takes beyond
    one block comes once; unknown if it takes less, as where bytes are read one by one.
    """
    if not {SHORT, top, low} <= costs.keys():
        return None
    block = (costs[top] - costs[low]) / (top - low) * block_size(primitive)
    once = costs[SHORT] - block
    return Parts(once if once >= 0 else None, block)


@dataclass
class Findings:
    """What is known; None or 0 is unknown, and `unknown` says why."""

    specimen: Specimen
    unit: str = CORE_CYCLES
    other: bool = False  # the figures are of another core than the code is compiled on
    by: str = ""  # what counted and disassembled
    mix: Mix = field(default_factory=Mix)  # of `counted` bytes of a long message
    counted: int = 0
    block: Repetition | None = None
    floors: model.ModelFloors | None = None
    by_hand: ByHand | None = None
    cycles: Parts | None = None
    sum: Parts | None = None  # of instructions
    size: int = 0  # bytes of machine code and tables
    unknown: list[str] = field(default_factory=list)

    def speed(self, mlen: Length) -> float | None:
        """Cycles per byte as timed."""
        row = self.specimen.row
        return row.figures.median(mlen) if row and mlen in row.figures.medians else None

    def of(self, n: float) -> float | None:
        """A number of instructions in those of a byte."""
        return n / self.counted if self.counted else None

    @property
    def per_byte(self) -> float | None:
        """Instructions per byte of a long message."""
        return self.of(self.mix.total)

    @property
    def ipc(self) -> float | None:
        """Instructions per cycle of a long message."""
        long, each = self.speed(LONG), self.per_byte
        return each / long if each and long and self.comparable else None

    @property
    def comparable(self) -> bool:
        """Whether the cycles are those of a core, and of the one that code is compiled on."""
        return self.unit == CORE_CYCLES and not self.other

    def floor(self, name: str) -> float | None:
        """A floor of the model, `chain` or `ports` or `simulated`, in cycles per byte; None if it
        is next to nothing, as where a chain goes through memory."""
        if not self.floors or not self.block:
            return None
        found = float(getattr(self.floors, name)) / self.block.size
        return found if found > NOTHING else None


def gather(specimen: Specimen, here: str) -> Findings:
    """Look at a built specimen, on a machine that has this core `here`."""
    found = Findings(specimen, unknown=list(specimen.unknown))
    row, core, primitive = specimen.row, specimen.core, specimen.primitive
    if row:
        found.other = core != here
        if row.clock is None and unit(row.counter)[0] != CORE_CYCLES:
            found.unit = "ticks"
        costs = {n: its * n for n, its in row.figures.medians.items() if isinstance(n, int)}
        found.cycles = parts(primitive, costs, *ends(primitive))
    if found.other:
        found.unknown.append(
            f"instructions per cycle: the cycles are of a {core}, and compilers make other code "
            f"on this {here}"
        )
    found.by_hand = read_floors()[1].get((primitive, specimen.cell.implementation.name, core))
    own = sizes([specimen.cell]).get(specimen.cell, {})
    found.size = sum(text + data for name, (text, data, _) in own.items() if name != "try")
    try:
        _count(found)
    except NotCounted as why:
        found.unknown.append(f"instructions: {why}")
    if any(each and each.once is None for each in (found.cycles, found.sum)):
        found.unknown.append("what comes once: 8 bytes take less than a block of many")
    return found


def _count(found: Findings) -> None:
    """Count what a try program executes, and model it; NotCounted where that can't be done."""
    specimen = found.specimen
    cell, primitive = specimen.cell, specimen.primitive
    code = disassembled(cell.folder / "try", cell.abi, cell.compiler.command)
    top, low = followed(primitive, found.speed(LONG))
    trace = _follow(specimen, code, (SHORT, low, top))
    found.by = f"{trace.by}; {code.by}"
    found.counted = top - low
    found.mix = mix(trace.between(top, low), code)
    counts = {mlen: float(trace.count(mlen)) for mlen in trace.calls}
    found.sum = parts(primitive, counts, top, low)
    found.block = repetition(trace, block_size(primitive))
    floors: model.ModelFloors | str
    if not found.block:
        floors = "no repetition for each block was found"
    elif cell.compiler.runner or code.machine != "x86":
        floors = "known for x86 alone, on the processor itself"
    else:
        floors = model.floors(found.block.instructions(code), specimen.core)
    if isinstance(floors, str):
        found.unknown.append(f"floors: {floors}")
    else:
        found.floors = floors
        if found.floor("chain") is None:
            found.unknown.append("floor by latency: the chain was not found")


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


def _follow(specimen: Specimen, code: Disassembly, wanted: Sequence[int]) -> CallTrace:
    """The trace of a program: on this processor, or else under the emulator of its ABI."""
    compiler = specimen.cell.compiler
    program = specimen.cell.folder / "try"
    if not compiler.runner:
        return step(program, code, wanted)
    if not compiler.emulated:
        raise NotCounted("programs of $DEVICE run elsewhere")
    return emulate(compiler.runner, program, code, wanted)
