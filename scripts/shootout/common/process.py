"""Execution of a program with limits."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass

OUTPUT_BYTES = 1 << 24  # more than any of our programs prints; longer output is cut off


@dataclass(frozen=True)
class Outcome:
    """The exit status and the output of a program."""

    status: int  # -n when signal n ended it
    output: str
    timed_out: bool = False

    @property
    def lines(self) -> list[list[str]]:
        """The words of each line of the output."""
        return [line.split() for line in self.output.splitlines() if line.strip()]

    def end(self) -> str:
        """The end in words, for a program that did not finish by itself."""
        if self.timed_out:
            return "loops: no answer in time"
        if self.status < 0:
            with contextlib.suppress(ValueError):
                return f"dies of {signal.Signals(-self.status).name}"
            return f"dies of signal {-self.status}"
        return f"ends early with exit status {self.status}"


def execute(command: Sequence[str], seconds: float, core: int | None = None) -> Outcome:
    """Run a command in a process group of its own, without standard input.

    After `seconds` of wall time the whole group is killed. `core` pins it to one CPU.
    """
    # A file, not a pipe: a surviving child could hold a pipe open for ever.
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            pinned(command, core), stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip
        timed_out = False
        try:
            child.wait(seconds)
        except subprocess.TimeoutExpired:
            timed_out = True
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        out.seek(0)
        text = out.read(OUTPUT_BYTES).decode("ascii", "replace")
    return Outcome(child.returncode, text, timed_out)


def pinned(command: Sequence[str], core: int | None) -> list[str]:
    """The command with taskset in front, where the system can pin a process to a CPU."""
    if core is None or not hasattr(os, "sched_setaffinity"):
        return list(command)
    return ["taskset", "-c", str(core), *command]
