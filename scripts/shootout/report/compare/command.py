"""./do compare A B: which of two is faster, with confidence intervals.

A and B are two result files, or two implementations within one, by default this machine's
newest. At each length the fastest of either side counts, as in the tables. ranking/ratio.py
tells how the intervals are made; nothing in it is random, so equal files give equal answers.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from ...common import arguments
from ...common.errors import Usage
from ...common.named import escaped
from ...common.paths import SUFFIXES
from ...common.progress import BAR
from ...common.terminal import folded
from ...ranking.ratio import ALPHA, FASTER, SAME, SLOWER
from ...results.figures import Row
from ...results.reader import read
from ...results.records import Result
from ..doubts import MARK, doubt_notes, listed
from ..machines import READING
from ..selection import newest_own
from ..sheet import Sheet, coloured, printed
from ..table import short_compilers
from . import since
from .as_json import as_json
from .pairs import Pair, Side, compare, side

FORMS = ("terminal", "markdown")
ADVICE = (
    "name two result files, or one and two implementations in it: "
    "./do compare FILE blake256/ref blake256/opt64. Without FILE it is this machine's newest"
)
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
run in data/ or of code that is tried out (build/trials/). Files that are named
count instead of these. Each implementation is compared with itself, at each
length with the fastest of the compilers that both runs have.

B/A below 1 means that B is faster. Where the interval from..to contains 1,
there is no significant difference. Within one file the rounds of A and B are
paired. The exit status is 1 when --fail-above is exceeded beyond doubt, with
a line for each pair that does, or when a file is damaged."""


def sheet(
    a: Side, b: Side, pairs: Sequence[Pair], percent: float | None = None, *, every: bool = True
) -> Sheet:
    """The sheet of a comparison: a line for each pair; notes on A and B, the rule, the doubts.

    Without `every` only pairs that differ have a line.
    """
    shown = [pair for pair in pairs if every or pair.verdict != SAME]
    names = short_compilers({row.compiler for pair in pairs for row in (pair.a, pair.b)})
    grid = [["abi", "A", "B", "bytes", "A ", "B ", "B/A ", "from", "to", "B is"]]
    for pair in shown:
        cells = [
            f"{row.primitive}/{row.implementation} {names[row.compiler]}"
            for row in (pair.a, pair.b)
        ]
        grid.append([pair.a.abi, *cells, str(pair.mlen), *_figures(pair), pair.verdict])
    count = [p.verdict for p in pairs].count
    notes = [f"{x}: {s.name}: {t.title()}" for x, s in (("A", a), ("B", b)) for t in s.tables]
    units = sorted({"{} per byte{}".format(*t.unit()) for t in (*a.tables, *b.tables)})
    rule = "the fastest at each length" if every else "each implementation with itself"
    notes += [
        f"{'; '.join(units)}: middle rounds, {rule}",
        f"from, to: the ratio is within with {1 - ALPHA:.1%} confidence",
        *_doubts(shown),
        f"B is faster {count(FASTER)} times, slower {count(SLOWER)} times, "
        f"{SAME} {count(SAME)} times"
        + ("" if every else f", which {'has' if count(SAME) == 1 else 'have'} no line"),
        *alone(a, b, pairs, each=not every),
    ]
    if percent is not None:
        worse = sum(pair.above(percent) for pair in pairs)
        notes.append(f"significantly slower by more than {percent:g} %: {worse} of {len(pairs)}")
    return Sheet("B compared with A", grid, 3, notes, _alarms(a, b, units))


def worse(pairs: Sequence[Pair], percent: float) -> list[str]:
    """A line for each pair whose B is certainly slower by more than this."""
    return [
        f"slower by more than {percent:g} %: {p.b.primitive}/{p.b.implementation} {p.b.abi}, "
        f"{p.mlen}{'' if p.mlen == 'long' else ' bytes'}: {p.strict.value:.3f} times A, "
        f"{p.strict.low:.3f} to {p.strict.high:.3f} with all {len(pairs)} pairs at once"
        for p in pairs
        if p.strict and p.above(percent)
    ]


def _figures(pair: Pair) -> list[str]:
    if pair.ratio is None:
        return ["- ", "- ", f"-{MARK}", "-", "-"]
    bounds = [f"{pair.ratio.low:.3f}", f"{pair.ratio.high:.3f}"]
    mark = MARK if pair.doubtful else " "
    return [*(f"{cycles:.2f} " for cycles in pair.cycles), f"{pair.ratio.value:.3f}{mark}", *bounds]


