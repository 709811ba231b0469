"""./do fleet: the benchmark on one node of each kind of a Slurm cluster."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

from shootout.common.errors import Trouble, Usage
from shootout.common.paths import ROOT
from shootout.common.terminal import say
from shootout.run.options import add_options

from . import gather, job, kinds, probes, slurm, source, view
from .folder import Folder, write, write_pairs
from .kinds import Kind
from .states import DONE, FAILED, GATHERED, cancel, states

FOLDER = ROOT / "fleet"
SCRIPT = Path(__file__).with_name("job.sh")
ACTIONS = ("status", "gather", "cancel")
GRACE = 90  # seconds before the end of a job's time when it is told to stop
PASSED_ON = ("partition", "nodelist", "constraint", "time", "account")  # to sbatch, as they are
RUN = ("quick", "fresh", "set", "compilers", "jobs", "timeout", "rounds")  # of ./do run


def main(args: argparse.Namespace) -> int:
    """Do what the first word says; with no command of ours, start or continue a fleet."""
    slurm.need()
    folder = Folder(args.folder.absolute())
    action = args.words[0] if args.words and args.words[0] in ACTIONS else ""
    if not action:
        return start(args, folder)
    if len(args.words) > 1:
        raise Usage(f"fleet {action} takes no {' '.join(args.words[1:])}.")
    folder.open()
    if action == "gather":
        return gather.main(folder)
    if action == "cancel":
        cancel(folder)
    return view.main(folder)


def start(args: argparse.Namespace, folder: Folder) -> int:
    """Send jobs for all kinds that have neither a job nor a result."""
    nodes = slurm.nodes(args.partition, args.nodelist)
    if not nodes:
        raise Usage("sinfo lists no nodes in this partition or list.")
    folder.start()
    source.pack(folder.path / "source.tar.gz")
    for node in nodes:
        if node.away:
            say(f"left out: {node.name}, {node.state}: {node.reason}")
    up = [node for node in nodes if not node.away]
    asked = probes.ask(folder, up, _passed_on(args, "constraint", "account"))
    silent = probes.wait(folder, asked, args.wait)
    found = kinds.group(up, folder.said(), folder.token, each=args.each == "node")
    if not found and not silent:
        raise Trouble("no node takes jobs now; sinfo -R says why.")
    before = states(folder)
    refused, members = [], slurm.members()
    for kind in found:
        known = before.get(kind.name)
        if not known or not (known[2].live or known[2].stage in (DONE, GATHERED)):
            try:
                launch(args, folder, kind, members)
            except Trouble as error:  # a partition may refuse what another one takes
                refused.append(error)
    if refused and len(refused) == len(found):
        raise refused[0]
    if silent:
        print(f"{len(silent)} nodes are busy and have not reported; run ./do fleet again later")
    return view.main(folder)


def launch(
    args: argparse.Namespace, folder: Folder, kind: Kind, members: Mapping[str, set[str]]
) -> None:
    """Send the job of a kind: any of its nodes may take it, alone; no other of its partition."""
    home = folder.add(kind)
    others = sorted(members[kind.partition] - {*kind.nodes})
    machine = job.NODE if args.host_names else kind.name
    if args.machine:
        machine = f"{args.machine}-{kind.name}"
    words = [
        f"--job-name={folder.jobs}", f"--partition={kind.partition}", "--nodes=1", "--ntasks=1",
        "--exclusive", "--requeue", f"--signal=B:TERM@{GRACE}", f"--output={home}/log",
        "--open-mode=append", *([f"--exclude={','.join(others)}"] if others else ()),
        *_passed_on(args, "constraint", "time", "account"),
    ]  # fmt: skip
    script = [str(SCRIPT), str(folder.path), kind.name, machine, *run_options(args)]
    try:
        number = slurm.submit(["--hint=nomultithread", *words, *script])
    except Trouble:
        try:
            number = slurm.submit([*words, *script])  # a site that has no such hint
        except Trouble as error:
            write(home / "job", "")
            write_pairs(home / "state", {"job": "", "stage": FAILED, "cause": str(error)})
            raise
    write(home / "job", f"{number}\n")


def _passed_on(args: argparse.Namespace, *names: str) -> list[str]:
    """The options of ours that sbatch has, too."""
    return [f"--{name}={getattr(args, name)}" for name in names if getattr(args, name)]


def run_options(args: argparse.Namespace) -> list[str]:
    """The options of ./do run that were given, and the patterns."""
    given = []
    for name, value in vars(args).items():
        if name in RUN and value:
            given += [f"--{name}"] if value is True else [f"--{name}", str(value)]
        elif name == "instructions" and not value:
            given.append("--no-instructions")
    return [*given, *args.words]


def register(parser: argparse.ArgumentParser) -> None:
    parser.description = "Start or continue a fleet; or: status, gather (into data/), cancel."
    add = parser.add_argument
    add("words", nargs="*", metavar="status|gather|cancel|PATTERN")
    add("--folder", type=Path, default=FOLDER, help="its state, seen by all nodes; fleet/")
    add("--each", choices=("kind", "node"), default="kind", help="one job for each kind, or node")
    for name in PASSED_ON:
        add(f"--{name}", default="", help="as of sbatch")
    add("--host-names", action="store_true", help="publish results under the nodes' names")
    add("--wait", type=float, default=60, metavar="SECONDS", help="for the nodes' reports; 60")
    add_options(parser)
    parser.set_defaults(func=main, jobs=None, timeout=None)  # the nodes have defaults of their own
