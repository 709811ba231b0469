"""Choose from result files: for each core and function, the fastest code for ever fewer extensions.

An implementation's score is the geometric mean, over the paper's lengths, of its time in that of
the fastest. Scores within SMALL are equal: then fewer extensions win, and then fewer bytes. A core
keeps the best, then the best of those that need none of its extensions that the ones above need
in full, and so on down to portable code.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from shootout.machine.microarchitecture import FEATURES, cpu_of, microarchitecture
from shootout.ranking.ratio import Ratio
from shootout.ranking.rows import shown
from shootout.ranking.standing import SMALL, Field
from shootout.registry.extensions import KNOWN, word
from shootout.registry.sets import of_vm, set_of
from shootout.registry.tree import Implementation, implementations, primitives
from shootout.results.figures import Row, fastest, rows_of
from shootout.results.reader import read
from shootout.results.records import CellName, Result
from shootout.results.stats import DECIDING, LENGTHS

from .choices import SHOWN, Choice, CoreChoices

APART = {"alternates", "sisters"}  # sets whose functions are not in the library
VENDORS = 12  # letters of a CPUID vendor


def functions() -> dict[str, dict[str, Implementation]]:
    """The implementations of the library's functions, by function and name."""
    every = (p for p in primitives() if set_of(p.folder) not in APART)
    return {p.name: {i.name: i for i in implementations(p)} for p in every if p.set}


def chosen(files: Iterable[Path]) -> list[CoreChoices]:
    """The cores of result files, each with its choices; the newest run of a function counts."""
    found: dict[tuple[str, str], CoreChoices] = {}
    known = functions()
    for file in sorted(files, key=_date):
        result = read(file, curves=False)
        if FEATURES not in result.facts:
            continue
        rows = [row for row in shown(rows_of(result.blocks)) if row.clock is not None]
        for abi in sorted({row.abi for row in rows if not of_vm(row.abi)}):
            its = [row for row in rows if row.abi == abi and row.primitive in known]
            if its:
                core = _core(result, its[0], abi)
                there = found.setdefault((core.name, abi), core)
                there.choices.update(_choices(its, result, known))
                there.files.append(file.name)
    return [core for _, core in sorted(found.items())]


def _date(file: Path) -> tuple[str, str]:
    """A sort key of result files: the date and time at the end of the name."""
    return file.name.partition("-2")[2], file.name


def _core(result: Result, row: Row, abi: str) -> CoreChoices:
    """The processor of a result, without choices."""
    cpuid = next(block.cpuid for block in result.blocks if block.cpuid)
    name = microarchitecture(cpu_of(cpuid, result.facts), abi).lower().replace(" ", "-")
    words = {word(flag) for flag in result.facts[FEATURES].split()} & KNOWN
    return CoreChoices(name, abi, cpuid[:VENDORS], frozenset(words), [], {})


def _choices(
    rows: Sequence[Row], result: Result, known: dict[str, dict[str, Implementation]]
) -> Iterator[tuple[str, list[Choice]]]:
    """The choices of each function that was timed in a run."""
    field = Field(rows)
    for primitive in field.primitives():
        its = [row for row in field.rows if row.primitive == primitive]
        there = known[primitive]
        its = [row for row in its if row.implementation in there]
        best = {n: fastest(its, n, per_implementation=True) for n in LENGTHS}
        ranks = {
            n: {row.implementation: row.figures.rank(n) for row in some}
            for n, some in best.items() if some
        }  # fmt: skip
        if set(ranks) != set(LENGTHS):
            continue
        sizes = {row.implementation: _bytes(row, result) for row in best[DECIDING]}
        order = _ordered(_scores(ranks), there, sizes)
        compiled = {row.implementation: row for row in best[DECIDING]}
        first = compiled[order[0]]
        kept: list[Choice] = []
        for name in order:
            words = there[name].extensions()
            if name != "ref" and not any(each.words <= words for each in kept):
                ratio = None if name == order[0] else field.ratio(first, compiled[name], DECIDING)
                figures = tuple(round(ranks[n][name], 2) for n in SHOWN)
                command = compiled[name].compiler
                kept.append(Choice(name, words, _compiler(command), figures, _interval(ratio)))
        yield primitive, kept


def _scores(ranks: dict[int | str, dict[str, float]]) -> dict[str, float]:
    """The geometric means of the ratios to the fastest, of what was timed at every length."""
    names = set.intersection(*(set(each) for each in ranks.values()))
    least = {n: min(each.values()) for n, each in ranks.items()}
    return {
        name: math.exp(sum(math.log(ranks[n][name] / least[n]) for n in ranks) / len(ranks))
        for name in names
        if all(ranks[n][name] > 0 for n in ranks)
    }


def _ordered(
    scores: dict[str, float], there: dict[str, Implementation], sizes: dict[str, int]
) -> list[str]:
    """The names by score; of those level with the best that is left, the most modest first."""
    left, order = sorted(scores, key=lambda name: (scores[name], name)), []
    while left:
        level = [name for name in left if scores[name] < SMALL * scores[left[0]]]
        modest = min(level, key=lambda name: (len(there[name].extensions()), sizes[name], name))
        order.append(modest)
        left.remove(modest)
    return order


def _bytes(row: Row, result: Result) -> int:
    cell = CellName(row.machine, row.abi, row.primitive, row.implementation, row.compiler)
    return sum(result.sizes.get(cell, {}).values())


def _compiler(command: str) -> str:
    """The program and the level of optimization of a compiler's line: gcc_-O3."""
    program, *options = command.split("_")
    return "_".join([program, *(each for each in options if re.fullmatch("-O[0-3s]?", each))])


def _interval(ratio: Ratio | None) -> str:
    return "-" if ratio is None else f"{ratio.low:.2f}-{ratio.high:.2f}"


def unmeasured(abi: str, cores: Iterable[CoreChoices]) -> CoreChoices:
    """Choices without figures, of the functions that no core of an ABI has any of: more extensions
    first, then assembly, then C."""
    core = CoreChoices("unmeasured", abi, "-", frozenset(), [], {})
    measured = {primitive for each in cores if each.abi == abi for primitive in each.choices}
    missing = {p: there for p, there in functions().items() if p not in measured}
    for primitive, there in missing.items():
        fit = [i for name, i in there.items() if name != "ref" and _portable(i, abi)]
        order = sorted(fit, key=lambda i: (-len(i.extensions()), not i.abis(), i.name))
        kept: list[Choice] = []
        for i in order:
            if not any(each.words <= i.extensions() for each in kept):
                kept.append(Choice(i.name, i.extensions(), "-", (), "-"))
        core.choices[primitive] = kept
    return core


def _portable(i: Implementation, abi: str) -> bool:
    """Whether code runs on an ABI, and portable code has its size of words."""
    other = "opt32" if abi.endswith("64") else "opt64"
    return i.runs_on(abi) and i.name != other
