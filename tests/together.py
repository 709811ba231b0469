"""Many implementations in one program: a link and a process for all of them."""

from __future__ import annotations

import math
import os
import re
import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import ROOT, Shared
from test_abis import MACHINES, NEON
from test_known_answers import EDGES
from trying import compiled, lacking, need, need_compiler, options, staged

from shootout.registry.sets import further
from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation

PROGRAM = ROOT / "tests" / "together.c"
EVERY = {"amd64": ("gcc -m64 -march=x86-64", ""), **MACHINES}
LONGEST = 300  # bytes of a message, but for functions that have other code for long ones
UNKNOWN = [["0", ""], ["64", ""]]  # for a function without known answers
Options = Callable[[Implementation], list[str]]


def answers(i: Implementation, step: int = 1) -> dict[int, str]:
    """Every step-th of its known answers, by the message's length in bytes."""
    longest = math.inf if further(i.primitive.set) else LONGEST
    rows = [(int(n), digest) for n, digest in EDGES.get(i.primitive.name, UNKNOWN)]
    return dict([row for row in rows if row[0] <= longest][::step])


def objects(command: Sequence[str], i: Implementation, folder: Path) -> list[str]:
    """The objects of an implementation."""
    home = folder / i.path
    compiled(command, home, *staged(i, home), "-c")
    return [str(file) for file in sorted(home.glob("*.o"))]


def all_of(
    make: Callable[[Implementation], list[str]], subjects: Sequence[Implementation]
) -> list[str]:
    """The objects of all, made side by side."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [file for files in pool.map(make, subjects) for file in files]


def told(
    command: Sequence[str],
    subjects: Sequence[Implementation],
    folder: Path,
    options_of: Options = lambda i: [],
    runner: Sequence[str] = (),
    step: int = 1,
    **environment: str,
) -> dict[str, str]:
    """What one program prints of each, by its path: digests, and what a sanitizer complains of."""
    every = all_of(lambda i: objects([*command, *options_of(i)], i, folder), subjects)
    lines = (
        f'SUBJECT({namespace(i)}, {i.output_bytes()}, "{" ".join(map(str, answers(i, step)))}")\n'
        for i in subjects
    )
    (folder / "subjects.inc").write_text("".join(lines))
    compiled(command, folder, f"-I{folder}", "-o", "together", str(PROGRAM), *every)
    ran = subprocess.run(
        [*runner, "./together"], cwd=folder, capture_output=True, text=True, errors="replace",
        timeout=600, env={"PATH": os.environ["PATH"], **environment},
    )  # fmt: skip
    _, *parts = re.split(r"^subject (\w+)\n", ran.stderr, flags=re.MULTILINE)
    assert parts[::2] == [*map(namespace, subjects), "end"], ran.stderr[-2000:]
    return {i.path: text for i, text in zip(subjects, parts[1::2])}


def chosen(request: pytest.FixtureRequest, **same: str) -> list[Implementation]:
    """The implementations that tests of this file ask for in this run with these parameters."""
    mine = [item for item in request.session.items if item.path == request.path]
    params = [item.callspec.params for item in mine if hasattr(item, "callspec")]
    found = [p["i"] for p in params if "i" in p and same == {name: p.get(name) for name in same}]
    return list(dict.fromkeys(found))


def machine(abi: str, i: Implementation) -> str:
    """An ABI, or that with NEON, which has another compiler."""
    return f"{abi} neon" if abi == "armeabi" and "neon" in i.extensions() else abi


def tools(name: str, i: Implementation) -> tuple[list[str], list[str]]:
    """The compiler for such a machine, and its emulator; skips where one is missing, or what the
    implementation needs of this machine."""
    abi, _, neon = name.partition(" ")
    compiler, emulator = EVERY[abi]
    if abi == "riscv64":
        emulator += " -cpu rv64,zbb=true"
    command = [*(NEON if neon else compiler).split(), "-static"]
    need(*emulator.split()[:1], what=f"{name}: ")
    if not emulator and lacking(i):
        pytest.skip(f"this machine lacks {' '.join(sorted(lacking(i)))}")
    need_compiler(*command, what=f"{name}: ")
    return command, emulator.split()


def extensions(i: Implementation) -> list[str]:
    """The compiler's options for what it needs beyond its machine."""
    return [] if {"armeabi", "neon"} <= i.abis() else options(i)


def here(name: str, subjects: Sequence[Implementation]) -> list[Implementation]:
    """Those that run on such a machine, or as it is emulated."""
    native = not EVERY[name.partition(" ")[0]][1]
    return [i for i in subjects if not (native and lacking(i))]


def lines(
    command: Sequence[str], runner: Sequence[str], folder: Path, function: str,
    subjects: Sequence[Implementation], objects: Sequence[str],
) -> dict[str, str]:  # fmt: skip
    """What a function prints that each of them has, by the paths of implementations."""
    names = [f"{namespace(i)}_{function}" for i in subjects]
    calls = [f'    puts("subject {name}");\n    {name}();\n' for name in names]
    text = "#include <stdio.h>\n" + "".join(f"void {name}(void);\n" for name in names)
    (folder / "main.c").write_text(f"{text}int main(void)\n{{\n{''.join(calls)}}}\n")
    compiled(command, folder, "-o", "main", "main.c", *objects)
    ran = subprocess.run(
        [*runner, "./main"], cwd=folder, capture_output=True, text=True, timeout=600
    )
    _, *parts = re.split(r"^subject (\w+)\n", ran.stdout, flags=re.MULTILINE)
    assert (ran.returncode, parts[::2]) == (0, names), parts[-2:]
    return {i.path: said for i, said in zip(subjects, parts[1::2])}


def once(shared: Shared, name: str, make: Callable[[Path], dict[str, str]]) -> dict[str, str]:
    """What is made in a folder for all tests that ask, or why it can't be: one of them tries."""

    def tried() -> tuple[dict[str, str], str]:
        try:
            return make(shared.folder(name)), ""
        except (AssertionError, subprocess.TimeoutExpired) as error:
            return {}, str(error) or "failed"

    said, failure = shared.data(f"{name}-said", tried)
    assert not failure, failure
    found: dict[str, str] = said
    return found


def check(i: Implementation, said: str, step: int = 1) -> None:
    """Its digests are there and right, and nothing else was said."""
    assert said.splitlines() == [f"{n} {digest}" for n, digest in answers(i, step).items()]
