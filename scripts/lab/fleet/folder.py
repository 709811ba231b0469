"""The fleet's folder: all of its state, in files that a person can read.

token                 digits that tell this fleet from others
source.tar.gz         the sources that every node builds
nodes/NODE            what a node said about its processor
kinds/KIND/kind       what it is, its partition and its nodes, `key value` on each line
kinds/KIND/job        the number of its last job
kinds/KIND/state      what that job does, or how it ended
kinds/KIND/log        the output of its jobs
kinds/KIND/*.tar.gz   its result
kinds/KIND/cancelled  the number of the job that ./do fleet cancel ended, and its stage
kinds/KIND/gathered   the SHA-256 of the result that was gathered
kinds/KIND/refused    that of the result that was refused, and the cause
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from shootout.common.atomic import appear
from shootout.common.errors import Usage
from shootout.common.named import opened

from .kinds import Kind

MOST = 1 << 20  # bytes of a file that are read
WORK = "shootout"  # the jobs' names begin with it


@dataclass(frozen=True)
class Folder:
    """A folder that this machine and all nodes see."""

    path: Path

    @property
    def jobs(self) -> str:
        """The name of the fleet's jobs in the queue."""
        return f"{WORK}-{self.token}"

    @property
    def probes(self) -> str:
        """The name of the short jobs that report a node's processor."""
        return f"{WORK}-probe-{self.token}"

    @property
    def token(self) -> str:
        """The fleet's digits."""
        return read(self.path / "token").strip()

    def start(self) -> None:
        """Make the folder unless it is there."""
        for name in ("nodes", "kinds"):
            (self.path / name).mkdir(parents=True, exist_ok=True)
        if not self.token:
            write(self.path / "token", secrets.token_hex(4))

    def open(self) -> None:
        """Raise Usage if no fleet was started here."""
        if not self.token:
            raise Usage(f"no fleet in {self.path}: ./do fleet starts one.")

    def said(self) -> dict[str, str]:
        """What nodes said about their processors, by name."""
        files = (self.path / "nodes").iterdir()
        return {f.name: read(f) for f in files if not f.name.startswith(".")}

    def kinds(self) -> Iterator[tuple[Kind, Path]]:
        """The kinds that have jobs, with their folders, by name."""
        for home in sorted((self.path / "kinds").iterdir()):
            facts = pairs(home / "kind")
            if facts:
                nodes = tuple(facts.get("nodes", "").split())
                partition = facts.get("partition", "")
                yield Kind(home.name, facts.get("what", ""), partition, nodes), home

    def add(self, kind: Kind) -> Path:
        """The folder of a kind, made or brought up to date."""
        home = self.path / "kinds" / kind.name
        home.mkdir(exist_ok=True)
        facts = {"what": kind.what, "partition": kind.partition, "nodes": " ".join(kind.nodes)}
        write_pairs(home / "kind", facts)
        return home


def read(file: Path, *, end: bool = False) -> str:
    """The text of a file, or of a long one the beginning or the end; empty if there is none.
    OSError names what is there instead of one."""
    try:
        with opened(file) as text:
            if end:
                text.seek(max(0, text.seek(0, os.SEEK_END) - MOST))
            return text.read(MOST).decode(errors="replace")
    except FileNotFoundError:
        return ""


def pairs(file: Path) -> dict[str, str]:
    """The lines `key value` of a file."""
    split = (line.partition(" ") for line in read(file).splitlines())
    return {key: value for key, _, value in split if key}


def write(file: Path, text: str) -> None:
    """Give a file a new text, at once."""
    with appear(file, replace=True) as out:
        out.write(text.encode())


def mark(file: Path, text: str) -> None:
    """Give a file a text that may be lost when the power fails; `write` waits for the disk."""
    part = file.with_name(f".{file.name}")
    part.write_text(text)
    part.replace(file)


def write_pairs(file: Path, facts: Mapping[str, str]) -> None:
    """Write lines `key value`."""
    write(file, "".join(f"{key} {' '.join(value.split())}\n" for key, value in facts.items()))
