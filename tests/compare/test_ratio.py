"""Ratios: Student's t, moderated variances, pairs, few rounds, disturbed ones, by hand."""

from __future__ import annotations

import math
import statistics

import pytest

from shootout.ranking import ratio
from shootout.ranking.ratio import ALPHA, DISTURBED, USUAL, WIDER, Speed
from shootout.results import stats
from shootout.results.figures import Figures
from shootout.results.records import Block
from shootout.results.timings import Flag, Timing

HEAD = ("20261121", "box", "amd64", "20261121")


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


@pytest.mark.parametrize("halves", range(1, 12))
def test_digamma_is_the_slope_of_the_logarithm_of_gamma(halves: int) -> None:
    x, step = halves / 2, 1e-5
    slope = (math.lgamma(x + step) - math.lgamma(x - step)) / (2 * step)
    assert ratio.digamma(halves) == pytest.approx(slope, abs=1e-6)


# Ratios by hand


def speed(*cycles: float, grain: float = 0.0, disturbed: bool = False) -> Speed:
    return Speed({i: math.log(c) for i, c in enumerate(cycles)}, False, disturbed, grain)


def half(found: ratio.Ratio) -> float:
    return math.log(found.high / found.low) / 2


def test_pairs_by_hand() -> None:
    a = speed(100, 110, 121)
    b = speed(*(c * math.exp(x) for c, x in zip((100, 110, 121), (0.01, 0.02, 0.03))))
    found = ratio.ratio(a, b, 0.004)
    # The differences have the variance 0.01**2, twice; the usual one is added, once.
    moderated = (2 * 0.004**2 + 2 * 0.01**2) / 3
    assert math.log(found.value) == pytest.approx(0.02)
    expected = ratio.student(3, ALPHA) * WIDER * math.sqrt(moderated / 3)
    assert half(found) == pytest.approx(expected)
    assert found.rounds == 3


def test_what_happens_to_both_in_a_round_is_of_no_account() -> None:
    quiet = ratio.ratio(speed(100, 100, 100, 100), speed(103, 103, 103, 103))
    drift = ratio.ratio(speed(100, 120, 140, 160), speed(103, 123.6, 144.2, 164.8))
    assert (drift.low, drift.high) == pytest.approx((quiet.low, quiet.high))
    apart = ratio.ratio(speed(100, 120, 140, 160), speed(103, 123.6, 144.2, 164.8), paired=False)
    assert apart.low < drift.low


def test_only_shared_rounds_make_pairs() -> None:
    a = Speed({n: math.log(100 + n) for n in (1, 2, 3, 4, 5)})
    b = Speed({n: math.log(200) for n in (1, 2, 9)})
    found = ratio.ratio(a, b)
    assert found.value == pytest.approx(200 / 103, rel=1e-3) and found.rounds == 3


def test_a_disturbed_round_of_seven_does_not_move_the_ratio() -> None:
    a = speed(100, 100, 100, 100, 100, 100, 100)
    b = speed(102, 102.5, 103, 103.5, 104, 104.5, 300)
    assert ratio.ratio(a, b).value == pytest.approx(1.035, abs=0.002)


def test_equal_rounds_are_told_apart_by_more_than_the_counters_step() -> None:
    a = speed(*[1000] * 7, grain=26)
    assert not ratio.ratio(a, speed(*[1026] * 7, grain=26)).separated
    assert ratio.ratio(a, speed(*[1060] * 7, grain=26)).separated


def test_one_round_tells_what_is_far_apart() -> None:
    assert ratio.ratio(speed(100), speed(185)).separated
    near = ratio.ratio(speed(100), speed(110))
    assert not near.separated and not near.above(0)


def test_a_noisy_file_makes_longer_intervals() -> None:
    a, b = speed(100, 101, 102), speed(105, 106, 107)
    assert ratio.ratio(a, b, 0.002).separated
    assert not ratio.ratio(a, b, 0.05).separated


