"""Verdicts: how often they are right, on made-up functions; their sentences; what is contested."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

import pytest
import verdicts
from conftest import ROOT

from shootout.ranking import words
from shootout.ranking.ratio import Ratio
from shootout.ranking.standing import APART, LEVEL, OPEN, SLOWER, Field
from shootout.results.figures import Row, rows_of
from shootout.results.records import Block
from shootout.results.stats import BYTES
from shootout.results.timings import Flag, Timing
from shootout.run import policy

COUNT = 300  # functions that are made up for each test
ALLOWED = 0.05
FILES = sorted((ROOT / "data").glob("*.tar.gz"), key=lambda path: path.stat().st_size)


@lru_cache(maxsize=1)
def noises() -> list[verdicts.Noise]:
    return next(found for path in FILES if len(found := verdicts.noises([path])) >= 6)


# How often verdicts are right


def test_there_is_noise_of_real_machines() -> None:
    assert all(0.0005 < noise.spread < 0.02 for noise in noises())


@pytest.mark.parametrize("compilers", [1, 4])
def test_equal_implementations_are_rarely_told_apart(compilers: int) -> None:
    found, _ = verdicts.simulate(noises(), COUNT, 1.0, compilers)
    assert found["wrong"] <= ALLOWED * COUNT
    assert found.total() == COUNT


def test_among_many_equal_ones_a_wrong_verdict_is_rare() -> None:
    assert verdicts.crowd(noises(), COUNT)["wrong"] <= 1.5 * ALLOWED * COUNT  # 3 standard errors


@pytest.mark.parametrize(("true", "power"), [(1.01, 0.55), (1.02, 0.75), (1.05, 0.9), (1.85, 0.99)])
def test_different_implementations_are_told_apart(true: float, power: float) -> None:
    found, rounds = verdicts.simulate(noises(), COUNT, true, 1)
    assert found["right"] >= power * COUNT
    assert found["wrong"] <= ALLOWED * COUNT
    assert rounds <= 28
    if true == 1.85:
        assert rounds == 3  # nobody spends more on these


# Functions with few rounds, by hand

HEAD = ("20261121", "box", "amd64", "20261121")
Costs = Mapping[str, Sequence[float]]  # cycles per byte in each round, by implementation


def rows(costs: Costs, primitive: str = "sha256", flagged: Sequence[str] = ()) -> list[Row]:
    """The rows of implementations; costs are those of 1536 bytes, and of all other lengths."""
    blocks = []
    for name, each in costs.items():
        for number, cost in enumerate(each, 1):
            flags = (Flag("shared"),) if name in flagged else ()
            timings = tuple(
                Timing(n, (round(1e3 * n * cost),) * 3, flags=flags) for n in (*BYTES, 2048)
            )
            blocks.append(
                Block(*HEAD, primitive, "", name, compiler="gcc", round=number, timings=timings)
            )
    return rows_of(blocks)


def standing(costs: Costs, **more: Sequence[str]) -> dict[str, str]:
    (one,) = [s for s in Field(rows(costs, **more)).standings("sha256") if s.mlen == 1536]
    return {one.first.implementation: "first", **{r.name: r.verdict for r in one.rivals}}


def test_the_least_median_is_first_whatever_is_level_with_it() -> None:
    found = standing({"ref": [5, 5, 5], "b": [2.001, 2, 2], "a": [2, 2.002, 2]})
    assert found == {"a": "first", "b": LEVEL, "ref": SLOWER} or found["b"] == "first"
    assert found["ref"] == SLOWER


def test_a_winner_by_a_thousandth_is_no_winner() -> None:
    assert standing({"a": [2.0] * 28, "b": [2.002] * 28})["b"] == LEVEL
    assert standing({"a": [2.0] * 28, "b": [2.04] * 28})["b"] == SLOWER


def test_a_disturbed_rival_may_be_as_fast() -> None:
    assert standing({"a": [2.0] * 3, "b": [2.04] * 3}, flagged="ab")["b"] == OPEN
    assert standing({"a": [2.0] * 3, "b": [3.0] * 3}, flagged=["b"])["b"] == APART
    said = words.verdict(Field(rows({"a": [2.0] * 3, "b": [3.0] * 3}, flagged=["b"])), "sha256")
    assert said == (
        "sha256: a is the fastest, some 1.50 times as fast as b, between 0.72 and 1.53: disturbed"
    )
    assert standing({"a": [2.0] * 3, "b": [3.0] * 3})["b"] == SLOWER


def contested(costs: Costs) -> list[set[str]]:
    return [{cell.implementation for cell in each} for each in policy.contested(rows(costs))]


def test_those_that_more_rounds_may_tell_apart_are_contested() -> None:
    noisy = {"a": [2.0, 2.02, 2.01], "b": [2.03, 2.02, 2.05], "far": [3.0, 3.0, 3.0]}
    assert contested(noisy) == [{"a", "b"}]


def test_what_is_settled_or_too_close_is_not() -> None:
    assert contested({"a": [2.0] * 7, "b": [2.2] * 7}) == []
    assert contested({"a": [2.0] * 7, "b": [2.008] * 7}) == []  # below half a per cent
    assert contested({"a": [2.0] * 7}) == []


def test_a_difference_within_the_counters_step_is_not() -> None:
    """No number of rounds tells 3 cycles in 300 apart."""
    blocks = [
        Block(*HEAD, "sha256", "", name, compiler="gcc", round=n, timings=(Timing(8, (cost,) * 3),))
        for name, cost in (("a", 300), ("b", 303))
        for n in range(1, 8)
    ]
    assert policy.contested(rows_of(blocks)) == []


def test_the_budget_goes_to_the_least_sets_first() -> None:
    one, two, three = ({f"{n}{i}" for i in range(n)} for n in (2, 3, 4))
    groups: list[set[object]] = [set(one), set(two), set(three)]
    assert policy.affordable(groups, 7, 14) == one
    assert policy.affordable(groups, 7, 35) == one | two
    assert policy.affordable(groups, 7, 13) == set()


# Sentences


def said(costs: Costs) -> str:
    (line,) = words.verdicts(rows(costs))
    return line


def test_the_fastest_and_the_next() -> None:
    found = said({"ref": [4.0] * 7, "opt64": [2.2] * 7, "avx2": [2.0] * 7})
    assert found.startswith("sha256: avx2 is the fastest, 1.100 ± 0.00")
    assert found.endswith(" times as fast as opt64")


@pytest.mark.parametrize(
    ("ratio", "text"),
    [
        (Ratio(1.2, 1.18, 1.22), "1.20 ± 0.02"),
        (Ratio(1.012, 1.003, 1.021), "1.012 ± 0.009"),
        (Ratio(1.012, 1.011, 1.013), "1.012 ± 0.001"),
        (Ratio(4.22, 3.81, 4.67), "4.22 (3.81 to 4.67)"),
        (Ratio(1.15, 1.04, 1.3, disturbed=True), "1.15 (1.04 to 1.30)"),
        (Ratio(1.15, 1.1, 1.2, single=True), "1.15"),
    ],
)
def test_a_ratio_in_words(ratio: Ratio, text: str) -> None:
    assert words.number(ratio) == text


def test_those_that_are_level() -> None:
    found = said({"a": [2.0] * 7, "b": [2.001] * 7, "c": [2.002] * 7, "ref": [4.0] * 7})
    assert found.startswith("sha256: a is the fastest, level with b and c, 2.00 ± ")


def test_one_implementation_has_no_verdict() -> None:
    assert words.verdicts(rows({"ref": [2.0] * 7})) == []


def lengths_of(blocks: Mapping[str, Mapping[int, float]]) -> list[Row]:
    """The rows of implementations with their own costs at each length."""
    return rows_of(
        Block(
            *HEAD, "sha256", "", name, compiler="gcc", round=number,
            timings=tuple(Timing(n, (round(1e3 * n * cost),) * 3) for n, cost in costs.items()),
        )
        for name, costs in blocks.items()
        for number in range(1, 8)
    )  # fmt: skip


def test_other_lengths_are_told_where_they_differ() -> None:
    made = {
        "big": {8: 90.0, 64: 12.0, 576: 3.0, 1536: 2.0, 4096: 2.0},
        "small": {8: 60.0, 64: 11.99, 576: 4.0, 1536: 4.0, 4096: 4.0},
    }
    (line,) = words.verdicts(lengths_of(made))
    assert line.endswith(
        "as fast as small, level with small at 64 bytes; small is faster at 8 bytes"
    )
    (line,) = words.own(lengths_of(made), {("sha256", "small"): ""})
    assert line.endswith("), the fastest at 8 bytes"), line


def test_a_function_of_long_lengths_has_its_rival_there() -> None:
    made = {
        "avx512": {8: 9.0, 64: 4.0, 1536: 2.0, 65536: 1.0, 1048576: 1.0},
        "opt64": {8: 9.0, 64: 5.0, 1536: 4.0, 65536: 9.0, 1048576: 9.0},
        "avx2": {8: 9.0, 64: 6.0, 1536: 5.0, 65536: 2.0, 1048576: 2.0},
    }
    (line,) = words.verdicts(lengths_of(made))
    assert re.search(r", 2\.00 ± [\d.]+ times as fast as opt64", line), line
    assert re.search(r"; at 1048576 bytes 2\.00 ± [\d.]+ times as fast as avx2$", line), line


@pytest.mark.parametrize(
    ("columns", "text"),
    [
        (
            200,
            "f: a is the fastest, level with b and c, 1.07 ± 0.01 times as fast as d; e is faster",
        ),
        (75, "f: a, level with b and c, 1.07 ± 0.01 times as fast as d; e is faster"),
        (68, "f: a is the fastest, level with b and c..."),
        (60, "f: a is the fastest, level with b and c..."),
        (40, "f: a, level with b and c..."),
        (10, "f: a, level with b and c..."),
    ],
)
def test_a_verdict_in_a_line(columns: int, text: str) -> None:
    whole = "f: a is the fastest, level with b and c, 1.07 ± 0.01 times as fast as d; e is faster"
    assert words.cut(whole, columns) == text


@pytest.mark.parametrize(
    ("lengths", "text"),
    [
        (["long"], "long messages"),
        ([8], "8 bytes"),
        ([576, 64, 8], "576, 64 and 8 bytes"),
        (["long", 4096], "long messages and 4096 bytes"),
    ],
)
def test_lengths_in_words(lengths: list[str | int], text: str) -> None:
    assert words.lengths(lengths) == text


def own(costs: Costs) -> str:
    (line,) = words.own(rows(costs), {("sha256", "mine"): ""})
    return line


def test_mine_behind_the_fastest() -> None:
    line = own({"mine": [2.2] * 7, "avx2": [2.0] * 7, "ref": [4.0] * 7})
    assert line.startswith("sha256/mine: 1.10 times avx2, the fastest (1.")


def test_mine_level_with_the_fastest() -> None:
    line = own({"mine": [2.002] * 7, "avx2": [2.0] * 7})
    assert line.startswith("sha256/mine: 1.00 times avx2, the fastest (1.00 to 1.01): level")


def test_mine_in_the_lead() -> None:
    assert own({"mine": [2.0] * 7, "avx2": [2.4] * 7}).startswith(
        "sha256/mine: the fastest, 1.200 ± 0.00"
    )


def test_mine_beside_its_origin() -> None:
    costs = {"mine": [2.2] * 7, "avx2": [2.0] * 7, "ref": [4.0] * 7}
    (line,) = words.own(rows(costs), {("sha256", "mine"): "ref"})
    assert re.search(r", 0\.550 ± 0\.00\d times ref, which it came from$", line), line
    (line,) = words.own(rows(costs), {("sha256", "mine"): "avx2"})
    assert "came from" not in line, "the fastest is named already"


def test_mine_alone() -> None:
    assert own({"mine": [2.0] * 7}) == (
        "sha256/mine: nothing to compare it with; try ./do run sha256"
    )
