"""Short jobs by which each node says what its processor is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from shootout.common.errors import Trouble
from shootout.common.progress import BAR
from shootout.common.terminal import say

from . import slurm
from .folder import Folder, read, write
from .slurm import Node

SCRIPT = Path(__file__).with_name("probe.sh")


def ask(folder: Folder, nodes: Sequence[Node], options: Sequence[str]) -> list[str]:
    """Send a job to each node that has not reported and has none; return the names asked."""
    said = folder.said()
    queued = slurm.queue(folder.probes).keys()
    asked = []
    for node in nodes:
        if node.name in said:
            continue
        number = folder.path / "nodes" / f".job-{node.name}"
        if read(number).strip() not in queued:
            try:
                write(number, _send(folder, node, options))
            except Trouble as error:
                say(f"left out: {node.name}, {error}")
                continue
        asked.append(node.name)
    return asked


def _send(folder: Folder, node: Node, options: Sequence[str]) -> str:
    nodes = folder.path / "nodes"
    return slurm.submit(
        [f"--job-name={folder.probes}", f"--partition={node.partition}", f"--nodelist={node.name}",
         "--ntasks=1", "--time=2", f"--output={nodes}/.log", "--open-mode=append", *options,
         str(SCRIPT), str(nodes / node.name)]
    )  # fmt: skip


def wait(folder: Folder, asked: Sequence[str], seconds: float) -> list[str]:
    """The names of those that have not reported after some seconds; their jobs stay."""
    end = time.monotonic() + seconds
    BAR.start("ask the nodes", len(asked))
    while silent := sorted({*asked} - folder.said().keys()):
        if time.monotonic() > end:
            break
        BAR.step(to=len(asked) - len(silent))
        time.sleep(0.5)
    BAR.finish()
    return silent
