"""What Slurm is asked, by its own commands: nodes, jobs, and what became of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from shootout.common.errors import Trouble, Usage

COMMANDS = ("sbatch", "scancel", "scontrol", "sinfo", "squeue")
SECONDS = 60  # that a command may take; a busy controller answers within some
AWAY = re.compile(r"down|drain|fail|maint|power|reboot|no_respond|unk|\*", re.IGNORECASE)


@dataclass(frozen=True)
class Node:
    """A node as the controller knows it, in the partition that jobs for it are sent to."""

    name: str
    partition: str
    features: str
    memory: str  # in MiB
    cpus: str
    sockets: str
    threads: str  # of each core
    state: str
    reason: str  # why it takes no jobs

    @property
    def away(self) -> bool:
        """Whether it takes no jobs now: it is down, drained or switched off."""
        return bool(AWAY.search(self.state))


@dataclass(frozen=True)
class Job:
    """A job in the queue, or one that ended a short time ago."""

    number: str
    state: str  # PENDING, RUNNING, NODE_FAIL, ...
    reason: str
    node: str


def need() -> None:
    """Raise Usage if this machine has no Slurm."""
    if missing := [c for c in COMMANDS if not shutil.which(c)]:
        raise Usage(
            f"fleet: no {', '.join(missing)} here. Run it on a login node of a Slurm cluster; "
            "docs/fleet.md has one line for machines with ssh alone."
        )


def call(*command: str) -> str:
    """The output of a command of Slurm; raise Trouble with what it says if it fails."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS,
            errors="replace", check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise Trouble(
            f"{command[0]} gave no answer in {SECONDS} s. Is Slurm's controller up (scontrol ping)?"
        ) from error
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"exit status {done.returncode}"
        raise Trouble(f"{command[0]}: {said}")
    return done.stdout


def nodes(partition: str, nodelist: str) -> list[Node]:
    """The nodes of the cluster, each once: in the partition asked for, or its default one."""
    chosen = [f"--partition={partition}"] if partition else []
    chosen += [f"--nodes={nodelist}"] if nodelist else []
    listed = call("sinfo", "-h", "-N", "-o", "%N|%P|%f|%m|%c|%X|%Z|%T|%E", *chosen)
    found: dict[str, Node] = {}
    for line in listed.splitlines():
        words = [word.strip() for word in line.split("|", 8)]
        if len(words) == 9 and (words[0] not in found or words[1].endswith("*")):
            words[1] = words[1].rstrip("*")
            found[words[0]] = Node(*words)
    return [found[name] for name in sorted(found)]


def members() -> dict[str, set[str]]:
    """The names of the nodes of each partition; a node may be in several."""
    found: dict[str, set[str]] = {}
    for line in call("sinfo", "-h", "-N", "-o", "%N|%P").splitlines():
        name, _, partition = line.strip().partition("|")
        found.setdefault(partition.rstrip("*"), set()).add(name)
    return found


def submit(words: Sequence[str]) -> str:
    """Send a job, given as sbatch's options, a script and its arguments; return its number."""
    return call("sbatch", "--parsable", *words).strip().split(";")[0]


def queue(name: str) -> dict[str, Job]:
    """The jobs of this name by number: those that wait or run, and for minutes those that ended."""
    listed = call("squeue", "-h", "-t", "all", f"--name={name}", "-o", "%A|%T|%r|%N")
    jobs = [Job(*line.split("|", 3)) for line in listed.splitlines() if line.count("|") == 3]
    return {job.number: job for job in jobs}
