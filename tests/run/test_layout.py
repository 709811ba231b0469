"""The layouts of rounds, and the offset that a speed depends on: made-up times, planted code."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

import pytest
from conftest import copy_of, do, pinned
from hostile.making import LINES, REAL

from shootout.layout.effect import LEAST, OFFSETS, Layout, culprit, spread
from shootout.layout.plan import FIRST, MESSAGES, STACKS, THEN, plan
from shootout.results.reader import read

ROUNDS = 7  # of the finals
Effect = Callable[[int, Layout], float]  # of a round and its layout on the logarithm of its time


def layouts(rounds: int) -> list[Layout]:
    """The layouts of the first rounds, with the addresses that three programs may have."""
    plans = (plan(number) for number in range(1, rounds + 1))
    return [Layout((64, 1104, 2144)[each.program], each.stack, each.message) for each in plans]


def times(rounds: int, noise: float, effect: Effect, seed: int) -> list[float]:
    """Made-up cycles of the rounds."""
    chance = random.Random(seed)
    return [
        1000 * math.exp(chance.gauss(0, noise) + effect(number, layout))
        for number, layout in enumerate(layouts(rounds), 1)
    ]


def named(rounds: int, noise: float, effect: Effect) -> list[tuple[str, float, float]]:
    """In 60 trials: the offset that is named, the ratio of its levels, and the spread."""
    made = (times(rounds, noise, effect, seed) for seed in range(60))
    found = [(culprit(each, layouts(rounds)), spread(each, layouts(rounds))) for each in made]
    return [(guilty.offset, guilty.ratio, s) if guilty else ("", 1, s) for guilty, s in found]


def test_two_rounds_share_one_offset_at_most() -> None:
    for a, b in combinations(FIRST, 2):
        assert sum(map(int.__eq__, a, b)) <= 1
    assert sorted(THEN) == sorted(FIRST)


def test_the_survey_has_every_stack_and_message_and_no_linking() -> None:
    survey = [plan(number) for number in (1, 2, 3)]
    assert {each.program for each in survey} == {0}
    assert {each.stack for each in survey} == set(STACKS)
    assert {each.message for each in survey} == set(MESSAGES)
    assert len({offset % 64 for offset in STACKS}) == len({n % 64 for n in MESSAGES}) == 3
    assert not any(offset % 16 for offset in (*STACKS, *MESSAGES))


def test_a_round_has_one_layout_for_good() -> None:
    assert [plan(n) for n in range(1, 40)] == [plan(n) for n in range(1, 40)]
    assert plan(4).program and not plan(4, linked=False).program
    assert plan(4)[1:] == plan(4, linked=False)[1:]


@pytest.mark.parametrize("offset", OFFSETS)
@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("rounds", [ROUNDS, 20])
def test_the_offset_that_matters_is_named(offset: str, level: int, rounds: int) -> None:
    """All rounds with one level of an offset take 10 % longer: that and no other is named."""
    slow = sorted({getattr(each, offset) for each in layouts(9)})[level]
    found = named(rounds, 0.004, lambda _, layout: 0.1 * (getattr(layout, offset) == slow))
    names = [name for name, _, _ in found]
    if (offset, level, rounds) == ("code", 0, ROUNDS):  # is slower in the survey, and only there
        assert names.count("") >= 57
        return
    assert names.count(offset) >= 57
    assert set(names) <= {offset, ""}
    for name, ratio, apart in found:
        assert not name or abs(math.log(ratio) - 0.1) < 0.02
        assert not name or ratio < apart * 1.01 < 1.16


@pytest.mark.parametrize("noise", [0.001, 0.004, 0.02])
@pytest.mark.parametrize("rounds", [1, 3, ROUNDS, 13, 20])
def test_noise_is_no_layout(noise: float, rounds: int) -> None:
    found = named(rounds, noise, lambda *_: 0)
    assert sum(apart > 1 for _, _, apart in found) <= 4
    assert sum(bool(name) for name, _, _ in found) <= 3


def test_a_disturbed_round_is_no_layout() -> None:
    for slow in range(1, ROUNDS + 1):
        found = named(ROUNDS, 0.002, lambda number, _, slow=slow: 0.1 * (number == slow))  # type: ignore[misc]
        assert {(name, apart) for name, _, apart in found} == {("", 1.0)}


@pytest.mark.parametrize("rounds", [ROUNDS, 13])
def test_a_machine_that_changed_is_no_layout(rounds: int) -> None:
    """The survey took 5 % longer than all that followed."""
    found = named(rounds, 0.004, lambda number, _: 0.05 * (number <= 3))
    assert sum(apart > 1 for _, _, apart in found) <= 3


def test_two_offsets_that_matter_are_a_spread_without_a_culprit() -> None:
    def both(number: int, layout: Layout) -> float:
        return 0.1 * (layout.stack > 0) + 0.05 * (layout.message > 0)

    found = named(20, 0.002, both)
    assert {name for name, _, _ in found} == {""}
    assert all(1.14 < apart < 1.18 for _, _, apart in found)


def test_offsets_that_matter_only_together_are_a_spread() -> None:
    """As when a store and a load are 4096 bytes apart: one of the nine layouts is slow."""
    found = named(28, 0.002, lambda _, each: 0.1 * (each.stack - each.message == 1424))
    assert {name for name, _, _ in found} == {""}
    assert all(1.09 < apart < 1.12 for _, _, apart in found)


@pytest.mark.parametrize(
    "known",
    [[], [Layout(0, 0, 0)], [None] * ROUNDS, [*layouts(ROUNDS - 1), None], layouts(ROUNDS + 1)],
)
def test_without_all_layouts_nothing_is_said(known: Sequence[Layout | None]) -> None:
    slow = times(ROUNDS, 0.001, lambda _, layout: 0.1 * (layout.stack > 0), 1)
    assert spread(slow, layouts(ROUNDS)) > 1.09
    assert spread(slow, known) == 1
    assert culprit(slow, known) is None


def test_less_than_the_least_is_not_told() -> None:
    found = named(ROUNDS, 0.0001, lambda _, layout: 0.8 * LEAST * (layout.stack > 0))
    assert {apart for _, _, apart in found} == {1.0}


def test_readers_know_the_line_and_do_without(tmp_path: Path) -> None:
    """At once, and line by line where a block has a word that nobody knows."""
    for name, more in (("whole", ""), ("lines", " news 1")):
        file = tmp_path / f"{name}.data"
        lines = []
        for line in LINES:
            if " took " in line and more:
                lines.append(line[: line.index(" took ")] + more)
            if " took " in line:
                lines.append(line[: line.index(" took ")] + " layout 64 1360 2656")
            lines.append(line)
        file.write_text("".join(f"{line}\n" for line in lines))
        assert {block.layout for block in read(file).blocks} == {Layout(64, 1360, 2656)}
    assert {block.layout for block in read(REAL).blocks} == {None}


# Code that waits for longer the further something lies behind the beginning of a cache line: by
# far more than a clock that turns up and down while a round is timed. Each multiplication waits
# for the one before it, so it costs the same wherever the loop lies.
WAITING = """
#include <stdint.h>
int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long inlen)
{
    volatile unsigned begin = 3;
    unsigned power = begin;
    for (unsigned long long left = (uintptr_t)(%s) / 16 %% 4 * 2 * inlen; left; --left)
        power *= power;
    begin = power;
    return hashed(out, in, inlen);
}
"""
PLANTED = {"stack": "&begin", "message": "in", "nothing": "0"}


def plant(tree: Path, name: str, where: str) -> None:
    """An implementation whose time depends on the address `where`."""
    folder = tree / "sha256" / name
    copy_of("sha256/ref", folder, {"int crypto_hash(": "static int hashed("})
    with (folder / "hash.c").open("a") as file:
        file.write(WAITING % where)


def test_a_run_names_the_offset_that_planted_code_depends_on(tmp_path: Path, compiler: str) -> None:
    tree = tmp_path / "crypto_hash"
    pinned("sha256", tree / "sha256")
    for offset, where in PLANTED.items():
        plant(tree, f"on{offset}", where)
    words = ("run", "--quick", "--rounds", "9", "--plain", "--machine", "testbox", "--save")
    every = [f"sha256/on{offset}" for offset in PLANTED]
    for attempt in range(4):  # a busy machine may hide it: nothing wrong is ever named
        home = tmp_path / str(attempt)
        done = do(*words, "--compilers", compiler, *every, home=home, tree=tree)
        assert done.returncode == 0, done.stdout + done.stderr
        (file,) = (home / "data").glob("*.tar.gz")
        said = do("tables", str(file), "--all", "--format", "json", home=home).stdout
        figures = [f for f in json.loads(said)["figures"] if f["mlen"] not in (64, 8)]
        named: dict[str, set[str]] = {offset: set() for offset in PLANTED}
        for f in figures:
            if f["culprit"] and f["implementation"] != "null":
                named[f["implementation"].removeprefix("on")].add(f["culprit"])
        for offset, culprits in named.items():  # any code may depend on where it lies
            assert culprits <= {"code" if offset == "nothing" else offset}, said
        assert all(f["layout"] > 1.05 for f in figures if f["culprit"] in PLANTED), said
        if all(named[offset] for offset in ("stack", "message")):
            break
    for offset in ("stack", "message"):
        assert re.search(rf"~ .*\bon{offset} layout [1-9]\.\d\d \({offset}\)", done.stdout), said
