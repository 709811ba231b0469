"""Assembly for machines that are not here has to be worth its lines: 15 % under the best C."""

from __future__ import annotations

import shutil
from functools import cache

import pytest
from conftest import ROOT
from instructions import EMULATORS, best

from shootout.tree import Implementation, implementations, primitives

LEAST = 0.85  # of the instructions of opt32 with its best compiler
ASSEMBLY = [
    (i, abi)
    for p in primitives(ROOT / "crypto_hash")
    for i in implementations(p)
    for abi in EMULATORS
    if abi in i.abis()
]


@cache
def compiled(primitive: str, abi: str) -> float:
    folder = next(p for p in primitives(ROOT / "crypto_hash") if p.name == primitive)
    portable = next(i for i in implementations(folder) if i.name == "opt32")
    return best(portable, abi)[0]


@pytest.mark.parametrize(("i", "abi"), ASSEMBLY, ids=lambda x: getattr(x, "path", x))
def test_fewer_instructions_than_compiled(i: Implementation, abi: str) -> None:
    if not shutil.which(EMULATORS[abi]):
        pytest.skip(f"{EMULATORS[abi]} is not installed")
    assert best(i, abi)[0] <= LEAST * compiled(i.primitive.name, abi)
