"""Programs are waited for without delay, and not for ever."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from conftest import ROOT

from shootout.common.process import execute

POLLED = 0.031  # seconds after which Popen.wait looks for the sixth time: it sleeps 1, 2, 4, ... ms


def test_an_end_is_noticed_at_once() -> None:
    """What takes 18 ms is over before a look now and then would see it."""
    if not hasattr(os, "pidfd_open"):
        pytest.skip("no pidfd_open here: ends are looked for now and then")

    def seconds() -> float:
        start = time.monotonic()
        assert execute(["sleep", "0.018"], 10).status == 0
        return time.monotonic() - start

    assert 0.018 <= min(seconds() for _ in range(20)) < POLLED


@pytest.mark.parametrize("kernel", ["new", "old"])
def test_what_does_not_end_is_killed(kernel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: int) -> int:
        raise OSError

    if kernel == "old":
        monkeypatch.setattr(os, "pidfd_open", refuse, raising=False)
    start = time.monotonic()
    loops = execute(["sh", "-c", "echo word; sleep 60"], 0.2)
    assert loops.timed_out and loops.status < 0 and loops.lines == [["word"]]
    assert 0.2 <= time.monotonic() - start < 30
    ends = execute(["sh", "-c", "exit 3"], 60)
    assert (ends.status, ends.timed_out) == (3, False)


def test_workers_that_are_killed_while_they_write_hold_up_nobody() -> None:
    """Where half of a result stays in a pipe, its reader waits for ever: a process of its own."""
    code = "each = parallel.each(bytes, [1 << 24] * 6, 2); next(each), each.close()"
    code = f"from shootout.common import parallel\nfor _ in range(9): {code}"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "scripts")}
    subprocess.run([sys.executable, "-c", code], env=env, timeout=60, check=True)
