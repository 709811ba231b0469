"""The data of graphs, without matplotlib: machines, their order, exclusions, curves."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.registry.families import PAPER, SHOOTOUT
from shootout.registry.sets import ALL
from shootout.report import bands, exclusions, literature
from shootout.report.machines import Best, MachineRow, collect, compiler_name, contestants, merge
from shootout.results import published
from shootout.results.curve import Curve, block_size, boundary, crossings, of_file, points
from shootout.results.reader import Reader, read
from shootout.results.records import MANY, Block
from shootout.results.stats import Figure
from shootout.results.timings import Timing

DATA = ROOT / "tests" / "data"
PART, *PARTS = sorted((ROOT / "data").glob("graniterapids2-vm-*.tar.gz"))
RUN = max((ROOT / "data").glob("*.tar.gz"))
REAL = [DATA / f"supercop-{year}.data" for year in (2013, 2020, 2026)]
HEAD = "20261121 box amd64 20261121 crypto_hash"


def machine(name: str = "box", **more: object) -> MachineRow:
    facts = {"abi": "amd64", "microarchitecture": "Zen 3", "version": "20261121", **more}
    return MachineRow(name, date="20261121", **facts)  # type: ignore[arg-type]


def test_files_of_all_years_make_contestants() -> None:
    found, complaints = collect(REAL)
    assert not complaints
    assert {c.version[:4] for c in found} == {"2013", "2020", "2026"}
    assert all(c.fastest and c.microarchitecture for c in found)


def test_what_is_read_for_a_set_alone_shows_the_same() -> None:
    both = (collect([REAL[2], *PARTS, RUN], name)[0] for name in (ALL, PAPER.name))
    every, few = ({c.key: c.about(PAPER.primitives) for c in some if c.grades} for some in both)
    assert len(few) > 3
    for key, c in few.items():
        assert exclusions.label_of(c) == exclusions.label_of(every[key]) and c.grades
        assert all(c.fastest[p] == every[key].fastest[p] for p in c.grades)


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


def entry(*lines: str) -> MachineRow:
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
    def ran(date: str, cycles: int) -> MachineRow:
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
        ({"states": {"boost"}}, ["boost"]),
        ({"states": {"boost"}, "counter": "x86-tsc"}, ["boost", "ticks"]),
        ({"counter": "x86-tsc"}, ["ticks"]),
        ({"states": {"apart"}, "clock": (1.0, 1.0)}, ["apart"]),
        ({"states": {"boost"}, "counter": "amd64-pmc"}, []),
        ({"states": {"threads"}}, ["threads"]),
        ({"states": {"threads"}, "counter": "amd64-pmc"}, ["threads"]),
        ({"states": {"boost", "threads"}, "clock": (1.2, 1.3)}, []),
        ({"version": "20110601"}, ["old"]),
        ({"version": "20110708"}, []),
        ({"states": {"emulated"}, "clock": (1.0, 1.0)}, ["emulated"]),
    ],
)
def test_what_the_paper_leaves_out(more: dict[str, object], why: list[str]) -> None:
    assert exclusions.reasons(machine(**more)) == why
    choice = exclusions.choose([machine(**more), machine(name="other", counter="amd64-pmc")])
    assert (len(choice.shown) == 2) == (not why)
    assert exclusions.choose([machine(counter="x86-tsc")]).shown, "where there is nothing else"
    assert all(reason in note and "box" in note for reason, note in zip(why, choice.notes()))


def test_the_label_says_what_was_converted() -> None:
    assert exclusions.remarks(machine(clock=(1.2, 1.2), states=frozenset({"boost"}))) == [
        "\u00d71.20",
        "boost",
    ]
    assert exclusions.remarks(machine(counter="amd64-tsc")) == ["ticks"]
    (part,) = contestants(read(PART, curves=False), PART)[:1]
    assert exclusions.remarks(part)[1] == "2 of 8 compiler lines"
    newer = replace(part, date="20991231", fastest={}, sources={"sha256": (RUN, "")}, paths=(RUN,))
    (both,) = merge([part, newer])
    assert exclusions.remarks(both)[1] == "some: 2 of 8 compiler lines"
    assert exclusions.remarks(both.about(["sha512"]))[1] == "2 of 8 compiler lines"
    assert exclusions.remarks(both.about(["sha256", "k12"])) == exclusions.remarks(newer)
    assert "2 result files" in exclusions.footer([both])
    assert "1 result file." in exclusions.footer([both.about(["sha512"])])
    assert exclusions.remarks(machine(counter="amd64-pmc")) == []


def test_bands_are_core_by_core_with_java_last() -> None:
    machines = [
        machine(f"{abi} {name}", abi=abi, microarchitecture=name)
        for abi in ("jvm64", "x86", "jvm32", "amd64", "arm64")
        for name in ("of nobody", "Zen 4", "Zen 3")
    ]
    assert list(bands.bands(machines)) == [
        f"{abi} {name}"
        for abis in (("amd64", "arm64", "x86"), ("jvm32", "jvm64"))
        for name in ("Zen 3", "Zen 4", "of nobody")
        for abi in abis
    ]


def test_others_words_for_an_abi_lead_to_the_same_band() -> None:
    assert machine(abi="aarch64").band == machine(abi="arm64").band
    assert machine(abi="java32").band == machine(abi="jvm32").band
    assert machine(abi="aarch64").key != machine(abi="arm64").key


def test_machines_of_a_band_are_in_the_order_of_their_speed() -> None:
    found, _ = collect(REAL)
    every = [replace(c, name=f"{c.name}{i}") for i in range(3) for c in found]
    score = bands.overall(every)
    for machines in bands.bands(every).values():
        assert [score[c.key] for c in machines] == sorted(score[c.key] for c in machines)


@pytest.mark.parametrize(("line", "version", "name"), [
    ("gcc_-O3", "12.2.0", "gcc 12.2.0"),
    ("/opt/gcc-12/bin/gcc-12_-O3", "12.2.0", "gcc 12.2.0"),
    ("clang_-O2", "Debian_Clang_14.0.6", "clang 14.0.6"),
    ("java_-XX:+UseSerialGC", "OpenJDK_64-Bit_Server_VM_17.0.15+6-Debian-1deb12u1", "java 17.0.15"),
    ("java25", "OpenJDK_64-Bit_Server_VM_25+36-LTS", "java 25"),
    ("tcc", "unknown", "tcc"),
])  # fmt: skip
def test_the_name_of_a_compiler(line: str, version: str, name: str) -> None:
    assert compiler_name(line, version) == name


def test_the_label_names_the_compiler_of_most_figures() -> None:
    figure = Figure(1, 1, 1)
    lines = ["gcc_-O3", "clang_-O3", "gcc_-O1"]
    fastest = {
        primitive: {8: Best(figure, "ref", line, 1, version="9.1")}
        for primitive, line in zip(SHOOTOUT, lines)
    }
    assert exclusions.label_of(machine(fastest=fastest))[:2] == ["20261121", "gcc 9.1"]


def java(primitive: str, *cells: tuple[str, int]) -> MachineRow:
    """A machine whose VM timed these implementations, at so many cycles for 8 bytes."""
    head = f"20261121 box jvm64 20261121 crypto_hash {primitive}"
    lines = [
        f"{head} {line}\n"
        for name, cycles in cells
        for line in (
            f"implementation crypto_hash/{primitive}/{name} -", "compiler java 17",
            f"cycles 8 {cycles} +0+0",
        )
    ]  # fmt: skip
    reader = Reader("one")
    reader.feed(line.encode() for line in lines)
    (found,) = contestants(reader.result(), Path("one"))
    return found


def test_native_code_in_a_vm_is_shown_but_never_the_fastest_java() -> None:
    both = java("groestl256", ("javajni", 80), ("java64", 800), ("java32", 880))
    assert both.java and both.fastest["groestl256"][8].implementation == "java64"
    assert both.native["groestl256"][8].implementation == "javajni"
    assert both.entries["groestl256"].keys() == {"javajni", "java64", "java32"}
    alone = java("sha256", ("jdk", 80))
    assert not alone.fastest and alone.native["sha256"][8].figure.median == 10


@pytest.mark.parametrize("wanted", [[], [5.0], [1, 1, 1, 9], [0, 0, 50, 50, 50, 99, 100, 100]])
def test_labels_keep_apart_in_order_and_inside(wanted: list[float]) -> None:
    places = bands.spread(wanted, 10, 0, 100)
    assert len(places) == len(wanted)
    assert all(b - a >= 10 - 1e-9 for a, b in zip(places, places[1:]))
    assert not places or (min(places) >= 0 and max(places) <= 100)


def test_labels_stay_where_there_is_room() -> None:
    assert bands.spread([10, 30, 70], 10, 0, 100) == [10, 30, 70]


def curve(primitive: str, cycles: dict[int, float]) -> Curve:
    costs = {mlen: each / mlen for mlen, each in cycles.items()}
    return Curve(primitive, "ref", "gcc", costs, frozenset())


def blocks(size: int, first: int, price: float, fixed: float) -> dict[int, float]:
    """Cycles of a hash function that pads `first` bytes' worth less than a block."""
    return {n: fixed + price * (1 + (n + size - first) // size) for n in range(1, 4097)}


@pytest.mark.parametrize(("primitive", "size", "first"), [
    ("sha256", 64, 56), ("sha512", 128, 112), ("keccakc512", 136, 136), ("keccakc1024", 72, 72),
    ("keccak", 128, 128), ("keccakc512treed2", 272, 264),
])  # fmt: skip
def test_block_boundaries_are_found(primitive: str, size: int, first: int) -> None:
    assert block_size(primitive) == size
    assert boundary(curve(primitive, blocks(size, first, 500, 90))) == first


def test_no_boundary_where_none_shows() -> None:
    assert boundary(curve("sha256", {n: 100 + 8.0 * n for n in range(1, 4097)})) is None
    assert boundary(curve("sha256", {n: 8.0 * n for n in range(8, 4097, 8)})) is None


def test_a_crossing_is_one_length_and_a_block_is_none() -> None:
    short = curve("a", {n: 100 + 10.0 * n for n in range(1, 4097)})
    long = curve("b", {n: 2100 + 5.0 * n for n in range(1, 4097)})
    assert crossings(short, long) == [400]
    wavy = curve("c", {n: 100 + 10.0 * n + 5 * (-1) ** n for n in range(1, 4097)})
    assert crossings(short, wavy) == []


def test_disturbed_lengths_cross_nothing() -> None:
    cheap = curve("a", {n: 100 + 10.0 * n for n in range(1, 4097)})
    slow = {n: 150 + 11.0 * n for n in range(1, 4097)}
    stolen = range(200, 600)
    other = curve("b", {n: cycles / 2 if n in stolen else cycles for n, cycles in slow.items()})
    assert crossings(cheap, other) == [200, 600]
    assert crossings(cheap, replace(other, doubtful=frozenset(stolen))) == []
    # Where most of the lengths around a crossing are disturbed, nobody knows where it is.
    late = curve("c", {n: 2100 + 5.0 * n for n in range(1, 4097)})
    assert crossings(cheap, replace(late, doubtful=frozenset(range(400, 420)))) == [420]
    assert crossings(cheap, replace(late, doubtful=frozenset(range(400, 540)))) == []


def test_curves_of_a_run_are_read() -> None:
    its = of_file(RUN, ALL)
    found = [c for name in its.points for c in its.longest(name)]
    assert len(found) > 100 and all(len(c.costs) >= MANY for c in found)
    few = of_file(REAL[2], ALL)
    assert not any(map(few.longest, few.points)), "SUPERCOP's has too few lengths"


@pytest.mark.parametrize(("primitive", "longest"), [("k12", 1 << 20), ("sha256", 4096)])
def test_curves_go_as_far_as_the_set_asks(primitive: str, longest: int) -> None:
    """A file may have longer messages of any function; those that nobody asked for are left out."""
    head = ("20261121", "box", "amd64", "20261121", primitive, "", "ref", "", 32, "", 0, "", "gcc")
    lengths = (range(8, 4097, 8), (65536, 1 << 20))
    timed = [tuple(Timing(n, (2 * n,) * 3) for n in some) for some in lengths]
    made = [Block(*head, round=1, timings=some, curve=not k) for k, some in enumerate(timed)]
    assert max(points(made).mlens) == longest


def test_published_figures_are_machines_of_their_own_and_doubtful() -> None:
    found = [c for c, _ in literature.rows(published.load())]
    assert len({c.key for c in found}) == len(found) > 10
    assert all(best.figure.doubts for c in found for f in c.fastest.values() for best in f.values())
    assert all(c.published and not exclusions.reasons(c) for c in found)


def test_every_published_row_has_its_sources_beside_it() -> None:
    numbers = literature.numbers()
    for c, _ in literature.rows(published.load()):
        used = {b.implementation for f in c.fastest.values() for b in f.values()}
        beside = exclusions.label_of(c)[0]
        cited = {int(number) for number in beside.rpartition("[")[2].rstrip("]").split(", ")}
        assert cited == {numbers[key] for key in used}
        assert ("second hand" in beside) == any(literature.sources()[k].second_hand for k in used)
