"""A grade follows from what was measured: each fault alone lowers it, and says so."""

from __future__ import annotations

import csv
import io
import itertools
import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

from shootout.registry.families import PAPER
from shootout.report import tables
from shootout.report.exclusions import meanings, words_of
from shootout.report.machines import contestants, together
from shootout.report.page import contents, encoded, pack
from shootout.report.table import split
from shootout.report.tables import TableOptions
from shootout.results import grade
from shootout.results.figures import rows_of
from shootout.results.reader import read
from shootout.results.records import Block, Result
from shootout.results.timings import Flag, Timing

DATA = ROOT / "tests" / "data"
CALM = {"smt": "off", "boost": "off"}
LENGTHS = (8, 64, 576, 1536, 2048, 4096)
ROUNDS = 9


def block(primitive: str, number: int, counter: str = "amd64-pmc") -> Block:
    """A round as calm as can be: one in fifteen samples is a cycle longer."""
    cost = 6.5 if primitive != "null" else 0.0
    timings = []
    for mlen in LENGTHS:
        least = 30 + round(cost * (mlen + 64))
        timings.append(Timing(mlen, (*(least,) * 14, least + 1)))
    return Block(
        "20261121", "box", "amd64", "20261121", primitive, "", "ref", counter=counter,
        compiler="gcc_-O3", round=number, timings=tuple(timings),
    )  # fmt: skip


def run(change: Callable[[Block, Timing], Timing] | None = None) -> list[Block]:
    """Rounds of the null hash and of two functions, each timing changed."""
    blocks = [block(p, n) for p in ("null", "sha256", "blake256") for n in range(ROUNDS)]
    if not change:
        return blocks
    return [b._replace(timings=tuple(change(b, t) for t in b.timings)) for b in blocks]


def graded(blocks: list[Block], facts: dict[str, str] | None = None) -> grade.Grade:
    return grade.grade(CALM if facts is None else facts, blocks, rows_of(blocks))


def scaled(t: Timing, factor: float) -> Timing:
    return t._replace(samples=tuple(round(s * factor) for s in t.samples))


def test_a_calm_run_is_an_a() -> None:
    assert graded(run()) == grade.Grade("A", ())
    assert str(graded(run())) == "grade A: no faults found"


def flagged(cause: str, part: float) -> Callable[[Block, Timing], Timing]:
    """A change that flags this fraction of all measurements, spread evenly."""
    count = itertools.count(1)

    def change(b: Block, t: Timing) -> Timing:
        n = next(count)
        hit = int(n * part) > int((n - 1) * part)
        return t._replace(flags=(Flag(cause, "1"),)) if hit else t

    return change


@pytest.mark.parametrize(
    ("cause", "part", "letter"),
    [
        ("shared", 0.04, "A"), ("shared", 0.2, "B"), ("shared", 0.4, "C"), ("shared", 0.7, "D"),
        ("stolen", 0.05, "B"), ("stolen", 0.3, "C"), ("stolen", 0.7, "D"),
    ],
)  # fmt: skip
def test_disturbances(cause: str, part: float, letter: str) -> None:
    found = graded(run(flagged(cause, part)))
    said = {"shared": "the core was shared", "stolen": "the hypervisor took the core"}
    assert found.letter >= letter and bool(found.reasons) == (found.letter > "A")
    lone = grade.LIMITS[cause].letter(part)
    assert lone == letter
    assert any(said[cause] in reason for reason in found.reasons) == (letter > "A")


@pytest.mark.parametrize(("apart", "letter"), [(0.001, "A"), (0.01, "B"), (0.04, "C"), (0.2, "D")])
def test_a_reference_that_does_not_repeat(apart: float, letter: str) -> None:
    """Rounds differ, samples within a round do not."""

    def change(b: Block, t: Timing) -> Timing:
        return scaled(t, 1 + apart * (b.round or 0) / ROUNDS * 2) if b.primitive != "null" else t

    found = graded(run(change))
    assert found.letter >= letter
    assert any(r.startswith("rounds of sha256 are") for r in found.reasons) == (letter > "A")


@pytest.mark.parametrize(("cycles", "letter"), [(0, "A"), (4, "B"), (12, "C"), (60, "D")])
def test_a_null_hash_that_does_not_repeat(cycles: int, letter: str) -> None:
    def change(b: Block, t: Timing) -> Timing:
        late = cycles * (b.round or 0) // ROUNDS if b.primitive == "null" else 0
        return t._replace(samples=tuple(s + late for s in t.samples))

    found = graded(run(change))
    assert found.letter == letter, found
    assert any("null hash" in r for r in found.reasons) == (letter > "A")


