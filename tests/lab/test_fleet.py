"""./do fleet on a real Slurm: four kinds of nodes, and what can go wrong with each."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from cluster import MISSING, Cluster
from conftest import ROOT, okcompilers

from shootout.results import archive

pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=f"no Slurm here: {' '.join(MISSING)} missing"),
    pytest.mark.apart,
]
NODES = {
    "zen1": "zen", "zen2": "zen", "arm1": "arm", "old1": "old", "gone1": "gone", "bare1": "bare",
    "full1": "full", "tight1": "tight",
}  # fmt: skip
COMPILER = "^gcc -march=native -mtune=native -O3 "
RUN = ("sha256/ref", "--quick", "--rounds", "200")
SOON = ("sha256/ref", "--quick", "--rounds", "20")
SECONDS = 240  # on a machine that is busy with other tests
# No compiler on one of the nodes, which share this machine's files: compilers get no variable that
# names the node, but they work on its disk.
WRAPPER = """#!/bin/sh
case $(pwd -P) in */disk/bare1/*) echo "$0: not found" >&2; exit 127 ;; esac
PATH=${PATH#*:} exec "${0##*/}" "$@"
"""


@dataclass
class Fleet:
    """A cluster, and a fleet on it."""

    cluster: Cluster
    top: Path
    clone: Path

    @property
    def folder(self) -> Path:
        return self.top / "fleet"

    def do(self, *words: str) -> subprocess.CompletedProcess[str]:
        environment = {**self.cluster.environment, "SHOOTOUT_DATA": f"{self.top}/data"}
        environment["PATH"] = f"{self.clone}/bin:{environment['PATH']}"
        command = ["./do", "fleet", *words, "--folder", str(self.folder)]
        return subprocess.run(
            command, cwd=self.clone, env=environment, capture_output=True, text=True, check=False
        )  # fmt: skip

    def kind(self, feature: str) -> str:
        """The name of the kind whose nodes have this feature."""
        (home,) = (h for h, its in self.features().items() if its == feature)
        return home.name

    def states(self) -> dict[str, str]:
        """The state of each kind as ./do fleet status prints it, by the feature of its nodes."""
        printed = self.do("status")
        assert not printed.stderr, printed.stderr
        said = re.sub(r"\n {9,}", " ", printed.stdout)
        lines = dict(re.findall(r"^([0-9a-f]{8}) +(.*)$", said, re.M))
        return {feature: lines[home.name] for home, feature in self.features().items()}

    def features(self) -> dict[Path, str]:
        """The folders of the kinds that have been sent jobs, each with the feature of its nodes."""
        scripts = self.folder.glob("*/job.sh")
        return {s.parent: s.read_text().splitlines()[1].split(", ")[1] for s in scripts}

    def home(self, feature: str) -> Path:
        """The folder of the kind whose nodes have this feature."""
        return self.folder / self.kind(feature)

    def log(self, feature: str) -> str:
        """What the jobs of a kind have said."""
        file = self.home(feature) / "log"
        return file.read_text() if file.exists() else ""

    def until(
        self, true: Callable[[dict[str, str]], bool], *, hurry: bool = True
    ) -> dict[str, str]:
        """The states as soon as they are as wanted."""
        end = time.monotonic() + SECONDS
        while not true(states := self.states()):
            assert time.monotonic() < end, (states, self.logs())
            if hurry:
                self._hurry()
            time.sleep(3)  # asking costs half a second of CPU
        return states

    def when_timing(self, actions: Mapping[str, Callable[[], object]]) -> None:
        """Do something to each kind of nodes, by feature, as soon as its job is timing."""
        left, end = dict(actions), time.monotonic() + SECONDS
        while left:
            for feature in list(left):
                if "\ntime all: " in self.log(feature):
                    left.pop(feature)()
            assert time.monotonic() < end, (left.keys(), self.logs())
            time.sleep(0.05)

    def _hurry(self) -> None:
        """Let requeued jobs start now: Slurm makes them wait for two minutes."""
        for line in self.cluster.call("squeue", "-h", "-t", "PD", "-o", "%A %r").splitlines():
            number, reason = line.split(" ", 1)
            if reason == "BeginTime":
                self.cluster.call("scontrol", "update", f"JobId={number}", "StartTime=now")

    def logs(self) -> str:
        logs = sorted(self.folder.glob("*/log"))
        logs += sorted(self.cluster.top.glob("*.log"))
        return "\n".join(f"{f}: {f.read_text(errors='replace')[-2000:]}" for f in logs)


@pytest.fixture(scope="module")
def fleet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    top = tmp_path_factory.mktemp("fleet")
    (top / "slurm").mkdir()
    cluster = Cluster(top / "slurm", NODES)
    try:
        cluster.start()
        yield Fleet(cluster, top, _clone(top / "clone"))
    finally:
        cluster.stop()


@pytest.fixture(autouse=True)
def evidence(fleet: Fleet) -> Iterator[None]:
    """All logs, which pytest shows for a test that fails."""
    yield
    print(fleet.logs())


def _clone(clone: Path) -> Path:
    """A checkout with one primitive and one compiler, to be unpacked and built in seconds."""
    for name in ("scripts", "measure", "provider", "java", "crypto_hash/sha256"):
        hidden = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / name, clone / name, symlinks=True, ignore=hidden)
    shutil.copy(ROOT / "do", clone)
    shutil.copytree(okcompilers(COMPILER), clone / "okcompilers")
    (clone / "bin").mkdir()
    for name in ("gcc", "clang"):
        (clone / "bin" / name).write_text(WRAPPER)
        (clone / "bin" / name).chmod(0o755)
    return clone


def _idle(state: str) -> bool:
    return not re.match("PENDING|RUNNING|COMPLETING|CONFIGURING", state)


def _small_disk(folder: Path, size: int) -> bool:
    """Give a folder a disk of so many bytes; only root can."""
    folder.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "none", str(folder)]
    return not subprocess.run(mount, capture_output=True, check=False).returncode


def test_a_fleet_survives_what_happens_to_nodes(fleet: Fleet) -> None:
    """On one disk no sources fit, on another these and their archive, but nothing built."""
    sources = sum(f.stat().st_blocks * 512 for f in fleet.clone.rglob("*") if f.is_file())
    sizes = {"full1": 100 << 10, "tight1": sources + (1 << 20)}
    disks = {fleet.cluster.top / "disk" / name: size for name, size in sizes.items()}
    full = [disk for disk, size in disks.items() if _small_disk(disk, size)]
    try:
        _what_happens(fleet, full == [*disks])
    finally:
        for disk in full:
            subprocess.run(["umount", "-l", str(disk)], check=False)


def _what_happens(fleet: Fleet, full: bool) -> None:
    started = fleet.do(*RUN)
    assert not started.stderr, started
    assert len(fleet.states()) == 7  # zen1 and zen2 are one kind

    urgent = ("sbatch", "-p", "urgent", "-w", "arm1", "--exclusive", "--wrap", "sleep 1")
    fleet.when_timing({
        "arm": lambda: fleet.cluster.call(*urgent, f"--output={fleet.top}/urgent"),
        "old": lambda: fleet.cluster.kill("old1"),
        "gone": lambda: fleet.cluster.kill("gone1"),
    })  # fmt: skip
    # Slurm would ask a node that is back for its job a minute later; gone1 it misses by itself.
    fleet.cluster.call("scontrol", "update", "NodeName=old1", "State=DOWN", "Reason=power")
    assert re.match(r"PENDING .*old1 is down \(power\)", fleet.states()["old"]), fleet.states()
    fleet.cluster.up("old1")
    waiting = fleet.until(lambda s: s["arm"].startswith("PENDING"), hurry=False)
    assert re.match("PENDING .*DUE TO PREEMPTION", waiting["arm"]), waiting

    states = fleet.until(
        lambda states: (
            all(_idle(s) for f, s in states.items() if f != "gone")
            and "gone1 is down" in states["gone"]
        )
    )
    assert re.match(r"PENDING .*gone1 is down \(Not responding\)", states["gone"]), states
    for feature in ("old", "arm"):
        log = fleet.log(feature)
        assert log.count("to time\n") == 2, log  # it began twice,
        kept = (" measurements of before are kept", "built 0 programs, kept 2 from before")
        assert any(said in log for said in kept), log  # the second time with what there was
    assert "stopped: its time was over, or the node is wanted" in fleet.log("arm")
    assert re.match("FAILED .*no compiler", states["bare"]), states
    if full:
        assert re.match("FAILED .*the sources can't be unpacked in .*/full1: 0 MiB", states["full"])
        assert re.match("FAILED .*no space left on the disk", states["tight"]), states
    for feature in ("zen", "arm", "old"):
        assert re.match(r"done +zen3?\S*-\d+", states[feature]), states


def test_results_are_gathered_or_refused_and_tried_again(fleet: Fleet) -> None:
    _result(fleet.home("old")).write_bytes(b"no archive")
    spoilt = _result(fleet.home("arm"))
    spoilt.write_bytes(spoilt.read_bytes()[:-100])
    gathered = fleet.do("gather")
    assert gathered.returncode == 1 and gathered.stdout.count("refused: ") == 2, gathered
    names = sorted(p.name for p in (fleet.top / "data").glob("*.tar.gz"))
    assert len(names) == 1 and fleet.kind("zen") in names[0], names
    states = fleet.states()
    assert states["zen"].startswith("gathered"), states
    assert states["old"].startswith("refused") and states["arm"].startswith("refused"), states
    assert "nothing new" in fleet.do("gather").stdout

    members = archive.read_members(fleet.top / "data" / names[0])
    facts = members["machine"].decode()
    assert re.search(r"^slurm-job \d+$", facts, re.M) and "slurm-partition all\n" in facts, facts
    assert f"node-kind {fleet.kind('zen')}\n" in facts, facts
    for name, content in members.items():
        assert not re.search(rb"\b(%s)\b" % "|".join(NODES).encode(), content), name

    (fleet.home("arm") / "log").unlink()
    again = fleet.do(*RUN)  # all but what was gathered, and what still waits
    assert not again.stderr, again
    live = {feature for feature, state in fleet.states().items() if not _idle(state)}
    assert live >= {"arm", "old", "gone"} and "zen" not in live, live
    fleet.when_timing({"arm": lambda: None})
    cancelled = fleet.do("cancel")
    assert not cancelled.stderr and "cancelled: " in cancelled.stdout, cancelled
    states = fleet.until(lambda states: _idle(states["arm"]), hurry=False)
    assert re.match("CANCELLED|FAILED", states["arm"]), states

    fleet.do("--nodelist", "arm1", "--host-names", *SOON)
    assert fleet.until(lambda states: _idle(states["arm"]))["arm"].startswith("done")
    assert _result(fleet.home("arm")).name.startswith("arm1-")


def _result(home: Path) -> Path:
    return max(home.glob("*.tar.gz"), key=lambda file: file.stat().st_mtime)


def test_what_cannot_be_done_is_said(fleet: Fleet) -> None:
    elsewhere = Fleet(fleet.cluster, fleet.top / "elsewhere", fleet.clone)
    for word in ("status", "gather", "cancel"):
        none = elsewhere.do(word)
        assert none.returncode == 2 and "./do fleet starts one" in none.stderr, none
    nothing = elsewhere.do("--partition", "none")
    assert nothing.returncode == 2 and "no nodes" in nothing.stderr, nothing
    refused = elsewhere.do("--time", "soon", "--nodelist", "zen1", *RUN)
    assert refused.returncode == 1 and "Traceback" not in refused.stderr, refused
    assert re.match("ended .*its log ends: sbatch: ", elsewhere.states()["zen"])


def test_each_node_constraint_and_account_reach_slurm(fleet: Fleet) -> None:
    """By what Slurm says of the jobs. Without accounting any account is taken as it is."""
    apart = Fleet(fleet.cluster, fleet.top / "a part", fleet.clone)
    words = ("--nodelist", "zen1,zen2", "--each", "node", "--constraint", "zen", "--account", "lab")
    started = apart.do(*words, *RUN)
    assert not started.stderr, started
    token = (apart.folder / "token").read_text()
    jobs = re.findall(rf"^(\d+) shootout-{token}-", fleet.cluster.call(
        "squeue", "-h", "-t", "all", "-o", "%A %j"), re.M)  # fmt: skip
    assert len(set(jobs)) == 2  # which are one kind otherwise
    for number in jobs:
        told = fleet.cluster.call("scontrol", "show", "job", number)
        assert "Features=zen " in told and "Account=lab " in told, told
        assert re.search(rf"StdOut={apart.folder}/[0-9a-f]{{8}}/log\n", told), told
    assert not apart.do("cancel").stderr


def test_a_node_that_is_drained_is_named(fleet: Fleet) -> None:
    fleet.do("--nodelist", "old1", *RUN)
    other = ("sbatch", "-p", "urgent", "-w", "old1", "--exclusive", "-o", "/dev/null")
    fleet.cluster.call(*other, "--wrap", "sleep 600")
    fleet.until(lambda states: states["old"].startswith("PENDING"), hurry=False)
    fleet.cluster.call("scontrol", "update", "NodeName=old1", "State=DRAIN", "Reason=hot")
    waits = re.compile(r"PENDING .*old1 is drain\w+ \(hot\)")
    fleet.until(lambda states: bool(waits.match(states["old"])), hurry=False)
    drained = fleet.do("--nodelist", "old1", *RUN)
    assert re.search(r"left out: old1, drain\w+: hot", drained.stdout), drained
