"""Code on other machines: big-endian, strict alignment, 32 bits; foreign ones are emulated."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Shared
from looping import Record, run_each
from sisters import ALL, FIRST
from together import (
    answers,
    check,
    extensions,
    machine,
    right_at_every_length,
    runs,
    told,
    tools,
)
from trying import (
    MACHINES,
    NEON,
    Trying,
    broken,
    has_tables,
    missing,
    need,
    need_compiler,
    options,
)

from shootout.registry.tree import Implementation


def only_x86(i: Implementation) -> bool:
    return i.abis() == {"x86", *i.extensions()}


# This one tells of portable code nothing that riscv64 does not.
PORTABLE_ELSEWHERE = {"ppc64"}
# Code that other machines do not run; and portable look-ups, which valgrind can't judge: on one.
TRACED = {(abi, i) for abi in MACHINES for i in FIRST if i.abis()}
TRACED |= {("arm64", i) for i in FIRST if not i.abis() and has_tables(i)}
CELLS = [
    (abi, i)
    for abi in MACHINES
    for i in ALL
    # test_extensions.py has the code that amd64 and x86 share, test_known_answers.py the portable.
    if (only_x86(i) if abi == "x86" else i.runs_on(abi))
    and (i.abis() or abi not in PORTABLE_ELSEWHERE)
]


# These run alone, in the harness; the others of a machine in one program.
OWN = [(abi, i) for abi, i in CELLS if i.abis() or (abi, i) in TRACED]
PORTABLE = [abi for abi in MACHINES if any(a == abi and not i.abis() for a, i in CELLS)]


@pytest.mark.parametrize(("abi", "i"), OWN, ids=lambda x: getattr(x, "path", x))
def test_right_on_another_machine(abi: str, i: Implementation, tmp_path: Path) -> None:
    """The digests are right, and what promises constant time takes it."""
    compiler, emulator = MACHINES[abi]
    if abi == "armeabi" and "neon" in i.extensions():
        machine, own = NEON.split(), []
    else:
        machine, own = compiler.split(), options(i)
    if abi == "arm64" and not i.extensions() - {"neon"}:
        emulator += " -cpu cortex-a53"  # without AES and SHA: kills what uses them all the same
    if abi == "riscv64":  # here, too, no more than what is named
        zbb = "true" if "zbb" in i.extensions() else "false"
        emulator += f" -cpu rv64,zba=false,zbb={zbb},zbc=false,zbs=false"
    need(*emulator.split()[:1], what=f"{abi}: ")
    if not emulator and missing(i):
        pytest.skip(missing(i))
    need_compiler(*machine, *own, "-static", what=f"{abi}: ")
    base = [*machine, "-O2", "-static"]
    # A compiler that sees all files believes what each of them says of the others
    trying = Trying([*base, *own, "-flto"], tmp_path, base)
    trying.small(i, *emulator.split())
    if (abi, i) in TRACED:
        assert not broken(i, trying.traced(i, *emulator.split()))


@pytest.mark.parametrize("abi", PORTABLE)
def test_portable_code_is_right_on_another_machine(
    abi: str, tmp_path: Path, shared: Shared, record_property: Record
) -> None:
    """All of it in one program, as one file: at every length, between pages that can't be touched,
    with the digest where it should be, and over the message."""
    compiler, *emulator = MACHINES[abi][0], *MACHINES[abi][1].split()
    need(*emulator[:1], what=f"{abi}: ")
    command = [*compiler.split(), "-O2", "-static", "-flto"]
    need_compiler(*command, what=f"{abi}: ")
    if abi == "arm64":
        emulator += ["-cpu", "cortex-a53"]  # neither has more than the compiler was told
    if abi == "riscv64":
        emulator += ["-cpu", "rv64,zba=false,zbb=false,zbc=false,zbs=false"]
    subjects = [i for i in ALL if not i.abis()]
    right_at_every_length(command, subjects, tmp_path, shared, record_property, emulator)


STEP = 8  # every eighth known answer, for this code is slow, and most of it emulated
WITHOUT_OPTIMIZATION = [
    (machine(abi, i), i)
    for abi in MACHINES
    for i in FIRST
    # test_known_answers.py compiles portable code and that for amd64 so.
    if (only_x86(i) if abi == "x86" else i.abis() and i.runs_on(abi))
]


@pytest.mark.parametrize("where", dict(WITHOUT_OPTIMIZATION))
def test_right_without_optimization(where: str, tmp_path: Path, record_property: Record) -> None:
    command, emulator = tools(where)
    subjects = runs(
        where, [i for each, i in WITHOUT_OPTIMIZATION if each == where], record_property
    )

    def few(i: Implementation) -> dict[int, str]:
        return answers(i, STEP)

    said = told([*command, "-O0"], subjects, tmp_path, extensions, emulator, few)
    run_each(lambda i: check(i, said[i.path], STEP), subjects, record_property)
