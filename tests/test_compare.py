"""Comparisons: what intervals claim, on data of known truth and on real files."""

from __future__ import annotations

import math
import random
import shutil
import statistics
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from shootout.cli import main
from shootout.common.errors import Usage
from shootout.report import compare, ratio
from shootout.report.ratio import Ratio, Speed
from shootout.results import stats
from shootout.results.reader import read
from shootout.results.records import Block, Flag, Result, Timing

DATA = Path(__file__).parent / "data"
REAL = DATA / "supercop-2026.data"
LENGTHS = (64, 576, 1536, 4096)
HEAD = ("20261121", "box", "amd64", "20261121")
SEED = 2012


# Student's t against printed tables


@pytest.mark.parametrize(
    ("freedom", "tail", "t"),
    [
        (1, 0.05, 12.706),
        (4, 0.05, 2.7764),
        (4, 0.001, 8.6103),
        (8, 0.001, 5.0413),
        (30, 0.01, 2.75),
    ],
)
def test_student(freedom: float, tail: float, t: float) -> None:
    assert ratio.student(freedom, tail) == pytest.approx(t, rel=1e-4)
    assert ratio.beyond(freedom, t) == pytest.approx(tail, rel=1e-3)


def test_student_with_much_freedom_is_normal() -> None:
    normal = statistics.NormalDist().inv_cdf(1 - 0.01 / 2)
    assert ratio.student(1e3, 0.01) == pytest.approx(normal, rel=3e-3)


# A ratio by hand


def speed(*cycles: float, single: bool = False, grain: float = 0.0) -> Speed:
    return Speed(cycles, single, grain)


def test_welch_by_hand() -> None:
    a, b = speed(100, 100 * math.e**0.02), speed(100, 100 * math.e**0.02)
    # The variance of either mean is 0.01**2, Welch's freedom 2, t(2, 0.05) 4.3027.
    found = ratio.ratio(a, b, 1)
    assert found.value == pytest.approx(1)
    assert math.log(found.high) == pytest.approx(4.3027 * math.sqrt(2) * 0.01, rel=1e-4)
    assert found.low == pytest.approx(1 / found.high)
    assert not found.separated


def test_more_comparisons_make_longer_intervals() -> None:
    a, b = speed(100, 101, 102), speed(110, 111, 113)
    one, many = ratio.ratio(a, b, 1), ratio.ratio(a, b, 72)
    assert one.separated and not many.separated
    assert many.low < one.low < one.value == many.value < one.high < many.high


def test_a_disturbed_round_of_seven_moves_nothing() -> None:
    quiet = speed(100, 100.5, 101, 101.5, 102, 102.5, 103)
    noisy = speed(100, 100.5, 101, 101.5, 102, 102.5, 300)
    assert noisy.mean == pytest.approx(quiet.mean)
    assert noisy.variance == pytest.approx(quiet.variance)
    assert speed(100, 101, 300).mean > 130  # of three rounds none can be spared


def test_equal_rounds_are_told_apart_by_more_than_the_counters_step() -> None:
    a = speed(1000, 1000, 1000, grain=26)
    assert not ratio.ratio(a, speed(1026, 1026, 1026, grain=26), 1).separated
    assert ratio.ratio(a, speed(1060, 1060, 1060, grain=26), 1).separated


def test_one_round_tells_no_spread() -> None:
    found = ratio.ratio(speed(100), speed(200, 201, 202), 1)
    assert (found.value, found.low, found.high) == (pytest.approx(2.01, abs=0.001), 0, math.inf)
    assert not found.separated and not found.above(0)


# From blocks to rounds


def block(*timings: Timing, primitive: str = "sha256", name: str = "mine", round: int = 1) -> Block:
    return Block(*HEAD, primitive, "", name, compiler="gcc_-O3", round=round, timings=timings)


