"""What the system did to a process, which is no fault of the code in it.

What is suspected is tried once more, alone. Only what recurs and is proven outside of the process
is told as the system's; nothing that is suspected is kept for the next run.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path

from .process import Outcome

UNTRIED = "not tried"  # the cause of a verdict that says nothing about the code

MEMORY = "memory ran out (--jobs 1)"
PROCESSES = "no process could be started (--jobs 1, or a higher limit of processes)"
TIME = "other programs had the processor"
KILLED = "killed, and nothing says by whom"

NO_PROCESS = re.compile(
    r"^warden: no (process|pipes): |^\S*sh: .*[Cc]annot fork"
    r"|^(?!.*\berror: #).*(fork|spawn)\w*: Resource temporarily unavailable",
    re.MULTILINE,
)
KILLS = re.compile(r"dies of SIGKILL|Killed signal terminated program|^error: killed", re.MULTILINE)
LATE = re.compile("loops: no answer in time|^error: out of time", re.MULTILINE)
SPIN = 0.2  # seconds to see how much of the processor a program gets
FAIR = 0.5  # part of it; with less, code that has not answered may have been waiting


@dataclass(frozen=True)
class Suspicion:
    """A cause that may lie outside of a process, and whether something outside proves it."""

    why: str
    proven: bool


def memory_kills() -> int:
    """How many processes of this control group were killed for want of memory so far."""
    total = 0
    for name in _groups():
        try:
            found = re.search(r"^oom_kill (\d+)$", name.read_text(), re.MULTILINE)
        except OSError:
            continue
        total += int(found.group(1)) if found else 0
    return total


def _groups() -> list[Path]:
    """Files that count what the kernel killed: of version 2, of version 1, of the machine."""
    files = [Path("/proc/vmstat")]
    try:
        lines = Path("/proc/self/cgroup").read_text().splitlines()
    except OSError:
        return files
    for line in lines:
        _, kinds, path = line.split(":", 2)
        if not kinds:
            files.append(Path(f"/sys/fs/cgroup{path}/memory.events"))
        elif "memory" in kinds.split(","):
            files.append(Path(f"/sys/fs/cgroup/memory{path}/memory.oom_control"))
    return files


def starved() -> bool:
    """Whether a program that only counts gets little of the processor, or none for a while."""
    wall, own = time.monotonic(), time.process_time()
    while time.monotonic() < wall + SPIN:
        pass
    return time.process_time() - own < FAIR * (time.monotonic() - wall)


def suspected(said: str, kills: int) -> Suspicion | None:
    """What speaks against the system in the words of an end, of a program or a compiler; None if
    nothing does. `kills` is what `memory_kills` told before."""
    if NO_PROCESS.search(said):
        return Suspicion(PROCESSES, proven=True)
    if KILLS.search(said):
        ran_out = memory_kills() > kills
        return Suspicion(MEMORY if ran_out else KILLED, proven=ran_out)
    if LATE.search(said):
        return Suspicion(TIME, proven=starved())
    return None


def of_program(outcome: Outcome, seconds: float, kills: int) -> Suspicion | None:
    """What speaks against the system in the end of a program that may have had so many seconds of
    processor time; one that has had most of them was not kept waiting."""
    said = f"{outcome.end()}\n{outcome.output[-1000:]}" if outcome.status else ""
    found = suspected(said, kills)
    return None if found and found.why == TIME and outcome.used > seconds / 2 else found