def test_a_smaller_error_rate_makes_longer_intervals() -> None:
    a, b = speed(100, 101, 102), speed(110, 111, 113)
    strict, usual = ratio.ratio(a, b, tail=1e-4), ratio.ratio(a, b)
    assert strict.low < usual.low < usual.value == strict.value < usual.high < strict.high


def test_a_disturbance_makes_slow_never_fast() -> None:
    quiet, shared = speed(100, 101, 102), speed(150, 180, 210, disturbed=True)
    slow = ratio.ratio(quiet, shared)
    assert not slow.separated and slow.disturbed
    assert math.log(slow.value / slow.low) > DISTURBED > math.log(slow.high / slow.value)
    assert ratio.ratio(shared, speed(400, 401, 402)).separated  # it is faster, even so
    assert ratio.ratio(quiet, speed(400, 500, 450, disturbed=True)).separated


# The spread of a file


def test_the_usual_spread_is_found_again() -> None:
    """Variances that are the true one times numbers of F(2, 1), at its quantiles."""
    true, speeds = 0.003, []
    for i in range(200):
        tail = (i + 0.5) / 200
        f = (tail**-2 - 1) / 2  # P(F > f) = (1 + 2 f) ** -0.5
        apart = true * math.sqrt(f)
        speeds.append(Speed(dict(enumerate((-apart, 0.0, apart)))))
    assert ratio.usual(speeds) == pytest.approx(true, rel=0.1)


def test_few_programs_tell_no_spread() -> None:
    assert ratio.usual([speed(100, 100, 100)] * 5) == USUAL
    assert ratio.usual([speed(100)] * 50) == USUAL


# From blocks to rounds


def block(*timings: Timing, round: int | None = 1) -> Block:
    return Block(*HEAD, "sha256", "", "mine", compiler="gcc_-O3", round=round, timings=timings)


def of(blocks: list[Block], mlen: stats.Length) -> Speed:
    found = ratio.speed(Figures("sha256", blocks), mlen)
    assert found
    return found


def cycles(found: Speed, size: int = 64) -> list[float]:
    """What so many bytes take."""
    return [size * math.exp(log) for log in found.logs.values()]


def test_rounds_have_their_numbers() -> None:
    rounds = [block(Timing(64, (640 + n,) * 4), round=n) for n in (3, 8)]
    assert [number for number, _ in of(rounds, 64).logs] == [3, 8]
    assert cycles(of(rounds, 64)) == pytest.approx([643, 648])


def test_passes_of_one_process_are_single() -> None:
    found = of([block(Timing(64, (640,) * 4), Timing(64, (660,) * 4), round=None)], 64)
    assert found.single and cycles(found) == pytest.approx([640, 660])


def test_flagged_rounds_are_left_out_where_there_are_others() -> None:
    bad = block(Timing(64, (900,) * 4, flags=(Flag("shared"),)), round=2)
    found = of([block(Timing(64, (640,) * 4)), bad], 64)
    assert cycles(found) == pytest.approx([640]) and not found.disturbed
    assert cycles(of([bad], 64)) == pytest.approx([900]) and of([bad], 64).disturbed


def test_long_messages() -> None:
    rounds = [
        block(Timing(2048, (3000,) * 4), Timing(4096, (5048 + i,) * 4), round=i) for i in (0, 1)
    ]
    assert cycles(of(rounds, stats.LONG), 2048) == pytest.approx([2048, 2049])
    backwards = [block(Timing(2048, (3000,) * 4), Timing(4096, (2000,) * 4))]
    assert not of(backwards, stats.LONG).positive
    assert ratio.speed(Figures("sha256", rounds[:1]), 64) is None


@pytest.mark.parametrize(
    ("samples", "grain"),
    [((780, 806, 832, 780), 26), ((780, 781, 806), stats.RESOLUTION), ((780,), stats.RESOLUTION)],
)
def test_the_step_of_the_counter(samples: tuple[int, ...], grain: float) -> None:
    assert 64 * of([block(Timing(64, samples))], 64).grain == grain
