"""What became of each kind: what Slurm says of its job, and what the job wrote itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from . import slurm
from .folder import Folder, pairs, read, write_pairs
from .kinds import Kind
from .slurm import Job

FAILED, DONE, GATHERED, CANCELLED, STOPPED = "failed", "done", "gathered", "cancelled", "stopped"
ENDS = {
    "NODE_FAIL": "the node died",
    "BOOT_FAIL": "the node did not start",
    "TIMEOUT": "the job's time was too short; give a longer --time",
    "PREEMPTED": "preempted; ./do fleet continues it",
    "OUT_OF_MEMORY": "the node's memory did not suffice",
    "DEADLINE": "the job did not start before its deadline",
    "CANCELLED": "cancelled by somebody",
}
LIVE = {"PENDING", "RUNNING", "SUSPENDED", "CONFIGURING", "COMPLETING", "REQUEUED", "STOPPED"}


@dataclass(frozen=True)
class State:
    """The state of a kind: a word, and the rest in words."""

    stage: str
    detail: str = ""

    @property
    def live(self) -> bool:
        """Whether a job for it waits or runs."""
        return self.stage not in (FAILED, DONE, GATHERED, CANCELLED, STOPPED)


def states(folder: Folder) -> dict[str, tuple[Kind, Path, State]]:
    """The state of each kind that has a job, by name; one question to Slurm for all that live."""
    queue = slurm.queue(folder.jobs)
    return {k.name: (k, home, _state(home, queue)) for k, home in folder.kinds()}


def _state(home: Path, queue: dict[str, Job]) -> State:
    number, said = read(home / "job").strip(), pairs(home / "state")
    if said.get("job") != number:
        said = {}  # of the job before
    stage = said.get("stage", "")
    if stage == DONE and read(home / "gathered").strip() == said.get("sha256"):
        return State(GATHERED, f"grade {said.get('grade') or 'unknown'}, {said.get('result', '')}")
    if stage == DONE:
        return State(DONE, f"grade {said.get('grade') or 'unknown'}")
    cancelled = pairs(home / "cancelled")
    if cancelled.get("job") == number:
        return State(CANCELLED, cancelled["cause"])
    job = queue.get(number)
    if job and job.state in LIVE and stage != FAILED:
        return _live(job, said)
    if stage in (FAILED, STOPPED):
        return State(stage, said.get("cause", ""))
    return State(FAILED, _end(job or slurm.ended(number), home))


def _live(job: Job, said: dict[str, str]) -> State:
    """A job that waits or runs: what it waits for, or what it does."""
    if job.state == "RUNNING":
        return State(said.get("stage") or "starting", said.get("detail", ""))
    why = job.reason.replace("_", " ")
    if job.state == "PENDING" and said:
        why += "; it continues what an earlier job began"
    return State("waiting", why if why not in ("None", "") else job.state.lower())


def _end(job: Job | None, home: Path) -> str:
    """The cause of the end of a job that left no state of its own."""
    last = [line for line in read(home / "log").splitlines() if line.strip()]
    log = f"; its log ends: {last[-1]}" if last else f"; it left no log in {home.name}"
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
