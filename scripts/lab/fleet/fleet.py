"""./do fleet: the benchmark on one node of each kind of a Slurm cluster.

All of its state is in its folder, and in Slurm:

token              digits that tell this fleet from others
source.tar         the sources that every node builds
KIND/job.sh        what sbatch is given: what the kind is and its nodes, then options and commands
KIND/log           the output of its jobs
KIND/*.tar.gz      its result; with .gathered after it when it is in data/, .refused if it was
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import os
import secrets
import shlex
import subprocess
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from shootout.collect.examine import Examined
from shootout.collect.inbox import ACCEPTED, DUPLICATE, Kept, collect, show
from shootout.common.atomic import appear
from shootout.common.errors import Trouble, Usage
from shootout.common.folders import claim
from shootout.common.named import escaped, opened, told
from shootout.common.parallel import default_jobs
from shootout.common.paths import DATA, ROOT
from shootout.common.terminal import say, width
from shootout.run.options import add_options

from . import slurm
from .job import CORE, NODE, SOURCE
from .slurm import Node, Queued

FOLDER = ROOT / "fleet"
GRACE = 90  # seconds before the end of a job's time when it is told to stop
DIGITS = 8  # of a kind's name: with 4, one fleet in 13 of a hundred kinds has two of one name
MOST = 1 << 16  # bytes of a log's end that are read
PASSED_ON = ("partition", "nodelist", "constraint", "time", "account")  # to sbatch, as they are
RUN = ("quick", "fresh", "set", "compilers", "jobs", "timeout", "rounds")  # of ./do run
LEFT_OUT = ("data", "graphs", "build", "fleet", "tests", ".git")  # of the sources
GATHERED, REFUSED = ".gathered", ".refused"  # after the name of a result


def main(args: argparse.Namespace) -> int:
    """Do what the first word says; with no command of ours, start or continue a fleet."""
    folder = args.folder.absolute()
    word, *more = args.words or [""]
    action = {"status": status, "gather": gather, "cancel": cancel}.get(word)
    if not action:
        return start(args, folder)
    if more:
        raise Usage(f"fleet {word} takes no {' '.join(more)}.")
    if not _prefix(folder):
        raise Usage(f"no fleet in {folder}: ./do fleet starts one.")
    return action(folder)


def start(args: argparse.Namespace, folder: Path) -> int:
    """Send a job for each kind that has neither a job nor a result."""
    every = slurm.nodes()
    nodes = _chosen(every, args.partition, args.nodelist)
    up = [node for node in nodes if not node.away]
    for node in nodes:
        if node.away:
            say(f"left out: {node.name}, {node.state}: {node.reason}")
    if not nodes:
        raise Usage("sinfo lists no nodes in this partition or list.")
    if not up:
        raise Trouble("no node takes jobs now; sinfo -R says why.")
    claim(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if not _prefix(folder):
        _write(folder / "token", secrets.token_hex(4))
    pack(folder / SOURCE)
    known, taken = slurm.jobs(_prefix(folder)), True
    for kind, same in group(up, _prefix(folder), each=args.each == "node").items():
        job = known.get(_prefix(folder) + kind)
        if not (job and job.live) and not _result(folder / kind):
            taken &= launch(args, folder / kind, same, every)
    return int(bool(status(folder)) or not taken)


def _chosen(every: Sequence[Node], partition: str, nodelist: str) -> list[Node]:
    """Each node once: in the partition asked for, or its default one."""
    names = slurm.call("scontrol", "show", "hostnames", nodelist).split() if nodelist else []
    asked = [n for n in every if not partition or n.home in partition.split(",")]
    asked.sort(key=lambda node: (node.name, node.partition.endswith("*")))
    return list({n.name: n for n in asked if not nodelist or n.name in names}.values())


def group(nodes: Sequence[Node], prefix: str, *, each: bool) -> dict[str, list[Node]]:
    """The nodes by the names of their kinds; with `each`, every node is a kind of its own.

    The fleet's own token keeps names of different fleets apart, and hides a node's name.
    """
    found: dict[str, list[Node]] = {}
    for node in nodes:
        text = "\0".join((prefix, node.home, *node[2:7], *([node.name] if each else ())))
        found.setdefault(hashlib.sha256(text.encode()).hexdigest()[:DIGITS], []).append(node)
    return found


def pack(file: Path) -> None:
    """Write the archive of the sources: this checkout without its results and pictures."""
    out = [f"./{name}" for name in (*LEFT_OUT, os.path.relpath(file.parent, ROOT))]
    words = ["tar", "-c", *(f"--exclude={n}" for n in (*out, "__pycache__")), "-C", str(ROOT), "."]
    with appear(file, replace=True) as archive:
        if subprocess.run(words, stdout=archive, check=False).returncode > 1:
            raise Trouble(f"{file}: the sources can't be packed. Make room or choose --folder.")


def launch(
    args: argparse.Namespace, home: Path, same: Sequence[Node], every: Sequence[Node]
) -> bool:
    """Send the job of a kind: any of its nodes may take it, alone; no other of its partition.
    Return whether Slurm takes it; a partition may refuse what another one takes."""
    home.mkdir(exist_ok=True)
    for old in home.glob(f"*{REFUSED}"):
        old.unlink()
    node, names = same[0], [n.name for n in same]
    others = sorted({n.name for n in every if n.home == node.home}.difference(names))
    machine = NODE if args.host_names else f"{args.machine or CORE}-{home.name}"
    words = [
        f"--job-name={_prefix(home.parent)}{home.name}", f"--partition={node.home}", "--nodes=1",
        "--ntasks=1", "--exclusive", "--requeue", f"--signal=B:TERM@{GRACE}",
        f"--output={home}/log", "--open-mode=append", f"--exclude={','.join(others)}",
        *(f"--{n}={value}" for n in PASSED_ON[2:] if (value := getattr(args, n))),
    ]  # fmt: skip
    job = "exec", "python3", "-m", "lab.fleet.job", str(home.parent), home.name, machine
    _write(home / "job.sh", "\n".join([
        "#!/bin/sh", f"# {node.home}, {node.features}, {node.cpus} CPUs, {node.memory} MiB",
        f"# {' '.join(names)}", *(f"#SBATCH {shlex.quote(w)}" for w in words if w[-1] != "="),
        "unset DEVICE SHOOTOUT_DATA SHOOTOUT_BUILD SHOOTOUT_CRYPTO_HASH SHOOTOUT_OKCOMPILERS",
        f"export PYTHONPATH={shlex.quote(str(ROOT / 'scripts'))} PYTHONDONTWRITEBYTECODE=1",
        shlex.join([*job, *run_options(args)]), "",
    ]))  # fmt: skip
    for hint in (["--hint=nomultithread"], []):  # which some sites do not have
        try:
            slurm.call("sbatch", "--parsable", *hint, str(home / "job.sh"))
            return True
        except Trouble as error:
            why = error
    with (home / "log").open("a") as log:
        log.write(f"{why}\n")
    return False


def run_options(args: argparse.Namespace) -> list[str]:
    """The options of ./do run that were given, and the patterns."""
    given = []
    for name, value in vars(args).items():
        if name in RUN and value:
            given += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    return [*given, *args.words]


def status(folder: Path) -> int:
    """Print a line for each kind, in Slurm's words; return 1 if one ended without a result."""
    prefix, homes = _prefix(folder), sorted(file.parent for file in folder.glob("*/job.sh"))
    jobs, away = slurm.jobs(prefix), {node.name: node for node in slurm.nodes() if node.away}
    if any(prefix + home.name not in jobs and not _result(home) for home in homes):
        with contextlib.suppress(Trouble):  # Slurm keeps no accounts
            jobs = {**slurm.jobs(prefix, slurm.ACCOUNTS), **jobs}
    count: Counter[str] = Counter()
    ended = False
    for home in homes:
        job = jobs.get(prefix + home.name)
        word, known = _state(home, job, away)
        ended |= not (_result(home) or (job and job.live))
        count[word] += 1
        text = escaped(f"{home.name}  {word:9}  {'; '.join(known)}")
        print(textwrap.fill(text, width(), subsequent_indent=" " * (DIGITS + 13)))
    say(", ".join(f"{number} {word}" for word, number in sorted(count.items())) or "no jobs")
    if count["done"]:
        print("./do fleet gather adds results to data/")
    if ended:
        print(f"./do fleet tries again; logs are in {folder}/*/log")
    return int(ended)


