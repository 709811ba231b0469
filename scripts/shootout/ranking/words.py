"""Verdicts in words: which implementation is the fastest, by how much, and which are level."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from ..common.grouped import grouped
from ..results.figures import Row
from ..results.stats import DECIDING, FURTHER, LONG, Length
from .ratio import Ratio
from .standing import APART, FIRST, LEVEL, OPEN, SLOWER, Field, Ranked, Rival

WIDE = 0.2  # half-width from which an interval is given by its ends
NAMED = 3  # names in a row before the rest is counted
CUT = "..."
ENDS = FURTHER[0], 64  # bytes; where a function of long lengths is judged besides 1536
FASTEST = " is the fastest"
CLAUSE = re.compile(r"(?=, (?:level with|not told apart|some |[\d.]+ )|; )")  # where one begins
NOT_SLOWER = {LEVEL: "level with", OPEN: "not told apart from"}
HOW = {**NOT_SLOWER, SLOWER: "slower than"}


def number(ratio: Ratio) -> str:
    """The ratio with its interval: 1.07 ± 0.01, or 1.9 (1.2 to 3.5) if that is wide."""
    if ratio.single:
        return f"{ratio.value:.2f}"
    half = (ratio.high - ratio.low) / 2
    if half > WIDE or ratio.disturbed:
        return f"{ratio.value:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"
    digits = 2 if half >= 0.005 and ratio.low >= 1.005 else 3  # as many as show that it is not 1
    return f"{ratio.value:.{digits}f} ± {max(half, 0.001):.{digits}f}"


def times(rival: Rival) -> str:
    """How many times as fast as a rival the fastest is, and what makes that doubtful."""
    assert rival.ratio
    r = rival.ratio
    if rival.verdict != APART:
        return f"{number(r)} times as fast as {rival.name}"
    why = "disturbed" if r.disturbed else "the rounds differ"
    ends = f"between {r.low:.2f} and {r.high:.2f}: {why}"
    return f"some {r.value:.2f} times as fast as {rival.name}, {ends}"


def joined(names: Sequence[str]) -> str:
    """The names as a list in words: a, b and c."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def lengths(found: Iterable[Length]) -> str:
    """Lengths in words: long messages, 64 and 8 bytes."""
    each = list(found)
    parts = [str(n) for n in each if n != LONG]
    if not parts:
        return "long messages"
    if len(each) > len(parts):
        parts.insert(0, "long messages")
    return f"{joined(parts)} bytes"


def _some(names: Sequence[str]) -> str:
    if len(names) <= NAMED + 1:
        return joined(names)
    return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"


def verdict(field: Field, primitive: str) -> str:
    """The verdict on a function in a line; empty if it has only one implementation."""
    standings = field.standings(primitive)
    main = _main(standings)
    if not main or not main.rivals:
        return ""
    said = f"{primitive}: {main.first.implementation}{FASTEST}"
    for word, how in NOT_SLOWER.items():
        if names := [rival.name for rival in main.among(word)]:
            said += f", {how} {_some(names)}"
    next_one = _next(main)
    if next_one:
        said += f", {times(next_one)}"
    said += "".join(_elsewhere(main, standings))
    for each in standings:  # a function of long lengths is judged at three
        rival, leads = _next(each), each.place(main.first.implementation) == FIRST
        far = each.mlen in ENDS and any(s.mlen == ENDS[0] for s in standings)
        if far and leads and rival and next_one and rival.name != next_one.name:
            said += f"; at {lengths([each.mlen])} {times(rival)}"
    return said


def _next(standing: Ranked) -> Rival | None:
    """The first rival that is slower by its middle."""
    return next((r for r in standing.rivals if r.verdict in (SLOWER, APART)), None)


def cut(verdict: str, columns: int) -> str:
    """The verdict in one line of so many columns, with CUT in the place of all but two clauses."""
    if len(verdict) > columns >= len(verdict.replace(FASTEST, "")):
        return verdict.replace(FASTEST, "")
    clauses, said = CLAUSE.split(verdict), verdict
    while len(said) > columns and len(clauses) > 2:
        clauses.pop()
        said = f"{''.join(clauses)}{CUT}"
    return said if len(said) <= columns else said.replace(FASTEST, "")


def _main(standings: Sequence[Ranked]) -> Ranked | None:
    """The standing at 1536 bytes; without that the first."""
    return next((s for s in standings if s.mlen == DECIDING), next(iter(standings), None))


