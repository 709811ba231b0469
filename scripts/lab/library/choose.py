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
from dataclasses import replace
from pathlib import Path

from shootout.build.constanttime import GOALS
from shootout.machine.microarchitecture import FEATURES, cpu_of, microarchitecture
from shootout.ranking.promises import outcomes
from shootout.ranking.rows import shown
from shootout.ranking.standing import SMALL, Field
from shootout.registry.extensions import KNOWN, word
from shootout.registry.families import younger
from shootout.registry.sets import OF_DEFAULT, of_vm, set_of
from shootout.registry.tree import Implementation, implementations, primitives
from shootout.report.selection import DATE
from shootout.report.size import size
from shootout.results.figures import Row, fastest, rows_of
from shootout.results.reader import read
from shootout.results.records import Result
from shootout.results.stats import BYTES, DECIDING, LENGTHS, tree

from .choices import NONE, SHOWN, Choice, CoreChoices, Known


def functions() -> Known:
    """The implementations of the functions of the default set, by function and name."""
    ours = (p for p in primitives() if set_of(p.folder) in OF_DEFAULT)
    return {p.name: {i.name: i for i in implementations(p)} for p in ours}


def chosen(files: Iterable[Path]) -> list[CoreChoices]:
    """The cores of result files, each with its choices; the newest run of a function counts."""
    found: dict[tuple[str, str], CoreChoices] = {}
    known = functions()
    for file in sorted(files, key=lambda file: DATE.findall(file.name)):
        result = read(file, curves=False)
        if FEATURES not in result.facts:
            continue
        timed = (row for row in shown(rows_of(result.blocks)) if row.clock is not None)
        rows = [row for row in timed if row.implementation in known.get(row.primitive, ())]
        cpuid = next((block.cpuid for block in result.blocks if block.cpuid), "")
        words = frozenset({word(flag) for flag in result.facts[FEATURES].split()} & KNOWN)
        for abi in sorted({row.abi for row in rows if not of_vm(row.abi)}):
            name = microarchitecture(cpu_of(cpuid, result.facts), abi).lower().replace(" ", "-")
            if (name, abi) in found and words < found[name, abi].words:
                name += "-masked"  # a guest that hides extensions: -march=native used none of them
            core = found.setdefault((name, abi), CoreChoices(name, abi, cpuid[:12], words, {}, {}))
            its = dict(_choices([r for r in rows if r.abi == abi], result, known))
            core.choices.update(its)
            core.files.update(dict.fromkeys(its, file.name))
    return [core for _, core in sorted(found.items())]


def _choices(
    rows: Sequence[Row], result: Result, known: Known
) -> Iterator[tuple[str, list[Choice]]]:
    """The choices of each function that was timed in a run."""
    field = Field(rows)
    for primitive in field.primitives():
        its = [row for row in field.rows if row.primitive == primitive]
        best = {n: fastest(its, n, per_implementation=True) for n in LENGTHS}
        ranks = {n: {row.implementation: row.figures.rank(n) for row in best[n]} for n in LENGTHS}
        # Of long messages of functions younger than the paper, only trees have all code timed.
        whole = LENGTHS if tree(primitive) or not younger(primitive) else BYTES
        if not all(ranks[n] for n in whole):
            continue  # a part of a run
        sizes = {r.implementation: size(result.sizes.get(r.cell, {})) or 0 for r in best[DECIDING]}
        order = _ordered(_scores({n: ranks[n] for n in whole}), known[primitive], sizes)
        compiled = {row.implementation: row for row in best[DECIDING]}
        kept: list[Choice] = []
        for i in _kept(known[primitive][name] for name in order):
            row = compiled[i.name]
            ratio = field.ratio(compiled[order[0]], row, DECIDING) if kept else None
            interval = f"{ratio.low:.2f}-{ratio.high:.2f}" if ratio else "-"
            costs = (ranks[n].get(i.name) for n in SHOWN)
            figures = tuple(f"{x:.2f}" if x else "-" for x in costs)
            kept.append(Choice(i.name, i.extensions(), _compiler(row), figures, interval))
        yield primitive, kept


def _kept(order: Iterable[Implementation]) -> list[Implementation]:
    """Those that run on a processor on which none before them runs; ref is only the standard."""
    kept: list[Implementation] = []
    for i in order:
        if i.name != "ref" and not any(each.extensions() <= i.extensions() for each in kept):
            kept.append(i)
    return kept


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


def _compiler(row: Row) -> str:
    """The program and the level of optimization of a row's compiler: gcc_-O3."""
    program, *options = row.compiler.split("_")
    return "_".join([program, *(each for each in options if re.fullmatch("-O[0-3s]?", each))])


def unmeasured(abi: str, cores: Iterable[CoreChoices]) -> CoreChoices:
    """Choices of functions without figures on an ABI: more extensions first, then assembly."""
    core = CoreChoices("unmeasured", abi, "-", frozenset(), {}, {})
    measured = {primitive for each in cores if each.abi == abi for primitive in each.choices}
    other = "opt32" if abi.endswith("64") else "opt64"
    for primitive, there in functions().items():
        fit = [i for name, i in there.items() if name != other and i.runs_on(abi)]
        order = sorted(fit, key=lambda i: (-len(i.extensions()), not i.abis(), i.name))
        if primitive not in measured:
            some = [Choice(i.name, i.extensions(), "-", NONE, "-") for i in _kept(order)]
            core.choices[primitive] = some
    return core


def promising(
    cores: Sequence[CoreChoices], known: Known, files: Iterable[Path]
) -> list[CoreChoices]:
    """The choices that promise constant time and break it in no file, of functions that have such
    code for every processor."""
    traced = (outcomes(read(file, curves=False).attempts) for file in files)
    broken = {(c.primitive, c.implementation) for each in traced for c in each if each[c] == "no"}
    goals = set(GOALS.values())
    every = {(f, n) for f in known for n, i in known[f].items() if goals <= i.entries().keys()}
    fit = every - broken
    last = [(f, some[-1].name) for core in cores for f, some in core.choices.items()]
    left = known.keys() - {each[0] for each in last if each not in fit}
    kept = ({f: core.choices[f] for f in core.choices if f in left} for core in cores)
    fits = [{f: [c for c in some[f] if (f, c.name) in fit] for f in some} for some in kept]
    return [replace(core, choices=choices) for core, choices in zip(cores, fits)]
