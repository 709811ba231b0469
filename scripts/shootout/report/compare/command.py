"""./do compare A B: which of two is faster, with confidence intervals.

A and B are two result files, or two implementations within one. At each length the fastest
of either side counts, as in the tables. ranking/ratio.py tells how the intervals are made;
nothing in it is random, so equal files give equal answers.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...common import arguments
from ...common.errors import Usage
from ...common.named import escaped
from ...common.progress import BAR
from ...ranking.ratio import ALPHA, Ratio, Speed, ratio
from ...ranking.standing import Field
from ...results import stats
from ...results.figures import Row, fastest
from ...results.reader import read
from ...results.records import Result
from ...results.stats import EVERY, Length
from ..doubts import MARK, doubt_notes
from ..machines import READING
from ..sheet import Sheet, coloured, printed
from ..table import Table, place, short_compilers, split
from .as_json import as_json

FORMS = ("terminal", "markdown")
FAMILY = 0.05  # error rate of --fail-above, of all pairs together
SAME = "no significant difference"
ADVICE = (
    "name two result files, or one and two implementations in it: "
    "./do compare FILE blake256/ref blake256/opt64"
)
HELP = """\
Compares two result files, function by function, or only what patterns name:

    ./do compare OLD NEW
    ./do compare OLD NEW blake256 'skein*/opt64'

or two implementations or functions within one file:

    ./do compare FILE blake256/ref blake256/opt64
    ./do compare FILE '*/ref' '*/opt64'
    ./do compare FILE sha256 blake256