def _state(home: Path, job: Queued | None, away: Mapping[str, Node]) -> tuple[str, list[str]]:
    """The word for a kind, and what is known about it: of the result, or of its job."""
    _, what, nodes, *_ = [*told(home / "job.sh").splitlines(), "", "", ""]
    file, last = _result(home), _last(home / "log")
    if file:
        return "gathered" if file.suffix == GATHERED else "done", [file.name, what[2:]]
    known = [what[2:], f"its log ends: {last:.400}" if last else "it has no log"]
    if job and job.live:
        gone = [f"{n} is {away[n].state.rstrip('*')} ({away[n].reason})"
                for n in nodes.split() if n in away]  # fmt: skip
        reason = job.reason if job.state == "PENDING" else f"{job.left} left"
        return job.state, [reason, *gone, *known]
    if any(home.glob(f"*{REFUSED}")):
        return "refused", known
    return (job.state.split(" ")[0] if job else "ended"), known


def gather(folder: Path) -> int:
    """Add all new results to data/; return 1 if one of them is refused."""
    files = sorted(folder.glob("*/*.tar.gz"))
    if not files:
        print("nothing new to gather")
        return 0

    def judged(examined: Examined, kept: Kept) -> None:
        show(examined, kept)
        end = GATHERED if kept.what in (ACCEPTED, DUPLICATE) else REFUSED
        examined.file.rename(f"{examined.file}{end}")

    count = collect(files, DATA, jobs=default_jobs(), listen=judged)
    return 1 if count.keys() - {ACCEPTED, DUPLICATE} else 0


