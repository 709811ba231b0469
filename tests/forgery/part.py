"""A run that forgers change, and what check says of it once the run itself was collected."""

from __future__ import annotations

from pathlib import Path

from conftest import ROOT

from shootout.check.command import Finding, check
from shootout.collect.command import collect

from .model import File, Run

FILE = ROOT / "data" / "graniterapids2-vm-20261122-174342.tar.gz"
PRIMITIVES = ("blake224", "keccakc448", "sha224", "sha384")


def part() -> Run:
    """The run of some sisters, without curves."""
    file = File(FILE)
    return file.run([group for group in file.groups if group[1] in PRIMITIVES], curves=False)


def collected(run: Run, home: Path) -> Path:
    """A folder with the run, collected."""
    collect([run.write(home)], home / "data")
    return home / "data"


def found(run: Run, folder: Path, data: Path, rule: int) -> list[Finding]:
    """What a rule says of a run beside the collected one."""
    return [f for f in check(run.write(folder), data).findings if f.rule == rule]
