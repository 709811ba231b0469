"""What became of each kind: what Slurm says of its job, and what the job wrote itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from . import slurm
from .folder import Folder, pairs, read, write_pairs
from .kinds import Kind
from .slurm import Job, Node

FAILED, DONE, GATHERED, REFUSED = "failed", "done", "gathered", "refused"
CANCELLED, STOPPED = "cancelled", "stopped"
ENDS = {
    "NODE_FAIL": "the node died",
    "BOOT_FAIL": "the node did not start",
    "TIMEOUT": "the job's time was too short; give a longer --time",
    "PREEMPTED": "preempted; ./do fleet continues it",
    "OUT_OF_MEMORY": "the node's memory did not suffice",
    "DEADLINE": "the job did not start before its deadline",
    "CANCELLED": "cancelled by somebody",
}
REASONS = {
    "None": "",
    "Resources": "for a free node",
    "Priority": "for jobs before it",
    "BeginTime": "for Slurm to start it again, some minutes after a requeue",
}
LIVE = {"PENDING", "RUNNING", "SUSPENDED", "CONFIGURING", "COMPLETING", "REQUEUED", "STOPPED"}
ENDED = (FAILED, DONE, GATHERED, REFUSED, CANCELLED, STOPPED)


@dataclass(frozen=True)
class State:
    """The state of a kind: a word, and the rest in words."""

    stage: str
    detail: str = ""

    @property
    def live(self) -> bool:
        """Whether a job for it waits or runs."""
        return self.stage not in ENDED


def states(folder: Folder) -> dict[str, tuple[Kind, Path, State]]:
    """The state of each kind that has a job, by name; Slurm is asked once for all of them.

    If one waits, it is asked once more, for the nodes that take no jobs.
    """
    queue = slurm.queue(folder.jobs)
    waiting = any(job.state == "PENDING" for job in queue.values())
    away = {n.name: n for n in slurm.nodes("", "") if n.away} if waiting else {}
    return {k.name: (k, home, _state(k, home, queue, away)) for k, home in folder.kinds()}


def results(folder: Folder) -> Iterator[tuple[Kind, Path, State]]:
    """The kinds whose last job left a result, by name: the folder tells, and Slurm is not asked."""
    for kind, home in folder.kinds():
        _, said = _said(home)
        if said.get("stage") == DONE:
            yield kind, home, _done(home, said)


def _said(home: Path) -> tuple[str, dict[str, str]]:
    """The number of a kind's last job, and what that wrote itself."""
    number, said = read(home / "job").strip(), pairs(home / "state")
    return number, said if said.get("job") == number else {}  # of the job before


def _state(kind: Kind, home: Path, queue: Mapping[str, Job], away: Mapping[str, Node]) -> State:
    number, said = _said(home)
    stage = said.get("stage", "")
    if stage == DONE:
        return _done(home, said)
    cancelled = pairs(home / "cancelled")
    if cancelled.get("job") == number:
        return State(CANCELLED, cancelled.get("cause", ""))
    job = queue.get(number)
    if job and job.state == "PENDING":
        return State("waiting", _wait(kind, job, said, away))
    if job and job.state in LIVE and stage != FAILED:
        running = job.state == "RUNNING"
        return State(stage or "starting", said.get("detail", "") if running else job.state.lower())
    if stage == FAILED or (stage == STOPPED and not (job and job.state in ENDS)):
        return State(stage, said.get("cause", ""))
    return State(STOPPED if stage == STOPPED else FAILED, _end(job, home))


def _done(home: Path, said: Mapping[str, str]) -> State:
    """What became of the result of a job."""
    grade, refused = f"grade {said.get('grade') or 'unknown'}", pairs(home / "refused")
    digest = said.get("sha256") or "unknown"
    if read(home / "gathered").strip() == digest:
        return State(GATHERED, f"{grade}, {said.get('result', '')}")
    if refused.get("sha256") == digest:
        return State(REFUSED, refused.get("cause", ""))
    return State(DONE, grade)


def _wait(kind: Kind, job: Job, said: Mapping[str, str], away: Mapping[str, Node]) -> str:
    """What a job waits for, and why it does not run any more if it has been running."""
    why = REASONS.get(job.reason, job.reason.replace("_", " "))
    if all(name in away for name in kind.nodes):
        nodes = (f"{n} is {away[n].state.rstrip('*')} ({away[n].reason})" for n in kind.nodes)
        why = f"{', '.join(nodes)}; it starts when a node of its kind is back"
    if said:
        node = said.get("node", "its node")
        before = f"{node} was lost" if node in away else "preempted or requeued"
        why = "; ".join(w for w in (before, why, f"what it has done is kept on {node}") if w)
    return why or "in the queue"


def _end(job: Job | None, home: Path) -> str:
    """The cause of the end of a job that left no state of its own."""
    last = [line for line in read(home / "log", end=True).splitlines() if line.strip()]
    log = f"; its log ends: {last[-1]:.300}" if last else f"; it left no log in {home.name}"
    if not job:
        return f"the job is gone, and Slurm has forgotten it{log}"
    return ENDS.get(job.state.split(" ")[0], f"{job.state.lower()} ({job.reason})") + log


def cancel(folder: Folder) -> None:
    """Cancel all jobs of a fleet; what is done is kept, and ./do fleet continues it."""
    before = states(folder)
    slurm.call("scancel", "-Q", f"--name={folder.jobs}")
    slurm.call("scancel", "-Q", f"--name={folder.probes}")
    for _, home, state in before.values():
        if state.live:
            # A file of its own, because the job still writes that it was stopped.
            cause = f"while {state.stage}; ./do fleet continues it"
            write_pairs(home / "cancelled", {"job": read(home / "job").strip(), "cause": cause})
