"""Runs of a machine that differ by what is known: a real run whose samples are multiplied."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from conftest import ROOT
from summing import summed

from shootout.results import archive
from shootout.results.records import differences, samples

REAL = ROOT / "data" / "graniterapids2-vm-20261122-173743.tar.gz"
FUNCTIONS = ("blake256", "sha512")
MACHINE = "box"
NOT_TIMED = ("try", "tryfails", "tryflag", "same", "source", "fromcompiler", "objsize", "emulated",
             "instructions", "sum")  # fmt: skip


def run(
    path: Path, factor: Callable[[str], float] = lambda name: 1.0, version: str = "20261121",
    clock: bool = True, kept: Callable[[str], bool] = lambda name: True,
) -> Path:  # fmt: skip
    """The real timings of some functions on amd64, as a run of another version and day.

    Samples of an implementation are multiplied by its `factor`; without `clock` they are ticks.
    The day is in the file's name, MACHINE-DATE-TIME.tar.gz.
    """
    members = archive.read_first(REAL)
    date, name, out = path.name.split("-")[-2], "", []
    for line in members["data"].decode().splitlines():
        fields = line.split(" ")
        if fields[2] != "amd64" or fields[5] not in FUNCTIONS or fields[6] in NOT_TIMED:
            continue
        fields[0], fields[1], fields[3] = version, MACHINE, date
        if fields[6] == "implementation":
            name = fields[7].partition("/")[2]
        if not kept(name) or (fields[6] == "clock" and not clock):
            continue
        if fields[6] == "cycles":
            middle = round(int(fields[8]) * factor(name))
            taken = [round(each * factor(name)) for each in samples(fields[7:])]
            fields[8:] = [str(middle), differences(middle, taken)]
        out.append(" ".join(fields))
    path.parent.mkdir(parents=True, exist_ok=True)
    data = "\n".join([*summed(out), ""]).encode()
    archive.write(path, {"data": data, "machine": members["machine"]})
    return path