B/A below 1 means that B is faster. Where the interval from..to contains 1,
there is no significant difference. Within one file the rounds of A and B are
paired. The exit status is 1 when --fail-above is exceeded, or when a file is
damaged."""


@dataclass(frozen=True)
class Side:
    """A or B: its rows, and the fields of the tables that they are in."""

    name: str
    tables: tuple[Table, ...]
    rows: tuple[Row, ...]
    file: Result
    fields: tuple[Field, ...]

    def of(self, row: Row) -> Field:
        """The field of a row."""
        return next(f for f in self.fields if any(row is other for other in f.rows))


@dataclass(frozen=True)
class Pair:
    """A line of the comparison. It has no ratio where a speed is not positive."""

    mlen: Length
    a: Row
    b: Row
    cycles: tuple[float, float] = (math.nan, math.nan)  # per byte
    ratio: Ratio | None = None
    strict: Ratio | None = None  # with an interval that holds together with those of all pairs

    @property
    def verdict(self) -> str:
        if self.ratio is None or not self.ratio.separated:
            return SAME
        return "faster" if self.ratio.value < 1 else "slower"

    @property
    def doubtful(self) -> bool:
        doubts = self.a.figures[self.mlen].doubts or self.b.figures[self.mlen].doubts
        return bool(doubts) or (self.ratio is not None and self.ratio.single)

    def above(self, percent: float) -> bool:
        """Whether B is certainly slower by more than this; a single process is no proof."""
        return self.strict is not None and not self.strict.single and self.strict.above(percent)


def side(name: str, result: Result, patterns: Sequence[str] = ()) -> Side:
    """The side that the patterns choose from a file; they are those of `./do run`.

    Without patterns it has every primitive but the null hash.
    """
    found = split(result)
    rows = [row for table in found for row in table.rows]
    chosen = [row for row in rows if any(_matches(row, p) for p in patterns)]
    if not patterns:
        chosen = [row for row in rows if row.primitive != "null"]
    if not chosen:
        there = ", ".join(sorted({f"{r.primitive}/{r.implementation}" for r in rows}))
        wanted = f"no {' or '.join(patterns)}" if patterns else "no hash function"
        raise Usage(
            f"{escaped(result.where)}: {wanted} was timed there; it has {there or 'no timings'}"
        )
    own = set(map(id, chosen))
    of = [table for table in found if not own.isdisjoint(map(id, table.rows))]
    fields = tuple(Field(table.rows) for table in of)
    return Side(name, tuple(of), tuple(chosen), result, fields)


def _matches(row: Row, pattern: str) -> bool:
    pattern = re.sub("^crypto_hash/", "", pattern).rstrip("/")
    name = f"{row.primitive}/{row.implementation}"
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, f"{pattern}/*")


def compare(a: Side, b: Side) -> list[Pair]:
    """The pairs of the two sides, with confidence intervals.

    Both rows of a pair have the same machine, ABI and primitive. Machine or primitive may
    differ if each side has only one.
    """
    machines, primitives = (
        any(len({getattr(row, name) for row in each.rows}) > 1 for each in (a, b))
        for name in ("machine", "primitive")
    )

    def kind(row: Row) -> tuple[str, str, str]:
        return row.abi, row.machine if machines else "", row.primitive if primitives else ""

    def best(each: Side, mlen: Length) -> dict[tuple[str, str, str], Row]:
        # Native code in a VM counts only where nothing else was chosen.
        found = sorted(fastest(each.rows, mlen), key=lambda row: bool(row.native), reverse=True)
        return {kind(row): row for row in found}

    pairs = []
    for mlen in EVERY:
        others = best(b, mlen)
        for key, row in best(a, mlen).items():
            if key in others:
                pairs.append((mlen, row, others[key]))
    pairs.sort(key=lambda pair: (pair[1].abi, pair[1].machine, place(pair[1].primitive)))
    return [_pair(a, b, *pair, len(pairs)) for pair in pairs]


def _pair(a: Side, b: Side, mlen: Length, one: Row, other: Row, together: int) -> Pair:
    fields = a.of(one), b.of(other)
    speeds = [field.speed(row, mlen) for field, row in zip(fields, (one, other))]
    if not all(each and each.positive for each in speeds):
        return Pair(mlen, one, other)
    first, second = (each for each in speeds if each)
    spread = max(field.spread(mlen) for field in fields)
    side_by_side = a.file is b.file and (one.machine, one.abi) == (other.machine, other.abi)
    found, strict = (
        ratio(first, second, spread, paired=side_by_side, tail=tail)
        for tail in (ALPHA, min(ALPHA, FAMILY / together))
    )
    return Pair(mlen, one, other, (_cycles(one, mlen, first), _cycles(other, mlen, second)),
                found, strict)  # fmt: skip


def _cycles(row: Row, mlen: Length, speed: Speed) -> float:
    """The cycles per byte of a speed."""
    size = stats.stretch(row.primitive) if isinstance(mlen, str) else mlen
    return math.exp(speed.middle) / size


def sheet(a: Side, b: Side, pairs: Sequence[Pair], percent: float | None = None) -> Sheet:
    """The sheet of a comparison: a line for each pair; notes on A and B, the rule, the doubts."""
    names = short_compilers({row.compiler for pair in pairs for row in (pair.a, pair.b)})
    grid = [["abi", "A", "B", "bytes", "A ", "B ", "B/A ", "from", "to", "B is"]]
    for pair in pairs:
        cells = [
            f"{row.primitive}/{row.implementation} {names[row.compiler]}"
            for row in (pair.a, pair.b)
        ]
        grid.append([pair.a.abi, *cells, str(pair.mlen), *_figures(pair), pair.verdict])
    count = [p.verdict for p in pairs].count
    notes = [f"{x}: {s.name}: {t.title()}" for x, s in (("A", a), ("B", b)) for t in s.tables]
    units = sorted({"{} per byte{}".format(*t.unit()) for t in (*a.tables, *b.tables)})
    notes += [
        f"{'; '.join(units)}: middle rounds, the fastest at each length",
        f"from, to: the ratio is within with {1 - ALPHA:.1%} confidence",
        *_doubts(pairs),
        f"B is faster {count('faster')} times, slower {count('slower')} times, "
        f"{SAME} {count(SAME)} times",
        *alone(a, b, pairs),
    ]
    if percent is not None:
        worse = sum(pair.above(percent) for pair in pairs)
        notes.append(f"significantly slower by more than {percent:g} %: {worse} of {len(pairs)}")
    return Sheet("B compared with A", grid, 3, notes, _alarms(a, b, units))


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


def alone(a: Side, b: Side, pairs: Iterable[Pair]) -> list[str]:
    """Notes on what one side has and the other has not, or has with another ABI or machine."""
    met = {(row.machine, row.abi, row.primitive) for p in pairs for row in (p.a, p.b)}
    notes = []
    for name, each in (("A", a), ("B", b)):
        keys = {(row.machine, row.abi, row.primitive) for row in each.rows}
        if keys - met:
            notes.append(
                f"only in {name}: {', '.join(' '.join(key) for key in sorted(keys - met))}"
            )
    return notes


def main(args: argparse.Namespace) -> int:
    """Print the comparison; return 1 when B is certainly slower by more than --fail-above."""
    percent: float | None = args.fail_above
    a, b = sides(args.words)
    pairs = compare(a, b)
    if not pairs:
        raise Usage(f"nothing to compare: {'; '.join(alone(a, b, pairs))}")
    if args.json:
        print(json.dumps(as_json(a, b, pairs, percent), indent=1))
    else:
        lines = printed([sheet(a, b, pairs, percent)], args.format, colour=coloured())
        print("\n".join(lines).rstrip())
    return 1 if percent is not None and any(pair.above(percent) for pair in pairs) else 0


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `compare` to the command line."""
    parser = subparsers.add_parser(
        "compare", help="compare two result files or implementations, with confidence intervals",
        usage="./do compare FILE FILE [PATTERN...] | FILE A B", description=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    add = parser.add_argument
    add("words", metavar="FILE|PATTERN", nargs="+", help="A, then B")
    add("--format", choices=FORMS, default=FORMS[0])
    add("--json", action="store_true", help="machine-readable output")
    add(
        "--fail-above", type=arguments.percent, metavar="PERCENT",
        help="exit 1 when an interval says that B is slower by more than this",
    )  # fmt: skip
    parser.set_defaults(func=main)
