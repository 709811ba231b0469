"""./do fleet on a real Slurm: four kinds of nodes, and what can go wrong with each."""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from cluster import MISSING, Cluster
from conftest import ROOT

pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=f"no Slurm here: {' '.join(MISSING)} missing"),
    pytest.mark.alone,
]
NODES = {"zen1": "zen", "zen2": "zen", "arm1": "arm", "old1": "old", "bare1": "bare"}
RUN = (
    "sha256/ref",
    "--quick",
    "--rounds",
    "150",
    "--compilers",
    "^gcc -march=native -mtune=native -O3",
)
SECONDS = 240  # on a machine that is busy with other tests
# No compiler on one of the nodes, which share this machine's files.
WRAPPER = """#!/bin/sh
[ "$SLURMD_NODENAME" = bare1 ] && { echo "$0: not found" >&2; exit 127; }
PATH=${PATH#*:} exec "${0##*/}" "$@"
"""


@dataclass
class Fleet:
    """A cluster, and a fleet on it."""

    cluster: Cluster
    top: Path

    @property
    def folder(self) -> Path:
        return self.top / "fleet"

    def do(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {
            **self.cluster.environment, "SHOOTOUT_DATA": f"{self.top}/data", "COLUMNS": "100",
            "TMPDIR": f"{self.top}/disk",
        }  # fmt: skip
        environment["PATH"] = f"{self.top}/bin:{environment['PATH']}"
        command = ["./do", "fleet", *words, "--folder", str(self.folder)]
        return subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
        )

    def kind(self, feature: str) -> str:
        """The name of the kind whose nodes have this feature."""
        for home in (self.folder / "kinds").iterdir():
            if f"MiB, {feature}\n" in (home / "kind").read_text():
                return home.name
        raise AssertionError(feature)

    def states(self) -> dict[str, str]:
        """The state of each kind as ./do fleet status prints it."""
        printed = self.do("status")
        assert not printed.stderr, printed.stderr
        text = re.sub(r"\n {8,}", " ", printed.stdout)
        found = re.findall(r"^(\S+-[0-9a-f]{4}) +(.*)$", text, re.M)
        return dict(found)

    def until(self, true: Callable[[dict[str, str]], bool]) -> dict[str, str]:
        """The states as soon as they are as wanted."""
        end = time.monotonic() + SECONDS
        while not true(states := self.states()):
            assert time.monotonic() < end, (states, self._logs())
            self._hurry()
            time.sleep(1)
        return states

    def wait_for(self, kind: str, text: str) -> None:
        """Wait for a line in the state of a kind, without the seconds that a command takes."""
        state, end = self.folder / "kinds" / kind / "state", time.monotonic() + SECONDS
        while not (state.exists() and text in state.read_text()):
            assert time.monotonic() < end, self._logs()
            time.sleep(0.05)

    def _hurry(self) -> None:
        """Let requeued jobs start now: Slurm makes them wait for two minutes."""
        for line in self.cluster.call("squeue", "-h", "-t", "PD", "-o", "%A %r").splitlines():
            number, reason = line.split(" ", 1)
            if reason == "BeginTime":
                self.cluster.call("scontrol", "update", f"JobId={number}", "StartTime=now")

    def _logs(self) -> str:
        logs = sorted(self.folder.glob("kinds/*/log"))
        return "\n".join(f"{f}: {f.read_text()[-1000:]}" for f in logs)


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    top = tmp_path_factory.mktemp("fleet")
    for name in ("slurm", "bin", "disk"):
        (top / name).mkdir()
    for name in ("gcc", "clang"):
        (top / "bin" / name).write_text(WRAPPER)
        (top / "bin" / name).chmod(0o755)
    cluster = Cluster(top / "slurm", NODES)
    try:
        cluster.start()
        yield Fleet(cluster, top)
    finally:
        cluster.stop()


def _idle(states: dict[str, str]) -> bool:
    return not any(
        re.match("waiting|starting|building|verifying|counting|timing|saving", s)
        for s in states.values()
    )


def test_a_fleet_survives_what_happens_to_nodes(fleet: Fleet) -> None:
    started = fleet.do(*RUN)
    assert not started.returncode and not started.stderr, (started.stdout, started.stderr)
    assert len(fleet.states()) == 4  # zen1 and zen2 are one kind
    lost = fleet.kind("old")
    fleet.wait_for(lost, "stage timing")
    fleet.cluster.kill("old1")
    fleet.cluster.up("old1")
    states = fleet.until(_idle)

    log = (fleet.folder / "kinds" / lost / "log").read_text()
    assert log.count("to time\n") == 2, log  # it began twice,
    kept = ("continuing an interrupted run: it has ", "built 0 programs, kept 2 from before")
    assert any(said in log for said in kept), log  # the second time with what the first had done
    assert states.pop(fleet.kind("bare")).startswith("failed")
    assert all(re.match(r"done +grade [A-D]", state) for state in states.values()), states
    said = (fleet.folder / "kinds" / fleet.kind("bare") / "state").read_text()
    assert "no compiler" in said, said

    spoilt = fleet.kind("arm")
    result = next((fleet.folder / "kinds" / spoilt).glob("*.tar.gz"))
    result.write_bytes(result.read_bytes()[:-100])
    gathered = fleet.do("gather")
    assert gathered.returncode == 1 and "spoilt on its way" in gathered.stdout, gathered
    names = sorted(p.name for p in (fleet.top / "data").glob("*.tar.gz"))
    assert len(names) == 2 and not any(spoilt in name for name in names), names
    assert "gathered" in fleet.states()[fleet.kind("zen")]
    assert "nothing new" in fleet.do("gather").stdout

    facts = subprocess.run(
        ["tar", "-xOf", fleet.top / "data" / names[0], "machine"], capture_output=True, text=True
    ).stdout
    assert re.search(r"^slurm-job \d+$", facts, re.M) and "slurm-partition all\n" in facts, facts
    assert not any(node in facts for node in NODES)

    again = fleet.do(*RUN)  # the spoilt one and the one without a compiler, no other
    assert not again.stderr, again.stderr
    live = [name for name, state in fleet.states().items() if not _idle({name: state})]
    assert sorted(live) == sorted([spoilt, fleet.kind("bare")])
    cancelled = fleet.do("cancel")
    assert not cancelled.stderr, cancelled.stderr
    assert fleet.states()[spoilt].startswith("cancelled")
    fleet.do(*RUN)
    assert fleet.until(_idle)[spoilt].startswith("done")


def test_what_cannot_be_done_is_said(fleet: Fleet) -> None:
    elsewhere = Fleet(fleet.cluster, fleet.top / "elsewhere")
    for word in ("status", "gather", "cancel"):
        none = elsewhere.do(word)
        assert none.returncode == 2 and "./do fleet starts one" in none.stderr, none
    nothing = elsewhere.do("--partition", "none")
    assert nothing.returncode == 2 and "no nodes" in nothing.stderr, nothing
    refused = elsewhere.do("--time", "soon", *RUN)
    assert refused.returncode == 1 and "sbatch: " in refused.stderr, refused


def test_a_node_that_is_drained_is_named(fleet: Fleet) -> None:
    drain = ("scontrol", "update", "NodeName=arm1", "State=DRAIN", "Reason=hot")
    fleet.cluster.call(*drain)
    drained = fleet.do("--nodelist", "arm1", *RUN)
    assert "left out: arm1, drained: hot" in drained.stdout, drained
