"""Statistics against their definitions, read literally, and against SUPERCOP's own figures."""

from __future__ import annotations

import gzip
import os
import random
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.results import stats
from shootout.results.figures import Row, fastest, rows_of
from shootout.results.reader import read
from shootout.results.records import Block, parse, samples
from shootout.results.timings import Flag, Timing

DATA = ROOT / "tests" / "data"
# SUPERCOP's whole output of 2026 or later, in a file of any size, instead of the excerpt.
SUPERCOP = Path(os.environ.get("SHOOTOUT_SUPERCOP_DATA", DATA / "supercop-2026.data"))


def literally(taken: list[int]) -> list[Fraction]:
    """The definition, in exact numbers."""
    n = len(taken)
    s = sorted(8 * taken)
    slices = (s[n : 3 * n], s[3 * n : 5 * n], s[5 * n : 7 * n])
    return [Fraction(sum(each), len(each)) for each in slices]


def test_quartiles_as_defined() -> None:
    source = random.Random(2026)
    for n in [*range(1, 40), 15, 16, 48, 1000]:
        taken = [source.randrange(-(10**6), 10**9) for _ in range(n)]
        assert stats.quartiles(taken) == pytest.approx([float(q) for q in literally(taken)])


def test_quartiles_by_hand() -> None:
    assert stats.quartiles([7]) == (7, 7, 7)
    assert stats.quartiles([4, 1, 3, 2]) == (1.5, 2.5, 3.5)
    # S = 1*8 2*8 9*8; S[3..9) = 1*5 2, S[9..15) = 2*6, S[15..21) = 2 9*5
    assert stats.quartiles([9, 1, 2]) == (7 / 6, 2, 47 / 6)


@pytest.mark.parametrize(
    ("taken", "expected"),
    [([5], 5), ([1, 2], 1), ([-1, -2], -1), ([1, 2, 2, 2], 2), ([3, 4, 4, 5], 4), ([0, 1], 0)],
)
def test_stq2_rounds_a_half_to_zero(taken: list[int], expected: int) -> None:
    assert stats.stq2(taken) == expected


def test_stq2_is_what_supercop_printed() -> None:
    unpack = gzip.open if SUPERCOP.suffix == ".gz" else open
    lines = agreed = 0
    with unpack(SUPERCOP, "rt", encoding="utf-8") as file:
        for line in map(parse, file):
            if line and line.word == "cycles":
                lines += 1
                agreed += stats.stq2(samples(line.rest)) == int(line.rest[1])
    assert agreed == lines > 0


@pytest.mark.parametrize(("primitive", "b"), [
    ("sha256", 2048), ("skein512512", 2048), ("blake384", 2048), ("null", 2048),
    ("keccakc512", 1904),  # the paper's, though 15 blocks of 136 would fit
    ("keccakc1024", 2016), ("keccakc448", 2016), ("keccakc768", 1976), ("sha3256", 2040),
    ("sha3512", 2016), ("shake128", 2016), ("shake256", 2040), ("turboshake128", 2016),
    ("k12", 2016), ("keccak", 2048),
    ("keccakc512treed2", 1904),  # seven blocks of each of two leaves
    ("keccakc1600", 2048),  # which there is not
])  # fmt: skip
def test_stretch(primitive: str, b: int) -> None:
    assert stats.stretch(primitive) == b


def test_needed() -> None:
    assert stats.needed("keccakc512") == {8, 64, 576, 1536, 2192, 4096, 65536, 1048576}
    assert stats.needed("k12") == {8, 64, 576, 1536, 4096, 65536, 1048576}
    assert stats.papers("k12") == {8, 64, 576, 1536, 4096}
    assert stats.lengths_of("today") == (1048576, 65536, 4096, 1536, 576, 64, 8)
    assert stats.lengths_of("paper") == stats.LENGTHS


def block(
    *timings: Timing,
    round: int = 1,
    primitive: str = "sha256",
    implementation: str = "mine",
    compiler: str = "gcc",
) -> Block:
    head = ("20261121", "box", "amd64", "20261121", primitive, "", implementation)
    return Block(*head, compiler=compiler, round=round, timings=timings)


