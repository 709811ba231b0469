"""Assembly for machines that are not here has to be worth its lines: 15 % under the best C.

Where a function is nothing but links and parameters, its home is counted.
"""

from __future__ import annotations

from functools import cache

import pytest
from conftest import ROOT
from instructions import EMULATORS, count, lines
from trying import home, need, need_compiler

from shootout.machine.features import of_compiler
from shootout.registry.tree import Implementation, implementations, primitives

LEAST = 0.85  # of the instructions of opt32 with its best compiler
MLEN = 1024  # of four times as many a test takes four times as long, and says the same
VECTORS = {"neon", "altivec"}
ASSEMBLY = [
    (i, abi)
    for p in primitives(ROOT / "crypto_hash")
    if home(p) == p
    for i in implementations(p)
    for abi in EMULATORS
    if abi in i.abis()
]


@cache
def portable(primitive: str, command: tuple[str, ...], abi: str) -> float | None:
    """What opt32 takes with one compiler: without vectors it is asked again."""
    folder = next(p for p in primitives(ROOT / "crypto_hash") if p.name == primitive)
    opt32 = next(i for i in implementations(folder) if i.name == "opt32")
    return count(opt32, command, abi, MLEN)


def compiled(primitive: str, abi: str, vectors: bool) -> float:
    """Of opt32, with every compiler at -O3, which here is the least or next to it; without vectors
    for machines that have none, where what a compiler makes of NEON does not run."""
    commands = [command for command in lines(abi) if "-O3" in command]
    commands = [c for c in commands if vectors or not VECTORS & of_compiler(c)]
    counts = [portable(primitive, command, abi) for command in commands]
    return min(n for n in counts if n is not None)


@pytest.mark.parametrize(("i", "abi"), ASSEMBLY, ids=lambda x: getattr(x, "path", x))
def test_fewer_instructions_than_compiled(i: Implementation, abi: str) -> None:
    """With the first compiler that takes it: of assembly all make the same."""
    need(EMULATORS[abi])
    for compiler in {command[0] for command in lines(abi)}:
        need_compiler(compiler, what=f"{abi}: ")
    counts = (count(i, command, abi, MLEN) for command in lines(abi))
    assert next(n for n in counts if n is not None) <= LEAST * compiled(
        i.primitive.name, abi, bool(VECTORS & i.extensions())
    )
