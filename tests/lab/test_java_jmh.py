"""A cross-check: the paper's method and JMH, alternating, say the same of an implementation."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import ROOT

from lab.hanser.bench import BLOCKS, UPDATES

pytestmark = pytest.mark.alone  # two clocks are compared
JARS = (
    "org.openjdk.jmh:jmh-core:1.37", "org.openjdk.jmh:jmh-generator-annprocess:1.37",
    "net.sf.jopt-simple:jopt-simple:5.0.4", "org.apache.commons:commons-math3:3.6.1",
)  # fmt: skip
NAMES = {"skein512256": "java", "keccakc512": "java64"}
CLASSES = {p: f"crypto_hash.{p}.{name}.Hash" for p, name in NAMES.items()}
TURNS = 2  # the second one where the first was disturbed
# Greatest ratio: a sample of JMH includes its clock, and the machine may be busy.
APART = 1.5
AT_ONCE = 8  # blocks of a sample, so that the clock takes little of it


def run(*command: object, folder: Path) -> str:
    ran = subprocess.run(
        [str(word) for word in command],
        cwd=folder, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Path]:
    """Classes and jars; the benchmark compiled with what JMH makes of it."""
    if not shutil.which("javac"):
        pytest.skip("no javac")
    said = run(ROOT / "scripts" / "get-jars", "build/java/jmh", *JARS, folder=ROOT).splitlines()
    if len(said) < len(JARS):
        pytest.skip(said[-1])
    classes = tmp_path_factory.mktemp("classes")
    jars = [ROOT / line for line in said]
    sources = [ROOT / "crypto_hash" / p / name / "Hash.java" for p, name in NAMES.items()]
    run(
        "javac", "-proc:full" if _newer() else "-implicit:class", "-d", classes,
        "-cp", os.pathsep.join(map(str, jars)), "-sourcepath", f"{ROOT}{os.pathsep}{ROOT / 'java'}",
        ROOT / "tests" / "jmh" / "Update.java", ROOT / "java" / "shootout" / "Block.java", *sources,
        folder=classes,
    )  # fmt: skip
    return [classes, *jars]


def _newer() -> bool:
    """From JDK 23 on annotations are looked at only when that is asked for."""
    words = subprocess.run(["javac", "-version"], capture_output=True, text=True, check=False)
    return int((words.stdout or "0 0").split()[1].split(".")[0]) >= 23


def by_jmh(path: Sequence[Path], primitive: str, folder: Path) -> float:
    """Nanoseconds per byte: the median."""
    table, size = folder / "table.csv", AT_ONCE * BLOCKS[primitive]
    run(
        "java", "-cp", os.pathsep.join(map(str, path)), "-Djmh.ignoreLock=true",
        "org.openjdk.jmh.Main", "Update", "-p", f"name={CLASSES[primitive]}",
        "-p", f"size={size}", "-jvmArgs", "-XX:+UseSerialGC",
        "-f", 1, "-wi", 2, "-w", "500ms", "-i", 3, "-r", "500ms", "-rf", "csv", "-rff", table,
        folder=folder,
    )  # fmt: skip
    rows = csv.DictReader(table.read_text().splitlines())
    (score,) = [row["Score"] for row in rows if row["Benchmark"].endswith(":p0.50")]
    return float(score) / size


def by_the_paper(path: Sequence[Path], primitive: str, folder: Path) -> float:
    """Nanoseconds per byte."""
    size = BLOCKS[primitive]
    said = run(
        "java", "-XX:+UseSerialGC", "-cp", path[0], "shootout.Block", CLASSES[primitive],
        "1e9", size, 1, 2, folder=folder,
    )  # fmt: skip
    (ticks,) = [line.split()[2] for line in said.splitlines() if line.startswith("blockcycles")]
    return float(ticks) / UPDATES / size


@pytest.mark.parametrize("primitive", sorted(CLASSES))
def test_both_agree(path: Sequence[Path], primitive: str, tmp_path: Path) -> None:
    ways = (by_jmh, by_the_paper)
    turns = list[list[float]]()
    while len(turns) < TURNS:
        turns.append([way(path, primitive, tmp_path) for way in ways])
        jmh, paper = map(min, zip(*turns))
        if 1 / APART < jmh / paper < APART:
            return
    pytest.fail(f"{primitive}: JMH {jmh:.3f}, the paper's method {paper:.3f} ns a byte")
