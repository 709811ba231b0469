"""The verdicts of a run on its cells, and the cells that are to be timed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from ..build.cells import Cell, combine
from ..build.programs import build, failure, log, untried
from ..build.symbols import meddlers
from ..common.named import escaped
from ..common.outside import UNTRIED
from ..common.privacy import said
from ..common.terminal import folded
from ..registry.sets import of_vm
from ..registry.tree import implementations
from .state import Run
from .verify import Verdict, digests, first_wrong, try_all, try_cell, unsupported

CONTEXT = 12  # lines of a compiler's output that are printed


def refuse(run: Run) -> None:
    """Record the cells that this machine cannot run."""
    for cell in run.unsupported:
        run.verdicts[cell] = unsupported(cell.lacking(), "the machine lacks")
        run.lines += run.recorder.tried(cell, run.verdicts[cell], None)


def to_try(cells: Iterable[Cell]) -> tuple[list[Cell], dict[Cell, str]]:
    """The cells with programs that may be run, and those that may not be, with the reason."""
    good = [c for c in cells if c.primitive != "null" and not failure(c)]
    meddling = meddlers(c for c in good if not c.compiler.emulated)
    return [c for c in good if c not in meddling], meddling


def judge(run: Run, cells: Sequence[Cell], phase: str) -> None:
    """Try cells and record the verdicts, with the first wrong length of a wrong digest.

    A failure is printed as soon as it is known, once for each implementation and ABI. `phase` is
    the name of this on the bar.
    """
    witness, told = Witness(run), set[tuple[str, str, str]]()
    broken = {c: failure(c) for c in cells}
    good, meddling = to_try(cells)
    verdicts: dict[Cell, Verdict] = {}

    def know(cell: Cell, verdict: Verdict) -> None:
        verdicts[cell] = verdict
        what = (cell.abi, cell.implementation.path, verdict.cause)
        if verdict.failed and what not in told:
            told.add(what)
            run.progress.say("\n".join(_failed(cell, verdict, broken[cell])))

    for cell in cells:
        if broken[cell] and cell.primitive != "null":
            know(cell, _not_made(cell, broken[cell]))
    for cell, what_for in meddling.items():
        know(cell, Verdict("reaches for the harness", what_for))
    run.progress.start(phase, len(good))

    def tried(cell: Cell, verdict: Verdict) -> None:
        know(cell, witness.located(cell, verdict))
        run.progress.step()

    try_all(good, run.options.jobs, run.options.timeout, tried)
    run.progress.finish()
    for cell in cells:
        _record(run, cell, verdicts.get(cell) or Verdict(code=cell.code()), broken[cell])


def _record(run: Run, cell: Cell, verdict: Verdict, broken: list[str]) -> None:
    """Keep a verdict, with its lines of the file; `broken` is what the compiler said."""
    run.verdicts[cell] = verdict
    if verdict.cause == UNTRIED:
        return  # nothing about the code: no line of the file
    run.lines += run.recorder.fromcompiler(cell, broken or log(cell))
    if cell.primitive != "null" and verdict.cause != NOT_COMPILED:
        counters = run.counters.get(cell.abi)
        run.lines += run.recorder.tried(cell, verdict, counters.best if counters else None)


NOT_COMPILED = "does not compile"


def _not_made(cell: Cell, output: list[str]) -> Verdict:
    """The verdict on a cell that has no programs."""
    if why := untried(cell):
        return Verdict(UNTRIED, why)
    if cell.forbidden():
        return unsupported(cell.forbidden(), "the compiler is not given")
    return Verdict(NOT_COMPILED, said(_error(output)))


def _failed(cell: Cell, verdict: Verdict, output: list[str]) -> Iterator[str]:
    """Lines about a failure: what failed, where, and the compiler's first error in its context."""
    with_what = f"{cell.abi}, {' '.join(cell.compiler.command)}"
    name = f"{cell.primitive}/{cell.implementation.name} ({with_what})"
    if verdict.cause != NOT_COMPILED:
        yield folded(f"failed: {name}: {verdict.cause}: {verdict.where}")
        if verdict.printed:
            yield folded(f"    it printed {escaped(verdict.printed)!r}, which no file keeps")
        return
    yield folded(f"failed: {name}: {verdict.cause}")
    first = first_error(output)
    # Compilers work in the folder of a cell, from which a path leads up to the sources.
    staged = re.compile(rf"(\.\./)+stage/{re.escape('/'.join(cell.stage.parts[-2:]))}/")
    for line in first[:CONTEXT]:
        yield folded(f"    {staged.sub('', line)}".expandtabs().rstrip())
    if len(first) < len(output) or len(first) > CONTEXT:
        yield folded(f"    all of it: {cell.made / 'log'}")


def first_error(output: list[str]) -> list[str]:
    """The lines of the first error, from what leads to it until the next one begins.

    Warnings before it are left out.
    """
    marks = [
        i for i, line in enumerate(output) if re.match(r"\S.*: (fatal )?(error|warning): ", line)
    ]
    errors = [i for i in marks if "error: " in output[i]]
    if not errors or re.search("ld returned|linker command", output[errors[0]]):
        return output
    first = errors[0]
    start = first
    # "In file included from", "In function": what leads to it stands at the left, too.
    while start and re.match(r"(In file|\s+from |.*: (In|At) )", output[start - 1]):
        start -= 1
    end = next((i for i in marks if i > first), len(output))
    while end - 1 > first and re.match(r"(In file|\s+from |.*: (In|At) )", output[end - 1]):
        end -= 1
    return output[start:end]


def _error(output: list[str]) -> str:
    """The most informative line of a compiler's or linker's output."""
    for telling in ("undefined reference", "relocation", "error:", "error"):
        for line in output:
            if telling in line and "ld returned" not in line:
                return line
    return output[0]


@dataclass
class Witness:
    """A right implementation of each function, which tells where others are wrong.

    It is one of the run if there is one, or else is built for this.
    """

    run: Run
    known: dict[str, dict[int, str]] = field(default_factory=dict)  # digests by primitive

    def located(self, cell: Cell, verdict: Verdict) -> Verdict:
        """The verdict, with the first wrong length if a digest is wrong."""
        if verdict.cause != "wrong digest":
            return verdict
        if cell.primitive not in self.known:
            self.known[cell.primitive] = self._digests(cell)
        if right := self.known[cell.primitive]:
            return replace(verdict, where=first_wrong(cell, right))
        why = f"no right implementation of {cell.primitive} here tells the length"
        return replace(verdict, where=f"in the test {verdict.where!r}; {why}")

    def _digests(self, wrong: Cell) -> dict[int, str]:
        for cell in self._candidates(wrong):
            if not (cell.folder / "try").is_file():
                build([cell], self.run.options.jobs, lambda _: None)
            if not failure(cell) and try_cell(cell, self.run.options.timeout).right:
                return digests(cell, 1)
        return {}

    def _candidates(self, wrong: Cell) -> Iterator[Cell]:
        """Cells of other implementations, one of each: ref first, with a native compiler."""
        others = implementations(wrong.implementation.primitive)
        others = [i for i in others if i.path != wrong.implementation.path]
        others.sort(key=lambda i: (i.name != "ref", not i.name.startswith("opt"), bool(i.abis())))
        compilers = [c for c in self.run.compilers if not of_vm(c.abi)]
        compilers.sort(key=lambda c: (c.emulated, c.abi != wrong.abi))
        for one in others:
            cells = [c for c in combine([one], compilers) if not c.lacking() | c.forbidden()]
            yield from cells[:1]


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