@pytest.mark.parametrize(("step", "letter"), [(5, "A"), (26, "B"), (100, "C"), (300, "D")])
def test_a_coarse_counter(step: int, letter: str) -> None:
    """Steps as of a virtual machine's time-stamp counter, against 498 cycles."""
    chance = random.Random(1)

    def change(b: Block, t: Timing) -> Timing:
        coarse = tuple((s + chance.randrange(step)) // step * step for s in t.samples)
        return t._replace(samples=coarse)

    found = graded(run(change))
    steps = [r for r in found.reasons if r.startswith("the counter's step")]
    assert bool(steps) == (letter > "A"), found
    assert not steps or (f"(grade {letter})" in steps[0] or found.letter == letter)


@pytest.mark.parametrize(("drift", "letter"), [(0.001, "B"), (0.04, "C"), (0.4, "D")])
def test_a_clock_that_moves(drift: float, letter: str) -> None:
    """Converted, it is a B at best. The samples follow the clock, the cycles are the same."""

    def change(b: Block, t: Timing) -> Timing:
        clock = 1.3 * (1 + drift * 2 * (b.round or 0) / ROUNDS)
        return scaled(t, 1000 / clock)._replace(clock=clock / 1000)

    found = graded([b._replace(counter="amd64-tsc") for b in run(change)])
    assert found.letter == letter, found
    assert any("were converted" in r for r in found.reasons)
    assert any("the clock moved" in r for r in found.reasons) == (letter > "B")


@pytest.mark.parametrize(
    ("counter", "facts", "letter", "said"),
    [
        ("amd64-tsc", {"boost": "off", "smt": "off"}, "B", "but boost was off"),
        ("amd64-tsc", {"boost": "unknown", "smt": "off"}, "C", "boost is not known"),
        ("amd64-tsc", {"boost": "on", "smt": "off"}, "D", "though boost was on"),
        ("amd64-pmc", {"boost": "on", "smt": "off"}, "A", ""),
        ("amd64-pmc", {"boost": "on", "smt": "on"}, "B", "SMT was on"),
        ("amd64-pmc", {}, "B", "it is not known whether SMT was on"),
    ],
)
def test_counter_boost_and_smt(counter: str, facts: dict[str, str], letter: str, said: str) -> None:
    found = graded([b._replace(counter=counter) for b in run()], facts)
    assert found.letter == letter, found
    assert said in "; ".join(found.reasons) and bool(said) == bool(found.reasons)


def test_a_lesser_reason_has_its_own_letter() -> None:
    found = graded([b._replace(counter="amd64-tsc") for b in run()], {"boost": "on"})
    assert found.reasons[0].endswith("though boost was on")
    assert found.reasons[1] == "it is not known whether SMT was on (grade B)"


def test_once_is_not_repeatable() -> None:
    found = graded([b for b in run() if b.round == 0])
    assert found.letter == "B" and "timed in only one round" in found.reasons[0]


def test_more_of_a_fault_is_never_better() -> None:
    for limits in grade.LIMITS.values():
        assert 0 < limits.a < limits.b < limits.c
        values = [limits.c * n / 500 for n in range(1000)]
        letters = [limits.letter(value) for value in values]
        assert letters == sorted(letters) and set(letters) == set("ABCD")


def test_each_limit_is_looked_at() -> None:
    """One that nothing is held against would be a promise that nobody keeps."""
    calm = [b._replace(counter="amd64-tsc") for b in run(lambda b, t: t._replace(clock=1.3))]
    looked = [name for name, _, _ in grade._numbers(calm, rows_of(calm))]
    assert sorted(looked) == sorted(grade.LIMITS)
    kinds: set[str] = set()
    once = [b for b in calm if b.round == 0]
    for blocks in (run(), calm, once, [b._replace(counter="amd64-tsc") for b in run()]):
        for boost, smt in itertools.product(("on", "off", "unknown"), repeat=2):
            kinds.update(grade._kinds({"boost": boost, "smt": smt}, rows_of(blocks)))
    assert kinds == set(grade.KINDS)


def test_no_number_is_hidden() -> None:
    """The worst grade takes nothing away, and changes nothing."""
    blocks = [b._replace(counter="amd64-tsc") for b in run(flagged("shared", 0.9))]
    good, bad = (Result("here", tuple(blocks), (), facts) for facts in (CALM, {"boost": "on"}))
    (one,), (two,) = split(good), split(bad)
    assert one.grade and two.grade and two.grade.letter == "D"
    assert one.rows == two.rows

    def drop(record: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in record.items() if key != "grade"}

    assert [*map(drop, tables.records(good))] == [*map(drop, tables.records(bad))]


REAL = sorted(DATA.glob("supercop-20*.data"))


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_it_is_shown_everywhere(path: Path) -> None:
    result = read(path, curves=False)
    for table in split(result):
        assert table.grade and table.grade.letter in "BCD", "nothing is known of SMT there"
        said = str(table.grade)
        assert said in tables.summary(result)
        assert said in tables.summary(result, TableOptions("markdown"))
        figures = json.loads(tables.render([result], TableOptions("json")))["figures"]
        rows = list(csv.DictReader(io.StringIO(tables.render([result], TableOptions("csv")))))
        for each in (figures, rows):
            assert {f["grade"] for f in each if f["abi"] == table.abi} == {table.grade.letter}
    found = contestants(result, path)
    assert found
    for c in found:
        assert c.grade and words_of(c)[:2] == [c.abi, c.grade.letter]
    assert meanings(found)[0] == grade.MEANING
    machines, _ = contents.summarise(path)
    text = encoded.Content(machines, PAPER, None).json(128, pack.pack([], {}, 128), "cycles", {})
    content = json.loads(text)
    assert content["grades"] == grade.MEANING
    letters = [c.grade.letter for c in found if c.grade]
    assert [m["grade"][0] for m in content["machines"]] == letters


def test_of_two_runs_the_worse_where_both_are_shown() -> None:
    (c, *_) = contestants(read(REAL[-1], curves=False), REAL[-1])
    every, one = [*c.grades], [*c.grades][:1]
    good, bad, part, worse = (
        replace(c, grades=dict.fromkeys(shown, grade.Grade(letter, ())))
        for letter, shown in (("A", every), ("D", every), ("A", one), ("D", one))
    )
    assert together(bad, good).grade == good.grade, "the newer one has all of the older's functions"
    assert together(bad, part).grade == together(good, worse).grade == bad.grade
    assert together(bad, part).about(one).grade == good.grade
    assert together(replace(c, grades={}), part).grade == part.grade
