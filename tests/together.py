"""Many implementations in one program: a link and a process for all of them."""

from __future__ import annotations

import math
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from conftest import ROOT, Shared
from looping import Record, run_each
from sisters import ALL, FIRST
from test_known_answers import EDGES, QUICK
from trying import ARMV8, MACHINES, NEON, compiled, missing, need, need_compiler, objects, options

from shootout.registry.families import younger
from shootout.registry.stage import namespace
from shootout.registry.tree import Implementation

PROGRAM = ROOT / "tests" / "together.c"
EVERY = {"amd64": ("gcc -m64 -march=x86-64", ""), **MACHINES}
LONGEST = 300  # bytes of a message, but for functions that have other code for long ones
FAR = 1 << 16  # bytes; leaves of trees side by side
NEAR = 1 << 14  # bytes; two leaves, one after the other, without vectors
UNKNOWN = [["0", ""], ["64", ""]]  # for a function without known answers
Options = Callable[[Implementation], list[str]]


def answers(i: Implementation, step: int = 1, most: float = math.inf) -> dict[int, str]:
    """Every step-th of its known answers, by the message's length in bytes, up to the most."""
    longest = most if younger(i.primitive.name) else LONGEST
    rows = [(int(n), digest) for n, digest in EDGES.get(i.primitive.name, UNKNOWN)]
    return dict([row for row in rows if row[0] <= longest][::step])


def at_every_length(i: Implementation, most: int = FAR) -> list[int]:
    """The lengths up to the longest, and those of its known answers up to the most, in bytes."""
    return sorted({*range(LONGEST + 1), *answers(i, most=most)})


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
    lengths_of: Callable[[Implementation], Iterable[int]] = answers,
    words: Sequence[str] = (),
    **environment: str,
) -> dict[str, str]:
    """What one program prints of each, by its path: digests, and what a sanitizer complains of.
    With the word `guards` messages lie between pages that can't be touched, too."""
    folder.mkdir(exist_ok=True)
    every = all_of(lambda i: objects([*command, *options_of(i)], i), subjects)
    lines = (
        f'SUBJECT({namespace(i)}, {i.output_bytes()}, "{" ".join(map(str, lengths_of(i)))}")\n'
        for i in subjects
    )
    (folder / "subjects.inc").write_text("".join(lines))
    compiled(command, folder, f"-I{folder}", "-o", "together", str(PROGRAM), *every)
    ran = subprocess.run(
        [*runner, "./together", *words], cwd=folder, capture_output=True, text=True,
        errors="replace", timeout=600, env={"PATH": os.environ["PATH"], **environment},
    )  # fmt: skip
    _, *parts = re.split(r"^subject (\w+)\n", ran.stderr, flags=re.MULTILINE)
    assert parts[::2] == [*map(namespace, subjects), "end"], ran.stderr[-2000:]
    return {i.path: text for i, text in zip(subjects, parts[1::2])}


def machine(abi: str, i: Implementation) -> str:
    """An ABI, with what an implementation needs beyond its baseline and its emulator can lack:
    NEON, which has another compiler, the cryptographic extensions of 64-bit ARM, RISC-V's bits."""
    more = {"armeabi": {"neon"}, "arm64": set(ARMV8), "riscv64": {"zbb"}}.get(abi, set())
    return " ".join([abi, *sorted(i.extensions() & more)[:1]])


def tools(name: str) -> tuple[list[str], list[str]]:
    """The compiler for such a machine, and its emulator, which has no more than the name says;
    skips where one is missing."""
    abi, _, more = name.partition(" ")
    compiler, emulator = EVERY[abi]
    if abi == "arm64" and not more:
        emulator += " -cpu cortex-a53"  # without AES and SHA
    if abi == "riscv64":
        zbb = "true" if more else "false"
        emulator += f" -cpu rv64,zba=false,zbb={zbb},zbc=false,zbs=false"
    command = [*(NEON if more == "neon" else compiler).split(), "-static"]
    need(*emulator.split()[:1], what=f"{name}: ")
    need_compiler(*command, what=f"{name}: ")
    return command, emulator.split()


def extensions(i: Implementation) -> list[str]:
    """The compiler's options for what it needs beyond its machine."""
    return [] if {"armeabi", "neon"} <= i.abis() else options(i)


def here(subjects: Iterable[Implementation], record: Record) -> list[Implementation]:
    """Those for whose extensions this machine suffices; the test leaves the others out."""
    found = []
    for i in subjects:
        if missing(i):
            record("left out", f"{i.path}: {missing(i)}")
        else:
            found.append(i)
    return found


def runs(name: str, subjects: Sequence[Implementation], record: Record) -> list[Implementation]:
    """Those that run on such a machine, or as it is emulated."""
    return list(subjects) if EVERY[name.partition(" ")[0]][1] else here(subjects, record)


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


def check(i: Implementation, said: str, step: int = 1, most: float = math.inf) -> None:
    """Its digests are there and right, and nothing else was said."""
    assert said.splitlines() == [f"{n} {digest}" for n, digest in answers(i, step, most).items()]


def refs(shared: Shared) -> dict[str, str]:
    """What `ref` of each function says at every length; test_known_answers.py judges it."""
    subjects = [i for i in ALL if i.name == "ref"]
    folder = shared.folder("refs")
    said: dict[str, str] = shared.data(
        "said-by-refs", lambda: told(["gcc", "-O2"], subjects, folder, lengths_of=at_every_length)
    )
    return {i.primitive.name: said[i.path] for i in subjects}


def right_at_every_length(
    command: Sequence[str],
    subjects: Sequence[Implementation],
    folder: Path,
    shared: Shared,
    record: Record,
    runner: Sequence[str] = (),
    options_of: Options = options,
    **environment: str,
) -> None:
    """They say what `ref` does, also between guards. Code that is another's, with other parameters,
    is compiled in less time: what optimization makes of it is seen there."""
    need("gcc")
    expected, quick = refs(shared), ["-O1"] if runner else QUICK

    def options_there(i: Implementation) -> list[str]:
        return [*options_of(i), *([] if i in FIRST else quick)]

    def lengths_of(i: Implementation) -> list[int]:
        return at_every_length(i, NEAR if runner and not i.extensions() else FAR)

    said = told(
        command, subjects, folder, options_there, runner, lengths_of, ["guards"], **environment
    )

    def right(i: Implementation) -> None:
        lines, there = expected[i.primitive.name].splitlines(), lengths_of(i)
        assert said[i.path].splitlines() == [s for s in lines if int(s.split()[0]) in there]

    run_each(right, subjects, record)
