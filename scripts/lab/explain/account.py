"""What is known as tables, with a few sentences on what limits the speed, and for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from statistics import median
from typing import Any, NamedTuple

from shootout.common.grouped import grouped
from shootout.layout.effect import OFFSETS
from shootout.report.sheet import Sheet
from shootout.report.table import short_compilers
from shootout.results.stats import DECIDING, LONG, middle

from .facts import Findings

UNKNOWN = "-"
KINDS_BEHIND = "instructions_per_cycle"  # in the table
NEVER = 0.005  # of an instruction a byte: less is not shown
NEAR = 0.88  # a floor of this part of the time, or more, is what limits
LEVEL = 1.03  # a floor above the time by more is of another core
LIMITS = {
    "latency": "the longest chain of instructions that wait for one another",
    "issue": "the number of its instructions",
}


class Amount(NamedTuple):
    """A number of an explanation: its key in JSON, its name in the table, and how to get it."""

    key: str
    name: str  # with {} for the unit of the figures
    value: Callable[[Findings], float | None]
    digits: int = 2


LINES = (
    Amount("long", "{}/byte, long", lambda f: f.speed(LONG)),
    Amount("deciding", f"{{}}/byte, {DECIDING} bytes", lambda f: f.speed(DECIDING)),
    Amount("cycles_once", "{}, once", lambda f: f.cycles.once if f.cycles else None, 0),
    Amount("cycles_block", "{}, each block", lambda f: f.cycles.block if f.cycles else None, 0),
    Amount("instructions_per_byte", "instructions/byte", lambda f: f.per_byte),
    Amount("instructions_per_cycle", "instructions/cycle", lambda f: f.ipc),
    Amount("loads", "loads/byte", lambda f: f.of(f.mix.loads)),
    Amount("stores", "stores/byte", lambda f: f.of(f.mix.stores)),
    Amount("stack", "of these in its frame", lambda f: f.of(f.mix.stack)),
    Amount("instructions_once", "instructions, once", lambda f: f.sum and f.sum.once, 0),
    Amount("instructions_block", "instructions/block", lambda f: f.sum and f.sum.block, 0),
    Amount("different", "different ones", lambda f: f.block.distinct if f.block else None, 0),
    Amount("size", "bytes of code", lambda f: f.size or None, 0),
    Amount("floor_latency", "floor by latency", lambda f: f.floor("chain")),
    Amount("floor_ports", "floor by ports", lambda f: f.floor("ports")),
    Amount("simulated", "with both and queues", lambda f: f.floor("simulated")),
    Amount("floor_by_hand", "floor by hand", lambda f: f.by_hand.floor if f.by_hand else None),
)


def number(value: float | None, digits: int = 2) -> str:
    """The number, or UNKNOWN."""
    return UNKNOWN if value is None else f"{value:.{digits}f}"


def short(facts: Sequence[Findings]) -> list[str]:
    """The compilers of specimens in short."""
    names = short_compilers(f.specimen.cell.compiler.word for f in facts)
    return [names[f.specimen.cell.compiler.word] for f in facts]


def beside(facts: Sequence[Findings]) -> Sheet:
    """The sheet of specimens, a column for each."""
    grid = [["", *(f.specimen.name for f in facts)], ["compiler", *short(facts)]]
    grid.append(["ABI", *(f.specimen.cell.compiler.abi for f in facts)])
    units = {f.unit for f in facts if f.specimen.row}
    unit = units.pop() if len(units) == 1 else "cycles"
    for line in LINES:
        values = [line.value(f) for f in facts]
        if any(each is not None for each in values):
            grid.append([line.name.format(unit), *(number(each, line.digits) for each in values)])
        if line.key == KINDS_BEHIND:
            grid += _kinds(facts)
    for name, words in (
        ("floor by hand from", [f.by_hand.source if f.by_hand else "" for f in facts]),
        ("counted by", [f.by for f in facts]),
        ("floors by", [f.floors.by if f.floors else "" for f in facts]),
    ):
        grid += [[name, *(word or UNKNOWN for word in words)]] * any(words)
    return Sheet(f"why {' and '.join(f.specimen.name for f in facts)}", grid, 1)


def _kinds(facts: Sequence[Findings]) -> list[list[str]]:
    """Lines of the instructions of each kind per byte, the commonest first."""
    kinds = {kind for f in facts for kind in f.mix.kinds}
    found = {kind: [f.of(f.mix.kinds[kind]) for f in facts] for kind in kinds}
    total = {kind: sum(each or 0 for each in values) for kind, values in found.items()}
    return [
        [f"  {kind}", *map(number, found[kind])]
        for kind in sorted(kinds, key=lambda kind: -total[kind])
        if total[kind] > NEVER
    ]


def of_compilers(facts: Sequence[Findings]) -> Sheet:
    """The sheet of one implementation with several compilers, the fastest first."""
    grid = [["compiler", "cycles/b", "instr/b", "IPC", "frame/b", "vectors", "loop ", "code "]]
    for f, name in zip(facts, short(facts)):
        numbers = (f.speed(DECIDING), f.per_byte, f.ipc, f.of(f.mix.stack))
        vectors = f"{f.mix.vectors / f.mix.total:.0%}" if f.counted else UNKNOWN
        loop = f"{f.block.distinct} " if f.block else UNKNOWN
        grid.append([name, *map(number, numbers), vectors, loop, f"{f.size} "])
    notes = [
        f"cycles at {DECIDING} bytes; frame: loads and stores on the stack, where a compiler "
        "spills registers; vectors: part of the instructions; loop: different instructions that "
        "are executed for a block, the more the more is unrolled; code: bytes"
    ]
    title = f"{facts[0].specimen.name}: what compilers did"
    return Sheet(title, grid, 1, notes, spare=("vectors",))


def limits(facts: Findings) -> list[str]:
    """What limits the speed, by the floors that are near the time of a long message."""
    time = facts.speed(LONG)
    floors = {"latency": facts.floor("chain"), "issue": facts.floor("ports")}
    known = {name: floor for name, floor in floors.items() if floor is not None}
    if time is None or not facts.comparable:
        return []
    said = []
    if any(floor > LEVEL * time for floor in known.values()):
        said.append("It is faster than a floor of the model, which is that of another core.")
        known = {name: floor for name, floor in known.items() if floor <= LEVEL * time}
    near = [name for name, floor in known.items() if floor > NEAR * time]
    if facts.by_hand and facts.by_hand.floor > NEAR * time:
        near.append(facts.by_hand.reason)
    said += [f"What limits it is {LIMITS[name]}." for name in dict.fromkeys(near)]
    if known and not near:
        part = f"{100 * max(known.values()) / time:.0f} %"
        said.append(f"The higher floor is {part} of its time; the rest is lost in their order.")
    return said


def places(facts: Findings) -> list[str]:
    """How far code, stack and message move the time where rounds have them elsewhere in a page."""
    rounds = facts.specimen.row.figures.taken.get(DECIDING) if facts.specimen.row else None
    laid = [each for each in rounds.trusted.rounds if each.layout] if rounds else []
    times = [middle(each.samples) / DECIDING for each in laid]
    said = []
    for name, offsets in zip(OFFSETS, zip(*(each.layout or () for each in laid))):
        some = grouped(zip(offsets, times), itemgetter(0)).values()
        found = sorted(median(time for _, time in one) for one in some)
        if len(found) > 1:
            said.append(f"{name} at {len(found)} places {found[0]:.2f} to {found[-1]:.2f}")
    per = f"{facts.unit} per byte at {DECIDING} bytes"
    return [f"Moved within a page: {', '.join(said)} {per}."] if said else []


def as_dict(facts: Findings) -> dict[str, Any]:
    """What is known of one specimen, for other programs (docs/schema.json)."""
    cell = facts.specimen.cell
    numbers = {line.key: line.value(facts) for line in LINES}
    return {
        "primitive": facts.specimen.primitive,
        "implementation": cell.implementation.name,
        "abi": cell.compiler.abi,
        "compiler": cell.compiler.word,
        "microarchitecture": facts.specimen.core,
        "unit": facts.unit,
        "block_bytes": facts.block.size if facts.block else None,
        "kinds": {kind: round(n / facts.counted, 4) for kind, n in facts.mix.kinds.most_common()},
        **{key: None if n is None else round(n, 4) for key, n in numbers.items()},
        "limits": limits(facts),
        "by": facts.by,
        "unknown": facts.unknown,
    }
