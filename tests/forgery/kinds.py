"""The kinds of forgery: each changes a run, more or less by its strength, with the sums remade.

A forger is given the run, a source of chance and a strength: 0 weak, 1, or 2 strong. They know
the format, the counter's step, the flags that can be computed again, and that the rough time of
`try` is in the file; `careful` ones also know the quotients that clocks are.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median

from shootout.machine.counter import Counters
from shootout.results.stats import DECIDING

from .model import Block, CellKey, Length, Run

PARTS = (0.05, 0.15, 0.4)  # of the time, that a figure is made faster by
UNEVEN = 0.02
TRY = 6  # the field of a line's word; behind it `SUMS STATUS TICKS 0 RATE PATH COMPILER`

Forge = Callable[[Run, random.Random, int], bool]
"""Changes the run; returns whether anything became different."""


def figure(blocks: Iterable[Block]) -> float:
    """The usual ticks of a message of 1536 bytes."""
    taken = [median(t.samples) for b in blocks for t in b.lengths if t.mlen == DECIDING]
    return median(taken) if taken else 0.0


def by_implementation(run: Run) -> dict[tuple[str, str, str], list[CellKey]]:
    found: dict[tuple[str, str, str], list[CellKey]] = {}
    for cell in run.cells:
        found.setdefault(cell[:3], []).append(cell)
    return found


def some_blocks(run: Run, chance: random.Random, strength: int) -> list[Block]:
    """The blocks of a cell, of a primitive, or of all native code."""
    cells = run.cells
    chosen = chance.choice([*cells])
    return [b for cell, its in cells.items() if cell[: (4, 2, 0)[strength]] ==
            chosen[: (4, 2, 0)[strength]] for b in its]  # fmt: skip


def counters(run: Run, abi: str) -> Counters:
    found = Counters.of_fact(run.facts[f"counter-{abi}"])
    assert found
    return found


def on_step(ticks: float, step: float) -> int:
    """The nearest number of ticks that the counter can tell."""
    return max(1, round(round(ticks / step) * step))


def reflag(run: Run, block: Block, length: Length) -> None:
    """Make the flag `uneven` anew from the samples."""
    best = counters(run, block.abi).best
    ordered, n = sorted(length.samples), len(length.samples)
    apart, middle = ordered[3 * n // 4] - ordered[n // 4], ordered[n // 2]
    spread = apart / middle if middle and apart > (2 * best.grain + 1) / length.calls else 0.0
    length.flags = [flag for flag in length.flags if not flag.startswith("uneven")]
    if spread > UNEVEN:
        length.flags.insert(0, f"uneven {spread:.3f}")


def scale(run: Run, blocks: Iterable[Block], factor: float) -> None:
    """All samples by a factor, in steps of the counter."""
    for block in blocks:
        step = counters(run, block.abi).best.step
        for length in block.lengths:
            exact = length.calls == 1
            length.samples = [
                on_step(s * factor, step) if exact else round(s * factor) for s in length.samples
            ]
            reflag(run, block, length)


def retry(run: Run, cells: Mapping[CellKey, float]) -> None:
    """The rough times of cells by a factor."""
    for fields in run.before:
        if fields[TRY] == "try":
            cell = fields[2], fields[5], fields[12].split("/", 2)[2], fields[13]
            fields[9] = str(round(int(fields[9]) * cells.get(cell, 1.0)))


def drop_rounds(run: Run, chance: random.Random, strength: int) -> bool:
    """The slowest round of a cell, of all cells of an implementation, or half of the rounds of
    these; the rest is numbered anew, or is not."""
    cells = by_implementation(run)
    victims = cells[chance.choice([*cells])]
    anew = chance.random() < 0.5
    for cell in victims if strength else [chance.choice(victims)]:
        its = [b for b in run.cells[cell] if not b.curve]
        gone = sorted(its, key=lambda b: figure([b]))[(len(its) // 2 if strength > 1 else -1) :]
        run.blocks = [b for b in run.blocks if not any(b is g for g in gone)]
        rest = [b for b in its if not any(b is g for g in gone)]
        for number, block in enumerate(rest if anew else (), 1):
            block.head["round"] = [str(number)]
    return True


def drop_samples(run: Run, chance: random.Random, strength: int) -> bool:
    """The slowest one, three or seven samples of each line of an implementation."""
    cells = by_implementation(run)
    for cell in cells[chance.choice([*cells])]:
        for block in run.cells[cell]:
            for length in block.lengths:
                keep = max(2, len(length.samples) - (1, 3, 7)[strength])
                fast = sorted(range(len(length.samples)), key=lambda i: length.samples[i])[:keep]
                length.samples = [length.samples[i] for i in sorted(fast)]
                reflag(run, block, length)
    return True


def replace_samples(run: Run, chance: random.Random, strength: int) -> bool:
    """The slowest three, five or ten of each line of an implementation by others of the line."""
    cells = by_implementation(run)
    for cell in cells[chance.choice([*cells])]:
        for block in run.cells[cell]:
            for length in block.lengths:
                count = min(len(length.samples) - 2, (3, 5, 10)[strength])
                if count < 1:
                    continue
                ordered = sorted(length.samples)
                limit = ordered[len(ordered) - count]
                fast = [s for s in length.samples if s < limit] or ordered[:1]
                length.samples = [s if s < limit else chance.choice(fast) for s in length.samples]
                reflag(run, block, length)
    return True


def remove_flags(run: Run, chance: random.Random, strength: int) -> bool:
    """All flags of a cell, a primitive or the run; the samples stay."""
    changed = False
    for block in some_blocks(run, chance, strength):
        changed |= bool(block.flags) or any(t.flags for t in block.lengths)
        block.flags = []
        for length in block.lengths:
            length.flags = []
    return changed


def smooth(run: Run, chance: random.Random, strength: int) -> bool:
    """The same, with paces and samples that need no flag."""
    usual = {a: counters(run, a).pace for a in {b.abi for b in run.blocks}}
    changed = False
    for block in some_blocks(run, chance, strength):
        block.flags = []
        for group in block.groups:
            if any(t.flags for t in group.lengths):
                changed = True
                group.pace = f"{usual[block.abi] * chance.gauss(1, 0.003):.3f}"
            for length in group.lengths:
                if length.flags:
                    length.flags = []
                    middle = sorted(length.samples)[len(length.samples) // 4]
                    wide = max(2.0, 0.004 * middle)
                    step = counters(run, block.abi).best.step
                    length.samples = [
                        on_step(chance.gauss(middle, wide), step) for _ in length.samples
                    ]
                    reflag(run, block, length)
    return changed


def make_up_paces(run: Run, chance: random.Random, strength: int) -> bool:
    """Paces near the usual one, for a cell, a primitive or the run; no flag `shared`."""
    for block in some_blocks(run, chance, strength):
        usual = counters(run, block.abi).pace
        for group in block.groups:
            group.pace = f"{usual * chance.gauss(1, 0.004):.3f}"
            for length in group.lengths:
                length.flags = [flag for flag in length.flags if not flag.startswith("shared")]
    return True


def make_up_clocks(run: Run, chance: random.Random, strength: int) -> bool:
    """Clocks about a lower one, for a cell, a primitive or the run."""
    factor = 1 - chance.choice(PARTS)
    if strength == 2:
        return change_clocks(run, run.blocks, factor, chance.gauss)
    return change_clocks(run, some_blocks(run, chance, strength), factor, chance.gauss)


def scale_clocks(run: Run, chance: random.Random, strength: int) -> bool:
    """All clocks, with those of the facts, by a factor."""
    return change_clocks(run, run.blocks, 1 - PARTS[strength])


def scale_clocks_carefully(run: Run, chance: random.Random, strength: int) -> bool:
    """The same, each the nearest quotient that measure can print, as its pace is."""
    return change_clocks(run, run.blocks, 1 - PARTS[strength], careful=True)


def change_clocks(
    run: Run, blocks: Sequence[Block], factor: float,
    gauss: Callable[[float, float], float] | None = None, careful: bool = False,
) -> bool:  # fmt: skip
    """Change the clocks beside these blocks, and in the facts if these are all."""
    abis = {block.abi for block in blocks}
    every = len(blocks) == len(run.blocks)
    for block in blocks:
        best = counters(run, block.abi).best
        for group in filter(lambda g: g.clock, block.groups):
            clock = float(group.clock) * factor * (gauss(1, 0.002) if gauss else 1)
            if careful:
                clock = _quotient(clock, 150, best.grain, best.step)
                both = _quotient(float(group.pace) * clock, 75, best.grain, best.step)
                group.pace = f"{both / clock:.3f}"
            group.clock = f"{clock:.5f}"
    for abi in abis if every else ():
        name = f"counter-{abi}"
        words = run.facts[name].split(" ")
        at = words.index("clock") + 1
        words[at] = f"{float(words[at]) * factor:.4f}"
        run.facts[name] = " ".join(words)
    return True


def _quotient(speed: float, grains: int, grain: float, step: float) -> float:
    rounds = 3
    while rounds < grains * grain * speed / 1000:
        rounds += (rounds + 3) // 4
    whole = step if float(step).is_integer() else 1
    return 6000 * rounds / (whole * round(6000 * rounds / speed / whole))


def _pair(run: Run, chance: random.Random, strength: int, same: Callable[[CellKey], object]):  # type: ignore[no-untyped-def]
    """Two cells of a primitive: up to 10 %, 10 to 40 %, or further apart."""
    bounds = ((1.02, 1.1), (1.1, 1.4), (1.4, 1e9))[strength]
    figures = {cell: figure(b for b in its if not b.curve) for cell, its in run.cells.items()}
    pairs = [
        (a, b)
        for a in figures for b in figures
        if a[:2] == b[:2] and a != b and same(a) == same(b) and figures[a] > 0
        and bounds[0] <= figures[b] / figures[a] < bounds[1]
    ]  # fmt: skip
    return chance.choice(pairs) if pairs else None


def _exchange(run: Run, one: CellKey, other: CellKey, words: Sequence[str]) -> None:
    """Swap the names of two cells, in their blocks and in the lines with these words."""
    heads = {
        cell: {w: blocks[0].head[w] for w in ("implementation", "compiler")}
        for cell, blocks in run.cells.items()
        if cell in (one, other)
    }
    swap = {one: other, other: one}
    for block in run.blocks:
        if block.cell in swap:
            block.head.update(heads[swap[block.cell]])
    for fields in run.before:
        if fields[TRY] in words:
            at = 12 if fields[TRY] == "try" else 7
            cell = fields[2], fields[5], fields[at].split("/", 2)[2], fields[at + 1]
            if cell in swap:
                fields[at] = f"crypto_hash/{cell[1]}/{swap[cell][2]}"
                fields[at + 1] = swap[cell][3]


def move_compilers(run: Run, chance: random.Random, strength: int) -> bool:
    """Exchange the timings of an implementation with two compilers."""
    pair = _pair(run, chance, strength, lambda cell: cell[2])
    if pair:
        _exchange(run, *pair, ())
    return bool(pair)


def move_implementations(run: Run, chance: random.Random, strength: int) -> bool:
    """Exchange the timings of two implementations with a compiler."""
    pair = _pair(run, chance, strength, lambda cell: cell[3])
    if pair:
        _exchange(run, *pair, ())
    return bool(pair)


def swap_names(run: Run, chance: random.Random, strength: int) -> bool:
    """Exchange two implementations with all compilers, and everything that is said of them."""
    pair = _pair(run, chance, strength, lambda cell: cell[3])
    if not pair:
        return False
    one, other = pair
    for cell in [cell for cell in run.cells if cell[:3] == one[:3]]:
        twin = (*other[:3], cell[3])
        if twin in run.cells:
            _exchange(run, cell, twin, ("try", "objsize", "tryflag"))
    return True


def change_counter(run: Run, chance: random.Random, strength: int) -> bool:
    """Say that ticks are core cycles: 0 by name alone, 1 with clocks, 2 with the samples, too."""
    for abi in {block.abi for block in run.blocks}:
        its = [block for block in run.blocks if block.abi == abi]
        found = counters(run, abi)
        if found.best.exact:
            return False
        ratio = found.clock if strength == 2 else 1.0
        persecond = round(found.best.persecond * ratio)
        clock = found.clock if strength == 0 else 1.0
        run.facts[f"counter-{abi}"] = (
            f"{abi}-pmc step {1 if strength == 2 else found.best.step:g} cost {found.best.cost:g} "
            f"persecond {persecond} core cycles clock {clock:.4f} pace {found.pace:.3f}"
        )
        for block in its:
            block.head["cpucycles_implementation"] = [f"{abi}-pmc"]
            block.head["cpucycles_persecond"] = [str(persecond)]
            for group in block.groups:
                own = float(group.clock or 1)
                for length in group.lengths if strength == 2 else ():
                    length.samples = [round(s * own) for s in length.samples]
                    reflag(run, block, length)
                if strength:
                    group.clock = f"{chance.gauss(1, 0.0005):.5f}"
    return True


def scale_implementation(run: Run, chance: random.Random, strength: int) -> bool:
    """Every figure of an implementation, its curve and its rough times."""
    cells = by_implementation(run)
    victims = cells[chance.choice([*cells])]
    factor = 1 - PARTS[strength]
    scale(run, [b for cell in victims for b in run.cells[cell]], factor)
    retry(run, dict.fromkeys(victims, factor))
    return True


def scale_all(run: Run, chance: random.Random, strength: int) -> bool:
    """Every figure of the machine, with all rough times."""
    factor = 1 - PARTS[strength]
    scale(run, run.blocks, factor)
    retry(run, dict.fromkeys(run.cells, factor))
    return True


def make_up_noise(run: Run, chance: random.Random, strength: int) -> bool:
    """Even samples about the fastest of each line: of a cell, a primitive or the run."""
    for block in some_blocks(run, chance, strength):
        step = counters(run, block.abi).best.step
        for length in block.lengths:
            least = min(length.samples)
            wide = max(step / 2, 0.003 * least)
            length.samples = [on_step(least + abs(chance.gauss(0, wide)), step)
                              for _ in length.samples]  # fmt: skip
            reflag(run, block, length)
    return True


def copy_machine(run: Run, chance: random.Random, strength: int) -> bool:
    """The same run a day later under another name: 0 with other samples within 0.2 %, 1 with
    another clock, 2 as it is."""
    if strength == 1:
        change_clocks(run, run.blocks, chance.uniform(0.9, 1.1), careful=True)
    for block in run.blocks:
        block.began += 86400 + chance.random()
        step = counters(run, block.abi).best.step
        for length in block.lengths if strength == 0 else ():
            exact = step if length.calls == 1 else 1
            length.samples = [on_step(s * chance.gauss(1, 0.002), exact) for s in length.samples]
            reflag(run, block, length)
    for fields in [*run.before, *(block.fields for block in run.blocks)]:
        fields[1] = "newmachine"
        fields[3] = str(int(fields[3]) + 1)
    return True


KINDS: Mapping[str, Forge] = {
    "slow rounds dropped": drop_rounds,
    "slow samples dropped": drop_samples,
    "slow samples replaced": replace_samples,
    "flags removed": remove_flags,
    "flags removed, smoothed": smooth,
    "pace made up": make_up_paces,
    "clock made up": make_up_clocks,
    "clock scaled": scale_clocks,
    "clock scaled carefully": scale_clocks_carefully,
    "moved between compilers": move_compilers,
    "moved between implementations": move_implementations,
    "names swapped": swap_names,
    "counter's kind changed": change_counter,
    "machine copied": copy_machine,
    "implementation scaled": scale_implementation,
    "everything scaled": scale_all,
    "noise made up": make_up_noise,
}
