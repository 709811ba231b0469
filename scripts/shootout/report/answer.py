"""The answer of a run in a line: which function of 256 bits is the fastest, and how much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..common.paths import FUNCTIONS
from ..registry.families import shown_in
from ..registry.sets import OF_DEFAULT, called, output_of
from ..results.figures import Row, fastest
from ..results.stats import FURTHER

BYTES = 32  # of output
USUAL = ("sha256", "blake3", "sha3256")  # which the fastest is compared with
LENGTHS = {"at 64 bytes": 64, "long": FURTHER[0]}  # in words, and in bytes


def answer(found: Mapping[str, Mapping[str, float]]) -> str:
    """The line of the figures at LENGTHS by primitive; of where fewer than two of USUAL were
    timed it says nothing."""
    said = [f"{when} {_best(its)}" for when, its in found.items() if len(its.keys() & {*USUAL}) > 1]
    return f"fastest of {8 * BYTES} bits: {'; '.join(said)}" if said else ""


def _best(found: Mapping[str, float]) -> str:
    first = min(found, key=lambda name: found[name])
    parts = [called(first)]
    for name in sorted(found.keys() & {*USUAL} - {first}, key=lambda name: found[name]):
        times = f"{found[name] / found[first]:.1f}".removesuffix(".0")
        parts.append(f"level: {called(name)}" if times == "1" else f"{times} times {called(name)}")
    return ", ".join(parts)


def of_rows(rows: Iterable[Row]) -> str:
    """The line of the rows of one machine and ABI."""
    its = [row for row in rows if shown_in(row.primitive) in OF_DEFAULT]
    its = [row for row in its if output_of(FUNCTIONS / row.primitive) == BYTES]
    return answer({
        when: {row.primitive: row.figures.median(mlen) for row in fastest(its, mlen)}
        for when, mlen in LENGTHS.items()
    })  # fmt: skip
