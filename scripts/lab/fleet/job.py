"""The job on a node: the sources are unpacked on its own disk, and ./do run runs there.

    python3 -m lab.fleet.job FLEET KIND MACHINE [OPTION of ./do run]...

A job that is stopped leaves the folder, so that the next one on this node continues it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import FrameType

from shootout.common.atomic import appear
from shootout.common.errors import Trouble
from shootout.common.folders import claim
from shootout.machine import naming, target
from shootout.machine.microarchitecture import microarchitecture
from shootout.machine.target import KIND

SOURCE = "source.tar"
KEPT = ("build", "data")  # of an earlier job
NODE, CORE = "%N", "%C"  # in the machine's name: the node's, and the word for its processor


def main(fleet: Path, kind: str, machine: str, options: list[str]) -> int:
    """Run, and bring the result to the fleet's folder; return 1 if there is none."""
    home = fleet / kind
    if any(home.glob("*.tar.gz")):
        return 0  # requeued in its last moment
    disk = os.environ.get("SLURM_TMPDIR") or os.environ.get("TMPDIR") or "/tmp"
    work = Path(disk) / f"shootout-{os.getuid()}-{kind}"
    try:
        # Another user of the node could have made it, with programs of his own in it.
        claim(work)
        work.mkdir(0o700, parents=True, exist_ok=True)
        if not any(work.glob("data/*.tar.gz")):
            unpack(fleet / SOURCE, work)
            run(work, kind, machine, options)
        found = max(work.glob("data/*.tar.gz"), default=None)
        if not found:
            return 1
        with appear(home / found.name, replace=True) as copy:
            copy.write(found.read_bytes())
    except (OSError, Trouble) as error:
        print(f"fleet: {error}", flush=True)
        return 1
    shutil.rmtree(work, ignore_errors=True)
    return 0


def unpack(source: Path, work: Path) -> None:
    """Replace the sources, which may have changed; what was built and timed stays."""
    old = [str(path) for path in work.iterdir() if path.name not in KEPT]
    subprocess.run(["rm", "-rf", *old], check=False)
    words = ["tar", "-xf", str(source), "-C", str(work)]
    if subprocess.run(words, stderr=subprocess.DEVNULL, check=False).returncode:
        free = shutil.disk_usage(work).free >> 20
        raise Trouble(f"the sources can't be unpacked in {work.parent}: {free} MiB are free")


def run(work: Path, kind: str, machine: str, options: list[str]) -> None:
    """Run the benchmark; raise Trouble if the job is told to stop.

    It is told so when its time is over, and when the scheduler wants the node back.
    """
    stopping: list[int] = []

    def stop(number: int, frame: FrameType | None) -> None:
        stopping.append(number)
        child.send_signal(signal.SIGINT)

    core = naming.word(microarchitecture(target.own()))
    name = machine.replace(NODE, os.environ.get("SLURMD_NODENAME", "")).replace(CORE, core)
    child = subprocess.Popen(
        ["./do", "run", "--plain", "--machine", name, *options], cwd=work,
        env={**os.environ, KIND: kind}, stdin=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
    )  # fmt: skip
    signal.signal(signal.SIGTERM, stop)
    if child.wait() and stopping:
        raise Trouble("stopped: its time was over, or the node is wanted. What it has done is kept")


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:]))
