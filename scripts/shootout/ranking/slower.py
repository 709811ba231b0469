"""Hand-tuned code that is slower than portable C on the machine at hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..machine.microarchitecture import HIDDEN, NAME
from ..registry.tree import Implementation
from ..results.figures import Row, fastest
from ..results.stats import DECIDING

SCATTER = 1.02  # between two runs of the same code; less is not called slower


def slower(
    rows: Iterable[Row], implementations: Iterable[Implementation], core: str = ""
) -> list[str]:
    """A line for each implementation that is slower at 1536 bytes than C code for every ABI.

    Each counts with its best compiler; `core` is the microarchitecture of the machine.
    """
    in_c = {(i.primitive.name, i.name): i for i in implementations if i.MARK == Implementation.MARK}
    portable: dict[tuple[str, str], Row] = {}  # the fastest, by ABI and primitive
    tuned: list[tuple[Implementation, Row]] = []
    for row in fastest(rows, DECIDING, per_implementation=True):
        code = in_c.get((row.primitive, row.implementation))
        if code and code.abis():
            tuned.append((code, row))
        elif code:
            best = portable.setdefault((row.abi, row.primitive), row)
            portable[row.abi, row.primitive] = min(best, row, key=_time)
    lines = []
    for code, row in tuned:
        best = portable.get((row.abi, row.primitive), row)
        if (ratio := _time(row) / _time(best)) > SCATTER:
            what = f"{row.primitive}/{row.implementation} ({row.abi})"
            told = f"{what} is {ratio:.2f} times {best.implementation} here"
            if cores := code.tuned():
                this = ", such as this one" if core in cores else ""
                told += f"; it was tuned for {' and '.join(cores)}{this}"
            lines.append(told)
    return lines


def core(facts: Mapping[str, str]) -> str:
    """The microarchitecture of a machine, empty if it is not known."""
    return facts.get(NAME, "").replace(HIDDEN, "")


def _time(row: Row) -> float:
    return row.figures.rank(DECIDING)
