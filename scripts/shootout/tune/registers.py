"""Registers for a program in single-assignment form whose operations are in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .operation import Operation

FAR = 1 << 30
COMMUTES = ("pand", "por", "pxor")
SEPARATE = ("pshufd", "pshuflw", "pshufhw")  # SSE's that leave their operand as it is
TERNARY = "vpternlogq"


@dataclass(frozen=True)
class Bank:
    """The registers that values may have, and where those go that find none."""

    register: str  # xmm, ymm or zmm
    count: int
    # A result takes the place of an operand that is not read again; else the highest free number.
    reuse: bool = False
    stack: str = ""  # an address
    slots: int = 0  # registers that fit there; code that needs more is refused

    @property
    def bytes(self) -> int:
        """Those of a register."""
        return {"xmm": 16, "ymm": 32, "zmm": 64}[self.register]


class Allocation:
    """The state of the registers between two operations, and the lines so far."""

    def __init__(self, order: Sequence[Operation], bank: Bank, outputs: Sequence[str]) -> None:
        self.order, self.bank, self.outputs = order, bank, outputs
        self.vex = all(operation.kind.startswith("v") for operation in order)
        self.newest = {operation.result: n for n, operation in enumerate(order)}
        self.uses: dict[str, list[int]] = {}
        for n, operation in enumerate(order):
            for value in operation.sources:
                self.uses.setdefault(value, []).append(n)
        for value in outputs:
            self.uses.setdefault(value, []).append(len(order))
        self.place: dict[str, int] = {}
        self.slot: dict[str, int] = {}
        self.free: list[int] = []
        self.now = -1
        self.lines: list[str] = []

    def next_use(self, value: str) -> int:
        """The number of the operation that reads the value next."""
        return next((n for n in self.uses[value] if n > self.now), FAR)

    def is_value(self, source: str) -> bool:
        """Whether it is a value, not memory or a register that is written as it is."""
        return source in self.place or source in self.slot

    def text(self, source: str) -> str:
        """An operand of an instruction."""
        if source in self.place:
            return f"{self.bank.register}{self.place[source]}"
        return self.spilled(source) if source in self.slot else source

    def spilled(self, value: str) -> str:
        return f"[{self.bank.stack} + {self.bank.bytes * self.slot[value]}]"

    def copy(self, to: str, source: str) -> str:
        wide = "64" if to.startswith("zmm") else ""
        return f"{'v' * self.vex}movdqa{wide} {to}, {source}"

    def make_room(self, busy: Sequence[str]) -> None:
        """Put the value that is needed last on the stack, if no register is free."""
        if self.free:
            return
        victim = max((v for v in self.place if v not in busy), key=self.next_use)
        if victim not in self.slot:
            slots = set(range(self.bank.slots)) - set(self.slot.values())
            if not slots:
                raise ValueError(f"{self.bank.count} registers are too few for this order")
            self.slot[victim] = min(slots)
            self.lines.append(self.copy(self.spilled(victim), self.text(victim)))
        self.free.append(self.place.pop(victim))

    def take(self, value: str, wishes: Sequence[int], kept: set[int]) -> None:
        """Give a value a register: a wish that is free, or the next one."""
        last = self.free if self.bank.reuse else sorted(self.free, reverse=True)
        self.place[value] = next(r for r in [*wishes, *last] if r in self.free and r not in kept)
        self.free.remove(self.place[value])

    def release(self, operation: Operation) -> None:
        """Free the registers of what is not read again."""
        dying = [v for v in dict.fromkeys(operation.sources) if self.is_value(v)]
        dying = [v for v in dying if self.next_use(v) == FAR]
        freed = sorted(self.place.pop(v) for v in dying if v in self.place)
        for value in dying:
            self.slot.pop(value, None)
        self.free = freed + self.free

    def step(self, operation: Operation) -> None:
        """The lines of an operation."""
        sources = list(operation.sources)
        kind = operation.kind[self.vex :]
        overwrites = not self.vex or operation.kind == TERNARY
        in_place = [v for v in sources if self.is_value(v) and self.next_use(v) == FAR]
        if kind in COMMUTES and self.bank.reuse:  # first what may change, memory last
            sources.sort(key=lambda v: (v not in self.place, v not in in_place))
        elif kind in COMMUTES and sources[0] not in self.place and sources[1] in self.place:
            sources.reverse()
        if operation.kind == TERNARY:
            sources, table = newest_first(sources, self.newest, operation.immediate)
            operation = replace(operation, immediate=table)
        for n, value in enumerate(sources):
            if n != 1 and value in self.slot and value not in self.place:
                self.make_room(sources)
                self.take(value, self.wish(value), set())
                self.lines.append(self.copy(self.text(value), self.spilled(value)))
        words = [self.text(v) for v in sources]
        kept = {self.place[v] for v in sources[1:] if overwrites and v in self.place}
        wishes = self.wish(operation.result)
        if overwrites and sources[0] in in_place:
            wishes = [self.place[sources[0]]]
        self.release(operation)
        self.make_room(())
        self.take(operation.result, wishes, kept)
        self.lines += self.instructions(operation, words)

    def wish(self, value: str) -> list[int]:
        """The register where an output is wanted at the end."""
        return [self.outputs.index(value)] if value in self.outputs else []

    def instructions(self, operation: Operation, words: list[str]) -> list[str]:
        """One, and a copy before it where it would overwrite an operand."""
        to = self.text(operation.result)
        tail = [operation.immediate] if operation.immediate else []
        if operation.kind in SEPARATE or (self.vex and operation.kind != TERNARY):
            return [f"{operation.kind} " + ", ".join([to, *words, *tail])]
        copy = [self.copy(to, words[0])] if to != words[0] else []
        return [*copy, f"{operation.kind} " + ", ".join([to, *words[1:], *tail])]

    def moves(self) -> list[str]:
        """The outputs to where they are wanted, all at once."""
        lines = []
        name = self.bank.register
        ends = list(enumerate(self.outputs))
        pairs = [(self.place[v], to) for to, v in ends if self.place.get(v, to) != to]
        while pairs:
            sources = [a for a, _ in pairs]
            a, b = next(((a, b) for a, b in pairs if b not in sources), (pairs[0][0], -1))
            if b < 0:  # a circle: open it
                busy = {*sources, *range(len(self.outputs))}
                free = [r for r in range(self.bank.count) if r not in busy]
                if not free:
                    raise ValueError("no register is free to change two")
                b = max(free)
                pairs = [(b if x == a else x, y) for x, y in pairs]
            lines.append(self.copy(f"{name}{b}", f"{name}{a}"))
            pairs = [(x, y) for x, y in pairs if (x, y) != (a, b)]
        loads = [(f"{name}{to}", self.spilled(v)) for to, v in ends if v not in self.place]
        return lines + [self.copy(*load) for load in loads]


def newest_first(
    sources: Sequence[str], position: dict[str, int], immediate: str
) -> tuple[list[str], str]:
    """The operands of a ternary operation in another order, and the table for it.

    The newest value comes first, and what is no value last, for it may be memory.
    On a Zen 4 it is fast when the operand that it overwrites is the one that came last.
    """
    order = sorted(sources, key=lambda v: -position[v] if v in position else FAR)
    old = [order.index(v) for v in sources]
    table = 0
    for n in range(8):
        bits = [n >> (2 - i) & 1 for i in old]
        table |= (int(immediate, 16) >> (4 * bits[0] + 2 * bits[1] + bits[2]) & 1) << n
    return order, f"0x{table:02x}"


def allocate(
    order: Sequence[Operation], inputs: Sequence[str], outputs: Sequence[str], bank: Bank
) -> list[str]:
    """The assembly of a loop's body: input k in register k before it, output k after it."""
    state = Allocation(order, bank, outputs)
    state.place = {value: k for k, value in enumerate(inputs)}
    state.newest.update(dict.fromkeys(inputs, -1))
    state.free = list(range(len(inputs), bank.count))
    for state.now, operation in enumerate(order):
        state.step(operation)
    return state.lines + state.moves()
