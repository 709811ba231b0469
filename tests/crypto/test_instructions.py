"""Code for machines that are not here has to be worth its lines: 15 % under the best compiled C,
or what its head says.

Where a function has a home, that is counted.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice
from pathlib import Path

from conftest import ROOT
from instructions import EMULATORS, count, lines
from looping import by_function
from trying import need, need_compiler

from shootout.build.compilers import of_compiler
from shootout.registry.homes import home
from shootout.registry.tree import Implementation, implementations, primitives
from shootout.results import stats

LONGER = {"arm-linux-gnueabihf-gcc", "-march=armv5te", "-mno-crypto"}  # never 1 % less
LEAST = 0.85  # of the instructions of portable C with its best compiler
SAID = re.compile(r"(\d+) % fewer instructions than opt")
BASELINE = {"arm64": {"neon"}, "ppc64": {"altivec"}}  # of these
SMALL = {"armeabi", "ppc32"}  # machines with words of 32 bits
MLEN = 1024  # four times as many would tell the same
LONG = 4096  # bytes, for trees, whose leaves then fill several lanes
EXTENSIONS = {"neon", "altivec", "aes", "sha2", "sha512", "sha3", "sve2", "zbb", "zbkb", "v"}
ASSEMBLY = [
    (i, abi)
    for p in primitives(ROOT / "crypto_hash")
    if not home(p.folder)
    for i in implementations(p)
    for abi in EMULATORS
    if abi in i.abis()
]


def length(primitive: str) -> int:
    """The length of the message, in bytes."""
    return LONG if stats.ends(primitive)[0] > stats.TOP else MLEN


@cache
def portable(primitive: str, command: tuple[str, ...], abi: str) -> float | None:
    """What portable C takes with one compiler."""
    folder = next(p for p in primitives(ROOT / "crypto_hash") if p.name == primitive)
    best = next(
        i for i in implementations(folder) if i.name == ("opt32" if abi in SMALL else "opt64")
    )
    return count(best, command, abi, length(primitive))


def compiled(i: Implementation, abi: str) -> float:
    """Of portable C, with every compiler at -O3, which here is the least or next to it; without
    the extensions that the code itself does not need, which a machine for it may lack."""
    lacking = EXTENSIONS - i.extensions() - BASELINE.get(abi, set())
    usable = [c for c in lines(abi) if "-O3" in c and not LONGER & {*c} | lacking & of_compiler(c)]
    counts = [portable(i.primitive.name, command, abi) for command in usable]
    return min(n for n in counts if n is not None)


def allowed(i: Implementation) -> float:
    """The part of portable C's instructions that it may take."""
    said = [SAID.search(content.decode()) for content in i.files().values()]
    return min((1 - int(found[1]) / 100 for found in said if found), default=LEAST)


@by_function(ASSEMBLY)
def test_fewer_instructions_than_compiled(i: Implementation, abi: str, _: Path) -> None:
    """C with one compiler at -O3, assembly with the first: all make the same of it."""
    need(EMULATORS[abi][0])
    for compiler in {command[0] for command in lines(abi)}:
        need_compiler(compiler, what=f"{abi}: ")
    takes = (c for c in lines(abi) if "-O3" in c and i.extensions() <= of_compiler(c) | {"neon"})
    counts = filter(None, (count(i, command, abi, length(i.primitive.name)) for command in takes))
    most = allowed(i) * compiled(i, abi)
    assert any(n <= most for n in islice(counts, 1 if list(i.folder.glob("*.[sS]")) else None))
