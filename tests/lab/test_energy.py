"""Energy: reading it from made-up sysfs trees, loops, and what reports make of it."""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, do, pinned
from metered import agrees, ran
from summing import summed
from trying import need_compiler

from shootout.build import energy
from shootout.build.energy import Loop, idle, measure
from shootout.common.errors import Trouble
from shootout.machine import powercap, remote
from shootout.machine.energy import Energy, per_byte, place, watts
from shootout.machine.powercap import NoEnergy, Zone, find
from shootout.registry import watts as nominal
from shootout.report.machines import contestants
from shootout.report.tables import TableOptions, records, summary
from shootout.results import archive
from shootout.results.reader import read
from shootout.results.records import Result

CHECKED = ROOT / "data" / "graniterapids2-vm-20261122-174342.tar.gz"
REAL = ROOT / "data" / "zen3vm-20261121-025025.tar.gz"
RANGE = 262143328850  # microjoules, of real processors


@dataclass
class Tree:
    """A machine's /sys, made up: a package with its counter."""

    root: Path
    cpus: Path
    zone: Path

    def find(self, core: int | None = 0) -> Zone:
        return find(core, self.root, self.cpus)

    def set(self, text: object, name: str = "energy_uj") -> None:
        (self.zone / name).write_text(f"{text}\n")


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    zone = package(tmp_path / "powercap", 0, "package-0")
    for core, socket in ((0, 0), (1, 1)):
        topology = tmp_path / "cpu" / f"cpu{core}" / "topology"
        topology.mkdir(parents=True)
        (topology / "physical_package_id").write_text(f"{socket}\n")
    return Tree(tmp_path / "powercap", tmp_path / "cpu", zone)


def package(root: Path, number: object, name: str, driver: str = "intel-rapl") -> Path:
    zone = root / f"{driver}:{number}"
    zone.mkdir(parents=True)
    for file, text in (("name", name), ("energy_uj", "1000"), ("max_energy_range_uj", str(RANGE))):
        (zone / file).write_text(f"{text}\n")
    return zone


# Reading


def test_the_package_of_the_core(tree: Tree) -> None:
    other = package(tree.root, 1, "package-1")
    part = package(tree.root / "intel-rapl:0", 0, "core")
    assert part.name == "intel-rapl:0", "a part of a package looks like one"
    (tree.root / "intel-rapl").mkdir()  # the control type, which is no zone
    assert tree.find().folder == tree.zone and tree.find(None).folder == tree.zone
    assert tree.find(1).folder == other
    assert tree.find().range == RANGE and tree.find().read() == 1000


def test_zones_that_are_no_package(tree: Tree) -> None:
    """As on a laptop, where all zones stand side by side, and another driver has the package."""
    for number, name in (("0:0", "core"), ("0:1", "uncore"), ("0:2", "dram"), (1, "psys")):
        package(tree.root, number, name)
    package(tree.root, 0, "package-0", "intel-rapl-mmio")
    package(tree.root, 0, "dtpm", "dtpm")
    assert tree.find().folder == tree.zone
    tree.set("package-3", "name")
    assert tree.find().folder.name == "intel-rapl-mmio:0", "better than none"


def test_a_die_counts_before_its_package(tree: Tree) -> None:
    (tree.cpus / "cpu0" / "topology" / "die_id").write_text("1\n")
    assert tree.find().folder == tree.zone
    die = package(tree.root, 7, "package-0-die-1")
    assert tree.find().folder == die


def test_readings(tree: Tree) -> None:
    zone = tree.find()
    assert zone.spent(1000, 5_001_000, 1.0) == 5_000_000
    assert zone.spent(RANGE - 400, 100, 1.0) == 500, "it began anew"


