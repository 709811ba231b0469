"""Execution of a program with limits."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .errors import Trouble

OUTPUT_BYTES = 1 << 24  # more than any of our programs prints; longer output is cut off
FULL = os.strerror(errno.ENOSPC)
LEAST = 1 << 16  # bytes; what has less room than that is full


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


def execute(
    command: Sequence[str], seconds: float, core: int | None = None, *,
    folder: Path | None = None, environment: Mapping[str, str] | None = None,
) -> Outcome:  # fmt: skip
    """Run a command in a process group of its own, without standard input.

    After `seconds` of wall time the whole group is killed. `core` pins it to one CPU. It works in
    `folder`, with that environment, or else where and as this process does. Raises Trouble if its
    output finds no room: what is missing there says nothing about the program.
    """
    # A file, not a pipe: a surviving child could hold a pipe open for ever.
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(
            pinned(command, core), stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
            start_new_session=True, cwd=folder, env=environment,
        )  # fmt: skip
        timed_out = False
        try:
            timed_out = not _ends(child, seconds)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        if child.returncode or not out.tell():
            room = os.fstatvfs(out.fileno())
            if room.f_bavail * room.f_frsize < LEAST:
                complain([FULL])
        out.seek(0)
        text = out.read(OUTPUT_BYTES).decode("ascii", "replace")
    return Outcome(child.returncode, text, timed_out)


def _ends(child: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait until a child ends; False if it does not within so many seconds.

    Popen.wait looks now and then, and so up to 50 ms late: a program of 20 ms seems to take 32.
    """
    try:
        end = os.pidfd_open(child.pid)
    except (AttributeError, OSError):  # not Linux, or none before 5.3
        try:
            child.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True
    try:
        told = select.poll()
        told.register(end, select.POLLIN)
        return bool(told.poll(1000 * seconds))
    finally:
        os.close(end)


def pinned(command: Sequence[str], core: int | None) -> list[str]:
    """The command with taskset in front, where the system can pin a process to a CPU."""
    if core is None or not hasattr(os, "sched_setaffinity"):
        return list(command)
    return ["taskset", "-c", str(core), *command]


def complain(failures: Iterable[str], *folders: Path) -> None:
    """Raise Trouble if programs failed, as they say themselves or the folders show, for want of
    room on a disk: then they are not to blame. They use these folders and that of temporary files.
    """
    said = list(failures)
    used = (*folders, Path(os.environ.get("TMPDIR") or tempfile.gettempdir()))
    full = [f for f in used if f.exists() and shutil.disk_usage(f).free < LEAST]
    if said and (full or any(FULL in each for each in said)):
        where = " or ".join(map(str, full or used))
        raise Trouble(f"{where}: no space left on the disk. Make room, then run ./do again.")
