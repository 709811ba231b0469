"""Registers for a program in single-assignment form whose operations are in order."""

from __future__ import annotations

import re
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
    # The registers of the outputs are kept for them, and others take what has been free longest. A
    # ternary operation overwrites, before it would copy, an operand that is not read again.
    in_place: bool = False
    stack: str = ""  # an address
    slots: int = 0  # registers that fit there; code that needs more is refused

    @property
    def bytes(self) -> int:
        """Those of a register."""
        return {"xmm": 16, "ymm": 32, "zmm": 64}[self.register]


class Allocation:
    """The state of the registers between two operations, and the lines so far."""

    def __init__(
        self,
        order: Sequence[Operation],
        bank: Bank,
        inputs: Sequence[str],
        outputs: Sequence[str],
        named: bool = False,
    ) -> None:
        self.order, self.bank, self.outputs, self.named = order, bank, outputs, named
        self.vex = all(o.kind.startswith("v") for o in order if not o.text)
        self.newest = {o.result: n for n, o in enumerate(order) if not o.text}
        self.newest.update(dict.fromkeys(inputs, -1))
        self.uses: dict[str, list[int]] = {}
        for n, operation in enumerate(order):
            for value in operation.sources:
                self.uses.setdefault(value, []).append(n)
        for value in outputs:
            self.uses.setdefault(value, []).append(len(order))
        self.home = {value: k for k, value in reversed([*enumerate(outputs)])}
        if bank.in_place:
            self.settle()
        self.place = {value: k for k, value in enumerate(inputs)}
        self.slot: dict[str, int] = {}
        self.free = list(range(len(inputs), bank.count))
        self.now = -1
        self.lines: list[str] = []

    def settle(self) -> None:
        """Give what a ternary operation overwrites the home of its result, back to the first."""
        for n, operation in reversed([*enumerate(self.order)]):
            if operation.kind == TERNARY and operation.result in self.home:
                dying = [v for v in operation.sources if v in self.newest and self.ends(v, n)]
                if dying:
                    self.home[self.latest(dying)] = self.home[operation.result]

    def ends(self, value: str, n: int) -> bool:
        """Whether nothing after operation n reads the value."""
        return self.uses[value][-1] <= n

    def latest(self, values: Sequence[str]) -> str:
        """The value that was made last."""
        return max(values, key=lambda v: self.newest.get(v, -FAR))

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
        # The form of AVX-512 reaches all registers.
        evex = self.bank.register == "zmm" or self.bank.count > 16
        return f"{'v' * self.vex}movdqa{'64' * evex} {to}, {source}"

    def make_room(self, busy: Sequence[str]) -> None:
        """Put the value that is needed last on the stack, if no register is free."""
        if self.free:
            return
        victim = max((v for v in self.place if v not in busy), key=self.next_use)
        if victim not in self.slot:
            slots = set(range(self.bank.slots)) - set(self.slot.values())
            if not slots:
                raise self.too_few()
            self.slot[victim] = min(slots)
            self.lines.append(self.copy(self.spilled(victim), self.text(victim)))
        self.free.append(self.place.pop(victim))

    def too_few(self) -> ValueError:
        return ValueError(f"{self.bank.count} registers are too few for this order")

    def take(self, value: str, wishes: Sequence[int], kept: set[int]) -> None:
        """Give a value a register: a wish that is free, or the next one."""
        last = self.free if self.bank.reuse else sorted(self.free, reverse=True)
        if self.bank.in_place:
            last = sorted(self.free, key=lambda r: r < len(self.outputs))
        fit = [r for r in [*wishes, *last] if r in self.free and r not in kept]
        if not fit:
            raise self.too_few()
        self.place[value] = fit[0]
        self.free.remove(fit[0])

    def release(self, operation: Operation) -> None:
        """Free the registers of what is not read again."""
        dying = [v for v in dict.fromkeys(operation.sources) if self.is_value(v)]
        dying = [v for v in dying if self.next_use(v) == FAR]
        freed = [self.place.pop(v) for v in dying if v in self.place]
        for value in dying:
            self.slot.pop(value, None)
        self.free = self.free + freed if self.bank.in_place else sorted(freed) + self.free

    def step(self, operation: Operation) -> None:
        """The lines of an operation."""
        if operation.text:
            self.lines.append(re.sub(r"[\w']+", lambda word: self.text(word[0]), operation.text))
            self.release(operation)
            return
        sources = list(operation.sources)
        kind = operation.kind[self.vex :]
        overwrites = not self.vex or operation.kind == TERNARY
        in_place = [v for v in sources if self.is_value(v) and self.next_use(v) == FAR]
        if kind in COMMUTES and self.bank.reuse:  # first what may change, memory last
            sources.sort(key=lambda v: (v not in self.place, v not in in_place))
        elif kind in COMMUTES and sources[0] not in self.place and sources[1] in self.place:
            sources.reverse()
        if operation.kind == TERNARY:
            sources = self.in_turn(sources, in_place)
            table = turned(operation.sources, sources, operation.immediate)
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
        if self.named:
            self.lines[-1] += f" /* {operation.result} */"

    def in_turn(self, sources: Sequence[str], dying: Sequence[str]) -> list[str]:
        """The operands of a ternary operation, first the one that is overwritten.

        That is the newest, for a Zen 4 is slow when another one came later; in place, the newest
        that is not read again, if there is one. What is no value is last, for it may be memory.
        """
        if not self.bank.in_place:
            return sorted(sources, key=lambda v: -self.newest.get(v, -FAR))
        first = self.latest(dying or sources)
        rest = [v for v in sources if v != first]
        return [first, *sorted(rest, key=lambda v: v not in self.place)]

    def wish(self, value: str) -> list[int]:
        """The register where a value is wanted, for an output at the end."""
        return [self.home[value]] if value in self.home else []

    def instructions(self, operation: Operation, words: list[str]) -> list[str]:
        """One, and a copy before it where it would overwrite an operand."""
        to = self.text(operation.result) + operation.mask
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


def turned(sources: Sequence[str], order: Sequence[str], immediate: str) -> str:
    """The table of a ternary operation whose operands come in another order."""
    old = [order.index(v) for v in sources]
    table = 0
    for n in range(8):
        bits = [n >> (2 - i) & 1 for i in old]
        table |= (int(immediate, 16) >> (4 * bits[0] + 2 * bits[1] + bits[2]) & 1) << n
    return f"0x{table:02x}"


def allocate(
    order: Sequence[Operation],
    inputs: Sequence[str],
    outputs: Sequence[str],
    bank: Bank,
    named: bool = False,
) -> list[str]:
    """The assembly of a loop's body: input k in register k before it, output k after it.

    An operation with a text makes no value: it is printed with registers for the values it names.
    With `named`, a line ends with the name of the value that it makes.
    """
    state = Allocation(order, bank, inputs, outputs, named)
    for state.now, operation in enumerate(order):
        state.step(operation)
    return state.lines + state.moves()
