"""The line that a run ends with, and README's."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from conftest import ROOT

from shootout.registry.families import SHOOTOUT
from shootout.registry.sets import called
from shootout.report import answer, machines
from shootout.report.selection import DATE, data_files
from shootout.results.figures import rows_of
from shootout.results.reader import read
from shootout.results.stats import LONG, Length


def test_readme_has_the_line_of_the_newest_run_of_data() -> None:
    """That has functions of this line."""
    for newest in sorted(data_files(), key=lambda file: DATE.findall(file.name), reverse=True):
        own = [block for block in read(newest, curves=False).blocks if block.abi == "amd64"]
        if line := answer.of_rows(rows_of(own)):
            break
    text = (ROOT / "README.md").read_text()
    assert f"    {line}\n" in text and f"`{DATE.split(newest.name)[0]}`" in text


CORES = ("Zen 3", "Redwood Cove", "Zen 4", "Zen 5")
LENGTHS = (LONG, 4096, 1536, 576, 64, 8)
ALONE = {"jh": "JH-256", "skein": "Skein-512-256"}  # the functions of tables that name none
Figures = Callable[[int, str, Length], float]


@pytest.fixture(scope="module")
def figures() -> Figures:
    """Core cycles per byte of the fastest: ours on the cores, then of others on the Zen 4, whose
    ticks are converted."""
    files = re.findall(r"`data/(\S+)`", (ROOT / "docs/lab/runs.md").read_text())
    every = [c for file in files for c in machines.collect([ROOT / "data" / file])[0]]
    amd64 = [c for c in every if c.abi == "amd64"]
    assert len(files) == len(amd64) == 5

    def figure(k: int, name: str, n: Length) -> float:
        (its,) = (p for p in SHOOTOUT if called(p) == name)
        found = amd64[k].figure(its, n)
        assert found, (files[k], name)
        return found.median * (1, 1, 1, 1, 1.4234)[k]

    return figure


def test_the_table_of_docs_speed_is_that_of_data(figures: Figures) -> None:
    text = (ROOT / "docs" / "speed.md").read_text()
    rows = re.findall(r"^\| (.+) \| N \| N \| N, N \| N \|$".replace("N", r"([\d.]+)"), text, re.M)
    assert len(rows) == 10
    for name, *said in rows:
        assert [f"{figures(k, name, LONG):.2f}" for k in (0, 1, 2, 4, 3)] == said, name


@pytest.mark.parametrize("family", ["sha2", "blake", "groestl", "jh", "keccak", "skein"])
def test_the_tables_beside_others_are_those_of_data(family: str, figures: Figures) -> None:
    """Ours, and theirs on the Zen 4."""
    core, seen = "", set()
    for line in (ROOT / f"docs/lab/{family}.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) < 15 or not cells[-14].startswith("`"):
            continue
        core = cells[0] or core
        name, k = ALONE.get(family) or cells[1], CORES.index(core)
        seen.add((core, name))
        for who, said in ((k, cells[-13:-7]), *([(4, cells[-6:])] if k == 2 else ())):
            found = [f"{figures(who, name, n):#.3g}".rstrip(".") for n in LENGTHS]
            assert found == said, line
    assert len(seen) == (4 if family in ALONE else 8)


def test_the_line() -> None:
    short = {"sha256": 4.5, "blake3": 3.0, "sha3256": 3.12, "k12": 6.0}
    long = {"sha256": 2.0, "blake3": 0.5, "k12": 0.6}
    said = answer.answer({"at 64 bytes": short, "long": long})
    first = "fastest of 256 bits: at 64 bytes BLAKE3, level: SHA3-256, 1.5 times SHA-256; "
    assert said == first + "long BLAKE3, 4 times SHA-256"
    assert answer.answer({"long": {"blake3": 0.5}}) == ""
