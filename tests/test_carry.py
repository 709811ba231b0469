"""BLAKE's counter of bits in code for every ABI: t0 carries into t1, and t1 counts on.

No message that a test could hash in time is that long, so blocks() is called as if it were.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT
from test_abis import MACHINES, NEON
from trying import compiled, lacking, need, need_compiler, options, staged

from shootout.registry.tree import Implementation, implementations, primitives

BLAKE = ("blake224", "blake256", "blake384", "blake512")
EVERY = {"amd64": ("gcc", ""), **MACHINES}
CELLS = [
    (abi, i)
    for p in primitives(ROOT / "crypto_hash")
    if p.name in BLAKE[1::2]  # the other two have the same files
    for i in implementations(p)
    for abi in EVERY
    if (i.folder / "blocks.h").exists() and i.runs_on(abi)
    if i.abis() or abi in ("amd64", "x86", "ppc32")  # portable: by words and the order of bytes
]


class Blake:
    """The compression function of section 2 of BLAKE's specification, with its constants."""

    def __init__(self, name: str) -> None:
        common = ROOT / f"crypto_hash/{name}/common"
        constants = (common / "word.h").read_text()
        sigma = (ROOT / "crypto_hash/blake256/common/sigma.h").read_text()
        rows = re.findall(r"ROW\(\d,([ \d,]+)\)", sigma)
        self.sigma = [[int(word) for word in row.split(",")] for row in rows]
        self.pi = [int(pi, 16) for pi in re.findall(r"define PI\d+ (0x\w+)", constants)]
        self.turns = [int(n) for n in re.findall(r"define R\d (\d+)", constants)]
        (size,) = re.findall(r"define WORD_BYTES (\d)", constants)
        (rounds,) = re.findall(r"define ROUNDS (\d+)", constants)
        self.size, self.rounds = int(size), int(rounds)
        self.bits = 8 * self.size
        self.mask = (1 << self.bits) - 1

    def right(self, x: int, n: int) -> int:
        return (x >> n | x << (self.bits - n)) & self.mask

    def compress(self, h: list[int], block: bytes, bits: int) -> list[int]:
        m = [int.from_bytes(block[self.size * i : self.size * (i + 1)], "big") for i in range(16)]
        low, high = bits & self.mask, bits >> self.bits & self.mask
        v = [*h, *self.pi[:8]]
        for i, t in zip(range(12, 16), (low, low, high, high)):
            v[i] ^= t
        for r in range(self.rounds):
            s = self.sigma[r % 10]
            for i in range(8):
                a, b, c, d = i % 4, 4 + i % 4, 8 + i % 4, 12 + i % 4
                if i >= 4:
                    b, c, d = 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4
                for half in (0, 1):
                    j, k = s[2 * i + half], s[2 * i + 1 - half]
                    v[a] = (v[a] + v[b] + (m[j] ^ self.pi[k])) & self.mask
                    v[d] = self.right(v[d] ^ v[a], self.turns[2 * half])
                    v[c] = (v[c] + v[d]) & self.mask
                    v[b] = self.right(v[b] ^ v[c], self.turns[2 * half + 1])
        return [x ^ v[i] ^ v[i + 8] for i, x in enumerate(h)]

    def three(self, first: int) -> str:
        """The line that tests/counters.c prints."""
        block = 16 * self.size
        message = bytes((i * i + 3 * i) % 256 for i in range(3 * block))
        h = [(i * 0x9E3779B9 + 1) & self.mask for i in range(8)]
        for k in range(3):
            h = self.compress(h, message[block * k : block * (k + 1)], 8 * (first + block * k))
        return " ".join(f"{x:x}" for x in h)


# Within a call and between two; the bits of a word and of a counter; the last that C can count
COUNTS = [64, 128, 0, 2**29 - 128, 2**29 - 64, 2**29, 2**32 - 64, 2**32 + 192, 2**40, 2**60]
COUNTS += [2**61 - 256, 2**61 - 128, 2**61, 2**61 + 128, 2**63, 2**64 - 512]


@pytest.mark.parametrize(("abi", "i"), CELLS, ids=lambda x: getattr(x, "path", x))
def test_the_counter_carries(abi: str, i: Implementation, tmp_path: Path) -> None:
    compiler, emulator = EVERY[abi]
    command = [*compiler.split(), *options(i)]
    if abi == "armeabi" and "neon" in i.extensions():
        command = NEON.split()
    need(*emulator.split()[:1], what=f"{abi}: ")
    if not emulator and lacking(i):
        pytest.skip(f"this machine lacks {' '.join(sorted(lacking(i)))}")
    need_compiler(*command, "-static", what=f"{abi}: ")
    words = staged(i, tmp_path)
    driver = str(ROOT / "tests/counters.c")
    compiled([*command, "-O2", "-static"], tmp_path, "-o", "counters", *words, driver)
    ran = subprocess.run(
        [*emulator.split(), tmp_path / "counters", *map(str, COUNTS)],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    blake = Blake(i.primitive.name)
    for count, line in zip(COUNTS, ran.stdout.splitlines()):
        assert line.strip() == blake.three(count), f"the first block ends at {count}"
    assert len(ran.stdout.splitlines()) == len(COUNTS)