def test_nothing_there(tmp_path: Path, tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoEnergy, match=r"there is no .*nosuch"):
        find(0, tmp_path / "nosuch", tree.cpus)
    tree.set("psys", "name")
    with pytest.raises(NoEnergy, match=r"no zone named package-0, only psys$"):
        tree.find()
    tree.set("package-0", "name")
    (tree.zone / "energy_uj").unlink()
    with pytest.raises(NoEnergy, match="energy_uj: No such file"):
        tree.find()
    (tree.zone / "energy_uj").mkdir()  # whatever else the system may say
    with pytest.raises(NoEnergy, match="energy_uj: Is a directory"):
        tree.find()
    empty = tmp_path / "empty"  # as containers show it
    empty.mkdir()
    with pytest.raises(NoEnergy, match=r"no zone named package-0$"):
        find(0, empty, tree.cpus)
    monkeypatch.setattr(remote, "is_here", lambda: False)
    with pytest.raises(NoEnergy, match="programs run on another machine"):
        tree.find()


@pytest.mark.parametrize("text", ["", "many", "-5", "1.5", "0x10", "9" * 30, "\xff"])
def test_garbage(tree: Tree, text: str) -> None:
    (tree.zone / "energy_uj").write_bytes(text.encode("latin-1"))
    with pytest.raises(NoEnergy, match="no number of microjoules"):
        tree.find()


