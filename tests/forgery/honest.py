"""Runs that might have been: rounds of a real run drawn again, timed again by ./do's own policy.

The rounds of the survey and of the finals are drawn again for each primitive, one of the survey's
and all of the finals' with replacement, all cells at once, as what disturbs one disturbs the next.
A round drawn twice has its samples in another order. Each has the layout that the real round of
its number has. Who is in the finals follows from the rounds drawn.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping

from shootout.build.pace import SHARED, usual
from shootout.machine.counter import Counters
from shootout.results.figures import rows_of
from shootout.results.reader import Reader
from shootout.results.records import CellName
from shootout.results.stats import DECIDING
from shootout.run.policy import best, contenders, undecided

from .model import Block, CellKey, Run

SURVEY, FINALS = 3, (7, 3)
NEAR = 1.05  # the ratio of two compilers' figures, whose curves may stand for each other

Layouts = Mapping[tuple[str, int], tuple[str, ...]]  # by ABI and round


def resampled(run: Run, chance: random.Random) -> Run | None:
    """Another run of the same cells; None if its curves would be of other implementations."""
    new = run.copy()
    cells = new.cells
    six = {cell: {b.round: b for b in its if not b.curve} for cell, its in cells.items()}
    last = sorted(max(rounds) for rounds in six.values() if rounds)
    survey = min(SURVEY, last[len(last) // 2])
    finals = next((n for n in FINALS if n > survey and any(n in r for r in six.values())), survey)
    laid = {(b.abi, b.round): b.layout for b in new.blocks if b.layout and not b.curve}
    blocks: list[Block] = []
    for group in dict.fromkeys(cell[:2] for cell in six):
        its = {cell: rounds for cell, rounds in six.items() if cell[:2] == group}
        blocks += _group(its, survey, finals, laid, chance)
    others = [b for b in new.blocks if b.curve or b.cell not in six]
    new.blocks = blocks + others
    _flag(new)
    return new if _curves_fit(new, blocks) else None


def _group(
    cells: dict[CellKey, dict[int, Block]], survey: int, finals: int, laid: Layouts,
    chance: random.Random,
) -> list[Block]:  # fmt: skip
    """The blocks of the cells of a primitive."""
    # Never one round alone: ./do would time a doubtful figure of the fastest again.
    drawn = chance.sample(range(1, survey + 1), survey)
    drawn[0] = chance.randint(1, survey)
    early = {
        cell: [_again(rounds, n, number, laid, chance) for number, n in enumerate(drawn, 1)]
        for cell, rounds in cells.items()
    }
    names = _named(its for its in early.values())
    again = contenders(names)
    doubted = undecided(names)
    found = []
    late = [chance.randint(1, finals) for _ in range(survey, finals)]
    for cell, rounds in cells.items():
        found += early[cell]
        name = CellName(early[cell][0].fields[1], *cell)
        if name in again:
            for number, n in enumerate(late, survey + 1):
                n = n if n in rounds else chance.choice([*rounds])
                found.append(_again(rounds, n, number, laid, chance))
        elif name in doubted and survey + 1 in rounds and finals > survey:
            found.append(_again(rounds, survey + 1, survey + 1, laid, chance))
    return found


def _again(
    rounds: dict[int, Block], source: int, number: int, laid: Layouts, chance: random.Random
) -> Block:
    """A round with another number, at the time when the round of this number was, if there was."""
    block = (rounds.get(source) or chance.choice([*rounds.values()])).copy()
    block.head["round"] = [str(number)]
    if block.layout:
        its = laid.get((block.abi, number), block.layout)
        block.layout = (block.layout[0], *its[1:])
    if number in rounds:
        block.began = rounds[number].began
        block.took = max(block.took, 0.0)
    else:
        block.began = max(b.began for b in rounds.values()) + number
    for length in block.lengths:
        chance.shuffle(length.samples)
    return block


def _flag(run: Run) -> None:
    """Flag what was shared, by the usual pace of the rounds drawn."""
    for abi in {block.abi for block in run.blocks}:
        groups = [g for block in run.blocks if block.abi == abi for g in block.groups]
        fact = Counters.of_fact(run.facts[f"counter-{abi}"])
        reference = max(usual([float(g.pace) for g in groups]), fact.pace if fact else 0.0)
        for group in groups:
            part = float(group.pace) / reference
            for length in group.lengths if part < SHARED else ():
                if not any(flag.startswith("shared") for flag in length.flags):
                    length.flags.append(f"shared {part:.3f}")


def _named(blocks: Iterable[Iterable[Block]]):  # type: ignore[no-untyped-def]
    reader = Reader("resampled")
    lines = [line for its in blocks for block in its for line in block.lines()]
    reader.feed(["\n".join([*lines, ""]).encode()])
    return rows_of(reader.result().blocks)


def _curves_fit(run: Run, six: list[Block]) -> bool:
    """Whether the curves are of the implementations that ./do would choose now. If it would choose
    another compiler that is about as fast, they become that one's."""
    rows = _named([six])
    curves = {b.cell: b for b in run.blocks if b.curve}
    if not curves:
        return True
    whole = {name[1:4] for name in best(rows, each=False)}
    dense = {cell[:3] for cell, block in curves.items() if len(block.lengths) > 4096}
    chosen = {name[1:4]: name[4] for name in best(rows, each=True)}
    if dense != whole or {cell[:3] for cell in curves} != {*chosen}:
        return False
    figures = {row.cell[1:]: row.figures.median(DECIDING) for row in rows}
    for cell in curves:
        now = (*cell[:3], chosen[cell[:3]])
        if figures[cell] > NEAR * figures[now]:
            return False
    compilers = {cell[3]: block.head["compiler"] for cell, block in run_cells(run)}
    for block in run.blocks:
        if block.curve:
            block.head["compiler"] = compilers[chosen[block.cell[:3]]]
    return True


def run_cells(run: Run) -> list[tuple[CellKey, Block]]:
    return [(block.cell, block) for block in run.blocks]
