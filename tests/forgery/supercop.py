"""SUPERCOP's files: the part about a function, as it is, and with its samples drawn again."""

from __future__ import annotations

import gzip
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from shootout.results.gunzip import GZIP
from shootout.results.records import DIFFERENCES, differences, samples
from shootout.results.stats import stq2

CYCLES, SAMPLES = 6, 9  # fields: the word of a line, and the first sample behind MLEN and MIDDLE


@dataclass(frozen=True)
class Lines:
    """Lines of a file, each split into its fields."""

    name: str  # of the file
    lines: Sequence[Sequence[str]]

    def write(self, folder: Path) -> Path:
        path = folder / self.name.removesuffix(".gz")
        path.write_text("".join(f"{' '.join(fields)}\n" for fields in self.lines))
        return path

    def resampled(self, chance: random.Random) -> Lines:
        """The same with as many samples of each line, drawn from these with replacement."""
        return Lines(self.name, [_again(fields, chance) for fields in self.lines])


def _again(fields: Sequence[str], chance: random.Random) -> Sequence[str]:
    if fields[CYCLES] != "cycles" or len(fields) <= SAMPLES:
        return fields
    taken = samples(fields[CYCLES + 1 :])
    drawn = [chance.choice(taken) for _ in taken]
    if DIFFERENCES.fullmatch(fields[SAMPLES]):
        middle = stq2(drawn)
        return [*fields[: SAMPLES - 1], str(middle), differences(middle, drawn)]
    return [*fields[: SAMPLES - 1], *map(str, (sorted(drawn)[len(drawn) // 2], *drawn))]


def function(fields: Sequence[str]) -> str:
    """The function of a line; since 2026 SUPERCOP writes PRIMITIVE/SECURITY."""
    return fields[5].partition("/")[0]


class File:
    """A file of SUPERCOP's, plain or packed."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def lines(self) -> list[list[str]]:
        """The lines about hash functions, each split into its fields."""
        text = self.path.read_bytes()
        text = gzip.decompress(text) if text.startswith(GZIP) else text
        split = [line.split() for line in text.decode("ascii", "replace").splitlines()]
        return [fields for fields in split if fields[4:5] == ["crypto_hash"] and fields[6:]]

    @cached_property
    def primitives(self) -> list[str]:
        """The functions that were timed."""
        return [*dict.fromkeys(function(f) for f in self.lines if f[CYCLES] == "cycles")]

    def part(self, primitives: Iterable[str]) -> Lines:
        """The lines about these functions."""
        wanted = set(primitives)
        return Lines(self.path.name, [f for f in self.lines if function(f) in wanted])
