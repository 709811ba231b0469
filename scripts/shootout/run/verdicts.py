"""The verdicts of a run on its cells, and the cells that are to be timed."""

from __future__ import annotations

from collections.abc import Sequence

from ..build.cells import Cell
from ..build.programs import failure, log
from ..common.privacy import said
from .state import Run
from .verify import Verdict, digests, first_wrong, try_all, unsupported


def refuse(run: Run) -> None:
    """Record the cells that this machine cannot run."""
    for cell in run.unsupported:
        run.verdicts[cell] = unsupported(cell.lacking(), "the machine lacks")
        run.lines += run.recorder.tried(cell, run.verdicts[cell], None)


def judge(run: Run, cells: Sequence[Cell], phase: str) -> None:
    """Try cells and record the verdicts, with the first wrong length of a wrong digest.

    `phase` is the name of this on the bar.
    """
    recorder = run.recorder
    broken = {c: failure(c) for c in cells}
    good = [c for c in cells if not broken[c] and c.primitive != "null"]
    run.progress.start(phase, len(good))
    tried = try_all(
        good, run.options.jobs, run.options.timeout, lambda _cell, _verdict: run.progress.step()
    )
    run.progress.finish()
    references: dict[tuple[str, str], dict[int, str]] = {}
    for cell in cells:
        counters = run.counters.get(cell.abi)
        best = counters.best if counters else None
        run.lines += recorder.fromcompiler(cell, broken[cell] or log(cell))
        if cell.primitive == "null":
            run.verdicts[cell] = Verdict(code=cell.code())
        elif broken[cell] and cell.forbidden():
            run.verdicts[cell] = unsupported(cell.forbidden(), "the compiler is not given")
            run.lines += recorder.tried(cell, run.verdicts[cell], best)
        elif broken[cell]:
            run.verdicts[cell] = Verdict("does not compile", said(_error(broken[cell])))
        else:
            verdict = tried[cell]
            if verdict.cause == "wrong digest":
                key = (cell.abi, cell.primitive)
                if key not in references:
                    references[key] = _reference(cell, tried)
                if references[key]:
                    where = first_wrong(cell, references[key])
                    verdict = Verdict("wrong digest", where, verdict.checksums, verdict.flags)
            run.verdicts[cell] = verdict
            run.lines += recorder.tried(cell, verdict, best)


def _error(output: list[str]) -> str:
    """The most informative line of a compiler's or linker's output."""
    for telling in ("undefined reference", "relocation", "error:", "error"):
        for line in output:
            if telling in line and "ld returned" not in line:
                return line
    return output[0]


def _reference(cell: Cell, tried: dict[Cell, Verdict]) -> dict[int, str]:
    """The digests of a right cell of the same function and ABI, preferably of `ref`."""
    right = [c for c, v in tried.items() if v.right and c.abi == cell.abi]
    right = [c for c in right if c.primitive == cell.primitive and c is not cell]
    right.sort(key=lambda c: c.implementation.name != "ref")
    return digests(right[0], 1) if right else {}


def distinct(run: Run, cells: Sequence[Cell]) -> list[Cell]:
    """The cells to time: right, native, each machine code once; twins are recorded as `same`."""
    first: dict[tuple[str, str, str], Cell] = {}
    for cell in cells:
        verdict = run.verdicts[cell]
        if not verdict.right or cell.compiler.emulated:
            continue
        one = first.setdefault((cell.abi, cell.implementation.path, verdict.code), cell)
        if one is not cell:
            run.lines.append(run.recorder.same(one, cell))
    return list(first.values())
