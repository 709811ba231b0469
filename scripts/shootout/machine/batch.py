"""Facts about the batch job that a run is, where a scheduler started it."""

from __future__ import annotations

import os

KIND = "SHOOTOUT_NODE_KIND"  # set by the job of a fleet
FACTS = {"slurm-job": "SLURM_JOB_ID", "slurm-partition": "SLURM_JOB_PARTITION", "node-kind": KIND}


def facts() -> dict[str, str]:
    """The job's number, its partition and the kind of the node; never the node's name."""
    return {fact: os.environ[name] for fact, name in FACTS.items() if os.environ.get(name)}
