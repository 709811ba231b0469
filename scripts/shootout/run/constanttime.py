"""The stage of `--constant-time`: right code that promises constant time is traced."""

from __future__ import annotations

from collections import Counter

from ..build import constanttime
from ..build.cells import Cell
from ..build.constanttime import LEAVES, LENGTHS, claimed
from ..registry.sets import further
from .state import Run


def trace(run: Run) -> None:
    """Trace the cells that promise constant time, equal code once, and record what came of it."""
    if not run.options.constant_time:
        return
    twins: dict[tuple[str, str, str], list[Cell]] = {}
    for cell, verdict in run.verdicts.items():
        if verdict.right and type(cell) is Cell and claimed(cell):
            code = (cell.abi, cell.implementation.path, verdict.code)
            twins.setdefault(code, []).append(cell)
    if not twins:
        run.notes.append("constant time: nothing that is right here promises it")
        return
    lengths = {
        cells[0]: LEAVES if further(cells[0].implementation.primitive.set) else LENGTHS
        for cells in twins.values()
    }
    native = next((c.command for c in run.compilers if not c.runner), ())
    run.progress.start("trace", len(twins))
    untold: Counter[str] = Counter()
    broken: list[str] = []
    for cells, found in zip(
        twins.values(), constanttime.trace_all(lengths, native, run.options.jobs)
    ):
        run.progress.step()
        if not found.instructions:
            untold[found.why] += 1
            continue
        first = cells[0]
        run.lines += [run.recorder.constanttime(cell, found) for cell in cells]
        for what in sorted(claimed(first)):
            if where := getattr(found, what):
                name = f"{first.primitive}/{first.implementation.name}"
                mlen, _, place = where.partition(":")
                broken.append(
                    f"{name} with {first.compiler.word}: {what} depends on the message, "
                    f"{mlen} bytes, at {place}"
                )
    run.progress.finish()
    traced = sum(len(cells) for cells in twins.values()) - sum(untold.values())
    run.notes.append(
        f"constant time: {traced} programs traced; "
        + (f"{len(broken)} promises broken" if broken else "they keep their promises")
    )
    run.notes += [f"    {line}" for line in broken]
    run.notes += [f"constant time: {n} programs not traced: {why}" for why, n in untold.items()]
