"""Energy: reading it from made-up sysfs trees, loops, and what reports make of it."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from conftest import copy_of, do, pinned
from trying import need_compiler

from lab.energy import powercap
from lab.energy.loops import Loop, measure
from lab.energy.powercap import NoEnergy, Zone, find, place
from shootout.machine import remote

ONE = "^gcc -march=native -mtune=native -O2 "
POWER = 20  # watts
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
    monkeypatch.setattr(remote, "is_here", lambda: False)
    with pytest.raises(NoEnergy, match="programs run on another machine"):
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


class Ticking(threading.Thread):
    """The counter of a zone goes on, as the hardware's would, and begins anew, until it ends."""

    def __init__(self, zone: Path) -> None:
        super().__init__()
        self.zone, self.end, self.began = zone, threading.Event(), time.monotonic()
        self.tick()

    def __enter__(self) -> Ticking:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.end.set()
        self.join()

    def run(self) -> None:
        while not self.end.wait(0.002):
            self.tick()

    def tick(self) -> None:
        gone = round(1e6 * POWER * (time.monotonic() - self.began))
        new = self.zone / "new"
        new.write_text(f"{(RANGE - 1_000_000 + gone) % RANGE}\n")
        new.replace(self.zone / "energy_uj")


class Program:
    """In place of a cell: a program that sleeps, and says what it is told to."""

    def __init__(self, seconds: float, *said: str) -> None:
        text = "; ".join(f"print({line!r})" for line in said)
        self.code = f"import time; time.sleep({seconds}); {text}"

    def jailed(self, _seconds: int, program: str) -> list[str]:
        assert program == "loop"
        return [sys.executable, "-S", "-c", self.code]


def loop(seconds: float, *said: str, once: float = 0.02) -> Loop:
    return Loop(Program(seconds, *said), "x86-tsc", 1_000_000, once)  # type: ignore[arg-type]


GOOD = ("calls 4096 10", "done")


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
    with Ticking(tree.zone):
        (_, taken), *_ = measure([made], tree.find(), None, seconds=0.05)
    assert isinstance(taken, str) and why in taken


# Runs


def test_a_run_measures_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real run whose package takes 20 watts all the time."""
    need_compiler("gcc")
    tree = tmp_path / "crypto_hash"
    pinned("sha256", tree / "sha256")
    copy_of("sha256/opt64", tree / "sha256/opt64")
    root = tmp_path / "powercap"
    packages = sorted({place(powercap.CPU, core)[0] for core in range(os.cpu_count() or 1)})
    monkeypatch.setenv("SHOOTOUT_POWERCAP", str(root))
    with contextlib.ExitStack() as ticking:
        for n in packages:
            ticking.enter_context(Ticking(package(root, n, f"package-{n}")))
        words = ("energy", "--plain", "--json", "--compilers", ONE)
        done = do(*words, home=tmp_path, tree=tree)
    records = json.loads(done.stdout[done.stdout.index("[") :])
    assert records, done.stderr
    counted = [each for each in records if each["loops"]]
    if not counted:
        pytest.skip(f"the machine is busy: {records[0]['doubt']}")
    assert done.returncode == 0, done.stderr
    assert all(each["watts"] == pytest.approx(POWER, rel=0.3) for each in counted)
    assert all(each["nanojoules_per_byte"] > 0 for each in counted)