def test_a_process_is_a_unit_and_passes_are_only_alone() -> None:
    twice = block(Timing(64, (640,) * 4), Timing(64, (660,) * 4))
    found = ratio.speed([twice, block(Timing(64, (700,) * 4), round=2)], 64)
    assert (found.units, found.single) == ((650, 700), False)
    assert (ratio.speed([twice], 64).units, ratio.speed([twice], 64).single) == ((640, 660), True)


def test_flagged_rounds_are_left_out_where_there_are_others() -> None:
    bad = block(Timing(64, (900,) * 4, flags=(Flag("shared"),)), round=2)
    assert ratio.speed([block(Timing(64, (640,) * 4)), bad], 64).units == (640,)
    assert ratio.speed([bad], 64).units == (900,)


def test_long_messages() -> None:
    rounds = [
        block(Timing(2048, (3000,) * 4), Timing(4096, (5048 + i,) * 4), round=i) for i in (0, 1)
    ]
    assert ratio.speed(rounds, stats.LONG).units == (2048, 2049)
    assert ratio.speed([block(Timing(4096, (5048,) * 4))], stats.LONG).units == ()


@pytest.mark.parametrize(
    ("samples", "grain"),
    [((780, 806, 832, 780), 26), ((780, 781, 806), stats.RESOLUTION), ((780,), stats.RESOLUTION)],
)
def test_the_step_of_the_counter(samples: tuple[int, ...], grain: float) -> None:
    assert ratio.speed([block(Timing(64, samples))], 64).grain == grain


# Simulated machines: what is claimed of all intervals together


def rounds(
    chance: random.Random, cost: float, count: int, primitive: str, spread: float
) -> Iterator[Block]:
    """Processes that differ, samples within each that differ less, some disturbed."""
    for number in range(count):
        process = chance.lognormvariate(0, spread)
        if chance.random() < 0.05:
            process *= 1 + chance.random() / 5  # a stranger is about
        timings = []
        for mlen in LENGTHS:
            here = cost * (mlen + 64) * process * chance.lognormvariate(0, spread / 2)
            taken = [round(here * (1 + chance.gauss(0, 0.002))) for _ in range(7)]
            taken[0] += round(here / 4)  # the first is always slow
            timings.append(Timing(mlen, tuple(taken)))
        yield block(*timings, primitive=primitive, round=number)


TRUTH = {"sha256": 1.0, "blake256": 1.05, "keccakc512": 0.8}


def family(chance: random.Random, of_a: int, of_b: int) -> list[tuple[Ratio, float]]:
    """A comparison of three functions at four lengths, so many rounds: ratios, and true ones."""
    found, together = [], len(TRUTH) * len(LENGTHS)
    for name, truth in TRUTH.items():
        a = list(rounds(chance, 10, of_a, name, 0.004))
        b = list(rounds(chance, 10 * truth, of_b, name, 0.008))
        for mlen in LENGTHS:
            sides = ratio.speed(a, mlen), ratio.speed(b, mlen)
            found.append((ratio.ratio(*sides, together), truth))
    return found


@pytest.mark.parametrize(("of_a", "of_b"), [(3, 3), (3, 7), (7, 7)])
def test_all_intervals_hold_at_once_as_often_as_claimed(of_a: int, of_b: int) -> None:
    chance, times = random.Random(SEED), 250
    families = [family(chance, of_a, of_b) for _ in range(times)]
    wrong = sum(any(not r.low <= truth <= r.high for r, truth in each) for each in families)
    # Three standard deviations of a binomial above what is claimed.
    assert wrong / times <= ratio.ALPHA + 3 * math.sqrt(ratio.ALPHA * (1 - ratio.ALPHA) / times)
    if min(of_a, of_b) >= 7:  # and they are of use: a fifth faster is seen
        seen = [r.high < 1 for each in families for r, truth in each if truth == 0.8]
        assert statistics.fmean(seen) > 0.9


