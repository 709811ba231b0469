"""The journal: the measurements of an unfinished run, which the next ./do continues."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path

from .atomic import appear, sweep
from .errors import Trouble


@dataclass
class Journal:
    """A file of events, each a JSON array on a line: a key, and its result lines. An event is on
    the disk before the next one starts; a line cut off by a crash is dropped."""

    file: Path
    events: dict[str, list[str]] = field(default_factory=dict)

    @staticmethod
    def open(file: Path, fresh: bool = False) -> Journal:
        """Open the journal; with `fresh`, an old one is first renamed, never deleted."""
        file.parent.mkdir(parents=True, exist_ok=True)
        sweep(file.parent)
        if fresh and file.exists():
            file.replace(file.with_name(f"{file.stem}-{os.getpid()}-set-aside"))
        journal = Journal(file)
        whole = 0
        if file.exists():
            data = file.read_bytes()
            for line in data.splitlines(keepends=True):
                try:
                    key, lines = json.loads(line)
                except ValueError:
                    break
                if not line.endswith(b"\n"):
                    break
                journal.events[key] = lines
                whole += len(line)
            if whole < len(data):
                os.truncate(file, whole)
        return journal

    def __contains__(self, key: str) -> bool:
        return key in self.events

    def add(self, key: str, lines: list[str]) -> None:
        """Write an event; raise Trouble when the disk is full, with earlier events kept."""
        size = self.file.stat().st_size if self.file.exists() else 0
        try:
            with self.file.open("ab") as f:
                f.write(json.dumps([key, lines]).encode() + b"\n")
                f.flush()
                os.fsync(f.fileno())
        except OSError as e:
            os.truncate(self.file, size)
            raise Trouble(
                f"{self.file}: {e.strerror}. Earlier measurements are kept: make room, "
                "then run ./do again."
            ) from e
        self.events[key] = lines

    def forget(self, keys: set[str]) -> None:
        """Remove events that are saved in a result file; others stay."""
        self.events = {key: lines for key, lines in self.events.items() if key not in keys}
        with appear(self.file, replace=True) as file:
            for event in self.events.items():
                file.write(json.dumps(event).encode() + b"\n")
