"""What Slurm is asked, by its own commands: nodes, jobs, and what became of them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from typing import NamedTuple

from shootout.common.errors import Trouble, Usage

SECONDS = 60  # that a command may take; a busy controller answers within some
AWAY = re.compile(r"down|drain|fail|maint|power|reboot|no_respond|unk|\*", re.IGNORECASE)
ENDED = {"BOOT_FAIL", "CANCELLED", "COMPLETED", "DEADLINE", "FAILED", "NODE_FAIL", "OUT_OF_MEMORY",
         "PREEMPTED", "TIMEOUT"}  # fmt: skip
NODES = "sinfo -h -N -o %N|%P|%f|%m|%c|%X|%Z|%T|%E"
QUEUE = "squeue -h --me -t all -o %A|%j|%T|%r|%L"  # for minutes it knows jobs that ended, too
ACCOUNTS = "sacct -n -P -X -S now-30days -o JobID,JobName,State,Reason,Timelimit"


class Node(NamedTuple):
    """A node in one of its partitions, as the controller knows it."""

    name: str
    partition: str  # with a * after the default one
    features: str
    memory: str  # in MiB
    cpus: str
    sockets: str
    threads: str  # of each core
    state: str
    reason: str  # why it takes no jobs

    @property
    def home(self) -> str:
        """The partition's name."""
        return self.partition.rstrip("*")

    @property
    def away(self) -> bool:
        """Whether it takes no jobs now: it is down, drained or switched off."""
        return bool(AWAY.search(self.state))


class Queued(NamedTuple):
    """A job in the queue, or one that ended."""

    number: str
    name: str
    state: str  # in Slurm's words: PENDING, RUNNING, NODE_FAIL, CANCELLED by 7, ...
    reason: str
    left: str  # of its time

    @property
    def live(self) -> bool:
        """Whether it waits or runs."""
        return self.state.split(" ")[0] not in ENDED


def call(*command: str) -> str:
    """The output of a command of Slurm; raise Trouble with what it says if it fails, and Usage if
    this machine has no Slurm."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS,
            errors="replace", check=False,
        )  # fmt: skip
    except FileNotFoundError as error:
        raise Usage(
            f"fleet: no {command[0]} here. Run it on a login node of a Slurm cluster; "
            "docs/fleet.md has one line for machines with ssh alone."
        ) from error
    except subprocess.TimeoutExpired as error:
        raise Trouble(
            f"{command[0]} gave no answer in {SECONDS} s. Is Slurm's controller up (scontrol ping)?"
        ) from error
    if done.returncode:
        said = " ".join(done.stderr.split()) or f"exit status {done.returncode}"
        raise Trouble(f"{command[0]}: {said}")
    return done.stdout


def nodes() -> list[Node]:
    """All nodes of the cluster, once for each partition that they are in."""
    return [Node(*words) for words in _fields(call(*NODES.split()), len(Node._fields))]


def jobs(prefix: str, command: str = QUEUE) -> dict[str, Queued]:
    """The last job of each name that begins so, among the user's own."""
    found = [Queued(*words) for words in _fields(call(*command.split()), len(Queued._fields))]
    mine = [job for job in found if job.name.startswith(prefix) and job.number.isdecimal()]
    return {job.name: job for job in sorted(mine, key=lambda job: int(job.number))}


def _fields(listed: str, number: int) -> Iterator[list[str]]:
    for line in listed.splitlines():
        words = [word.strip() for word in line.split("|", number - 1)]
        if len(words) == number:
            yield words
