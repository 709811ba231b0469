"""A real Slurm on this machine: a controller, and node daemons with names of their own."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

PROGRAMS = ("munged", "slurmctld", "slurmd", "sbatch", "scontrol")
MISSING = [p for p in PROGRAMS if not shutil.which(p, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")]
CONF = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={top}/munge.socket
CryptoType=crypto/munge
ProctrackType=proctrack/pgid
TaskProlog={top}/prolog
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation={top}/state
SlurmdSpoolDir={top}/spool.%n
SlurmctldPidFile={top}/ctld.pid
SlurmdPidFile={top}/slurmd.%n.pid
SlurmctldLogFile={top}/ctld.log
SlurmdLogFile={top}/slurmd.%n.log
SlurmctldPort={port}
SlurmdTimeout=10
KillWait=5
SchedulerParameters=sched_interval=2,batch_sched_delay=0
ReturnToService=2
MpiDefault=none
JobCompType=jobcomp/none
AccountingStorageType=accounting_storage/none
"""
PARTITIONS = """\
PartitionName=all Nodes=ALL Default=YES State=UP MaxTime=INFINITE PriorityTier=1
PartitionName=urgent Nodes=ALL State=UP MaxTime=INFINITE PriorityTier=10
"""
# Each node has a disk of its own, as nodes have whose files this machine does not share.
PROLOG = """#!/bin/sh
mkdir -p "{top}/disk/$SLURMD_NODENAME"
echo "export SLURM_TMPDIR={top}/disk/$SLURMD_NODENAME"
"""


def free_ports(number: int) -> list[int]:
    """Ports that nobody listens on."""
    sockets = [socket.socket() for _ in range(number)]
    try:
        for s in sockets:
            s.bind(("127.0.0.1", 0))
        return [s.getsockname()[1] for s in sockets]
    finally:
        for s in sockets:
            s.close()


@dataclass
class Cluster:
    """A cluster below the folder `top`, with a feature for each node, by name."""

    top: Path
    nodes: Mapping[str, str]
    daemons: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        path = f"{os.environ['PATH']}:/usr/sbin:/sbin"
        return {**os.environ, "SLURM_CONF": f"{self.top}/slurm.conf", "PATH": path}

    def start(self) -> None:
        """Start munge, the controller and all nodes; wait until they are idle."""
        self.top.chmod(0o755)
        key = self.top / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        (self.top / "state").mkdir()
        host = socket.gethostname().split(".")[0]
        ports = free_ports(len(self.nodes) + 1)
        lines = [
            f"NodeName={name} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=1 "
            f"Feature={feature}\n"
            for (name, feature), port in zip(self.nodes.items(), ports)
        ]
        user = pwd.getpwuid(os.getuid()).pw_name
        conf = CONF.format(host=host, user=user, top=self.top, port=ports[-1])
        (self.top / "slurm.conf").write_text(conf + "".join(lines) + PARTITIONS)
        (self.top / "prolog").write_text(PROLOG.format(top=self.top))
        (self.top / "prolog").chmod(0o755)
        self._spawn("munged", "munged", "--foreground", f"--key-file={key}", "--force",
            *(f"--{n}-file={self.top}/munge.{n}" for n in ("pid", "log", "seed")),
            f"--socket={self.top}/munge.socket")  # fmt: skip
        self._until(lambda: (self.top / "munge.socket").exists(), "munge")
        self._spawn("slurmctld", "slurmctld", "-D")
        for name in self.nodes:
            self.up(name)
        self._until(
            lambda: (
                self.call("sinfo", "-h", "-t", "idle", "-o", "%D").strip() == str(len(self.nodes))
            ),
            "nodes",
        )

    def up(self, name: str) -> None:
        """Start the daemon of a node."""
        self._spawn(name, "slurmd", "-D", "-N", name)

    def kill(self, name: str) -> None:
        """End a node with all that runs on it, as a loss of power does."""
        for pid in self._of(name):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.daemons.pop(name).wait()

    def _of(self, name: str) -> list[int]:
        """The processes of a daemon and of the jobs on its node, by their environment."""
        marks = {f"CLUSTER_NODE={self.top}/{name}".encode(), f"SLURMD_NODENAME={name}".encode()}
        here = f"SLURM_CONF={self.top}/slurm.conf".encode()
        found = []
        for file in Path("/proc").glob("[0-9]*/environ"):
            with suppress(OSError):
                words = set(file.read_bytes().split(b"\0"))
                if here in words and marks & words:
                    found.append(int(file.parent.name))
        return found

    def stop(self) -> None:
        """End everything."""
        for name in [n for n in self.daemons if n not in ("munged", "slurmctld")]:
            self.kill(name)
        for name in list(self.daemons):
            self.kill(name)

    def call(self, *command: str) -> str:
        """The output of a command of Slurm; empty if it fails."""
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False
        )
        return done.stdout if not done.returncode else ""

    def _spawn(self, name: str, *command: str) -> None:
        log = (self.top / f"{name}.out").open("ab")
        self.daemons[name] = subprocess.Popen(
            command, env={**self.environment, "CLUSTER_NODE": f"{self.top}/{name}"},
            stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        )  # fmt: skip
        log.close()

    def _until(self, true: object, what: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not true():  # type: ignore[operator]
            if time.monotonic() > end:
                raise AssertionError(f"{what} did not start: see {self.top}")
            time.sleep(0.2)
