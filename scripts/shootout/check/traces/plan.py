"""What ./do would have timed, by its own rules and the figures of a file: run/policy.py.

Every cell is timed in the rounds of the survey, those close to the fastest also in the finals,
then a curve of the fastest cell of each implementation, with all lengths for the fastest of all.
A figure that was changed later makes other cells the fastest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from ...registry.vm import of_vm
from ...results.figures import Row, rows_of
from ...results.records import BLOCK_CELL, Block, CellName
from ...results.stats import DECIDING, TOP, Length, middle, pooled
from ..evidence import NULL, Blocks

FINALS = (7, 3)  # rounds of a finalist, in a full run and in a quick one
MOSTLY = 0.8  # the part of the primitives whose fastest cell has to be in the finals
# A cell is a finalist within 1.05 of the fastest, and an implementation's best one within 1.2.
# These are beyond doubt, whatever was disturbed when it was decided: the pace that was usual is
# known better at the end.
SURELY, HARDLY = 1.03, 1.26
FASTER = 0.97  # the part of another cell's time that is less beyond doubt
SLOW = 3  # cells that have to tell how many rounds the survey has
PAIRED = 30  # samples of a length; the middle of fewer may be off

Group = tuple[str, str]  # ABI, primitive
Medians = Mapping[Length, float]  # by message length


@dataclass
class Cell:
    """A cell of native code, and what was timed of it."""

    name: CellName
    line: int  # the first of its first block
    row: Row | None = None
    six: list[Block] = field(default_factory=list)
    curves: list[tuple[Block, int]] = field(default_factory=list)  # with the number of lengths
    survey: Medians = field(default_factory=dict)  # figures of the survey alone

    @property
    def rounds(self) -> set[int]:
        return {block.round or 0 for block in self.six}

    def unbroken(self) -> int:
        """The number of rounds from the first to the last before one that is missing."""
        rounds = self.rounds
        return next(n for n in range(len(rounds) + 1) if n + 1 not in rounds)

    @property
    def medians(self) -> Medians:
        return self.row.figures.medians if self.row else {}

    @property
    def group(self) -> Group:
        return self.name.abi, self.name.primitive

    def flagged(self, last: int) -> bool:
        """Whether anything has a flag in the rounds up to the last of the survey."""
        rounds = [block for block in self.six if (block.round or 0) <= last]
        return any(b.flags or any(t.flags for t in b.timings) for b in rounds)

    def __str__(self) -> str:
        _, abi, primitive, implementation, compiler = self.name
        return f"line {self.line}: {primitive}/{implementation} on {abi} with {compiler:.40}"


class Plan:
    """The cells of a file, with what ./do must have decided about them."""

    def __init__(self, blocks: Blocks) -> None:
        cells: dict[tuple[str, ...], Cell] = {}
        for block, line, lengths in zip(blocks.kept, blocks.firsts, blocks.lengths):
            if of_vm(block.abi) or block.primitive == NULL:
                continue
            key = BLOCK_CELL(block)
            cell = cells.get(key) or cells.setdefault(key, Cell(CellName(*key), line))
            if block.curve:
                cell.curves.append((block, lengths))
            else:
                cell.six.append(block)
        for row in blocks.rows():
            if row.cell in cells:
                cells[row.cell].row = row
        self.cells = [cell for cell in cells.values() if cell.six]
        self.groups: dict[Group, list[Cell]] = {}
        for cell in self.cells:
            self.groups.setdefault(cell.group, []).append(cell)
        self.survey = self._survey()
        for cell in self.cells:
            early = [block for block in cell.six if (block.round or 0) <= self.survey]
            again = rows_of(early) if len(early) < len(cell.six) else []
            cell.survey = again[0].figures.medians if again else cell.medians
        self.finals = next(filter(self._held, FINALS), 0)

    def _survey(self) -> int:
        """The rounds of the survey: those of undisturbed cells far from the fastest."""
        last: Counter[int] = Counter()
        for cells in self.groups.values():
            record = least(cell.medians for cell in cells)
            for cell in cells:
                shares = [cell.medians[n] / record[n] for n in cell.medians if record[n] > 0]
                if shares and min(shares) > HARDLY and not cell.flagged(max(cell.rounds)):
                    last[max(cell.rounds)] += 1
        if last:
            rounds, times = last.most_common(1)[0]
            if times >= SLOW and times > MOSTLY * sum(last.values()):
                return rounds
        # Where all are close to the fastest, all were timed again: in some rounds of many.
        return min((cell.unbroken() for cell in self.cells), default=0)

    def _held(self, finals: int) -> bool:
        """Whether finals up to this round were held."""
        if finals <= self.survey:
            return False
        rounds = set(range(1, finals + 1))
        best = [fastest(cells) for cells in self.groups.values()]
        return sum(b is not None and rounds <= b.rounds for b in best) >= MOSTLY * len(best) > 0

    def lacking(self) -> Iterator[tuple[Cell, int]]:
        """Cells without a round of the survey, with its number."""
        for cell in self.cells:
            missing = set(range(1, self.survey + 1)) - cell.rounds
            if missing:
                yield cell, min(missing)

    def ratios(self) -> Iterator[tuple[Cell, float, float]]:
        """Each cell with its least ratio to the fastest at any length: a lower bound of what
        ./do saw when it chose the finalists, and an upper bound."""
        for cells in self.groups.values():
            finally_, early = least(c.medians for c in cells), least(c.survey for c in cells)
            for cell in cells:
                both = [
                    (cell.medians[n] / finally_[n], cell.survey[n] / early[n])
                    for n in cell.medians.keys() & cell.survey.keys()
                    if finally_.get(n, 0) > 0 and early.get(n, 0) > 0
                ]
                if both:
                    yield cell, min(map(min, both)), min(map(max, both))

    def odd_finalists(self) -> Iterator[tuple[Cell, str]]:
        """Cells that ./do would have chosen for the finals, but did not, and the reverse."""
        if not self.finals:
            return
        due = set(range(1, self.finals + 1))
        for cell, low, high in self.ratios():
            if high < SURELY and not due <= cell.rounds:
                yield cell, f"as fast as the fastest, but not in round {min(due - cell.rounds)}"
            elif low > HARDLY and max(cell.rounds) > self.survey and not cell.flagged(self.survey):
                what = "was timed again, although far from the fastest and never disturbed"
                yield cell, what

    def odd_curves(self) -> Iterator[tuple[Cell, str]]:
        """Cells whose curve another cell should have, or that should have one."""
        for cells in self.groups.values():
            if not any(cell.curves for cell in cells):
                continue
            by_name: dict[str, list[Cell]] = {}
            for cell in cells:
                by_name.setdefault(cell.name.implementation, []).append(cell)
            for its in by_name.values():
                yield from _without(its, [c for c in its if c.curves], "a curve")
            whole = [c for c in cells if any(lengths > TOP for _, lengths in c.curves)]
            if whole:
                yield from _without(cells, whole, "a curve of all lengths")

    def apart(self) -> Iterator[tuple[Cell, float]]:
        """Cells with a curve, and the usual ratio of its figures to those of the six lengths."""
        for cell in self.cells:
            if cell.curves:
                curve, six = pooled([block for block, _ in cell.curves]), pooled(cell.six)
                shares = [
                    middle(curve[n][0]) / middle(six[n][0])
                    for n in curve.keys() & six.keys()
                    if curve[n][0] and len(six[n][0]) >= PAIRED and middle(six[n][0]) > 0
                ]
                if len(shares) > 2:
                    yield cell, median(shares)


def _without(cells: Sequence[Cell], have: Sequence[Cell], what: str) -> Iterator[tuple[Cell, str]]:
    """The fastest cell, if it lacks what slower ones have."""
    best = fastest(cells)
    if best and best not in have:
        others = [cell.medians[DECIDING] for cell in have if DECIDING in cell.medians]
        if not others:
            yield best, f"has not got {what}, nor has any other compiler's"
        elif best.medians[DECIDING] < FASTER * min(others):
            yield best, f"the fastest, but a slower one has {what}"


def fastest(cells: Iterable[Cell]) -> Cell | None:
    """The fastest cell at 1536 bytes; None if none was timed there."""
    timed = [cell for cell in cells if DECIDING in cell.medians]
    return min(timed, key=lambda cell: cell.medians[DECIDING], default=None)


def least(figures: Iterable[Medians]) -> dict[Length, float]:
    """The least of several figures at each length."""
    found: dict[Length, float] = {}
    for medians in figures:
        for mlen, cycles in medians.items():
            found[mlen] = min(found.get(mlen, cycles), cycles)
    return found
