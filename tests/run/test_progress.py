"""The bar: one time left for the whole plan, and a terminal that is never silent."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT, copy_of, environment, pinned

from shootout.common import progress as module
from shootout.common.progress import Forecast, Progress, Rate
from shootout.run.c import C

SILENT = 2.0  # seconds, at most


class Clock:
    """A clock that the test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr(module.time, "monotonic", lambda: self.now)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def test_the_time_left_is_that_of_all_phases(clock: Clock) -> None:
    progress = Progress(stream=io.StringIO())
    progress.plan({"build": Rate(1, 2), "time": Rate(9, 1, quick=3)}, 10, quick=True)
    progress.plan({"draw": Rate(5, 4)}, 1)
    progress.start("build", 10)
    assert progress.left() == 10 * 2 + 30 * 1 + 5 * 4
    clock.now += 8
    progress.step()  # took four times as long as usual
    assert progress.left() == 9 * 8 + (30 + 20) * 13 / 7, "others may be as much slower now"
    clock.now += 5  # nothing has happened, but the time is gone
    assert progress.left() == 9 * 8 - 5 + (30 + 20) * 13 / 7
    progress.start("time", 30)  # the rest of the programs was there already
    assert progress.left() == pytest.approx((30 + 20) * 18 / 7), "a step took 13 s, not 2"


def test_a_phase_that_is_announced_in_parts(clock: Clock) -> None:
    progress = Progress(stream=io.StringIO())
    progress.plan({"again": Rate(2, 1), "draw": Rate(1, 7)}, 3)
    progress.start("again", 1)
    progress.step()
    assert progress.left() == 5 + 21, "of six expected steps one is done"
    progress.start("again", 9)
    assert progress.left() == 9 + 21
    progress.start("something else", 1)
    assert progress.left() == 3 * 7, "nobody knows how long that takes"
    progress.start("draw", 2)
    progress.step()
    progress.start("save", 1)
    assert progress.left() == 0, "what was begun is past, also if it took fewer steps"


def test_rates_are_learned(clock: Clock, tmp_path: Path) -> None:
    file = tmp_path / "pace" / "run.json"
    first = Progress(stream=io.StringIO(), forecast=Forecast(file))
    first.plan({"build": Rate(1, 2), "draw": Rate(1, 3)}, 4)
    first.start("build", 8)
    for _ in range(8):
        clock.now += 10
        first.step()
    first.start("draw", 4)
    assert first.left() == pytest.approx(4 * 3 * 85 / 21), "others may be as much slower here"
    first.over()
    assert Forecast(file).rate("build") == Rate(2, 10)
    second = Progress(stream=io.StringIO(), forecast=Forecast(file))
    second.plan({"build": Rate(1, 2)}, 3)
    second.start("build", 6)
    assert second.left() == 60


@pytest.mark.parametrize("text", ["", "{", "[]", '{"build": 3}', '{"build": ["x", 1]}'])
def test_a_damaged_record_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "pace").write_text(text)
    forecast = Forecast(tmp_path / "pace", {"build": Rate(1, 2)})
    assert forecast.rate("build") == Rate(1, 2)
    assert forecast.rate("draw") is None


OURS = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}


def in_a_terminal(words: list[str], env: dict[str, str] = OURS) -> tuple[int, str, float]:
    """The exit status, the output and its longest silence, in seconds, on a terminal.

    What this process itself has to wait for a CPU does not count as silence.
    """
    own, its = pty.openpty()
    ran = subprocess.Popen(words, env=env, stdin=its, stdout=its, stderr=its)
    os.close(its)
    output, silence, last, late = b"", 0.0, time.monotonic(), 0.0
    while True:
        asked = time.monotonic()
        ready, _, _ = select.select([own], [], [], 0.1)
        now = time.monotonic()
        late = max(late, now - asked - 0.1)
        if not ready:
            assert now - last < 60, "it hangs"
            continue
        silence, last = max(silence, now - last) if output else 0.0, now
        try:
            piece = os.read(own, 1 << 16)
        except OSError:  # Linux ends a terminal so
            piece = b""
        if not piece:
            break
        output += piece
    os.close(own)
    return ran.wait(60), output.decode(errors="replace"), silence - 10 * late


def test_a_long_step_is_no_silence() -> None:
    code = """
import time
from shootout.common.progress import BAR
for thing in BAR.each("wait", [1]):
    time.sleep(4.5)
print("told")
"""
    status, output, silence = in_a_terminal([sys.executable, "-c", code])
    assert status == 0 and silence < SILENT, output
    assert re.search(r"wait, 3 s so far", output)
    assert output.endswith("\r\x1b[Ktold\r\n"), "the bar is gone before the next line"


def test_a_command_without_phases_is_no_silence() -> None:
    code = """
import sys, time
from shootout.common.progress import BAR
BAR.watch("think")
time.sleep(3.5)
print("told")
for name in "fast", "slow":
    print(f"Name [{name}]: ", end="", file=sys.stderr, flush=True)
    time.sleep(1.8)
    print()
BAR.leave()
"""
    status, output, silence = in_a_terminal([sys.executable, "-c", code])
    assert status == 0 and silence < SILENT, output
    assert re.search(r"\r\x1b\[Kthink, \d s so far\r\x1b\[Ktold\r\n", output), output
    assert output.endswith("told\r\nName [fast]: \r\nName [slow]: \r\n"), "a question stays"


def test_a_pager_has_the_screen_to_itself() -> None:
    code = """
import time
from shootout.common.progress import BAR
BAR.watch("think")
time.sleep(2.2)
"""
    status, output, _ = in_a_terminal(["sh", "-c", f"{sys.executable} -c '{code}' | cat"])
    assert (status, output) == (0, "")


@pytest.mark.alone
def test_a_run_is_never_silent(tmp_path: Path, compiler: str) -> None:
    pinned("sha256", tmp_path / "tree" / "sha256")
    copy_of("sha256/ref", tmp_path / "tree" / "sha256" / "ref")
    words = ["run", "--quick", "--machine", "box", "--compilers", compiler]
    env = environment(*words, home=tmp_path, tree=tmp_path / "tree")
    status, output, silence = in_a_terminal([str(ROOT / "do"), *words], env)
    assert status == 0, output
    assert silence < SILENT
    parts = [len(bar) for bar in re.findall(r"\[(#*)\.*\] (?!probe)", output)]
    assert len(parts) > 5 and parts == sorted(parts), "the bar never goes back"
    shown = set(re.findall(r"\] ([a-zA-Z ]+)[:,]", output)) - {"probe compilers", "probe VMs"}
    assert shown - {"save", "check", "run"} <= C.phases.keys(), "the plan has every phase"
