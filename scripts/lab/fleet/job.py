"""The job on a node: ./do run, with its stage written down where the fleet can read it.

    python3 -m lab.fleet.job FLEET KIND MACHINE [OPTION of ./do run]...

It is started in a checkout on the node's own disk. A job that is stopped leaves the checkout,
so that the next one on this node continues it.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from shootout.common.atomic import appear
from shootout.common.paths import DATA, ROOT

from .folder import pairs, write_pairs
from .stages import stage

EVERY = 2  # seconds between two states
NODE = "%N"  # a machine of this name gets the node's


@dataclass
class Note:
    """The state of this job, in the fleet's folder."""

    home: Path
    facts: dict[str, str] = field(default_factory=dict)
    written: float = 0.0

    def say(self, **facts: str) -> None:
        """Write a state that people have to know."""
        job = {"job": "SLURM_JOB_ID", "node": "SLURMD_NODENAME"}
        self.facts = {**{key: os.environ.get(name, "") for key, name in job.items()}, **facts}
        write_pairs(self.home / "state", self.facts)
        self.written = time.monotonic()

    def pass_by(self, **facts: str) -> None:
        """Write a state unless one was written just now."""
        if time.monotonic() - self.written >= EVERY or facts["stage"] != self.facts.get("stage"):
            self.say(**facts)


def main(fleet: Path, kind: str, machine: str, options: list[str]) -> int:
    """Run, and bring the result to the fleet's folder."""
    home = fleet / "kinds" / kind
    note = Note(home)
    before = pairs(home / "state")
    if before.get("job") == os.environ.get("SLURM_JOB_ID") and before.get("stage") == "done":
        return 0  # requeued in its last moment
    try:
        found = result()
        if not found:
            note.say(stage="starting")
            status, last, stopped = run(note, machine, options)
            found = result()
            if not found and stopped:
                note.say(stage="stopped", cause="its time was over; what it has done is kept")
                return 1
            if not found:
                note.say(stage="failed", cause=last or f"./do run ended with status {status}")
                return 1
        deliver(found, home, note)
    except OSError as error:
        with contextlib.suppress(OSError):  # the fleet's folder itself may be full
            note.say(stage="failed", cause=f"{error.filename or home}: {error.strerror}")
        print(f"fleet: {error}", flush=True)
        return 1
    shutil.rmtree(ROOT, ignore_errors=True)
    return 0


def result() -> Path | None:
    """The result file of this checkout."""
    found = sorted(DATA.glob("*.tar.gz"))
    return found[-1] if found else None


def run(note: Note, machine: str, options: list[str]) -> tuple[int, str, bool]:
    """Run the benchmark; return its status, its last error, and whether the job was told to stop.

    A job is told so when its time is over, and when the scheduler wants the node back.
    """
    stopping: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.append(number)
        child.send_signal(signal.SIGINT)

    name = machine.replace(NODE, os.environ.get("SLURMD_NODENAME", ""))
    command = ["./do", "run", "--plain", "--machine", name, *options]
    child = subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, errors="replace",
    )  # fmt: skip
    signal.signal(signal.SIGTERM, stop)
    last = ""
    assert child.stdout
    for line in child.stdout:
        print(line, end="", flush=True)
        if line.startswith("./do: "):
            last = line.removeprefix("./do: ")
        if told := stage(line):
            note.pass_by(stage=told[0], detail=told[1])
    return child.wait(), last, bool(stopping)


def deliver(found: Path, home: Path, note: Note) -> None:
    """Copy the result to the fleet's folder, with its digest beside it."""
    content = found.read_bytes()
    with appear(home / found.name, replace=True) as copy:
        copy.write(content)
    digest = hashlib.sha256(content).hexdigest()
    note.say(stage="done", result=found.name, sha256=digest, grade=grade_of(home))


def grade_of(home: Path) -> str:
    """The grade that the run printed last."""
    found = re.findall(r"^grade ([A-D])\b", (home / "log").read_text(errors="replace"), re.M)
    return found[-1] if found else ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]))
