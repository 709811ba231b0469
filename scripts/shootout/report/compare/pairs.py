"""The two sides of a comparison, and their pairs with ratios and confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ...common.errors import Usage
from ...common.named import escaped
from ...ranking.ratio import ALPHA, SAME, Ratio, Speed, ratio
from ...ranking.standing import Field
from ...results import stats
from ...results.figures import Row, fastest
from ...results.records import Result
from ...results.stats import ALL_LENGTHS, Length
from ..selection import chosen_by
from ..table import Table, place, split

FAMILY = 0.05  # error rate of --fail-above, of all pairs together


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
        return self.ratio.verdict if self.ratio else SAME

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
    chosen = [
        row
        for row in rows
        if any(chosen_by(p, row.primitive, row.implementation) for p in patterns)
    ]
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


def compare(a: Side, b: Side, *, each: bool = False) -> list[Pair]:
    """The pairs of the two sides, with confidence intervals.

    Both rows of a pair have the same machine, ABI and primitive. Machine or primitive may
    differ if each side has only one. With `each` every implementation is paired with itself,
    made by a compiler that both sides have.
    """
    machines, primitives = (
        any(len({getattr(row, name) for row in each.rows}) > 1 for each in (a, b))
        for name in ("machine", "primitive")
    )

    def kind(row: Row) -> tuple[str, ...]:
        own = (row.primitive, row.implementation) if each else ()
        return row.abi, row.machine if machines else "", row.primitive if primitives else "", *own

    def made(side: Side) -> set[tuple[str, ...]]:
        return {(*kind(row), row.compiler) for row in side.rows}

    both = made(a) & made(b)

    def best(side: Side, mlen: Length) -> dict[tuple[str, ...], Row]:
        rows = [row for row in side.rows if not each or (*kind(row), row.compiler) in both]
        # Native code in a VM counts only where nothing else was chosen.
        found = sorted(
            fastest(rows, mlen, per_implementation=each),
            key=lambda row: bool(row.native), reverse=True,
        )  # fmt: skip
        return {kind(row): row for row in found}

    pairs = []
    for mlen in ALL_LENGTHS:
        others = best(b, mlen)
        for key, row in best(a, mlen).items():
            if key in others:
                pairs.append((mlen, row, others[key]))
    pairs.sort(
        key=lambda pair: (
            pair[1].abi, pair[1].machine, place(pair[1].primitive),
            pair[1].implementation if each else "",
        )
    )  # fmt: skip
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
    if isinstance(mlen, str):
        return stats.per_byte(row.primitive, math.exp(speed.middle), 0)
    return math.exp(speed.middle) / mlen
