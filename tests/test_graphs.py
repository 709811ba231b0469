"""The data of graphs, without matplotlib: machines, their order, exclusions, curves."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from shootout.results.skim import runs, skim
from shootout.results.sweep import Curve

from shootout.machine import microarchitecture
from shootout.report import bands, exclusions, literature
from shootout.report.machines import Contestant, collect, contestants, merge
from shootout.results import archive, published, sweep, sweeper
from shootout.results.reader import Reader, read
from shootout.results.records import MANY, Result, without_curves
from shootout.results.stats import needed
from shootout.results.sums import parted

DATA = Path(__file__).parent / "data"
REAL = [DATA / f"supercop-{year}.data" for year in (2013, 2020, 2026)]
HEAD = "20261121 box amd64 20261121 crypto_hash"


def machine(name: str = "box", **more: object) -> Contestant:
    facts = {"abi": "amd64", "microarchitecture": "Zen 3", "version": "20261121", **more}
    return Contestant(name, date="20261121", **facts)  # type: ignore[arg-type]


def plainly(path: Path) -> Result:
    """All that was read, less the curves."""
    result = read(path, needed, keep=True)
    return replace(result, blocks=without_curves(result.blocks))


@pytest.mark.parametrize("path", REAL, ids=lambda path: path.stem)
def test_skimming_reads_what_reading_does(path: Path) -> None:
    assert skim(path) == plainly(path)


def lines_of(lengths: Iterable[int]) -> list[str]:
    lines = ["implementation crypto_hash/x/ref -", "cpuid x", "compiler gcc 9"]
    return [*lines, *body_of(lengths)]


def body_of(lengths: Iterable[int]) -> list[str]:
    lines = []
    for mlen in lengths:
        lines += ["pace 4", f"clock 1.{mlen:04}", f"calls {mlen} 3", f"cycles {mlen} {mlen} +0+1"]
        lines += [f"flag {mlen} drift 0.1"] if mlen % 64 == 0 else []
    return [*lines, "flag - stolen 3", "took 1 2"]


CURVE, SIX = lines_of(range(0, 4097, 8)), lines_of((8, 64, 576, 1536, 2048, 2192, 2080, 4096))
NAMES = ("sha256", "keccakc512", "keccakc1024", "sha3256")


@pytest.mark.parametrize(
    ("lines", "kept"),
    [
        ([*CURVE, "same crypto_hash/x/ref gcc clang"], 2),
        ([*SIX, *CURVE], 1),
        ([*CURVE, *SIX, "same crypto_hash/x/ref gcc clang"], 2),
        ([*SIX, *CURVE, "tryfails crypto_hash/x/other gcc why"], 1),
    ],
)
def test_skimming_an_archive_reads_what_reading_does(
    lines: list[str], kept: int, tmp_path: Path
) -> None:
    text = "".join(
        f"20261121 box amd64 20261121 crypto_hash {name} {line}\n"
        for name in NAMES
        for line in lines
    )
    path = tmp_path / "box.tar.gz"
    archive.write(path, {"data": text.encode(), "machine": b"boost on\n"})
    assert len(plainly(path).blocks) == kept * len(NAMES)
    assert skim(path) == plainly(path)
    broken = tmp_path / "broken.tar.gz"
    archive.write(broken, {"data": (text + "broken\n").encode()})
    complaint = read(broken, needed, keep=True).complaint
    assert complaint and str(skim(broken).complaint) == str(complaint)


OPENING = [
    "implementation crypto_hash/sha256/ref -", "outputbytes 32", "cpuid x",
    "cpucycles_persecond 1000", "cpucycles_implementation none", "compiler gcc_-O3 GCC_9 of 2019",
    "round 2",
]  # fmt: skip
ODD = {
    "nothing": "",
    "a sum": "sum 30 0123abcd",
    "of zeros": "cycles 64 0 +0+0",
    "doubts of the process": "flag - broken why  not",
    "a doubt without a cause": "flag -",
    "a doubt of another length": "flag 8 drift 0.1",
    "calls of another length": "calls 9 3",
    "a clock that stands": "clock 0",
    "a clock too fast": "clock 1e3",
    "what plays with terminals": "flag 4096 drift \x1b[31m",
    "no samples": "cycles 64 3",
    "zeros before numbers": "cycles 64 003 +02-00+1",
    "old samples": "cycles 64 3 3 3 4",
}


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
@pytest.mark.parametrize("where", [2, len(OPENING) + 4, -3, -1, 99])
def test_quick_reading_reads_what_reading_does(odd: str, where: int, tmp_path: Path) -> None:
    lines = [*OPENING, *body_of((8, 64, 576, 1536, 2048, 4096))]
    lines[where:where] = [odd] if odd else []
    text = "".join(f"20261121 box amd64 20261121 crypto_hash sha256 {line}\n" for line in lines)
    path = tmp_path / "box.tar.gz"
    archive.write(path, {"data": text.encode()})
    plain = plainly(path)
    found = skim(path)
    assert (found.blocks, found.attempts) == (plain.blocks, plain.attempts)
    assert str(found.complaint) == str(plain.complaint)


RUN = min(Path(__file__).parents[1].glob("data/*.tar.gz"))


def test_the_blocks_of_a_run_are_read_quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    slow = 0

    def count(self: Reader, lines: Iterable[bytes]) -> None:
        nonlocal slow
        slow += sum(b" cycles " in line for line in lines)

    monkeypatch.setattr(Reader, "feed", count)
    assert len(skim(RUN).blocks) > 1000
    assert slow < 100


def test_skimming_stops_before_the_curves(tmp_path: Path) -> None:
    head = "20261121 box amd64 20261121 crypto_hash sha256"
    one, other = [*OPENING, *body_of((8, 4096))], [*OPENING, *body_of((64, 1536))]
    curve = [*OPENING, *body_of(range(0, 4097, 8))]
    data, curves = parted(f"{head} {line}" for line in [*one, *curve, *other])
    assert len(curves) == len(curve) + 1 and len(data) == len(one) + 1 + len(other) + 1
    members = {
        name: "".join(f"{line}\n" for line in lines).encode()
        for name, lines in (("data", data), ("curves", curves))
    }
    path = tmp_path / "box.tar.gz"
    archive.write(path, members)
    assert archive.read_members(path) == members
    assert skim(path) == plainly(path)
    assert not sweeper.curves(path)[1]
    path.write_bytes(path.read_bytes()[:-1000])
    assert skim(path).blocks and not skim(path).complaint
    found, complaint = sweeper.curves(path)
    assert "cut off" in complaint, found


@pytest.mark.parametrize(
    "odd",
    ["", "clock 1.5", "flag - stolen", "flag 64 shared 0.5", "cycles x 2", "clock  2", "word"],
)
def test_curves_are_read_by_blocks_as_by_lines(odd: str) -> None:
    head = "20261121 box amd64 20261121 crypto_hash sha256"
    curve = [*OPENING, *body_of(range(0, 4097, 8))]
    at = next(i for i, line in enumerate(curve) if line.startswith("cycles 64 ")) + 1
    curve[at:at] = [odd] if odd else []
    lines = [f"{head} {line}\n".encode() for line in [*curve, *OPENING, *body_of(range(8, 4097))]]
    by_lines, by_blocks = sweeper.Sweeper("here"), sweeper.Sweeper("here")
    by_lines.feed(lines)
    for run in runs(b"".join(lines)):
        by_blocks.run(run)
    assert by_lines.sweeps == by_blocks.sweeps
    ((_, sweeps),) = by_lines.sweeps.items()
    assert [len(each.taken) > 500 for each in sweeps] == [True, True]
    assert [sum(t[3] for t in each.taken) for each in sweeps] == [65 - odd.startswith("cycles"), 64]


@pytest.mark.parametrize("clock", ["0", "-1", "nan", "fast"])
def test_a_curve_with_a_clock_that_cannot_be(tmp_path: Path, clock: str) -> None:
    head = "20261121 box amd64 20261121 crypto_hash sha256"
    block = [*OPENING, *body_of(range(8, 4097, 8))]
    bad = [f"clock {clock}" if line.startswith("clock ") else line for line in block]
    assert bad != block
    text = "".join(f"{head} {line}\n" for line in [*block, *bad])
    path = tmp_path / "box.tar.gz"
    archive.write(path, {"data": b"", "curves": text.encode()})
    complaint = sweeper.curves(path)[1]
    line = len(block) + 1 + bad.index(f"clock {clock}")
    assert f"line {line}: cannot be understood" in complaint, complaint


def test_a_complaint_of_skimming_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "cut.data"
    path.write_bytes(REAL[2].read_bytes()[:-20])
    complaint = read(path, needed, keep=True).complaint
    assert complaint
    assert str(skim(path).complaint) == str(complaint)


def test_files_of_all_years_make_contestants() -> None:
    found, complaints = collect(REAL)
    assert not complaints
    assert {c.version[:4] for c in found} == {"2013", "2020", "2026"}
    assert all(c.fastest and c.microarchitecture for c in found)


def test_what_cannot_be_read_is_said_and_the_rest_is_there(tmp_path: Path) -> None:
    cut, empty, text = tmp_path / "cut.data.gz", tmp_path / "empty.data", tmp_path / "text.data"
    cut.write_bytes(gzip.compress(REAL[2].read_bytes())[:-1000])
    empty.touch()
    text.write_text("hello\n")
    found, complaints = collect([cut, empty, text, tmp_path / "none.data", REAL[1]])
    assert any(c.version.startswith("2020") for c in found)
    said = "\n".join(complaints)
    assert all(path.name in said for path in (cut, empty, text)) and "none.data" in said


def test_a_machine_in_two_abis_is_two() -> None:
    lines = [
        line
        for abi in ("amd64", "x86")
        for line in (
            f"20261121 box {abi} 20261121 crypto_hash sha256 implementation ref -",
            f"20261121 box {abi} 20261121 crypto_hash sha256 cpuid AuthenticAMD-00a00f11",
            f"20261121 box {abi} 20261121 crypto_hash sha256 compiler gcc 9",
            f"20261121 box {abi} 20261121 crypto_hash sha256 cycles 8 800 +0+0",
        )
    ]
    reader = Reader("two")
    reader.feed(f"{line}\n".encode() for line in lines)
    found = contestants(reader.result(), Path("two"))
    assert [(c.name, c.abi) for c in found] == [("box", "amd64"), ("box", "x86")]


def entry(*lines: str) -> Contestant:
    reader = Reader("one")
    reader.feed(f"{HEAD} sha256 {line}\n".encode() for line in lines)
    (found,) = contestants(reader.result(), Path("one"))
    return found


def test_a_row_tells_span_failures_and_emulation() -> None:
    found = entry(
        "try ab/cd ok 15360 0 1000 ref gcc_-O3",
        "try ab/cd ok 30720 0 1000 ref gcc_-O1",
        "tryfails bad gcc_-O3 wrong digest (length 3)",
        "emulated arm qemu-gcc",
        "implementation ref -",
        "compiler gcc_-O3 9",
        "cycles 1536 15360 +0+0",
        "implementation ref -",
        "compiler gcc_-O1 9",
        "cycles 1536 30720 +0+0",
    )
    rows = found.entries["sha256"]
    best = rows["ref"].best[1536]
    assert (best.figure.median, best.slowest, best.compiler) == (10, 20, "gcc_-O3")
    assert rows["ref"].tried == (10, 20)
    assert rows["bad"].failed == {"wrong digest": 1}
    assert rows["arm"].emulated and not rows["arm"].failed


def test_the_newest_run_of_a_machine_counts() -> None:
    def ran(date: str, cycles: int) -> Contestant:
        lines = ("implementation ref -", "compiler gcc 9", f"cycles 8 {cycles} +0")
        reader = Reader("one")
        head = f"20261121 box amd64 {date} crypto_hash sha256"
        reader.feed(f"{head} {line}\n".encode() for line in lines)
        (found,) = contestants(reader.result(), Path(date))
        return found

    (kept,) = merge([ran("20261122", 80), ran("20261121", 8)])
    figure = kept.figure("sha256", 8)
    assert figure and figure.median == 10


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"boost": True}, ["boost"]),
        ({"boost": True, "counter": "x86-tsc"}, ["boost"]),
        ({"boost": True, "counter": "amd64-pmc"}, []),
        ({"threads": True}, ["threads"]),
        ({"threads": True, "counter": "amd64-pmc"}, ["threads"]),
        ({"boost": True, "threads": True, "clock": (1.2, 1.3)}, []),
        ({"version": "20110601"}, ["old"]),
        ({"version": "20110708"}, []),
        ({"emulated": True, "clock": (1.0, 1.0)}, ["emulated"]),
    ],
)
def test_what_the_paper_leaves_out(more: dict[str, object], why: list[str]) -> None:
    assert exclusions.reasons(machine(**more)) == why
    choice = exclusions.choose([machine(**more)])
    assert bool(choice.shown) == (not why)
    assert exclusions.choose([machine(**more)], why).shown
    assert all(reason in note and "box" in note for reason, note in zip(why, choice.notes()))


def test_the_label_says_what_was_converted() -> None:
    assert exclusions.remarks(machine(clock=(1.2, 1.2), boost=True)) == ["\u00d71.20", "boost"]
    assert exclusions.remarks(machine(counter="amd64-tsc")) == ["ticks"]
    assert exclusions.remarks(machine(counter="amd64-pmc")) == []


def test_bands_follow_the_table_and_machines_their_speed() -> None:
    found, _ = collect(REAL)
    names = list(bands.bands(found))
    known = [name for name in microarchitecture.order() if name in names]
    assert len(known) >= 2 and names[: len(known)] == known
    score = bands.overall(found)
    for machines in bands.bands(found).values():
        assert [score[c.key] for c in machines] == sorted(score[c.key] for c in machines)


@pytest.mark.parametrize("wanted", [[], [5.0], [1, 1, 1, 9], [0, 0, 50, 50, 50, 99, 100, 100]])
def test_labels_keep_apart_in_order_and_inside(wanted: list[float]) -> None:
    places = bands.spread(wanted, 10, 0, 100)
    assert len(places) == len(wanted)
    assert all(b - a >= 10 - 1e-9 for a, b in zip(places, places[1:]))
    assert not places or (min(places) >= 0 and max(places) <= 100)


def test_labels_stay_where_there_is_room() -> None:
    assert bands.spread([10, 30, 70], 10, 0, 100) == [10, 30, 70]


def curve(primitive: str, cost: dict[int, float]) -> Curve:
    return Curve(primitive, "ref", "gcc", cost, frozenset())


def blocks(size: int, first: int, price: float, fixed: float) -> dict[int, float]:
    """Cycles of a hash function that pads `first` bytes' worth less than a block."""
    return {n: fixed + price * (1 + (n + size - first) // size) for n in range(1, 4097)}


@pytest.mark.parametrize(("primitive", "size", "first"), [
    ("sha256", 64, 56), ("sha512", 128, 112), ("keccakc512", 136, 136), ("keccakc1024", 72, 72),
])  # fmt: skip
def test_block_boundaries_are_found(primitive: str, size: int, first: int) -> None:
    assert sweep.block_size(primitive) == size
    assert sweep.boundary(curve(primitive, blocks(size, first, 500, 90))) == first


def test_no_boundary_where_none_shows() -> None:
    assert sweep.boundary(curve("sha256", {n: 100 + 8.0 * n for n in range(1, 4097)})) is None
    assert sweep.boundary(curve("sha256", {n: 8.0 * n for n in range(8, 4097, 8)})) is None


def test_a_crossing_is_one_length_and_a_block_is_none() -> None:
    short = curve("a", {n: 100 + 10.0 * n for n in range(1, 4097)})
    long = curve("b", {n: 2100 + 5.0 * n for n in range(1, 4097)})
    assert sweep.crossings(short, long) == [400]
    wavy = curve("c", {n: 100 + 10.0 * n + 5 * (-1) ** n for n in range(1, 4097)})
    assert sweep.crossings(short, wavy) == []


def test_curves_of_supercop_are_read() -> None:
    found = [c for each in sweeper.curves(REAL[2])[0].values() for c in each]
    assert all(len(c.cycles) >= MANY for c in found)
    assert isinstance(read(REAL[2]), Result)


def test_published_figures_are_machines_of_their_own_and_doubtful() -> None:
    found = literature.contestants(published.load())
    assert len({c.key for c in found}) == len(found) > 10
    assert all(best.figure.doubts for c in found for f in c.fastest.values() for best in f.values())
    assert all(c.published and not exclusions.reasons(c) for c in found)
    assert any("quoted" in word for c in found for word in exclusions.remarks(c))
