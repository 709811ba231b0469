"""Code as other builds compile it: all files at once (-flto), and not optimized (-O0).

A compiler that sees all files of a folder inlines between them, and believes what each of them
says of the others. Without optimization nothing that the code leaves to it is done: an operand that
has to be a constant, or registers that have to be free.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import ROOT, Shared
from sisters import distinct
from test_abis import MACHINES
from together import check, chosen, extensions, here, machine, objects, once, told, tools
from trying import lacking, need_compiler, options

from shootout.registry.tree import Implementation, implementations, primitives

FIRST = distinct(i for p in primitives(ROOT / "crypto_hash") for i in implementations(p))
WIDTH = ["-m32", "-march=i686"]


def only_x86(i: Implementation) -> bool:
    return i.abis() == {"x86", *i.extensions()}


# gcc does it elsewhere, too: test_extensions.py has code for amd64, and for both, test_abis.py
# portable code and that for other machines.
WHOLE = [(compiler, i) for compiler in ("clang", "gcc") for i in FIRST if only_x86(i)]


def linked(compiler: str, folder: Path, asked: list[Implementation]) -> dict[str, str]:
    """What the program says, by implementation; what can't run here is compiled only."""
    command = [compiler, "-O2", *WIDTH, "-fPIE", "-flto"]
    for i in filter(lacking, asked):
        objects([*command, *options(i)], i, folder)
    return told(command, [i for i in asked if not lacking(i)], folder, options)


@pytest.mark.parametrize(("compiler", "i"), WHOLE, ids=lambda x: getattr(x, "path", x))
def test_right_when_all_files_are_seen_at_once(
    compiler: str, i: Implementation, request: pytest.FixtureRequest, shared: Shared
) -> None:
    need_compiler(compiler, *WIDTH, "-flto")
    asked = chosen(request, compiler=compiler)
    said = once(shared, f"whole-{compiler}", lambda folder: linked(compiler, folder, asked))
    if lacking(i):
        pytest.skip(f"compiled only: this machine lacks {' '.join(sorted(lacking(i)))}")
    check(i, said[i.path])


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


@pytest.mark.parametrize(("where", "i"), OWN, ids=lambda x: getattr(x, "path", x))
def test_right_without_optimization(
    where: str, i: Implementation, request: pytest.FixtureRequest, shared: Shared
) -> None:
    command, emulator = tools(where, i)
    subjects = here(where, chosen(request, where=where))

    def made(folder: Path) -> dict[str, str]:
        return told([*command, "-O0"], subjects, folder, extensions, emulator, STEP)

    said = once(shared, f"unoptimized-{where.replace(' ', '-')}", made)
    check(i, said[i.path], STEP)
