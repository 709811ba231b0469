"""Execution of a program with limits."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from errno import ENOSPC
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from . import surroundings
from .errors import Trouble

if TYPE_CHECKING:
    import resource

OUTPUT_BYTES = 1 << 24  # more than any of our programs prints; longer output is cut off
FULL = os.strerror(ENOSPC)
NO_MORE = (
    "no process can be started: the system allows no more. Raise the limit (ulimit -u, or that of "
    "the container), or use --jobs 1; then run ./do again."
)
LEAST = 1 << 16  # bytes; what has less room than that is full
SLICE = 1.0  # seconds between two looks at the time, and at most twice that counts
Begun = tuple["subprocess.Popen[Any]", IO[bytes]]  # a process, and the file of its output
STARTS = 6  # attempts to start a process, each after a longer pause


@dataclass(frozen=True)
class Outcome:
    """The exit status and the output of a program."""

    status: int  # -n when signal n ended it
    output: str
    timed_out: bool = False
    used: float = 0.0  # seconds of processor time, with those of its children that it waited for

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

    After `seconds` the whole group is killed; time in which this process stood still, too, does not
    count. `core` pins it to one CPU; the environment is that of code on trial unless it is given.
    Raises Trouble if no process can be started, or if its output finds no room.
    """
    return finish(begin(command, core, cwd=folder, env=environment), seconds)


def begin(command: Sequence[str], core: int | None, **how: Any) -> Begun:
    """Start a command as `execute` does; `how` is as for Popen."""
    # A file, which `finish` closes, not a pipe: a surviving child could hold one open for ever.
    out = tempfile.TemporaryFile()  # noqa: SIM115
    how["env"] = how.get("env") or surroundings.of_code()
    return start(pinned(command, core), stdout=out, **how), out


def finish(begun: Begun, seconds: float) -> Outcome:
    """What comes of a command that was started, as `execute` has it."""
    (child, out), ended = begun, None
    with out:
        try:
            ended = _wait(child.pid, seconds)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(child.pid, signal.SIGKILL)
            _, status, usage = ended or os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode or not out.tell():
            room = os.fstatvfs(out.fileno())
            if room.f_bavail * room.f_frsize < LEAST:
                complain([FULL])
        out.seek(0)
        text = out.read(OUTPUT_BYTES).decode("ascii", "replace")
    return Outcome(child.returncode, text, not ended, usage.ru_utime + usage.ru_stime)


def start(command: Sequence[str], **how: Any) -> subprocess.Popen[Any]:
    """A process in a group of its own, without standard input, its errors beside its output;
    `how` is as for Popen. Waits for room in the table of processes; raises Trouble if none comes.
    """
    how = {"stdin": subprocess.DEVNULL, "stderr": subprocess.STDOUT, **how}
    for attempt in range(STARTS):
        try:
            return subprocess.Popen(command, start_new_session=True, **how)
        except BlockingIOError:
            time.sleep(0.1 * 2**attempt)
    raise Trouble(NO_MORE)


def _wait(pid: int, seconds: float) -> tuple[int, int, resource.struct_rusage] | None:
    """Wait until a child ends; None if it does not within so many seconds.

    A look now and then comes late: a program of 20 ms seems to take 32.
    """
    try:
        end = os.pidfd_open(pid)
    except (AttributeError, OSError):  # not Linux, or none before 5.3
        end = -1
    told = select.poll()
    if end >= 0:
        told.register(end, select.POLLIN)
    try:
        while seconds > 0:
            began = time.monotonic()
            told.poll(1000 * min(seconds, SLICE) if end >= 0 else 5)
            found = os.wait4(pid, os.WNOHANG)
            if found[0]:
                return found
            seconds -= min(time.monotonic() - began, 2 * SLICE)
        return None
    finally:
        if end >= 0:
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


SIGNALS = {signal.SIGINT, signal.SIGTERM}


@contextlib.contextmanager
def held() -> Iterator[None]:
    """A context that delays SIGINT and SIGTERM. Processes started in it inherit the mask."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
