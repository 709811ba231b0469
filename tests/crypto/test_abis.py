"""Code on other machines: big-endian, strict alignment, 32 bits; foreign ones are emulated.

One program a machine has all of its code. test_constant_time.py traces it.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Shared
from looping import Record, run_each
from sisters import ALL, FIRST
from together import answers, check, extensions, machine, right_at_every_length, runs, told, tools
from trying import MACHINES

from shootout.registry.tree import Implementation


def only_x86(i: Implementation) -> bool:
    return i.abis() == {"x86", *i.extensions()}


# These tell of portable code nothing that arm64 does not.
PORTABLE_ELSEWHERE = {"ppc64", "riscv64"}
CELLS = [
    (machine(abi, i), i)
    for abi in MACHINES
    for i in ALL
    # test_extensions.py has the code that amd64 and x86 share, test_known_answers.py the portable.
    if (only_x86(i) if abi == "x86" else i.runs_on(abi))
    # test_parameters.py has what differs between functions that share portable code.
    and (i.abis() or (i in FIRST and abi not in PORTABLE_ELSEWHERE))
]


@pytest.mark.parametrize("where", dict(CELLS))
def test_right_on_another_machine(
    where: str, tmp_path: Path, shared: Shared, record_property: Record
) -> None:
    """Code for all machines and for this one in one program, as one file, for a compiler that sees
    all of it believes what each part says of the others: at every length, between pages that can't
    be touched, with the digest where it should be, and over the message."""
    command, emulator = tools(where)
    subjects = runs(where, [i for each, i in CELLS if each == where], record_property)
    command += ["-O2", "-flto"]
    right_at_every_length(
        command, subjects, tmp_path, shared, record_property, emulator, extensions
    )


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