def _doubts(pairs: Sequence[Pair]) -> list[str]:
    notes = []
    for name, shown in (
        ("A", [(pair.mlen, pair.a) for pair in pairs]),
        ("B", [(pair.mlen, pair.b) for pair in pairs]),
    ):
        notes += [f"{name}: {note}" for note in doubt_notes(shown)]
    if any(pair.ratio is None for pair in pairs):
        notes.append(f"{MARK} no ratio: a speed is not positive")
    if any(pair.ratio and pair.ratio.single for pair in pairs):
        one = "a side was timed by one process; the interval has no variance between processes"
        notes.append(f"{MARK} single: {one}")
    return notes


def _alarms(a: Side, b: Side, units: Sequence[str]) -> list[str]:
    alarms = [
        f"{name} {word}"
        for name, each in (("A", a), ("B", b))
        for word in dict.fromkeys(word for table in each.tables for word in table.alarms())
    ]
    return alarms + (["unlike units"] if len(units) > 1 else [])


def sides(words: Sequence[str]) -> tuple[Side, Side]:
    """A and B, from the words of the command line."""
    files = [Path(word) for word in words if Path(word).is_file()]
    patterns = [word for word in words if not Path(word).is_file()]
    if missing := next((word for word in patterns if word.endswith(SUFFIXES)), ""):
        raise Usage(f"{missing}: no such file; {ADVICE}")
    if not files and len(patterns) == 2 and (own := newest_own()):
        files = [own]
    if not files:
        raise Usage(f"{words[0]}: no such file; {ADVICE}")
    if len(files) == 1 and len(patterns) == 2:
        (result,) = _read(files)
        a, b = (side(pattern, result, [pattern]) for pattern in patterns)
        return a, b
    if len(files) == 1 and patterns:
        raise Usage(f"{' '.join(patterns)}: no such file; {ADVICE}")
    if len(files) != 2:
        raise Usage(f"compare takes two result files, not {len(files)}; {ADVICE}")
    a, b = (side(escaped(file), result, patterns) for file, result in zip(files, _read(files)))
    return a, b


def _read(files: Sequence[Path]) -> list[Result]:
    return [read(file, curves=False) for file in BAR.each(READING, files)]


def alone(a: Side, b: Side, pairs: Iterable[Pair], *, each: bool = False) -> list[str]:
    """Notes on what one side has and the other has not, or has with another ABI or machine.

    Functions, or with `each` implementations.
    """

    def name(row: Row) -> str:
        return f"{row.machine} {row.abi} {row.primitive}" + f"/{row.implementation}" * each

    met = {name(row) for p in pairs for row in (p.a, p.b)}
    found = [(word, sorted({name(r) for r in s.rows} - met)) for word, s in (("A", a), ("B", b))]
    return [
        f"only in {word}: {listed(names) if each else ', '.join(names)}"
        for word, names in found
        if names
    ]


def main(args: argparse.Namespace) -> int:
    """Print the comparison; return 1 when B is certainly slower by more than --fail-above."""
    percent: float | None = args.fail_above
    if args.since:
        a, b = since.sides(args.since, args.words, args.machine)
    elif args.machine:
        raise Usage("--machine goes with --since only; a file has its machine")
    elif not args.words:
        raise Usage(f"compare takes two result files, not 0; {ADVICE}")
    else:
        a, b = sides(args.words)
    pairs = compare(a, b, each=bool(args.since))
    if not pairs:
        raise Usage(f"nothing to compare: {'; '.join(alone(a, b, pairs) or [since.UNLIKE])}")
    if args.json:
        print(json.dumps(as_json(a, b, pairs, percent), indent=1))
    else:
        made = sheet(a, b, pairs, percent, every=not args.since)
        lines = printed([made], args.format, colour=coloured())
        print("\n".join(lines).rstrip())
        if percent is not None:
            print(
                *map(folded, worse(pairs, percent)), sep="\n", end="\n" * any_worse(pairs, percent)
            )
    return 1 if percent is not None and any_worse(pairs, percent) else 0


def any_worse(pairs: Sequence[Pair], percent: float) -> bool:
    """Whether B is certainly slower somewhere by more than this."""
    return any(pair.above(percent) for pair in pairs)


def register(parser: argparse.ArgumentParser) -> None:
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
