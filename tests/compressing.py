"""Compression functions as their specifications have them, on what tests/counters.c hashes.

Constants come from the folders. A line of counters.c is hexadecimal words, or bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from conftest import ROOT

TREE = ROOT / "crypto_hash"
Words = list[int]


def message(n: int) -> bytes:
    return bytes((i * i + 3 * i) % 256 for i in range(n))


def numbers(text: str) -> Words:
    return [int(word) for word in text.split(",")]


class Mixing:
    """What all of BLAKE's family have: words, rotations, rounds of eight Gs."""

    ORDER: Literal["little", "big"] = "little"

    def __init__(self, name: str, constants: str) -> None:
        text = (TREE / name / "common" / "word.h").read_text()
        found = re.findall(rf"define {constants}\d+ (0x\w+)", text)
        self.constants = [int(word, 16) for word in found]
        self.turns = [int(n) for n in re.findall(r"define R\d (\d+)", text)]
        (size,) = re.findall(r"define WORD_BYTES (\d)", text)
        (rounds,) = re.findall(r"define ROUNDS (\d+)", text)
        self.size, self.rounds, self.block = int(size), int(rounds), 16 * int(size)
        self.bits = 8 * self.size
        self.mask = (1 << self.bits) - 1

    def sigma(self, name: str) -> list[Words]:
        text = (TREE / name / "common" / "sigma.h").read_text()
        return [numbers(row) for row in re.findall(r"ROW\(\d,([ \d,]+)\)", text)]

    def words(self, block: bytes) -> Words:
        parts = (block[i : i + self.size] for i in range(0, len(block), self.size))
        return [int.from_bytes(part, self.ORDER) for part in parts]

    def state(self, n: int = 8) -> Words:
        """What counters.c begins with."""
        return [(i * 0x9E3779B9 + 1) & self.mask for i in range(n)]

    def right(self, x: int, n: int) -> int:
        return (x >> n | x << (self.bits - n)) & self.mask

    def round(self, v: Words, added: Sequence[int]) -> None:
        """Eight Gs; what the two halves of each add is given."""
        for i in range(8):
            a, b, c, d = i % 4, 4 + i % 4, 8 + i % 4, 12 + i % 4
            if i >= 4:
                b, c, d = 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4
            for half in (0, 1):
                v[a] = (v[a] + v[b] + added[2 * i + half]) & self.mask
                v[d] = self.right(v[d] ^ v[a], self.turns[2 * half])
                v[c] = (v[c] + v[d]) & self.mask
                v[b] = self.right(v[b] ^ v[c], self.turns[2 * half + 1])


def shown(words: Words) -> str:
    return " ".join(f"{x:x}" for x in words)


class Blake(Mixing):
    """Section 2 of BLAKE's specification."""

    ORDER: Literal["little", "big"] = "big"

    def __init__(self, name: str) -> None:
        super().__init__(name, "PI")
        self.rows = self.sigma("blake256")

    def compress(self, h: Words, block: bytes, bits: int) -> Words:
        m, pi = self.words(block), self.constants
        low, high = bits & self.mask, bits >> self.bits & self.mask
        v = [*h, *pi[:8]]
        for i, t in zip(range(12, 16), (low, low, high, high)):
            v[i] ^= t
        for r in range(self.rounds):
            s = self.rows[r % 10]
            self.round(v, [m[s[i]] ^ pi[s[i ^ 1]] for i in range(16)])
        return [x ^ v[i] ^ v[i + 8] for i, x in enumerate(h)]

    def line(self, first: int) -> str:
        h = self.state()
        for k in range(3):
            block = message(3 * self.block)[self.block * k : self.block * (k + 1)]
            h = self.compress(h, block, 8 * (first + self.block * k))
        return shown(h)


class Blake2(Mixing):
    """Section 3.2 of RFC 7693."""

    def __init__(self, name: str) -> None:
        super().__init__(name, "IV")
        self.rows = self.sigma("blake2b")

    def compress(self, h: Words, block: bytes, t: int, last: bool) -> Words:
        m = self.words(block)
        v = [*h, *self.constants]
        v[12] ^= t & self.mask
        v[13] ^= t >> self.bits & self.mask
        v[14] ^= self.mask if last else 0
        for r in range(self.rounds):
            self.round(v, [m[k] for k in self.rows[r % 10]])
        return [x ^ v[i] ^ v[i + 8] for i, x in enumerate(h)]

    def line(self, first: int) -> str:
        blocks = [message(3 * self.block)[self.block * k :][: self.block] for k in (0, 1, 2)]
        h = self.state()
        for k, block in enumerate(blocks):
            h = self.compress(h, block, first + self.block * k, False)
        last = self.compress(h, blocks[0], first + self.block * 3, True)
        return shown([*h, *last])


