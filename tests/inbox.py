"""A publisher's inbox, and the outcome of ./do collect for each file."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from conftest import ROOT
from summing import summed

from shootout.common.paths import SUFFIXES
from shootout.results import archive
from shootout.results.records import differences, samples

SUPERCOP = Path(__file__).parent / "data" / "supercop-2026.data"
Make = Callable[..., Path]


def other(lines: bytes, name: str, day: str = "20261121", step: int = 1) -> bytes:
    """The lines of a run as another machine would have written them on another day."""
    fields = [line.split(" ", 4) for line in lines.decode().splitlines()]
    renamed = [" ".join([f[0], name, f[2], day, f[4]]) for f in fields if len(f) == 5]
    later = datetime.strptime(day, "%Y%m%d") - datetime.strptime(fields[0][3], "%Y%m%d")
    renamed = [own(line, name, step, later.total_seconds()) for line in renamed]
    ours = [line for line in renamed if not re.match(r"(\S+ ){6}sum ", line)]
    return "\n".join([*(summed(ours) if len(ours) < len(renamed) else renamed), ""]).encode()


def own(line: str, name: str, step: int, later: float) -> str:
    """A line of samples whose slowest is the machine's own, by a multiple of the counter's step;
    or one that says when a process began, so many seconds later.

    With the same samples the file would be a copy of the first machine's.
    """
    fields = line.split(" ")
    if fields[6:7] == ["took"]:
        return " ".join([*fields[:7], f"{float(fields[7]) + later:.3f}", fields[8]])
    if len(fields) < 10 or fields[6] != "cycles":
        return line
    taken = list(samples(fields[7:]))
    taken[taken.index(max(taken))] += step * (1 + int.from_bytes(name.encode(), "big") % 2003)
    return " ".join([*fields[:9], differences(int(fields[8]), taken)])


def runs_of(quick_run: Path, home: Path) -> Make:
    """Makes runs of other machines from a real one."""
    members = archive.read_members(quick_run)
    found = re.search(rb"^counter-\S+ .* step ([\d.]+)", members["machine"], re.MULTILINE)
    step = round(2 * float(found[1])) if found else 2  # a step may be a half

    def make(name: str, day: str = "20261121", folder: str = "inbox", hour: int = 0) -> Path:
        path = home / folder / f"{name}-{day}-{hour:06}.tar.gz"
        path.parent.mkdir(exist_ok=True)
        theirs = {n: other(members[n], name, day, step) for n in archive.LINES if n in members}
        archive.write(path, {**members, **theirs})
        return path

    return make


def of_supercop(folder: Path, number: int) -> Path:
    """One of SUPERCOP's result files, of another machine."""
    path = folder / f"cop{number}-amd64-20261120.data"
    path.write_bytes(other(SUPERCOP.read_bytes(), f"cop{number}", "20261120"))
    return path


def collected(data: Path) -> dict[str, bytes]:
    """The files of data/, each checked to be whole and to have its findings."""
    found = {}
    for file in data.iterdir():
        if file.name.startswith(".") or file.name == "refused":
            continue
        if file.name.endswith(SUFFIXES):
            content = found[file.name] = file.read_bytes()
            told = json.loads(file.with_name(f"{file.name}.check").read_text())
            assert told["accepted"] and told["file"] == file.name
            assert told["sha256"] == hashlib.sha256(content).hexdigest()
        else:
            assert file.suffix in (".check", ".sig", ""), file
    return found


def nothing_left(data: Path) -> bool:
    return not [f.name for f in data.iterdir() if f.name.startswith(".")]


def start(home: Path, *words: str) -> subprocess.Popen[str]:
    """./do collect, in a group of its own."""
    return subprocess.Popen(
        [str(ROOT / "do"), "collect", "--no-graphs", *words],
        env={**os.environ, "SHOOTOUT_DATA": str(home / "data")},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip


def soon_ended(group: int) -> bool:
    """Whether nothing of a process group is left, after some seconds at most."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False