def test_samples_taken_for_independent_would_not_hold() -> None:
    """Why rounds are the units: with samples as units far more families are wrong."""
    chance, times, wrong = random.Random(SEED), 40, 0
    for _ in range(times):
        sides = [list(rounds(chance, 10, 5, "sha256", 0.02)) for _ in "ab"]
        ratios = []
        for mlen in LENGTHS:
            timed = [[t for each in side for t in each.timings if t.mlen == mlen] for side in sides]
            a, b = (speed(*(s for t in each for s in t.samples), grain=3.0) for each in timed)
            ratios.append(ratio.ratio(a, b, len(LENGTHS)))
        wrong += any(each.separated for each in ratios)
    assert wrong / times > 4 * ratio.ALPHA


# Real files, and the command


@pytest.mark.parametrize("year", [2013, 2020, 2026])
def test_a_file_against_itself(year: int, capsys: pytest.CaptureFixture[str]) -> None:
    path = DATA / f"supercop-{year}.data"
    a, b = compare.sides([str(path), str(path)])
    pairs = compare.compare(a, b)
    assert pairs
    assert {pair.verdict for pair in pairs} == {"not separated"}
    assert all(pair.ratio.value == 1 for pair in pairs if pair.ratio)
    assert main(["compare", str(path), str(path), "--fail-above", "0"]) == 0
    first = capsys.readouterr().out
    main(["compare", str(path), str(path), "--fail-above", "0"])
    assert capsys.readouterr().out == first


