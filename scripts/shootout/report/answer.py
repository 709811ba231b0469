"""The answer of a run in a line: which function of 256 bits is the fastest, and how much.

    python3 -m shootout.report.answer

prints that of the machine that was timed last in data/, from its newest runs, for README.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from ..common.paths import FUNCTIONS
from ..registry.families import shown_in
from ..registry.sets import OF_DEFAULT, called, output_of
from ..results.figures import Row, fastest
from ..results.stats import ALL_LENGTHS, FURTHER, LONG, Length
from .machines import MachineRow, collect
from .selection import DATE, data_files

BYTES = 32  # of output
USUAL = ("sha256", "blake3", "sha3256")  # which the fastest is compared with
LEVEL = 1.02  # a ratio below is none to speak of
SHORT = 64  # bytes

Medians = Mapping[str, Mapping[Length, float]]  # cycles per byte by primitive


def answer(medians: Medians) -> str:
    """The line; empty where fewer than two of USUAL were timed."""
    at = {f"at {SHORT} bytes": _at(medians, SHORT), "long": _at(medians, FURTHER[0])}
    said = [f"{when} {_best(its)}" for when, its in at.items() if len(its.keys() & {*USUAL}) > 1]
    return f"fastest of {8 * BYTES} bits: {'; '.join(said)}" if said else ""


def _at(medians: Medians, mlen: int) -> dict[str, float]:
    """The figures at a length, by primitive. Where nothing was timed at the longest, as before the
    paper's functions were, the paper's figure of long messages stands for it."""
    found = {}
    for primitive, its in medians.items():
        long = its.get(LONG, 0.0) if mlen > SHORT and shown_in(primitive) == OF_DEFAULT[0] else 0.0
        if (median := its.get(mlen, long)) > 0 and output_of(FUNCTIONS / primitive) == BYTES:
            found[primitive] = median
    return found


def _best(found: Mapping[str, float]) -> str:
    first = min(found, key=lambda name: found[name])
    parts = [called(first)]
    for name in sorted(found.keys() & {*USUAL} - {first}, key=lambda name: found[name]):
        ratio = found[name] / found[first]
        times = f"{ratio:.1f}".removesuffix(".0")
        parts.append(
            f"{times} times {called(name)}" if ratio >= LEVEL else f"level: {called(name)}"
        )
    return ", ".join(parts)


def of_rows(rows: Iterable[Row]) -> str:
    """The line of the rows of one machine and ABI."""
    rows, medians = list(rows), dict[str, dict[Length, float]]()
    for mlen in ALL_LENGTHS:
        for row in fastest(rows, mlen):
            if shown_in(row.primitive) in OF_DEFAULT and row.primitive != "null":
                medians.setdefault(row.primitive, {})[mlen] = row.figures.median(mlen)
    return answer(medians)


def of_machine(row: MachineRow) -> str:
    """The line of a row of the graphs."""
    its = {p: best for p, best in row.fastest.items() if p != "null" and shown_in(p) in OF_DEFAULT}
    return answer({p: {n: b.figure.median for n, b in best.items()} for p, best in its.items()})


def of_data() -> tuple[str, str]:
    """The machine of the newest file of data/, and the line of its ABI with most functions."""
    dated = {f: found[-1] for f in data_files() if (found := DATE.findall(f.name))}
    newest = max(dated, key=lambda file: dated[file])
    name = _machine(newest)
    rows = collect([f for f in dated if _machine(f) == name], entries=False)[0]
    best = max((r for r in rows if not r.java and not r.emulated), key=lambda r: len(r.fastest))
    return name, of_machine(best)


def _machine(file: Path) -> str:
    return DATE.split(file.name)[0]


if __name__ == "__main__":
    print(*of_data(), sep=": ")
