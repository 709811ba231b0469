"""./do compare A B: which of two is faster, with confidence intervals.

A and B are two result files, or two implementations within one, by default this machine's
newest. At each length the fastest of either side counts, as in the tables. ranking/ratio.py
tells how the intervals are made; nothing in it is random, so equal files give equal answers.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ..common import arguments
from ..common.errors import Usage
from ..common.terminal import folded
from ..ranking.ratio import ALPHA, FASTER, SAME, SLOWER, Ratio, as_dict
from ..report.doubts import MARK, listed, notes_on
from ..report.sheet import FORMS, Sheet, show
from ..report.table import short_compilers
from ..results.records import CellName
from .runs import Compared, Entrant
from .sides import Side, compare, sides, since

CONFIDENCE = f"from, to: the ratio is within with {1 - ALPHA:.1%} confidence"
UNLIKE = "no implementation was made by the same compiler in both"
HELP = """\
Compares two result files, function by function, or only what patterns name:

    ./do compare OLD NEW
    ./do compare OLD NEW blake256 'skein*/opt64'

or two implementations or functions within one file; without a file it is the
newest result of this machine:

    ./do compare blake256/ref blake256/opt64
    ./do compare FILE '*/ref' '*/opt64'
    ./do compare FILE sha256 blake256

or the newest run of this machine with one of an older version:

    ./do compare --since 20261122 --fail-above 2%
    ./do compare --since 20261122 --fail-above 2% blake256/mine

With --since, A are the newest runs of that version in data/, B is the newest
run in data/ or trial in build/trials/. If files are named, they count instead
of these. Each implementation is compared with itself, at each
length with the fastest of the compilers that both runs have.

