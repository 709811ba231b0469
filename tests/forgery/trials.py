"""Trials of the check: forged and honest runs, each drawn by a seed from a real file.

A run is a part of a real one: a primitive in one ABI with all its cells and curves, or, where
whole runs are compared with others, all primitives without curves. Found is what has an error or
a warning that the same part has not as it is.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import NamedTuple, Union

from shootout.check.command import check
from shootout.check.peers import SUFFIX
from shootout.check.rules import NOTE
from shootout.collect.command import collect
from shootout.results.archive import is_archive

from . import supercop
from .honest import resampled
from .kinds import KINDS
from .model import File, Run

HONEST = ""  # the kind of a run that nobody forged
COPIED = "machine copied"  # which is seen where the other machine's file was collected
STRENGTHS = ("weak", "middle", "strong")
GROUPS = 1  # primitives of a part, each in one ABI
DRAWN = 2  # honest runs that are drawn from each part

Files = Sequence[Union[File, supercop.File]]


class Trial(NamedTuple):
    """What a part of a file is drawn for."""

    seed: int
    kind: str = HONEST
    whole: bool = False  # whether it is the whole run, without curves


class Outcome(NamedTuple):
    """What the check said about a run."""

    file: str  # that it was made from
    trial: Trial
    number: int  # of the strength; of an honest run, among those drawn from the part
    rules: Sequence[int]  # that complain, though not about the real part
    before: Sequence[int]  # that complain about the real part


@dataclass
class Real:
    """A part of a real file."""

    file: str
    run: Run | supercop.Lines
    before: frozenset[int]
    home: Path

    @cached_property
    def collected(self) -> Path:
        """A folder in which this was collected."""
        inbox = self.home / "inbox"
        inbox.mkdir()
        self.run.write(inbox)
        with redirect_stdout(StringIO()) as said:
            collect([inbox], self.home / "data")
        if not [*self.home.glob(f"data/*{SUFFIX}")]:
            print(f"{self.file}: not collected: {said.getvalue()}", file=sys.stderr)
        return self.home / "data"


def opened(paths: Iterable[Path]) -> Files:
    """Result files, ours and SUPERCOP's, to draw parts from."""
    return [File(path) if is_archive(path) else supercop.File(path) for path in paths]


def part(file: File, chance: random.Random, groups: int = GROUPS, curves: bool = True) -> Run:
    """Some primitives of a run."""
    return file.run(chance.sample(file.groups, min(groups, len(file.groups))), curves)


def findings(run: Run | supercop.Lines, folder: Path, data: Path) -> frozenset[int]:
    """The rules that complain about a run, compared with the files in a folder."""
    path = run.write(folder)
    try:
        report = check(path, data)
        return frozenset(f.rule for f in report.findings if f.severity != NOTE)
    finally:
        path.unlink()


class Bench:
    """Makes forged and honest runs of files, and checks them against those collected in `data`.

    What it writes meanwhile is in `folder`.
    """

    def __init__(
        self, files: Files, data: Path, folder: Path, *, curves: bool = True,
        strengths: int = len(STRENGTHS),
    ) -> None:  # fmt: skip
        self.files, self.data, self.folder = files, data, folder
        self.curves, self.strengths = curves, strengths
        self.ours = [file for file in files if isinstance(file, File)]
        self._last: tuple[object, Real] | None = None

    def do(self, trial: Trial) -> list[Outcome]:
        """The outcomes of a trial: of a forgery in each strength, or of some honest runs."""
        return [*(self._honest(trial) if trial.kind == HONEST else self._forged(trial))]

    def _forged(self, trial: Trial) -> Iterator[Outcome]:
        real = self._real(trial, self.ours)
        assert isinstance(real.run, Run)
        compared = trial.whole or trial.kind == COPIED
        data = real.collected if compared else self.data
        name = f"{trial.seed} {trial.kind}"
        left = self.strengths
        for strength in random.Random(name).sample(range(len(STRENGTHS)), len(STRENGTHS)):
            fake = real.run.copy()
            if left and KINDS[trial.kind](fake, random.Random(f"{name} {strength}"), strength):
                left -= 1
                yield self._outcome(trial, strength, fake, real, data)

    def _honest(self, trial: Trial) -> Iterator[Outcome]:
        real = self._real(trial, self.files)
        for number in range(DRAWN):
            chance = random.Random(f"{trial.seed} honest {number}")
            run = real.run
            other = resampled(run, chance) if isinstance(run, Run) else run.resampled(chance)
            if other:
                yield self._outcome(trial, number, other, real, self.data)

    def _outcome(
        self, trial: Trial, number: int, run: Run | supercop.Lines, real: Real, data: Path
    ) -> Outcome:
        with TemporaryDirectory(dir=self.folder) as name:
            new = findings(run, Path(name), data) - real.before
        return Outcome(real.file, trial, number, sorted(new), sorted(real.before))

    def _real(self, trial: Trial, files: Files) -> Real:
        """The part that a trial is about; the last one is kept, for trials of other kinds."""
        key = trial.seed, trial.whole, len(files)
        if self._last and self._last[0] == key:
            return self._last[1]
        file = files[trial.seed % len(files)]
        chance = random.Random(trial.seed)
        run: Run | supercop.Lines
        if isinstance(file, File):
            groups = len(file.groups) if trial.whole else GROUPS
            run = part(file, chance, groups, curves=self.curves and not trial.whole)
        else:
            run = file.part(file.primitives if trial.whole else [chance.choice(file.primitives)])
        home = Path(mkdtemp(dir=self.folder))
        real = Real(file.path.name, run, findings(run, home, self.data), home)
        self._last = key, real
        return real


def share(outcomes: Iterable[Outcome]) -> tuple[int, int]:
    """How many were found, of how many."""
    every = list(outcomes)
    return sum(bool(each.rules) for each in every), len(every)
