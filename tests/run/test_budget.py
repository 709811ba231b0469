"""A run within a budget of time: what is left out, and that it ends."""

from __future__ import annotations

import os
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conftest import copy_of, do, pinned

from shootout.build.cells import Cell
from shootout.build.compilers import Compiler
from shootout.common import parallel
from shootout.common.journal import Journal
from shootout.common.process import finish
from shootout.common.progress import BAR, Forecast
from shootout.java.java import AHEAD, FULL, JavaTimer
from shootout.ranking.ratio import USUAL, Speed, ratio, usual_error
from shootout.registry.tree import Implementation, Primitive
from shootout.run import driver, spare
from shootout.run.budget import LESS, TimeBudget
from shootout.run.c import C
from shootout.run.language import Part
from shootout.run.measurements import Measurements
from shootout.run.options import RunOptions
from shootout.run.state import Run
from shootout.run.timing import Task

SECONDS = 20
START = 10  # seconds: what Python's start, saving and checking take on a machine that is busy
COMMANDS = (("gcc", "-O3"), ("gcc", "-O2"), ("clang", "-O3"), ("clang", "-O2"))


def parts(implementations: int) -> list[Part]:
    """Programs of four compiler lines: of two ABIs that run here, and of one that does not."""
    primitive = Primitive("sha256", Path("sha256"))
    every = [Implementation(primitive, f"i{n}", Path()) for n in range(implementations)]
    found = []
    for abi, emulated in (("amd64", False), ("x86", False), ("arm64", True)):
        compilers = [Compiler(command, abi, "1", (), emulated) for command in COMMANDS]
        cells = [Cell(i, compiler) for i in every for compiler in compilers]
        found.append(Part(C(), cells, emulated))
    return found


def budget(seconds: float) -> TimeBudget:
    return TimeBudget(seconds, time.monotonic(), 0.0, Forecast())


@pytest.mark.parametrize(
    ("enough", "left_out"), [(100_000, 0), (700, 1), (250, 2), (110, 3), (50, 4), (5, 4)]
)
def test_the_least_useful_is_left_out_first(enough: float, left_out: int) -> None:
    """With 100 implementations of four lines in three ABIs, and the usual rates."""
    every = parts(100)
    kept, said = budget(enough).fit(every)
    assert [line.rpartition(" (")[0] for line in said] == [*LESS[:left_out]]
    numbers = [int(n) for line in said for n in re.findall(r"\((\d+) programs\)", line)]
    assert sum(numbers) + sum(len(p.cells) for p in kept) == 1200
    assert {c.implementation for c in kept[0].cells} == {c.implementation for c in every[0].cells}


@pytest.mark.parametrize(("options", "abis"), [
    ({}, "amd64 x86"), ({"abi": "all"}, "amd64 x86 arm64"), ({"abi": "arm64"}, "arm64"),
    ({"abi": "x86"}, "x86"), ({"compilers": "gcc"}, "amd64 x86"),
    ({"patterns": ("sha256/i1",)}, "amd64 x86"),
])  # fmt: skip
def test_an_emulated_abi_is_there_on_request(options: dict[str, Any], abis: str) -> None:
    run = Run(RunOptions(**options), BAR, "")
    run.cells = [cell for part in parts(2) for cell in part.cells]
    driver.choose_abis(run)
    assert " ".join(dict.fromkeys(c.abi for c in run.cells)) == abis
    if not options:
        assert "arm64 (--abi all)" in run.notes[0]


def test_who_works_ahead_may_have_workers(tmp_path: Path) -> None:
    run, end = Run(RunOptions(jobs=2), BAR, ""), time.monotonic() + SECONDS
    run.spare, told = frozenset(os.sched_getaffinity(0)), [tmp_path / "1", tmp_path / "2"]
    with spare.ahead(run, [], lambda: [*parallel.each(Path.mkdir, told, 2)]):
        while not told[1].exists() and time.monotonic() < end:
            time.sleep(0.01)
    assert told[1].exists()


