"""The result file of a run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ..build import programs
from ..common.atomic import sweep
from ..common.errors import Trouble
from ..common.journal import Journal
from ..common.paths import DATA, TRIALS, short
from ..common.privacy import clean, said
from ..registry.releases import HARNESS, RELEASES, releases
from ..results import archive
from ..results.columns import parted
from ..results.records import LEFT_OUT
from ..results.stats import NAMED
from . import sources
from .measurements import Measurements
from .record import Recorder
from .state import Run

SAVED = "saved "  # SHA-256 of the lines, name of the file: lists the events that are in it
PART = "part "  # the same of a file that an interrupted run has left, whose events are kept


def save(run: Run, measured: Measurements, harness: str, *, part: bool = False) -> Path:
    """Write the result file, which names the digest of the harness.

    Raises Trouble, and keeps the journal, when it can't be written.
    """
    before = _text([*run.lines, *_sources(run, measured.recorder)])
    data, curves = parted(before + measured.content())
    facts = {**run.facts, **timing_facts(run), HARNESS: harness}
    members = {
        "data": data,
        "machine": "".join(f"{key} {value}\n" for key, value in facts.items()).encode(),
        "log": _text(_log(run)),
    }
    if curves:
        members["curves"] = curves
    folder = TRIALS if trial(run) else DATA
    path = folder / f"{measured.recorder.machine}-{run.date}.tar.gz"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sweep(folder)
        lines = hashlib.sha256(archive.lines(members)).hexdigest()
        event = f"{PART if part else SAVED}{lines} {path.name}"
        measured.journal.add(event, [] if part else sorted(measured.keys))
        archive.write(path, members)
    except (OSError, Trouble) as e:
        raise Trouble(
            f"{e} All samples are kept in {measured.journal.file}: mend that, then run ./do again; "
            "it goes straight to saving."
        ) from e
    if not part:
        forget_saved(measured.journal)
        _replace_parts(measured.journal)
    return path


def save_whole(run: Run, measured: Measurements, harness: str) -> None:
    """Write a result file of the parts that are whole; the next run goes on, and replaces it."""
    if run.whole.cells:
        its = replace(run, cells=run.whole.cells, lines=run.lines[: run.whole.lines])
        path = save(its, replace(measured, keys=run.whole.keys), harness, part=True)
        run.progress.say(f"saved, with all that is whole: {short(path)}")


def _replace_parts(journal: Journal) -> None:
    """Remove files of interrupted runs, whose timings a file has that was just written."""
    for key in [key for key in journal.events if key.startswith(PART)]:
        _, lines, name = key.split(" ", 2)
        for path in (DATA / name, TRIALS / name):
            if _holds(path, lines):
                path.unlink()
        journal.forget({key})


def trial(run: Run) -> bool:
    """Whether a run tries code out: it was chosen by patterns, and some of it is in no release.

    So is one that times a figure again.
    """
    if run.options.again:
        return True
    if not run.options.patterns or run.options.save:
        return False
    known = releases(RELEASES)
    some = {c.implementation for c in run.cells if c.primitive != "null"}
    return any(sources.of_implementation(i) not in known.get(i.path, {}) for i in some)


def _text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode("ascii", "replace")


def forget_saved(journal: Journal) -> None:
    """Remove events from the journal that a result file has, also after a crash between the two."""
    for key in [key for key in journal.events if key.startswith(SAVED)]:
        sweep(DATA)  # this may be the last time that anything is saved
        _, lines, name = key.split(" ", 2)
        saved = _holds(DATA / name, lines) or _holds(TRIALS / name, lines)
        journal.forget({key, *(journal.events[key] if saved else ())})


def _holds(path: Path, lines: str) -> bool:
    """Whether a file exists and has these lines."""
    try:
        return path.exists() and archive.lines_of(path) == lines
    except Trouble:
        return False


def _sources(run: Run, recorder: Recorder) -> list[str]:
    """The `source` lines: the digest of the sources of each implementation."""
    cells = {c.implementation: c for c in reversed(run.cells) if c.primitive != "null"}
    return [
        recorder.line(cell.abi, cell.primitive, "source", name.path, sources.of_cell(cell))
        for name, cell in reversed(cells.items())
    ]


def _log(run: Run) -> list[str]:
    lines = [f"compiler {c.abi} {c.word} {c.version}" for c in run.compilers]
    for r in run.refused:
        lines.append(f"refused {r.file} {clean('_'.join(r.command))} {said(r.reason)}")
    for abi, found in run.counters.items():
        lines += [f"counter {abi} refused {name} {said(why)}" for name, why in found.refused]
    return lines


def timing_facts(run: Run) -> dict[str, str]:
    """The facts about the timing: its CPU, its counters, what confined code and compilers."""
    facts = {"core": "any" if run.core is None else str(run.core)}
    for abi, found in run.counters.items():
        facts[f"counter-{abi}"] = found.fact()
        if found.core:
            facts["kind-of-core"] = found.core
        facts[f"jail-{abi}"] = run.jails.get(abi, "none: a virtual machine")
    if run.jails:
        facts["compiling"] = programs.confinement()
    if run.options.lengths:
        facts[NAMED] = " ".join(map(str, run.options.lengths))
    if left_out := run.left_out():
        facts[LEFT_OUT] = said("; ".join(left_out))
    return facts
