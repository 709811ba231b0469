"""What is built once for several programs, and what only some need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import ROOT

from shootout.build import compilers
from shootout.build.compilers import JAVA, Compiler, Refused, commands

MEASURE = ROOT / "measure"
LEVELS = ("-O3", "-O", "-Oz", "-Os")
FILES = [f for f in (ROOT / "okcompilers").rglob("c*") if f.is_file() and f.name != JAVA]


@pytest.mark.parametrize(
    ("command", "base"),
    [
        ("gcc -m32 -O3 -flto -fPIC", "gcc -m32 -flto -fPIC -O2"),
        ("cc", "cc -O2"),
        *((f"clang {level} -g", "clang -g -O2") for level in ("-O", "-O0", "-Os", "-Oz", "-Ofast")),
        ("gcc -mabi=lp64 -Wl,-O1", "gcc -mabi=lp64 -Wl,-O1 -O2"),
    ],
)
def test_a_base_has_all_options_but_the_level(command: str, base: str) -> None:
    compiler = Compiler(tuple(command.split()), "amd64", "1")
    assert compiler.base.command == tuple(base.split())
    assert compiler.base.base == compiler.base


def test_lines_that_differ_in_more_than_the_level_have_bases_of_their_own() -> None:
    """So objects of a base can be linked with those of its lines."""
    every = [Compiler(line, "amd64", "1") for file in FILES for line in commands(file)]
    keys: dict[str, set[frozenset[str]]] = {}
    for one in every:
        words = frozenset(word for word in one.command if not re.match("-O", word))
        keys.setdefault(one.base.key, set()).add(words)
    assert all(len(words) == 1 for words in keys.values())
    assert len(keys) < len(every)


def test_lines_that_differ_in_the_level_are_probed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for levels that some compilers do not know."""
    probed = []

    def probe(command: tuple[str, ...], *_: object) -> Compiler | Refused:
        probed.append(" ".join(command))
        works = "-m32" not in command
        return Compiler(command, "amd64", "1") if works else Refused(command, "c", "no")

    monkeypatch.setattr(compilers, "probe", probe)
    (tmp_path / "c").write_text("cc {-m32,-m64} {-O3,-O,-Oz,-Os} -g\n")
    good, bad = compilers.available(tmp_path)
    every = [f"{word} {level} -g" for word in ("cc -m32", "cc -m64") for level in LEVELS]
    assert [" ".join(each.command) for each in (*bad, *good)] == every
    assert sorted(probed) == [w for w in sorted(every) if "-O3" in w or "-Oz" in w]


def test_a_harness_has_the_counters_of_its_abi(quick_run: Path) -> None:
    """The timed loop has a folder of its own; what ties code to it is there for each."""
    build = quick_run.parents[1] / "build"
    lines = (MEASURE / "cpucycles" / "options").read_text().splitlines()
    fields = [line.split() for line in lines if not line.startswith("#")]
    (abi,) = {folder.name for folder in (build / "cells").iterdir()}
    wanted = [name for name, *abis in fields if abi in abis or "any" in abis]
    (made,) = (build / "base").iterdir()
    listed = (made / "counters.inc").read_text()
    assert re.findall(r"COUNTER\((\w+)\)", listed) == [name.replace("-", "_") for name in wanted]
    base = {file.stem for file in made.glob("*.o")}
    ties = {file.read_bytes() for file in build.glob("base/*/sha256/ref/subject.o")}
    assert ties == {file.read_bytes() for file in build.glob("cells/*/sha256/ref/*/subject.o")}
    every = {file.stem for file in (MEASURE / "cpucycles").glob("*.c")}
    assert base & every == set(wanted)
    assert [file.name for file in build.glob("harness/*/*.o")] == ["measure.o"]
