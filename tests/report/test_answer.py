"""The line that a run ends with, and README's."""

from __future__ import annotations

import re

from conftest import ROOT

from shootout.registry.families import SHOOTOUT
from shootout.registry.sets import called
from shootout.report import answer, machines
from shootout.report.selection import DATE, data_files
from shootout.results.figures import rows_of
from shootout.results.reader import read
from shootout.results.stats import LONG


def test_readme_has_the_line_of_the_newest_run_of_data() -> None:
    newest = max(data_files(), key=lambda file: DATE.findall(file.name))
    own = [block for block in read(newest, curves=False).blocks if block.abi == "amd64"]
    line = answer.of_rows(rows_of(own))
    text = (ROOT / "README.md").read_text()
    assert f"    {line}\n" in text and f"`{DATE.split(newest.name)[0]}`" in text


def test_the_table_of_docs_speed_is_that_of_data() -> None:
    """Ours on three cores, and the best of others on the last, whose ticks are converted."""
    text = (ROOT / "docs" / "speed.md").read_text()
    rows = re.findall(r"^\| (.+) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+), ([\d.]+) \|$", text, re.M)
    files = re.findall(r"`data/(\S+)`", (ROOT / "docs" / "lab" / "runs.md").read_text())[-4:]
    assert len(rows) == 10
    for k, (file, ratio) in enumerate(zip(files, (1, 1, 1, 1.4234))):
        (c,) = (c for c in machines.collect([ROOT / "data" / file])[0] if c.abi == "amd64")
        for name, *said in rows:
            (its,) = (p for p in SHOOTOUT if called(p) == name)
            figure = c.figure(its, LONG)
            assert figure and f"{figure.median * ratio:.2f}" == said[k], (file, name)


def test_the_line() -> None:
    short = {"sha256": 4.5, "blake3": 3.0, "sha3256": 3.02, "k12": 6.0}
    long = {"sha256": 2.0, "blake3": 0.5, "k12": 0.6}
    said = answer.answer({"at 64 bytes": short, "long": long})
    first = "fastest of 256 bits: at 64 bytes BLAKE3, level: SHA3-256, 1.5 times SHA-256; "
    assert said == first + "long BLAKE3, 4 times SHA-256"
    assert answer.answer({"long": {"blake3": 0.5}}) == ""
