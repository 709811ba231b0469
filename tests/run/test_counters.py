"""The cycle counters: faulty ones are refused, the clock agrees with independent chains, and
every file compiles for every machine there is a compiler for."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from trying import need_compiler

MEASURE = ROOT / "measure"
COUNTERS = sorted((MEASURE / "cpucycles").glob("*.c"))
ABIS = {"any", "amd64", "x86", "arm64", "armeabi", "ppc32", "ppc64", "riscv64"}
COMPILERS = [
    ["gcc"], ["gcc", "-m32"], ["clang"], ["clang", "-m32"], ["arm-linux-gnueabi-gcc"],
    ["arm-linux-gnueabi-gcc", "-march=armv7-a", "-mthumb"], ["aarch64-linux-gnu-gcc"],
    ["powerpc-linux-gnu-gcc"], ["riscv64-linux-gnu-gcc"],
]  # fmt: skip


def options() -> list[list[str]]:
    """The lines of cpucycles/options."""
    lines = (MEASURE / "cpucycles" / "options").read_text().splitlines()
    return [line.split() for line in lines if line.strip() and not line.startswith("#")]


def make(folder: Path, compiler: list[str], *files: Path, flags: tuple[str, ...] = ()) -> Path:
    program = folder / "program"
    made = subprocess.run(
        [*compiler, "-std=gnu99", "-O2", f"-I{MEASURE}", *flags, "-o", str(program),
         *map(str, files), "-lm"], capture_output=True, text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    return program


def test_each_counter_is_listed_once() -> None:
    names = [words[0] for words in options()]
    assert sorted(names) == [f.stem for f in COUNTERS]
    assert all(set(words[1:]) <= ABIS and words[1:] for words in options())


@pytest.mark.parametrize("compiler", COMPILERS, ids=" ".join)
def test_counters_compile(compiler: list[str]) -> None:
    need_compiler(*compiler)
    for file in [*COUNTERS, MEASURE / "clock.c"]:
        made = subprocess.run(
            [*compiler, "-std=gnu99", "-O2", "-Wall", "-Wextra", "-Werror", f"-I{MEASURE}", "-c",
             "-o", os.devnull, str(file)], capture_output=True, text=True,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr


@pytest.mark.alone
def test_faulty_counters_are_refused(tmp_path: Path) -> None:
    here = ROOT / "tests" / "counters"
    sources = [here / "refusals.c", MEASURE / "counter.c", MEASURE / "system.c"]
    program = make(tmp_path, ["gcc"], *sources, flags=(f"-I{here}",))
    for _ in range(3):  # a step is told from timings, which others may disturb
        ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=60)
        if ran.returncode == 0:
            return
    pytest.fail(ran.stdout + ran.stderr)


@pytest.mark.alone
@pytest.mark.parametrize("word", ["-m64", "-m32"])
def test_the_clock_agrees_with_other_chains(tmp_path: Path, word: str) -> None:
    if os.uname().machine not in ("x86_64", "i686"):
        pytest.skip("the other chains are for x86")
    need_compiler("gcc", word)
    (tmp_path / "counters.inc").write_text("COUNTER(x86_tsc)\n")
    here = ROOT / "tests" / "counters"
    names = ("clock.c", "counter.c", "system.c", "cpucycles/x86-tsc.c")
    sources = [here / "chains.c", *(MEASURE / name for name in names)]
    program = make(tmp_path, ["gcc", word], *sources, flags=(f"-I{tmp_path}",))
    ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.parametrize(("first", "ratios", "said"), [
    (".5", "", "pace 2.000 clock 0.50000"), (".5", "4 .5", "pace 2.000 clock 0.50000"),
    ("0", "", "pace 1.000"), (".5", ".5 .52", "flag 8 drift 0.0400 pace 1.923 clock 0.52000"),
    (".5", "4 3 .5", "flag 8 drift 0.8333 pace 2.000 clock 0.50000"),
    (".5", ".52 .52 .5", "flag 8 drift 0.0385 pace 2.000 clock 0.50000"),
    (".5", ".5 0", "flag 8 drift 1.0000 pace 2.000 clock 0.50000"),
    ("0", "0 .5", "flag 8 drift 1.0000 pace 2.000 clock 0.50000"),
])  # fmt: skip
def test_how_the_clock_moved(tmp_path: Path, first: str, ratios: str, said: str) -> None:
    """A clock that has moved is told by two readings that agree, none by two that do not."""
    sources = [ROOT / "tests/counters/drift.c", MEASURE / "watch.c", MEASURE / "system.c"]
    program = make(tmp_path, ["gcc"], *sources, flags=(f"-I{MEASURE}/jail",))
    words = [str(program), *[first] * (8 if first == "0" else 9), *ratios.split()]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert " ".join(ran.stdout.split()) == said