def test_no_permission(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for users since Linux 5.10; who runs tests as root may read anything."""
    (tree.zone / "energy_uj").chmod(0)
    if os.geteuid() == 0:
        opened = Path.read_text

        def refuse(self: Path, *a: object, **k: object) -> str:
            if self.name == "energy_uj":
                raise PermissionError(13, "Permission denied", str(self))
            return opened(self, *a, **k)  # type: ignore[arg-type]

        monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(NoEnergy, match=r"may not be read; as root: chmod a\+r .*energy_uj"):
        tree.find()


def test_what_is_no_measurement(tree: Tree) -> None:
    zone = tree.find()
    with pytest.raises(NoEnergy, match="stands still"):
        zone.spent(1000, 1000, 1.0)
    with pytest.raises(NoEnergy, match="says 20000 watts, which cannot be"):
        zone.spent(0, 20_000_000_000, 1.0)
    for bad in ("", "0", "much"):
        tree.set(bad, "max_energy_range_uj")
        with pytest.raises(NoEnergy, match="went back, and max_energy_range_uj is missing"):
            tree.find().spent(1000, 999, 1.0)
    with pytest.raises(NoEnergy, match="watts, which cannot be"):
        Zone(tree.zone, 100).spent(1000, 1, 1.0)  # a range that is none


# Loops


@dataclass(frozen=True)
class Counting(Zone):
    """A zone whose counter goes on by so many watts, and begins anew after a while."""

    power: float = 20
    began: float = field(default_factory=time.monotonic)

    def read(self) -> int:
        gone = round(1e6 * self.power * (time.monotonic() - self.began))
        (self.folder / "energy_uj").write_text(f"{(RANGE - 1_000_000 + gone) % RANGE}\n")
        return super().read()


class Program:
    """In place of a cell: a program that sleeps, and says what it is told to."""

    def __init__(self, seconds: float, *said: str) -> None:
        text = "; ".join(f"print({line!r})" for line in said)
        self.code = f"import time; time.sleep({seconds}); {text}"

    def jailed(self, _seconds: int, program: str) -> list[str]:
        assert program == "measure"
        return [sys.executable, "-S", "-c", self.code]


def loop(seconds: float, *said: str, once: float = 0.02) -> Loop:
    return Loop(Program(seconds, *said), "x86-tsc", 1_000_000, once)  # type: ignore[arg-type]


GOOD = ("calls 4096 10", "done")


def test_a_loop(tree: Tree, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(energy, "APART", 4)  # a busy machine starts programs slowly
    zone = Counting(tree.zone, RANGE)
    found = list(measure([loop(0.2, *GOOD)], zone, None, seconds=0.1))
    assert len(found) == energy.ROUNDS
    for _, taken in found:
        assert isinstance(taken, Energy)
        assert (taken.mlen, taken.calls) == (4096, 10)
        assert 10 < taken.watts < 40 and 5e6 < taken.idle < 40e6
        assert taken.per_byte == pytest.approx(taken.microjoules * 1e-6 / 40960 * 1e9)


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (loop(0.1, *GOOD, once=1.0), "not for the 10.00 s"),
        (loop(0.1, *GOOD, once=1e-6), "looped for"),
        (loop(0, "done"), "exit status"),
        (loop(0, "calls 4096 10"), "exit status"),
        (loop(0, *GOOD[:1], *GOOD), "exit status"),
        (loop(0, "calls 64 10", "done"), "exit status"),
        (loop(0, "calls 4096", "done"), "exit status"),
        (loop(0, "calls 4096 x", "done"), "exit status"),
        (loop(0, "calls 4096 " + "9" * 5000, "done"), "exit status"),
    ],
)
def test_a_loop_that_does_not_count(tree: Tree, made: Loop, why: str) -> None:
    zone = Counting(tree.zone, RANGE)
    (_, taken), *_ = measure([made], zone, None, seconds=0.05)
    assert isinstance(taken, str) and why in taken


def test_a_counter_that_stands_still_ends_the_phase(tree: Tree) -> None:
    with pytest.raises(NoEnergy, match="stands still"):
        list(measure([loop(0, *GOOD)], tree.find(), None, seconds=0.01))
    with pytest.raises(NoEnergy, match="stands still"):
        idle(tree.find(), 0.01)
    zone = tree.find()
    (tree.zone / "energy_uj").unlink()
    with pytest.raises(NoEnergy, match="No such file"):
        list(measure([loop(0, *GOOD)], zone, None, seconds=0.01))


# Runs


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("tree") / "crypto_hash"
    pinned("sha256", top / "sha256")
    copy_of("sha256/opt64", top / "sha256/opt64")
    return top


def test_a_run_says_why_it_measures_none(
    tmp_path: Path, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    need_compiler("gcc")
    for name in ("POWERCAP", "EVENTS"):
        monkeypatch.setenv(f"SHOOTOUT_{name}", str(tmp_path / "nosuch"))
    said, result = ran(tmp_path, small)
    told = re.findall(r"energy.*", " ".join(said.split()))
    assert told and re.match("energy is not measured: there is no .*nor by perf: there", told[0])
    assert not result.energy and "nJ/B" not in summary(result)


class Ticking(threading.Thread):
    """Makes the counter of a zone go on, as the hardware would, until it is stopped."""

    def __init__(self, zone: Path, power: float) -> None:
        super().__init__()
        self.zone, self.power, self.end = zone, power, threading.Event()

    def run(self) -> None:
        began = time.monotonic()
        while not self.end.wait(0.002):
            gone = round(1e6 * self.power * (time.monotonic() - began))
            new = self.zone / "new"
            new.write_text(f"{(RANGE - 1_000_000 + gone) % RANGE}\n")
            new.replace(self.zone / "energy_uj")


def test_a_run_measures_it(tmp_path: Path, small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines, and the column of tables, of a real run whose package takes 20 watts all the time."""
    need_compiler("gcc")
    root = tmp_path / "powercap"
    packages = sorted({place(powercap.CPU, core)[0] for core in range(os.cpu_count() or 1)})
    ticking = [Ticking(package(root, n, f"package-{n}"), 20) for n in packages]
    monkeypatch.setenv("SHOOTOUT_POWERCAP", str(root))
    for each in ticking:
        each.start()
    try:
        agrees(tmp_path, small, 20)
    finally:
        for each in ticking:
            each.end.set()
            each.join()


# Reports


def with_energy() -> Result:
    """Real timings with energy that nobody measured: two loops of each fastest."""
    result = read(REAL, curves=False)
    fastest = [r for r in records(result) if r["mlen"] == 4096 and r["abi"] == "amd64"]
    names = {b.cell for b in result.blocks}
    cells = [
        cell for cell in names for r in fastest
        if (cell.abi, cell.primitive, cell.implementation, cell.compiler)
        == (r["abi"], r["primitive"], r["implementation"], r["compiler"])
    ]  # fmt: skip
    loops = (Energy(4096, 1000, 8_192_000, 1_000_000, 5), Energy(4096, 1000, 8_192_000, 500_000, 5))
    assert len(cells) > 3
    return Result(
        result.where,
        result.blocks,
        result.attempts,
        result.facts,
        energy=dict.fromkeys(cells, loops),
    )


def test_tables_have_a_column_only_if_it_was_measured() -> None:
    result = with_energy()
    text = summary(result, TableOptions())
    assert "nJ/B: nanojoules per byte" in text
    lines = [line for line in text.splitlines() if re.match(r"keccakc512 +\w", line)]
    assert sum("2000.00" in line for line in lines) == 1, "one ABI has it"
    found = {(r["abi"], r["mlen"]): r["energy"] for r in records(result)}
    assert found["amd64", 4096] == 2000.0 and found["amd64", 64] is None
    assert "nJ/B" not in summary(read(REAL, curves=False), TableOptions())
    assert all(r["energy"] is None for r in records(read(REAL, curves=False)))


def test_lines_are_read_back(tmp_path: Path) -> None:
    head = "20261123 m amd64 20261123 crypto_hash sha256 energy crypto_hash/sha256/ref gcc"
    (tmp_path / "m.data").write_text(f"{head} 4096 10 500 1000000 7\n")
    (loops,) = read(tmp_path / "m.data").energy.values()
    assert loops == [Energy(4096, 10, 500, 1000000, 7)]
    for bad in ("4096 0 5 5 5", "4096 1 5 5", "a b c d e", "4096 1 -5 5 5", "4096 1 5 0 5"):
        (tmp_path / "m.data").write_text(f"{head} {bad}\n")
        found = read(tmp_path / "m.data", curves=False, keep=True)
        assert found.complaint and not found.energy, bad


def test_check_knows_the_lines(tmp_path: Path) -> None:
    """In a real run, to which they are added with new sums."""
    members = archive.read_first(CHECKED)
    lines = members["data"].decode().splitlines()
    lines = [line for line in lines if " crypto_hash sha224 " in line and " sum " not in line]
    cell = next(line.split(" ") for line in lines if " objsize " in line)
    for numbers, verdict in (("4096 10 500 1000000 7", "sound"), ("4096 10 500 0 7", "refused")):
        line = " ".join([*cell[:6], "energy", *cell[7:9], numbers])
        file = tmp_path / CHECKED.name
        data = "\n".join([*summed([line, *lines]), ""]).encode()
        archive.write(file, {**members, "data": data})
        said = do("check", str(file), home=tmp_path).stdout
        assert f"{CHECKED.name}: {verdict}" in said, said
        file.unlink()


def test_figures() -> None:
    loops = [Energy(4096, 1000, uj, 1_000_000, 0) for uj in (4_096_000, 8_192_000, 90_000_000)]
    assert per_byte(loops) == 2000.0 and watts(loops) == 8.192
    assert per_byte([]) is None and watts([]) is None


def test_the_graph_shows_nominal_and_measured_power(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from shootout.report.graphs import power as graph

    made = contestants(with_energy(), REAL, entries=False)
    shown = graph.points(nominal.load(), made)
    assert {p.name for p in shown if p.measured} == {"zen3vm amd64"}
    assert [p.watts for p in shown if p.kind == "x86-atom"] == [2.0, 2.5, 3.0]
    (path,) = graph.draw(made, tmp_path)
    bare = contestants(read(REAL, curves=False), REAL, entries=False)
    assert not any(p.measured for p in graph.points(nominal.load(), bare))
    pages = path.read_bytes().count(b"/Type /Page ") + path.read_bytes().count(b"/Type /Page\n")
    (path,) = graph.draw(bare, tmp_path)
    less = path.read_bytes().count(b"/Type /Page ") + path.read_bytes().count(b"/Type /Page\n")
    assert (pages, less) == (2, 1), "energy per byte has a page only if it was measured"


def test_nominal_power(tmp_path: Path) -> None:
    assert all(n.source and 1990 < n.year < 2100 for n in nominal.load())
    for bad in ("2008 2 x86-atom Z520", "2008 0 - Z | s", "x 2 - Z | s", "2008 2 vax Z | s", "2 3"):
        (tmp_path / "watts").write_text(f"# head\n{bad}\n")
        with pytest.raises(Trouble, match="watts, line 2: not YEAR WATTS KIND NAME"):
            nominal.load(tmp_path / "watts")
