"""The pipeline: compilers, implementations, cells, programs, verdicts, samples, a result file."""

from __future__ import annotations

import contextlib
import fcntl
import os
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from . import archive, counter, machine
from .build import build, failure, harness, log
from .compilers import Compiler, Refused, available
from .counter import Counters
from .errors import Trouble, Usage
from .journal import Journal
from .paths import BUILD, DATA, MEASURE
from .plan import Cell, plan
from .progress import Progress
from .record import Recorder, clean
from .timing import FULL, QUICK, Timer, measure_all
from .tree import Implementation, Primitive, select
from .verify import SECONDS, Verdict, code_of, digests, first_wrong, verify

SIZES_AT_ONCE = 200
"""Programs that `size` looks at in one call."""


@dataclass(frozen=True)
class Options:
    """What the command line asks of a run."""

    patterns: tuple[str, ...] = ()
    quick: bool = False
    compilers: str = ""
    jobs: int = 1
    timeout: int = SECONDS
    cpu: int | None = None
    rounds: int | None = None
    machine: str | None = None
    fresh: bool = False
    plain: bool = False


@dataclass
class Run:
    """One ./do from its compilers to its result file."""

    options: Options
    progress: Progress
    date: str = ""
    compilers: list[Compiler] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    verdicts: dict[Cell, Verdict] = field(default_factory=dict)
    counters: dict[str, Counters] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    """What is known before the timing: compilers' words, sizes, verdicts."""


def null_hash() -> Implementation:
    """The function that does nothing: what a measurement costs."""
    return Implementation(Primitive("null", MEASURE), "null", MEASURE / "null")


@contextlib.contextmanager
def alone() -> Iterator[None]:
    """Two runs in one checkout would disturb each other."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with (BUILD / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as e:
            raise Trouble(
                f"{BUILD}: another ./do is at work here. Wait for it to end, or stop it."
            ) from e
        yield


def find_compilers(only_first: bool) -> tuple[list[Compiler], list[Refused]]:
    """The compilers that work here; `only_first` keeps the first line of each command and ABI.

    Raises Trouble when none works.
    """
    good, bad = available()
    if not good:
        reasons = sorted({f"{r.command[0]}: {r.reason}" for r in bad})
        raise Trouble(
            "no compiler of okcompilers/ works here. "
            + "; ".join(reasons)
            + ". Install gcc or clang with the C library's headers (Debian: apt install gcc)."
        )
    if only_first:
        first = {(c.command[0], c.abi): c for c in reversed(good)}
        good = [c for c in good if first[c.command[0], c.abi] is c]
    return good, bad


def make(run: Run) -> int:
    """Builds all cells and the null hash; returns how many were made anew."""
    run.progress.start("build", len(run.cells))
    made = build(run.cells, run.options.jobs, lambda n: run.progress.step(n))
    run.progress.finish()
    return made


def sizes(cells: list[Cell], recorder: Recorder) -> list[str]:
    """objsize lines, where there is a `size`."""
    lines = []
    for i in range(0, len(cells), SIZES_AT_ONCE):
        some = cells[i : i + SIZES_AT_ONCE]
        try:
            said = subprocess.run(
                ["size", *[str(c.folder / "try") for c in some]],
                capture_output=True, text=True, check=False, timeout=60,
            ).stdout  # fmt: skip
        except (OSError, subprocess.TimeoutExpired):
            return []
        by_name = {w[5]: w for w in map(str.split, said.splitlines()[1:]) if len(w) == 6}
        for cell in some:
            w = by_name.get(str(cell.folder / "try"))
            if w:
                lines.append(recorder.objsize(cell, int(w[0]), int(w[1]), int(w[2]), "try"))
    return lines


def judge(run: Run, recorder: Recorder) -> None:
    """Verdicts of all cells, with the first wrong length where the digest is wrong."""
    broken = {c: failure(c) for c in run.cells}
    good = [c for c in run.cells if not broken[c] and c.primitive != "null"]
    run.progress.start("verify", len(good))
    tried = verify(
        good, run.options.jobs, run.options.timeout, lambda _cell, _verdict: run.progress.step()
    )
    run.progress.finish()
    references: dict[tuple[str, str], dict[int, str]] = {}
    for cell in run.cells:
        counters = run.counters.get(cell.abi)
        best = counters.best if counters else None
        run.lines += recorder.fromcompiler(cell, broken[cell] or log(cell))
        if cell.primitive == "null":
            run.verdicts[cell] = Verdict(code=code_of(cell))
        elif broken[cell]:
            run.verdicts[cell] = Verdict("does not compile", clean(_error(broken[cell])))
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
    """The line of a compiler's or linker's output that says most."""
    for telling in ("undefined reference", "relocation", "error:", "error"):
        for line in output:
            if telling in line and "ld returned" not in line:
                return line
    return output[0]


def _reference(cell: Cell, tried: dict[Cell, Verdict]) -> dict[int, str]:
    """The digests of a right cell of the same function and ABI, `ref` if it is there."""
    right = [c for c, v in tried.items() if v.right and c.abi == cell.abi]
    right = [c for c in right if c.primitive == cell.primitive and c is not cell]
    right.sort(key=lambda c: c.implementation.name != "ref")
    return digests(right[0], 1) if right else {}


def distinct(run: Run, recorder: Recorder) -> list[Cell]:
    """The cells to time: right, native, each machine code once; the others are said `same`."""
    first: dict[tuple[str, str, str], Cell] = {}
    for cell in run.cells:
        verdict = run.verdicts[cell]
        if not verdict.right or cell.compiler.emulated:
            continue
        one = first.setdefault((cell.abi, cell.implementation.path, verdict.code), cell)
        if one is not cell:
            run.lines.append(recorder.same(one, cell))
    return list(first.values())


def save(run: Run, timer: Timer, facts: dict[str, str]) -> Path:
    """The result file; raises Trouble, and keeps the journal, when it can't be written."""
    data = run.lines + timer.lines()
    members = {
        "data": "".join(f"{line}\n" for line in data).encode("ascii", "replace"),
        "machine": "".join(f"{key} {value}\n" for key, value in facts.items()).encode(),
        "log": "".join(f"{line}\n" for line in _log(run)).encode("ascii", "replace"),
    }
    path = DATA / f"{timer.recorder.machine}-{run.date}.tar.gz"
    try:
        DATA.mkdir(parents=True, exist_ok=True)
        archive.write(path, members, mtime=int(time.time()))
    except (OSError, Trouble) as e:
        raise Trouble(
            f"{e} All samples are kept in {timer.journal.file}: mend that, then run ./do again; "
            "it goes straight to saving."
        ) from e
    timer.journal.close()
    return path