def line(per_byte: float, mlen: int = 64, *causes: str, clock: float | None = None) -> Timing:
    tick = int(per_byte * mlen / (clock or 1))
    flags = tuple(Flag(cause) for cause in causes)
    return Timing(mlen, (tick, tick, tick, tick), clock=clock, flags=flags)


def at64(*blocks: Block) -> stats.Figure:
    return rows_of(blocks)[0].figures[64]


def test_rounds_are_pooled() -> None:
    found = at64(block(line(10)), block(line(10.125), round=2), block(line(20, 8), round=3))
    assert (found.samples, found.rounds, found.doubts) == (8, 2, ())
    assert found.q1 <= found.median == 10.0625 <= found.q3


def test_rounds_without_flags_count_alone() -> None:
    shared = block(line(30, 64, "shared", "drift"), round=4)
    found = at64(*(block(line(10), round=n) for n in (1, 2, 3)), shared)
    assert (found.median, found.samples, found.rounds) == (10, 12, 3)
    assert (found.doubts, found.left_out) == ((), ("drift", "shared"))


def test_two_rounds_that_disturbed_ones_leave_are_few() -> None:
    shared = block(line(30, 64, "shared"), round=3)
    found = at64(block(line(10)), block(line(10), round=2), shared)
    assert (found.median, found.rounds, found.doubts) == (10, 2, ("few",))
    assert at64(block(line(10)), block(line(10), round=2)).doubts == ()


def test_where_all_are_flagged_all_count() -> None:
    flagged = block(line(10, 64), round=2)._replace(flags=(Flag("overread"),))
    found = at64(block(line(10, 64, "shared")), flagged)
    assert (found.median, found.rounds) == (10, 2)
    assert (found.doubts, found.left_out) == (("overread", "shared"), ())


@pytest.mark.parametrize(("other", "doubts"), [(10.125, ()), (10.25, ("unsteady",))])
def test_unsteady(other: float, doubts: tuple[str, ...]) -> None:
    assert at64(block(line(10)), block(line(other), round=2)).doubts == doubts


def test_each_line_is_converted_by_its_own_clock() -> None:
    found = rows_of(
        [
            block(line(10, 64, clock=1.25), line(10, 64, clock=1.6)),
            block(line(99, 64), round=2),  # ticks cannot be pooled with cycles
        ]
    )
    assert found[0].clock == pytest.approx(1.425)
    assert found[0].figures[64].median == 10
    assert found[0].figures[64].rounds == 2


def long(blocks: list[Block]) -> stats.Figure | None:
    return stats.extrapolation(blocks[0].primitive, stats.by_length(blocks))


def test_extrapolation_pairs_samples_within_a_round() -> None:
    first = block(Timing(2048, (2100, 2300, 2200)), Timing(4096, (4148, 4348, 4248)))
    second = block(Timing(4096, (9004, 9004, 9004)), round=2)  # cut off: no 2048
    found = long([first, second])
    assert found is not None
    assert (found.q1, found.median, found.q3) == (1, 1, 1)
    assert (found.samples, found.rounds) == (3, 1)
    assert long([second]) is None


def test_extrapolation_leaves_out_a_round_flagged_at_either_end() -> None:
    clean = block(line(10, 2048), line(10, 4096))
    shared = block(line(10, 2048, "shared"), line(99, 4096), round=2)
    found = long([clean, shared])
    assert found is not None
    assert (found.median, found.left_out, found.doubts) == (10, ("shared",), ("few",))


@pytest.mark.parametrize(
    ("low", "top", "doubts"),
    [
        (21000, 41000, ()),  # a fixed cost of 1000, and 8 bytes take 1600
        (20400, 41000, ()),  # of -200: within 2 %
        (19000, 41000, ("inconsistent",)),  # of -3000
        (23000, 41000, ("inconsistent",)),  # of 5000: 2048 bytes were disturbed
    ],
)
def test_an_inconsistent_slope(low: int, top: int, doubts: tuple[str, ...]) -> None:
    timings = [Timing(8, (1600,) * 4), Timing(2048, (low,) * 4), Timing(4096, (top,) * 4)]
    found = long([block(*timings)])
    assert found is not None and found.doubts == doubts