def cancel(folder: Path) -> int:
    """Cancel all jobs of a fleet; what is done is kept, and ./do fleet continues it."""
    live = [job.number for job in slurm.jobs(_prefix(folder)).values() if job.live]
    if live:
        slurm.call("scancel", "-Q", *live)
    say(f"cancelled: {len(live)}; ./do fleet continues what they began")
    return 0


def _prefix(folder: Path) -> str:
    """What the names of the fleet's jobs begin with; empty if there is no fleet."""
    token = told(folder / "token").strip()
    return f"shootout-{token}-" if token else ""


def _result(home: Path) -> Path | None:
    """The result of a kind, gathered or not."""
    return next((f for end in ("", GATHERED) for f in home.glob(f"*.tar.gz{end}")), None)


def _last(log: Path) -> str:
    """The last line of a log of any length, after what Slurm said just before."""
    if not os.path.lexists(log):
        return ""
    with opened(log) as text:
        text.seek(max(0, text.seek(0, os.SEEK_END) - MOST))
        lines = [line for line in text.read(MOST).decode(errors="replace").split("\n") if line]
    return " ".join([*[line for line in lines[-5:-1] if "*** JOB" in line][-1:], *lines[-1:]])


def _write(file: Path, text: str) -> None:
    with appear(file, replace=True) as out:
        out.write(text.encode())


def register(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `fleet`, and those of ./do run."""
    parser.description = "Start or continue a fleet; or: status, gather (into data/), cancel."
    add = parser.add_argument
    add("words", nargs="*", metavar="status|gather|cancel|PATTERN")
    add("--folder", type=Path, default=FOLDER, help="its state, which all nodes see; fleet/")
    add("--each", choices=("kind", "node"), default="kind", help="one job for each kind, or node")
    for name in PASSED_ON:
        add(f"--{name}", default="", help="passed to sbatch")
    add("--host-names", action="store_true", help="publish results under the nodes' names")
    add_options(parser)
    parser.set_defaults(func=main, jobs=None, timeout=None)  # the nodes have defaults of their own
