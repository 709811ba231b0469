"""The instructions that one block of the message takes, cut out of a trace."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .code import Disassembly, Instruction
from .trace import CallTrace

LEAST = 2  # executions of an instruction that marks a repetition
MORE = 1.2  # times the number of blocks: padding adds one
TRIED = 3  # about so many instructions that are executed as often are tried
EXACT, NEAR = 0.02, 0.1  # by which it may take other instructions a byte than the whole does


@dataclass(frozen=True)
class Repetition:
    """What is executed for a block of the message, in order."""

    size: int  # bytes of the message
    addresses: Sequence[int]

    @property
    def distinct(self) -> int:
        """Instructions at different addresses: what a loop repeats counts once."""
        return len(set(self.addresses))

    def instructions(self, code: Disassembly) -> list[Instruction]:
        """The instructions in order; without those of libraries."""
        return [code.instructions[at] for at in self.addresses if at in code.instructions]


def repetition(trace: CallTrace, size: int) -> Repetition | None:
    """What repeats in the longest call, for a block of `size` bytes or several; None if nothing.

    It goes from one execution of an instruction to the next, of one that is executed as often as
    there are blocks. If such a repetition does not take what a byte does on the whole, because
    other work is done for several blocks at once, instructions that are executed less often are
    tried.
    """
    low, top = sorted(trace.calls)[-2:]
    slope = (trace.count(top) - trace.count(low)) / (top - low)
    whole = trace.calls[top]
    blocks = top / size
    often: dict[int, list[int]] = {}  # in the order in which they are executed first
    for at, n in Counter(whole).items():
        if LEAST <= n <= MORE * blocks:
            often.setdefault(n, []).append(at)
    marks = [(n, at) for n, some in often.items() for at in some[:: max(1, len(some) // TRIED)]]
    best: tuple[float, Repetition] | None = None
    for times, at in sorted(marks, key=lambda mark: -mark[0]):
        found = _repetition(whole, at, size * max(1, round(blocks / times)))
        away = abs(len(found.addresses) / found.size / slope - 1)
        if best is None or away < best[0]:
            best = away, found
        if away < EXACT:
            break
    return best[1] if best and best[0] < NEAR else None


def _repetition(whole: Sequence[int], mark: int, size: int) -> Repetition:
    """The commonest way from one execution of an instruction to the next."""
    places = [n for n, at in enumerate(whole) if at == mark]
    gaps = list(zip(places, places[1:]))
    each, _ = Counter(after - before for before, after in gaps).most_common(1)[0]
    first = next(before for before, after in gaps if after - before == each)
    return Repetition(size, whole[first : first + each])