class Blake3(Mixing):
    """Sections 2.2 and 2.4 of BLAKE3's paper: the chaining values of chunks."""

    BEGIN, END = 1, 2

    def __init__(self, name: str) -> None:
        super().__init__(name, "IV")
        text = (TREE / name / "ref" / "hash.c").read_text()
        (row,) = re.findall(r"permutation\[16\] = \{([\s\d,]+)\}", text)
        self.permutation = numbers(row)

    def chunk(self, bytes_of: bytes, t: int) -> bytes:
        h = self.constants
        blocks = [bytes_of[i : i + self.block] for i in range(0, len(bytes_of), self.block)]
        for k, block in enumerate(blocks):
            flags = self.BEGIN * (k == 0) | self.END * (k == len(blocks) - 1)
            v = [*h, *self.constants[:4], t & self.mask, t >> 32 & self.mask, self.block, flags]
            m = self.words(block)
            for _ in range(self.rounds):
                self.round(v, m)
                m = [m[k] for k in self.permutation]
            h = [v[i] ^ v[i + 8] for i in range(8)]
        return b"".join(x.to_bytes(4, "little") for x in h)

    def line(self, first: int) -> str:
        text = message(19 * 1024)
        values = [self.chunk(text[1024 * k : 1024 * (k + 1)], first + k) for k in range(19)]
        return b"".join([*values, *values[:2]]).hex()


class Skein:
    """Sections 3.3 and 3.4 of Skein's paper: UBI over blocks of a message."""

    FIRST, MESSAGE, MASK = 1 << 62, 48 << 56, (1 << 64) - 1

    def __init__(self, name: str) -> None:
        (n,) = re.findall(r"STATE_WORDS (\d)", (TREE / name / "common/params.h").read_text())
        text = (TREE / "skein512256/ref/hash.c").read_text()
        places = re.findall(r"PI\[NW\] = \{([\d, ]+)\}", text)
        tables = re.findall(r"R\[8\]\[NW / 2\] = \{(.*?)\};", text, re.DOTALL)
        self.words = int(n)
        self.places = numbers(places[self.words == 8])
        self.turns = [numbers(r) for r in re.findall(r"\{([\d, ]+)\}", tables[self.words == 8])]

    def threefish(self, key: Words, tweak: Words, block: Words) -> Words:
        n, mask = self.words, self.MASK
        k, t, v = [*key, 0x1BD11BDAA9FC1A22], [*tweak, tweak[0] ^ tweak[1]], block
        for word in key:
            k[n] ^= word

        def subkey(s: int) -> Words:
            of = [k[(s + i) % (n + 1)] for i in range(n)]
            of[n - 3] += t[s % 3]
            of[n - 2] += t[(s + 1) % 3]
            of[n - 1] += s
            return of

        for d in range(72):
            if d % 4 == 0:
                v = [(x + y) & mask for x, y in zip(v, subkey(d // 4))]
            f = []
            for j in range(n // 2):
                x, y, turn = v[2 * j], v[2 * j + 1], self.turns[d % 8][j]
                x = (x + y) & mask
                f += [x, (y << turn | y >> (64 - turn)) & mask ^ x]
            v = [f[place] for place in self.places]
        return [(x + y) & mask for x, y in zip(v, subkey(18))]

    def line(self, first: int) -> str:
        size, g = 8 * self.words, [i * 0x9E3779B9 + 1 for i in range(self.words)]
        for k in range(3):
            block = message(3 * size)[size * k : size * (k + 1)]
            m = [int.from_bytes(block[i : i + 8], "little") for i in range(0, size, 8)]
            tweak = [first + size * k & self.MASK, self.MESSAGE | (self.FIRST if k == 0 else 0)]
            g = [x ^ y for x, y in zip(self.threefish(g, tweak, m), m)]
        return shown(g)
