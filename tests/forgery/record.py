"""What came of trials, a line each in a file, so that the same trials can be gone on with later."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from shootout.common.paths import ROOT

from .trials import Outcome, Trial

# What decides outcomes, besides the files: the rules with what they read by, and the forger.
CODE = ("scripts/shootout", "tests/forgery")


class Record:
    """A file whose first line says what was tried, and each other one what came of a trial."""

    def __init__(self, path: Path, files: Sequence[Path], **options: object) -> None:
        """Open or begin it. Raises SystemExit if it is about other files, options or code."""
        self.path = path
        self.outcomes: dict[Trial, list[Outcome]] = {}
        head = {"files": {f.name: _digest([f]) for f in files}, "code": code(), **options}
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(head) + "\n")
        text = path.read_text()
        whole = text[: text.rindex("\n") + 1]  # it may have been killed while it wrote a line
        if whole != text:
            path.write_text(whole)
        first, *rest = whole.splitlines()
        other = [name for name, told in json.loads(first).items() if head.get(name) != told]
        if other:
            what = " and ".join(other)
            raise SystemExit(f"{path}: is about other {what}; remove it, or name another --record")
        for line in rest:
            words, found = json.loads(line)
            trial = Trial(*words)
            self.outcomes[trial] = [Outcome(file, trial, *more) for file, _, *more in found]

    def add(self, trial: Trial, outcomes: Sequence[Outcome]) -> None:
        """Keep the outcomes of a trial."""
        self.outcomes[trial] = [*outcomes]
        with self.path.open("a") as file:
            file.write(json.dumps([trial, outcomes]) + "\n")

    def every(self) -> Iterator[Outcome]:
        """The outcomes of all trials."""
        for outcomes in self.outcomes.values():
            yield from outcomes


def code() -> str:
    """A digest of the rules and the forger."""
    return _digest(sorted(file for folder in CODE for file in (ROOT / folder).rglob("*.py")))


def _digest(files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for file in files:
        found.update(file.read_bytes())
    return found.hexdigest()
