"""The doctor's verdict and advice on machines of all kinds."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import do

from shootout.commands.doctor import advice, expected, verdict
from shootout.machine.counter import Counter, Counters

QUIET = {
    "boost": "off", "governor": "performance", "smt": "off", "load": "0.00 0.00 0.00",
    "cpus": "4", "hypervisor": "none seen", "perf_event_paranoid": "2",
}  # fmt: skip
DENIED = ("perf", "perf_event_open: Permission denied")
ABSENT = ("perf", "perf_event_open: No such file or directory")


def counters(*refused: tuple[str, str], exact: bool = False, alone: float = 1.0) -> Counters:
    best = Counter("x86-tsc", 1, 20, 2_600_000_000, exact)
    return Counters((best,), refused, 1.2, 6.0, alone)


def told(facts: dict[str, str], found: Counters, system: Path) -> list[str]:
    return list(advice({**QUIET, **facts}, {"amd64": found}, system))


def test_a_virtual_machine_without_a_pmu_gets_no_advice(tmp_path: Path) -> None:
    facts = {"boost": "unknown", "governor": "unknown", "hypervisor": "KVM"}
    assert told(facts, counters(ABSENT), tmp_path) == []


def test_the_kernel_forbids_the_counter(tmp_path: Path) -> None:
    (line,) = told({"perf_event_paranoid": "3"}, counters(DENIED), tmp_path)
    assert "sudo sysctl kernel.perf_event_paranoid=2" in line
    (line,) = told({"perf_event_paranoid": "2"}, counters(DENIED), tmp_path)
    assert "sysctl" not in line, "2 is low enough: something else forbids it"
    assert told({"perf_event_paranoid": "3"}, counters(exact=True), tmp_path) == []


@pytest.mark.parametrize("name", ["intel_pstate/no_turbo", "cpufreq/boost"])
def test_only_files_that_are_there_are_named(tmp_path: Path, name: str) -> None:
    assert told({"boost": "on", "smt": "on"}, counters(), tmp_path) == []
    (tmp_path / name).parent.mkdir()
    (tmp_path / name).write_text("0")
    (tmp_path / "smt").mkdir()
    (tmp_path / "smt" / "control").write_text("on\n")
    boost, smt = told({"boost": "on", "smt": "on"}, counters(), tmp_path)
    assert str(tmp_path / name) in boost and str(tmp_path / "smt/control") in smt
    (tmp_path / "smt" / "control").write_text("notsupported\n")
    assert len(told({"boost": "on", "smt": "on"}, counters(), tmp_path)) == 1


@pytest.mark.parametrize(
    ("facts", "found", "letter"),
    [
        ({}, counters(exact=True), "A"),
        ({}, counters(), "B"),
        ({"smt": "on"}, counters(exact=True), "B"),
        ({"smt": "unknown"}, counters(exact=True), "B"),
        ({}, counters(exact=True, alone=0.7), "C"),
        ({}, counters(exact=True, alone=0.3), "D"),
    ],
)
def test_the_grade_to_expect(facts: dict[str, str], found: Counters, letter: str) -> None:
    facts = {**QUIET, **facts}
    grade = expected(facts, {"amd64": found})
    assert grade.letter == letter and bool(grade.reasons) == (letter != "A")
    said = verdict(facts, grade)
    assert f"expect grade {letter}" in said and "others" not in said
    assert "others are at work" in verdict({**facts, "load": "3.9 1 1"}, grade)


def test_it_ends_in_a_verdict(tmp_path: Path) -> None:
    done = do("doctor", home=tmp_path)
    assert done.returncode == 0, done.stderr
    *_, facts, end = done.stdout.split("\n\n")
    assert re.match(r"verdict: .*, expect grade [A-D]", end)
    assert all(line.startswith(("verdict: ", "advice: ")) for line in end.splitlines())
    told = json.loads(do("doctor", "--json", home=tmp_path).stdout)
    assert told["facts"]["cpu"] in facts and told["grade"] in "ABCD"


def test_another_clone_times_on_another_cpu() -> None:
    """A CPU that another ./do has chosen is left to it while there are others."""
    asks = [sys.executable, "-c", "from shootout.machine import target; print(target.quiet_core())"]
    last = max(os.sched_getaffinity(0))
    said = f"another ./do times on CPU {last}, as this one does: both are disturbed\n"
    with contextlib.ExitStack() as held:
        for core in os.sched_getaffinity(0):
            with contextlib.suppress(OSError):  # another test may time there
                held.enter_context(socket.socket(socket.AF_UNIX)).bind(f"\0shootout-cpu-{core}")
        done = subprocess.run(asks, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"{last}\n", said)
