"""The numbers of an explanation as tables: one or two subjects side by side, and compilers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from shootout.report.sheet import Sheet
from shootout.report.table import short_compilers
from shootout.results.stats import DECIDING, LONG

from .facts import Facts
from .words import COMPUTED, Sentence

UNKNOWN = "-"
NEVER = 0.005  # of an instruction a byte: less is not shown


def number(value: float | None, digits: int = 2) -> str:
    """The number, or UNKNOWN."""
    return UNKNOWN if value is None else f"{value:.{digits}f}"


def short(facts: Sequence[Facts]) -> list[str]:
    """The compilers of subjects in short."""
    names = short_compilers(f.subject.compiler.word for f in facts)
    return [names[f.subject.compiler.word] for f in facts]


def beside(facts: Sequence[Facts]) -> Sheet:
    """The sheet of subjects, a column for each."""
    grid = [["", *(f.subject.name for f in facts)], ["compiler", *short(facts)]]
    grid.append(["ABI", *(f.subject.compiler.abi for f in facts)])

    def line(name: str, value: Callable[[Facts], float | None], digits: int = 2) -> None:
        values = [value(f) for f in facts]
        if any(each is not None for each in values):
            grid.append([name, *(number(each, digits) for each in values)])

    units = {f.unit for f in facts if f.subject.row}
    unit = units.pop() if len(units) == 1 else "cycles"
    line(f"{unit}/byte, long", lambda f: f.speed(LONG))
    line(f"{unit}/byte, {DECIDING} bytes", lambda f: f.speed(DECIDING))
    line(f"{unit}, once", lambda f: f.cycles.once if f.cycles else None, 0)
    line(f"{unit}, each block", lambda f: f.cycles.per_block if f.cycles else None, 0)
    line("instructions/byte", lambda f: f.per_byte)
    line("instructions/cycle", lambda f: f.ipc)
    kinds = {k for f in facts if f.mix for k in f.mix.kinds}
    total = {k: sum(f.of(f.mix.kinds[k]) for f in facts if f.mix) for k in kinds}
    for kind in sorted(kinds, key=lambda k: -total[k]):
        if total[kind] > NEVER:
            line(f"  {kind}", partial(_kind, kind))
    line("loads/byte", lambda f: f.of(f.mix.loads) if f.mix else None)
    line("stores/byte", lambda f: f.of(f.mix.stores) if f.mix else None)
    line("of these in its frame", lambda f: f.of(f.mix.stack) if f.mix else None)
    line("floor by latency", lambda f: f.floors.chain / f.block.size
         if f.floors and f.block else None)  # fmt: skip
    line("floor by ports", lambda f: f.floors.ports / f.block.size
         if f.floors and f.block else None)  # fmt: skip
    line("floor by hand", lambda f: f.byhand.floor if f.byhand else None)
    line("instructions/block", lambda f: len(f.block.addresses) if f.block else None, 0)
    line("different ones", lambda f: f.block.distinct if f.block else None, 0)
    line("bytes of code", lambda f: f.size or None, 0)
    return Sheet(f"why {' and '.join(f.subject.name for f in facts)}", grid, 1)


def _kind(kind: str, facts: Facts) -> float | None:
    """The instructions of a kind per byte."""
    return facts.of(facts.mix.kinds[kind]) if facts.mix else None


def of_compilers(facts: Sequence[Facts]) -> Sheet:
    """The sheet of one implementation with several compilers, the fastest first."""
    grid = [["compiler", "cycles/b", "instr/b", "IPC", "frame/b", "vectors", "loop ", "code "]]
    for each, name in zip(facts, short(facts)):
        mix, block = each.mix, each.block
        wide = None
        if mix:
            total = sum(mix.widths.values()) or 1
            wide = sum(n for bits, n in mix.widths.items() if bits) / total
        grid.append([
            name, number(each.speed(DECIDING)), number(each.per_byte), number(each.ipc),
            number(each.of(mix.stack) if mix else None),
            UNKNOWN if wide is None else f"{wide:.0%}",
            f"{block.distinct} " if block else UNKNOWN, f"{each.size} ",
        ])  # fmt: skip
    notes = [
        f"cycles at {DECIDING} bytes; frame: loads and stores on the stack, where a compiler "
        "spills registers; vectors: part of the instructions; loop: different instructions that "
        "are executed for a block, the more the more is unrolled; code: bytes"
    ]
    return Sheet(f"{facts[0].subject.name}: what compilers did", grid, 1, notes, spare=("vectors",))


def on_compilers(facts: Sequence[Facts]) -> list[Sentence]:
    """What the slower compilers did that the fastest did not."""
    best, *others = facts
    names = short(facts)
    found = []
    for each, name in zip(others, names[1:]):
        a, b = each.speed(DECIDING), best.speed(DECIDING)
        took = f"takes {a / b:.2f} times as long as" if a and b else "instead of"
        parts = []
        if each.per_byte and best.per_byte:
            parts.append(f"{each.per_byte / best.per_byte:.2f} times the instructions")
        if each.mix and best.mix:
            frames = each.of(each.mix.stack), best.of(best.mix.stack)
            parts.append(f"{frames[0]:.2f} uses of the stack a byte for {frames[1]:.2f}")
        if each.block and best.block:
            parts.append(f"loops of {each.block.distinct} instructions for {best.block.distinct}")
        if each.size and best.size:
            parts.append(f"{each.size} bytes of code for {best.size}")
        if parts and each.trace:
            by = f"{best.source}; {each.trace.by}" if a and b else each.trace.by
            found.append(Sentence(f"{name} {took} {names[0]}: {', '.join(parts)}.", by))
        elif parts:
            found.append(Sentence(f"{name} {took} {names[0]}: {', '.join(parts)}.", COMPUTED))
    return found