def test_a_real_disturbed_run_is_bent_and_a_real_good_one_is_not() -> None:
    rows = rows_of(read(DATA / "supercop-2026.data", curves=False).blocks)
    found = {row.primitive: row.figures[stats.LONG] for row in rows}
    assert "inconsistent" in found["skein512512"].doubts
    assert "inconsistent" not in found["sha256"].doubts
    assert found["sha256"].median == pytest.approx(1.43, abs=0.01)


def test_fastest_of_a_function_and_of_each_implementation() -> None:
    rows = rows_of(
        [
            block(line(9, 8), line(5), line(4, 1536)),
            block(line(8, 8), line(6), line(5, 1536), compiler="clang"),
            block(line(9, 8), line(7), line(9, 1536), implementation="ref"),
            block(line(2), primitive="null"),  # stopped before 1536
        ]
    )

    def names(rows: list[Row]) -> list[str]:
        return [f"{r.primitive} {r.implementation} {r.compiler}" for r in rows]

    assert names(fastest(rows)) == ["sha256 mine gcc"]
    assert names(fastest(rows, 8)) == ["sha256 mine clang"]
    assert names(fastest(rows, per_implementation=True)) == ["sha256 mine gcc", "sha256 ref gcc"]


def test_long_messages_of_a_tree_are_longer() -> None:
    """2048 and 4096 bytes, which fill more and more lanes in the same time, tell nothing."""
    timings = [Timing(2048, (3000,) * 4), Timing(4096, (3000,) * 4)]
    assert stats.ends("sha256") == (4096, 2048) and stats.ends("blake3") == (1048576, 65536)
    assert stats.LONG not in rows_of([block(*timings, primitive="blake3")])[0].figures
    timings += [Timing(65536, (40000,) * 4), Timing(1048576, (40000 + 983040,) * 4)]
    tree, other = (rows_of([block(*timings, primitive=p)])[0].figures for p in ("blake3", "sha256"))
    assert tree[stats.LONG].median == tree.median(stats.LONG) == 1
    assert other[stats.LONG].median == 0


@pytest.mark.parametrize(
    ("low", "top", "doubts"),
    [
        (65536, 1 << 20, ()),
        (3 * 65536, 1 << 20, ()),  # whose lanes are not yet full at 65536 bytes
        (65536, 1.2 * (1 << 20), ()),  # which a cache no longer holds
        (65536, 2 * (1 << 20), ("inconsistent",)),
        (65536, 65536, ("inconsistent",)),
    ],
)
def test_an_inconsistent_slope_of_a_tree(low: int, top: int, doubts: tuple[str, ...]) -> None:
    timings = [Timing(8, (400,) * 4), Timing(65536, (low,) * 4), Timing(1 << 20, (int(top),) * 4)]
    tree = block(*timings, primitive="k12")
    found = long([tree])
    assert found is not None and found.doubts == doubts
    ranked = top / (1 << 20) if doubts else found.median
    assert rows_of([tree])[0].figures.rank(stats.LONG) == pytest.approx(ranked)


def test_an_impossible_slope_wins_nothing() -> None:
    inconsistent = block(line(10, 8), line(11, 2048), line(8, 4096))
    sound = block(line(100, 8), line(7.5, 2048), line(7.25, 4096), implementation="ref")
    assert rows_of([inconsistent])[0].figures[stats.LONG].median == 5
    (best,) = fastest(rows_of([inconsistent, sound]), stats.LONG)
    assert best.implementation == "ref"


def test_an_impossible_slope_does_not_lose_to_what_is_far_slower() -> None:
    inconsistent = block(line(10, 8), line(11, 2048), line(8, 4096))
    slow = block(line(1000, 8), line(75, 2048), line(72.5, 4096), implementation="ref")
    (best,) = fastest(rows_of([inconsistent, slow]), stats.LONG)
    assert best.implementation == "mine" and "inconsistent" in best.figures[stats.LONG].doubts