B/A below 1 means that B is faster. Where the interval from..to contains 1,
there is no significant difference. Within one file the rounds of A and B are
paired. The exit status is 1 when --fail-above is exceeded beyond doubt, with
a line for each pair that does, or when a file is damaged."""


def interval(ratio: Ratio | None, *, doubtful: bool) -> list[str]:
    """The cells of a ratio of two figures, of its interval and of its verdict."""
    if ratio is None:
        return [f"-{MARK}", "-", "-", SAME]
    mark = MARK if doubtful or ratio.single else " "
    return [f"{ratio.value:.3f}{mark}", f"{ratio.low:.3f}", f"{ratio.high:.3f}", ratio.verdict]


def counted(verdicts: Sequence[str]) -> str:
    """How often each verdict was given."""
    return ", ".join(f"{word} {verdicts.count(word)} times" for word in (FASTER, SLOWER, SAME))


def sheet(
    a: Side, b: Side, pairs: Sequence[Compared], percent: float | None = None, *, every: bool = True
) -> Sheet:
    """The sheet of a comparison: a line for each pair; notes on A and B, the rule, the doubts.

    Without `every` only pairs that differ have a line.
    """
    shown = [pair for pair in pairs if every or pair.verdict != SAME]
    names = short_compilers({each.cell.compiler for pair in pairs for each in (pair.a, pair.b)})
    grid = [["abi", "A", "B", "bytes", "A ", "B ", "B/A ", "from", "to", "B is"]]
    for pair in shown:
        both = pair.a, pair.b
        cells = [f"{each.name} {names[each.cell.compiler]}" for each in both]
        figures = [f"{each.cycles:.2f} " if pair.ratio else "- " for each in both]
        ends = interval(pair.ratio, doubtful=pair.doubtful)
        grid.append([pair.a.cell.abi, *cells, str(pair.mlen), *figures, *ends])
    same = sum(pair.verdict == SAME for pair in pairs)
    notes = [f"{x}: {s.name}: {t.title()}" for x, s in (("A", a), ("B", b)) for t in s.tables]
    units = sorted({"{} per byte{}".format(*t.unit()) for t in (*a.tables, *b.tables)})
    rule = "the fastest at each length" if every else "each implementation with itself"
    notes += [
        f"{'; '.join(units)}, less is faster: middle rounds, {rule}",
        CONFIDENCE,
        *_doubts(shown),
        f"B is {counted([pair.verdict for pair in pairs])}"
        + ("" if every else f", which {'has' if same == 1 else 'have'} no line"),
        *alone(a, b, pairs, each=not every),
    ]
    if percent is not None:
        worse = sum(pair.above(percent) for pair in pairs)
        notes.append(f"significantly slower by more than {percent:g} %: {worse} of {len(pairs)}")
    return Sheet("B compared with A" + ", unlike units" * (len(units) > 1), grid, 3, notes)


def _doubts(pairs: Sequence[Compared]) -> Iterator[str]:
    sides: dict[str, Callable[[Compared], Entrant]] = {"A": lambda p: p.a, "B": lambda p: p.b}
    for name, of in sides.items():
        shown = [(p.mlen, of(p).cell.primitive, of(p).figure) for p in pairs]
        yield from (f"{name}: {note}" for note in notes_on(shown))
    if any(pair.ratio is None for pair in pairs):
        yield f"{MARK} no ratio: a speed is not positive"
    if any(pair.ratio and pair.ratio.single for pair in pairs):
        one = "a side was timed by one process; the interval has no variance between processes"
        yield f"{MARK} single: {one}"


def alone(a: Side, b: Side, pairs: Sequence[Compared], *, each: bool = False) -> list[str]:
    """Notes on what one side has and the other has not, or has with another ABI or machine.

    Functions, or with `each` implementations.
    """

    def name(cell: CellName) -> str:
        return f"{cell.machine} {cell.abi} {cell.primitive}" + f"/{cell.implementation}" * each

    met = {name(entrant.cell) for p in pairs for entrant in (p.a, p.b)}
    found = {x: sorted({name(row.cell) for row in s.rows} - met) for x, s in (("A", a), ("B", b))}
    return [
        f"only in {x}: {listed(names) if each else ', '.join(names)}"
        for x, names in found.items()
        if names
    ]


def records(a: Side, b: Side, pairs: Sequence[Compared], percent: float | None) -> dict[str, Any]:
    """A comparison for other programs (docs/schema.json); what is unknown is null."""

    def entrant(pair: Compared, each: Entrant) -> dict[str, Any]:
        names = ("primitive", "implementation", "compiler")
        return {
            "machine": each.cell.machine,
            "date": each.date,
            **{name: getattr(each.cell, name) for name in names},
            "cycles": each.cycles if pair.ratio else None,
            "doubts": list(each.figure.doubts),
        }

    return {
        "a": a.name,
        "b": b.name,
        "units": sorted({t.unit()[0] for t in (*a.tables, *b.tables)}),
        "pairs": [
            {
                "abi": pair.a.cell.abi,
                "mlen": pair.mlen,
                "a": entrant(pair, pair.a),
                "b": entrant(pair, pair.b),
                **as_dict(pair.ratio),
                "verdict": pair.verdict,
                "above": None if percent is None else pair.above(percent),
            }
            for pair in pairs
        ],
    }


def worse(pairs: Sequence[Compared], percent: float) -> list[str]:
    """A line for each pair whose B is certainly slower by more than this."""
    return [
        f"slower by more than {percent:g} %: {p.b.name} {p.b.cell.abi}, "
        f"{p.mlen}{'' if p.mlen == 'long' else ' bytes'}: {p.strict.value:.3f} times A, "
        f"{p.strict.low:.3f} to {p.strict.high:.3f} with all {len(pairs)} pairs at once"
        for p in pairs
        if p.strict and p.above(percent)
    ]


def main(args: argparse.Namespace) -> int:
    """Print the comparison; return 1 when B is certainly slower by more than --fail-above."""
    percent: float | None = args.fail_above
    if args.machine and not args.since:
        raise Usage("--machine goes with --since only; a file has its machine")
    a, b = since(args.since, args.words, args.machine) if args.since else sides(args.words)
    pairs = compare(a, b, each=bool(args.since))
    if not pairs:
        raise Usage(f"nothing to compare: {'; '.join(alone(a, b, pairs) or [UNLIKE])}")
    slower = [] if percent is None else worse(pairs, percent)
    if args.json:
        print(json.dumps(records(a, b, pairs, percent), indent=1))
    else:
        show([sheet(a, b, pairs, percent, every=not args.since)], args.format)
        print(*map(folded, slower), sep="\n", end="\n" if slower else "")
    return 1 if slower else 0


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `compare`."""
    parser.usage = "./do compare FILE FILE [PATTERN...] | [FILE] A B | --since VERSION"
    parser.description = HELP
    add = parser.add_argument
    add("words", metavar="FILE|PATTERN", nargs="*", help="A, then B")
    add(
        "--since", type=arguments.version, metavar="VERSION",
        help="compare the newest run of this machine with one of this version",
    )  # fmt: skip
    add("--machine", default="", metavar="NAME", help="with --since; default: this machine")
    add("--format", choices=FORMS, default=FORMS[0])
    add("--json", action="store_true", help="machine-readable output")
    add(
        "--fail-above", type=arguments.percent, metavar="PERCENT",
        help="exit 1 when an interval says that B is slower by more than this",
    )  # fmt: skip
    parser.set_defaults(func=main)