def test_a_slower_copy(tmp_path: Path) -> None:
    """A real file whose every sample of B took a tenth longer."""
    result = read(REAL, curves=False)
    slower = replace(
        result,
        blocks=tuple(
            b._replace(
                timings=tuple(
                    t.replaced(samples=tuple(s * 11 // 10 for s in t.samples)) for t in b.timings
                ),
            )
            for b in result.blocks
        ),
    )
    pairs = compare.compare(compare.side("a", result), compare.side("b", slower))
    at1536 = next(p for p in pairs if p.mlen == 1536 and p.a.primitive == "sha256")
    assert at1536.verdict == "slower" and at1536.doubtful
    assert at1536.ratio and at1536.ratio.value == pytest.approx(1.1, abs=0.001)
    assert at1536.ratio.above(5)
    assert not at1536.above(5)  # its rounds are passes of one process


def file(path: Path, *cells: tuple[str, str, float], rounds: int = 5) -> str:
    """A result file with these costs per byte of primitives and implementations."""
    lines = []
    for number in range(rounds):
        for primitive, name, cost in cells:
            lines += [
                f"{primitive} implementation crypto_hash/{primitive}/{name} -",
                f"{primitive} cpucycles_implementation amd64-pmc",
                f"{primitive} compiler gcc_-O3_-Wall 12.2.0",
                f"{primitive} round {number}",
            ]
            for mlen in (8, 64, 576, 1536, 2048, 4096):
                middle = round((mlen + 64) * cost * (1 + number / 1000))
                lines.append(f"{primitive} cycles {mlen} {middle} +0+1-1+2-2")
    path.write_text("".join(f"{' '.join(HEAD)} crypto_hash {line}\n" for line in lines))
    return str(path)


@pytest.fixture
def old(tmp_path: Path) -> str:
    cells = (("blake256", "ref", 9), ("blake256", "opt64", 6), ("sha256", "ref", 8))
    return file(tmp_path / "old", *cells, ("null", "null", 1))


@pytest.fixture
def new(tmp_path: Path) -> str:
    return file(tmp_path / "new", ("blake256", "opt64", 6.6), ("sha256", "ref", 8))


def test_two_files(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", old, new]) == 0
    out = capsys.readouterr().out
    line = next(x for x in out.splitlines() if "blake256/opt64 gcc -O3" in x and " 4096 " in x)
    assert line.split()[7:9] == ["4096", "6.11"]
    assert line.split()[10] == "1.100" and line.endswith("slower")
    assert "with 95% confidence all 12 ratios are within" in out
    assert "null" not in out
    assert "B is faster 0 times, slower 6 times, not separated 6 times" in out


@pytest.mark.parametrize(("percent", "status", "worse"), [("5", 1, 6), ("10", 0, 0), ("0", 1, 6)])
def test_fail_above(
    old: str, new: str, percent: str, status: int, worse: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", old, new, "--fail-above", percent]) == status
    said = f"slower by more than {percent} % for sure: {worse} of 12\n"
    assert said in capsys.readouterr().out
    assert main(["compare", new, old, "--fail-above", percent]) == 0  # B is faster there


def test_patterns_of_two_files(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", old, new, "sha256"]) == 0
    assert "all 6 ratios" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        ("blake256/ref", "blake256/opt64"),
        ("crypto_hash/blake256/ref/", "*/opt64"),
        ("sha256", "blake256/opt64"),  # one function each: they may differ
    ],
)
def test_two_implementations(
    old: str, words: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", old, *words, "--format", "markdown"]) == 0
    out = capsys.readouterr().out
    assert "| blake256/opt64 gcc -O3 | 1536 |" in out and out.count("| faster |") == 6
    assert f"A: {words[0]}: box amd64" in out.replace("\\", "")


def test_what_only_one_has_is_said(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", old, "*/opt64", "*/ref"]) == 0
    assert "only in B: box amd64 sha256\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["OLD"], "1 result files are not two; name two result files, or one and two "),
        (["OLD", "nosuch"], "nosuch: no such file; name two"),
        (["nosuch", "blake256"], "nosuch: no such file; name two"),
        (["OLD", "blake256/ref", "blake256/avx2"], "no blake256/avx2 was timed there; it has "),
        (["OLD", "OLD", "OLD"], "3 result files are not two"),
    ],
)
def test_wrong_usage(
    words: list[str], complaint: str, old: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", *(old if word == "OLD" else word for word in words)]) == 2
    assert complaint in capsys.readouterr().err


def test_nothing_in_common(old: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "x86"
    other.write_text(Path(old).read_text().replace(" amd64 ", " x86 "))
    assert main(["compare", old, str(other), "sha256"]) == 2
    said = "nothing to compare: only in A: box amd64 sha256; only in B: box x86 sha256"
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("percent", ["-1", "nan", "inf", "much"])
def test_wrong_percentages(percent: str, old: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["compare", old, old, f"--fail-above={percent}"])
    assert stop.value.code == 2
    assert f"'{percent}' is no percentage of 0 or more" in capsys.readouterr().err


def test_a_damaged_file(old: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut = tmp_path / "cut"
    shutil.copy(old, cut)
    cut.write_bytes(cut.read_bytes()[:-3])
    assert main(["compare", old, str(cut)]) == 1
    assert "is cut off" in capsys.readouterr().err


def test_doubts_and_unlike_units(old: str, capsys: pytest.CaptureFixture[str]) -> None:
    sha = read(Path(old), curves=False)
    ticks = replace(sha, blocks=tuple(b._replace(counter="amd64-tsc") for b in sha.blocks))
    ticks = replace(ticks, facts={"boost": "on"})
    a, b = compare.side("a", sha), compare.side("b", ticks)
    answer = compare.sheet(a, b, compare.compare(a, b))
    assert answer.alarms == ["B boost", "unlike units"]


def test_a_speed_that_is_none(tmp_path: Path) -> None:
    rounds = [
        block(Timing(2048, (cycles,)), Timing(4096, (800,)), Timing(64, (9,)), round=i)
        for i, cycles in enumerate((400, 400, 900))
    ]
    a = compare.side("here", Result("here", tuple(rounds)))
    pairs = compare.compare(a, a)
    (long,) = (pair for pair in pairs if pair.mlen == stats.LONG)
    assert (long.ratio, long.verdict, long.above(0)) == (None, "not separated", False)
    assert any("no ratio" in note for note in compare.sheet(a, a, pairs).notes)


def test_nothing_was_timed() -> None:
    with pytest.raises(Usage, match="here: no hash function was timed there; it has no timings"):
        compare.side("here", Result("here"))