def _elsewhere(main: Ranked, standings: Sequence[Ranked]) -> list[str]:
    """What is different at other lengths: who is level with the fastest, who is faster."""
    like: dict[str, dict[str, list[Length]]] = {LEVEL: {}, OPEN: {}, SLOWER: {}}
    first = main.first.implementation
    for each in standings:
        if each.first.implementation == first:
            found = {r.name: r.verdict for r in each.rivals if r.verdict in NOT_SLOWER}
        else:
            found = {each.first.implementation: each.place(first)}
        for name, said in found.items():
            if said in like and (said == SLOWER or main.place(name) != said):
                like[said].setdefault(name, []).append(each.mlen)
    return [
        *(
            f", {how} {_some(names)} at {lengths(at)}"
            for said, how in NOT_SLOWER.items()
            for at, names in _alike(like[said])
        ),
        *(f"; {joined(names)} is faster at {lengths(at)}" for at, names in _alike(like[SLOWER])),
    ]


def _alike(found: dict[str, list[Length]]) -> list[tuple[list[Length], list[str]]]:
    """The names that have equal lengths, with these."""
    alike = grouped(found, lambda name: tuple(found[name]))
    return [(list(at), names) for at, names in alike.items()]


def verdicts(rows: Iterable[Row]) -> list[str]:
    """The verdicts on all functions of a machine in one ABI."""
    field = Field(rows)
    return [said for p in field.primitives() if (said := verdict(field, p))]


def own(rows: Iterable[Row], names: Mapping[tuple[str, str], str]) -> list[str]:
    """A line about each of these implementations, by primitive and name: where it stands. The
    values of `names` are those that they came from, or empty."""
    field = Field(rows)
    return [
        said
        for primitive in field.primitives()
        for name in dict.fromkeys(row.implementation for row in field.rows)
        if (primitive, name) in names
        and (said := _own(field, primitive, name, names[primitive, name]))
    ]


def _own(field: Field, primitive: str, name: str, origin: str) -> str:
    """Where an implementation stands: beside the fastest, or the next, and beside its origin."""
    standings = [s for s in field.standings(primitive) if s.place(name)]
    main = _main(standings)
    if not main:
        return ""
    if not main.rivals:
        return f"{primitive}/{name}: nothing to compare it with; try ./do run {primitive}"
    first = main.first.implementation
    leads = first == name
    rival = next(rival for rival in main.rivals if leads or rival.name == name)
    parts = [_beside(rival, first, leads=leads)]
    usual = first, main.place(name)
    other = (s for s in standings if (s.first.implementation, s.place(name)) != usual)
    found = grouped(other, lambda each: each.place(name))
    if ahead := [s.mlen for s in found.get(FIRST, ()) if s.place(first) == SLOWER]:
        parts.append(f"the fastest at {lengths(ahead)}")
    parts += [f"{how} {_firsts(found[said])}" for said, how in HOW.items() if said in found]
    compared = {first, rival.name if leads else ""}
    if origin not in compared and (told := _came_from(field, main, name, origin)):
        parts.append(told)
    return f"{primitive}/{name}: {', '.join(parts)}"


def _came_from(field: Field, main: Ranked, name: str, origin: str) -> str:
    """Its time in that of its origin; empty if that was not timed."""
    names = {rival.name: rival.row for rival in main.rivals}
    names[main.first.implementation] = main.first
    ratio = field.ratio(names[origin], names[name], main.mlen) if origin in names else None
    if ratio is None:
        return ""
    same = "" if ratio.separated else ": no difference"
    return f"{number(ratio)} times {origin}, which it came from{same}"


def _firsts(standings: Sequence[Ranked]) -> str:
    by_first = grouped(standings, lambda each: each.first.implementation)
    found = {name: [each.mlen for each in some] for name, some in by_first.items()}
    return joined([f"{joined(names)} at {lengths(at)}" for at, names in _alike(found)])


def _beside(rival: Rival, first: str, *, leads: bool) -> str:
    """The place of the first, which leads before a rival, or of that rival, in words."""
    if rival.ratio is None:
        return "the fastest" if leads else f"no ratio to {first}, the fastest"
    ratio, how = rival.ratio, NOT_SLOWER.get(rival.verdict)
    if leads and not how:
        return f"the fastest, {times(rival)}"
    ends = "" if ratio.single else f" ({ratio.low:.2f} to {ratio.high:.2f})"
    if leads:
        return f"the fastest, {how} {rival.name}{ends}"
    word = {LEVEL: ": level", OPEN: ": not told apart"}.get(rival.verdict, "")
    return f"{ratio.value:.2f} times {first}, the fastest{ends}{word}"