def test_the_next_vm_warms_up_on_a_spare_cpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = ["sh", "-c", "echo $$; cat; taskset -p $$ | sed 's/.* //'"]  # cat waits
    monkeypatch.setattr(JavaTimer, "command", lambda *_: script)
    monkeypatch.setattr(JavaTimer, "key", lambda _, task: f"{task}")
    cpus, run = sorted(os.sched_getaffinity(0)), Run(RunOptions(), BAR, "")
    run.core, run.spare = cpus[-1], frozenset(cpus[:1])  # the same one, if there is no other
    timer = JavaTimer(run, Measurements(Journal.open(tmp_path / "j"), run.recorder, {}), FULL)
    first, second, third = (Task(parts(1)[0].cells[0], stage, 1, (), 1) for stage in "abc")
    timer.coming = [second, third]
    timer.outcome(first, script)
    ((cpu, (child, _)),) = timer.warm.values()
    assert cpu == cpus[0] and child.poll() is None, "it waits, and the one after it has no CPU"
    timer.coming, run.spare = [replace(third, number=n) for n in range(9)], frozenset(range(99))
    timer.outcome(first, script)
    assert len(timer.warm) == AHEAD, "whatever the machine has"
    timer.coming = []
    assert timer.outcome(second, script).output.split() == [str(child.pid), f"{1 << cpus[-1]:x}"]
    for _, begun in timer.warm.values():
        finish(begun, 0)


def test_each_part_has_its_share() -> None:
    made = budget(100_000)
    every = parts(10)[:2]
    first = made.deadline(every) - time.monotonic()
    assert first == pytest.approx((made.end - time.monotonic()) / 2, rel=0.01)
    assert made.deadline(every[1:]) == pytest.approx(made.end, rel=0.01)


@pytest.mark.parametrize("rounds", [3, 7, 14])
def test_the_precision_is_that_of_usual_rounds(rounds: int) -> None:
    """Of a ratio whose rounds scatter as the usual ones do, without a step of the counter."""
    logs = {k: USUAL * (-1) ** k * (rounds / (rounds - rounds % 2)) ** 0.5 for k in range(rounds)}
    still = dict.fromkeys(logs, 0.0)
    one, other = Speed(logs, grain=0.0), Speed(still, grain=0.0)
    made = ratio(one, other, USUAL)
    assert (made.high - made.low) / 2 == pytest.approx(usual_error(rounds), rel=0.5)


@pytest.mark.alone
def test_a_run_ends_with_its_budget(tmp_path: Path, compiler: str) -> None:
    """It takes its time, too: what is left goes to more rounds and curves."""
    tree = tmp_path / "crypto_hash"
    pinned("sha256", tree / "sha256")
    for name in ("ref", "opt64"):
        copy_of(f"sha256/{name}", tree / "sha256" / name)
    words = ("run", "--budget", f"{SECONDS}s", "--plain", "--machine", "testbox")
    began = time.monotonic()
    done = do(*words, "--compilers", compiler, home=tmp_path, tree=tree)
    took = time.monotonic() - began
    assert done.returncode == 0, done.stderr
    assert "budget of 20 s: each program once, the fastest" in done.stderr
    assert re.search(r"took \d+ s of 20 s", done.stderr)
    assert took < 1.1 * SECONDS + START, done.stderr
    assert took > 0.5 * SECONDS, done.stderr
    assert re.search(r"^SHA-256 .* opt64 ", done.stdout, re.M)


@pytest.mark.parametrize("word", ["0", "-1", "5 m", "1d", "nan", "0.5s"])
def test_a_time_that_is_none_is_refused(tmp_path: Path, word: str) -> None:
    done = do("run", f"--budget={word}", home=tmp_path)
    assert done.returncode == 2 and "is not a time of a second or more" in done.stderr