def _log(run: Run) -> list[str]:
    lines = [f"compiler {c.abi} {c.word} {c.version}" for c in run.compilers]
    lines += [f"refused {r.file} {'_'.join(r.command)} {clean(r.reason)}" for r in run.refused]
    for abi, found in run.counters.items():
        lines += [f"counter {abi} refused {name} {clean(why)}" for name, why in found.refused]
    return lines


def execute(options: Options) -> tuple[Run, Path | None]:
    """The whole pipeline. Returns the run and the result file, or None when nothing was right.

    What is interrupted goes on at the next call: programs and verdicts stay in build/, samples
    in the journal.
    """
    with alone():
        progress = Progress(options.plain)
        run = Run(options, progress, date=time.strftime("%Y%m%d-%H%M%S"))
        name = machine.Name.of(options.machine)
        implementations = select(list(options.patterns))
        run.compilers, run.refused = find_compilers(options.quick and not options.compilers)
        run.cells = plan(implementations, run.compilers, options.compilers)
        if not run.cells:
            raise Usage(
                "nothing to do: no compiler that works here is for these implementations"
                + (f" and matches {options.compilers!r}" if options.compilers else "")
                + ". `./do list` shows what is there."
            )
        natives = {c.abi: c.compiler for c in reversed(run.cells) if not c.compiler.emulated}
        run.cells += plan([null_hash()], natives.values())
        progress.say(_planned(run, implementations))
        made = make(run)
        progress.say(f"built {made} programs, kept {len(run.cells) - made} from before")
        core = options.cpu if options.cpu is not None else quiet_core()
        facts = machine.facts(core)
        recorder = Recorder(name.text, run.date[:8], facts["cpuid"])
        for abi, cell in {c.abi: c for c in reversed(run.cells) if not c.compiler.emulated}.items():
            run.counters[abi] = counter.probe(harness(cell), cell.compiler.runner, core)
        judge(run, recorder)
        cells = distinct(run, recorder)
        run.lines += sizes([c for c in run.cells if not failure(c)], recorder)
        wrong = sum(not v.right for v in run.verdicts.values())
        progress.say(f"right {len(run.verdicts) - wrong}, failed {wrong}; {len(cells)} to time")
        if not any(c.primitive != "null" for c in cells):
            return run, None
        journal = Journal.open(BUILD / "run" / "journal", options.fresh)
        if journal.events:
            progress.say(
                f"going on with an interrupted run: {len(journal.events)} measurements are there "
                "(--fresh starts over)"
            )
        effort = QUICK if options.quick else FULL
        if options.rounds:
            most = max(options.rounds, effort.finals)
            effort = replace(effort, survey=options.rounds, finals=most)
        timer = Timer(journal, recorder, run.counters, run.verdicts, core, effort)
        measure_all(timer, cells, progress.start, progress.step)
        progress.finish()
        facts.update(_timing_facts(run, core))
        return run, save(run, timer, facts)


def _planned(run: Run, implementations: list[Implementation]) -> str:
    abis = ", ".join(
        f"{sum(c.abi == abi for c in run.compilers)} for {abi}"
        for abi in dict.fromkeys(c.abi for c in run.compilers)
    )
    primitives = len({i.primitive for i in implementations})
    return (
        f"{primitives} primitives, {len(implementations)} implementations, "
        f"{len(run.compilers)} compilers ({abis}): {len(run.cells)} programs"
    )


def _timing_facts(run: Run, core: int | None) -> dict[str, str]:
    facts = {"core": "any" if core is None else str(core)}
    for abi, found in run.counters.items():
        b = found.best
        kind = "core cycles" if b.exact else "converted"
        facts[f"counter-{abi}"] = (
            f"{b.name} step {b.step:g} cost {b.cost:g} persecond {b.persecond} {kind} "
            f"clock {found.clock:.4f} pace {found.pace:.3f}"
        )
    return facts


def quiet_core() -> int | None:
    """The last CPU this process may use: the system's own work tends to the first."""
    if hasattr(os, "sched_getaffinity"):
        return max(os.sched_getaffinity(0))
    return None
