"""Code as other builds compile it: all files at once (-flto), and not optimized (-O0).

A compiler that sees all files of a folder inlines between them, and believes what each of them
says of the others. Without optimization nothing that the code leaves to it is done: an operand that
has to be a constant, or registers that have to be free.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT
from looping import Record, run_each
from sisters import distinct
from together import answers, check, extensions, here, machine, objects, runs, told, tools
from trying import MACHINES, lacking, need_compiler, options

from shootout.registry.tree import Implementation, implementations, primitives

FIRST = distinct(i for p in primitives(ROOT / "crypto_hash") for i in implementations(p))
WIDTH = ["-m32", "-march=i686"]


def only_x86(i: Implementation) -> bool:
    return i.abis() == {"x86", *i.extensions()}


# gcc does it elsewhere, too: test_extensions.py has code for amd64, and for both, test_abis.py
# portable code and that for other machines.
WHOLE = [i for i in FIRST if only_x86(i)]


@pytest.mark.parametrize("compiler", ["clang", "gcc"])
@pytest.mark.parametrize("abi", ["x86"])
def test_right_when_all_files_are_seen_at_once(
    abi: str, compiler: str, tmp_path: Path, record_property: Record
) -> None:
    """What can't run here is compiled only."""
    need_compiler(compiler, *WIDTH, "-flto")
    command = [compiler, "-O2", *WIDTH, "-fPIE", "-flto"]
    subjects = here(WHOLE, record_property)
    for i in filter(lacking, WHOLE):
        objects([*command, *options(i)], i, tmp_path)
    said = told(command, subjects, tmp_path, options)
    run_each(lambda i: check(i, said[i.path]), subjects, record_property)


@pytest.mark.parametrize(("compiler", "mark"), [("clang", b"BC\xc0\xde"), ("gcc", b".gnu.lto_")])
def test_objects_are_not_yet_compiled(compiler: str, mark: bytes, tmp_path: Path) -> None:
    """With -flto they hold what the compiler is to see at once."""
    need_compiler(compiler, "-flto")
    i = next(i for i in FIRST if i.name == "ref")
    for flags, there in ((["-flto"], True), ([], False)):
        made = objects([compiler, "-O2", *flags], i, tmp_path / str(there))
        assert made and all((mark in Path(file).read_bytes()) == there for file in made)


STEP = 8  # every eighth known answer, for this code is slow, and most of it emulated
OWN = [
    (machine(abi, i), i)
    for abi in MACHINES
    for i in FIRST
    # test_known_answers.py compiles portable code and that for amd64 so.
    if (only_x86(i) if abi == "x86" else i.abis() and i.runs_on(abi))
]


@pytest.mark.parametrize("where", dict(OWN))
def test_right_without_optimization(where: str, tmp_path: Path, record_property: Record) -> None:
    command, emulator = tools(where)
    subjects = runs(where, [i for each, i in OWN if each == where], record_property)

    def few(i: Implementation) -> dict[int, str]:
        return answers(i, STEP)

    said = told([*command, "-O0"], subjects, tmp_path, extensions, emulator, few)
    run_each(lambda i: check(i, said[i.path], STEP), subjects, record_property)
